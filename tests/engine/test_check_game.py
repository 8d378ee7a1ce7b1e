"""`check_game` passes what is a game, and says in a sentence what is wrong with what is not.

For every property that it checks there is a game here that lacks just this one: a check that
cannot fail is worth nothing.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from escale_galets import Galets
from escale_galets.rules import PASS, Move, State

import escale
from escale import Event, Match, Outcome, Violation
from escale.engine.game import Moment, Option
from escale.games.casanova import Casanova
from escale.testing import check_game, moving
from escale.testing.findings import STEPS

pytestmark = pytest.mark.slow


@pytest.mark.slow
@pytest.mark.parametrize("name", escale.game_names())
def test_every_installed_game_passes(name: str) -> None:
    check_game(name, games=1)


def test_a_game_of_another_package_is_found_by_its_entry_point() -> None:
    assert "galets" in escale.game_names()
    assert type(escale.game("galets")).__module__ == "escale_galets.rules"
    check_game("galets", games=50)


def test_where_three_can_play_tempers_are_mentioned_and_not_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = ModuleType("escale.games.casanova.knowledge")
    plain.sensible = lambda view, legal, rng: legal[0]  # type: ignore[attr-defined]
    plain.SAYS = {"sensible": {"fr": "Le premier.", "en": "The first."}}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, plain.__name__, plain)
    with pytest.warns(UserWarning, match=r"^casanova has no TEMPERS .* in docs/opponents.md$"):
        check_game("casanova", games=1)


# --- Games that lack one thing ------------------------------------------------------------------


class Broken(Galets):
    package = "escale_galets"  # the texts and the rulebook are fine


class BrokenCasanova(Casanova):
    package = "escale.games.casanova"
    seats = range(3, 4)


BROKEN: list[Any] = []


def says(*sentences: str) -> Any:
    """The game lacks something, and `check_game` says these (regular expressions)."""

    def note(cls: type) -> type:
        BROKEN.extend(pytest.param(cls, s, id=f"{cls.__name__}: {s}") for s in sentences)
        return cls

    return note


@pytest.mark.slow
@pytest.mark.parametrize(("cls", "sentence"), BROKEN)
def test_a_broken_game_is_told_what_is_wrong_with_it(
    cls: Any, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "LONGEST_GAME", 120)  # plies: more than any of these needs
    with pytest.raises(AssertionError) as caught:
        check_game(cls(), games=1)
    found = [line for line in str(caught.value).splitlines() if re.search(sentence, line)]
    assert found, str(caught.value)


# Who it is


@says("its id must be words of small letters")
class HasNoId(Broken):
    id = "Galets!"


@says(
    "its prefix must be two to four capital letters",
    "GA-MAT-1: an id is galets, a section and a number",
)
class HasAnotherPrefix(Broken):
    prefix = "galets"


@says("its seats must be a range of numbers of players")
class HasNoSeats(Broken):
    seats = range(0)


@says(
    "option big: its default 12 must be a whole number from 1 to 9",
    "option big cites GA-SET-9, which is not in rulebook.toml",
)
class HasABadOption(Broken):
    options = {"big": Option(12, "GA-SET-9", low=1, high=9)}


class Everything:
    def __contains__(self, value: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(["big"])


@says("option size: takes anything at all")
class TakesAnyOption(Broken):
    options = {"size": Option("big", "GA-SET-1", names=Everything)}


@says("rulebook.toml is missing beside the rules", "texts.toml is missing beside the rules")
class HasNoFolder(Broken):
    package = "escale.engine"


@says("rulebook.toml is not found")
class IsNoPackage(Broken):
    package = "escale_galets.rules"


# Set-ups


@says("deal gives two set-ups for one random seed")
class ShufflesByItself(Broken):
    def deal(self, players: int, options: Any, rng: Any) -> Any:
        return {"row": random.sample(range(1, 10), 9)}


@says("deal gives .* which JSON does not keep")
class DealsTuples(Broken):
    def deal(self, players: int, options: Any, rng: Any) -> Any:
        return {"row": tuple(super().deal(players, options, rng)["row"])}

    def initial(self, players: int, options: Any, setup: Any) -> State:
        return super().initial(players, options, {"row": list(setup["row"])})


@says("initial changes the set-up")
class UsesTheSetUpUp(Broken):
    def initial(self, players: int, options: Any, setup: Any) -> State:
        state = super().initial(players, options, setup)
        setup["row"].sort()
        return state


@says("initial takes .* what comes from a file must be checked")
class TakesAnySetUp(Broken):
    def initial(self, players: int, options: Any, setup: Any) -> State:
        return State(tuple(setup["row"]), ((), ()), 0)


@says("initial gives another state for the same set-up out of a file")
class LaysOutTheRowAnotherWay(Broken):
    calls = 0

    def initial(self, players: int, options: Any, setup: Any) -> State:
        self.calls += 1
        state = super().initial(players, options, setup)
        return state._replace(row=state.row[:: (-1) ** self.calls])


@says("from_position takes .* what comes from a file must be checked")
class TakesAnyPosition(Broken):
    def from_position(self, players: int, options: Any, position: Any) -> State:
        return State((1,), ((), ()), 0)


# Purity


class MutableRow(list[int]):
    __hash__ = object.__hash__  # type: ignore[assignment]


@says("the state cannot be hashed")
class HasALivingState(Broken):
    def initial(self, players: int, options: Any, setup: Any) -> State:
        return super().initial(players, options, setup)._replace(taken=([], []))  # type: ignore[arg-type]


@says("the state holds a MutableRow, which could change")
class HasAStateInDisguise(Broken):
    def initial(self, players: int, options: Any, setup: Any) -> State:
        state = super().initial(players, options, setup)
        return state._replace(row=MutableRow(state.row))  # type: ignore[arg-type]


@says("the state has been changed by a question")
class CountsLooks(Broken):
    def initial(self, players: int, options: Any, setup: Any) -> State:
        state = super().initial(players, options, setup)
        return state._replace(row=CountingRow(state.row))

    def governing(self, state: State) -> str:
        if isinstance(state.row, CountingRow):
            state.row.looks += 1
        return "GA-TUR-1"


class CountingRow(tuple[int, ...]):
    looks = 0

    def __repr__(self) -> str:
        return f"a row looked at {self.looks} times"


@says("apply gives two answers to the same question")
class RollsInSecret(Broken):
    def apply(self, state: State, move: Move, events: Any = None) -> State:
        return super().apply(state, move, events)._replace(last=random.randrange(1000))


@says("governing answers differently after other moves have been played: a game keeps no state")
class Remembers(Broken):
    moves_made = 0

    def apply(self, state: State, move: Move, events: Any = None) -> State:
        self.moves_made += len(state.row) == 1
        return super().apply(state, move, events)

    def governing(self, state: State) -> str:
        return "GA-TUR-2" if self.moves_made and len(state.row) == 9 else "GA-TUR-1"


@says("apply leads elsewhere when no events are wanted")
class PlaysDifferentlyUnheard(Broken):
    def apply(self, state: State, move: Move, events: Any = None) -> State:
        after = super().apply(state, move, events)
        return after if events is not None else after._replace(last=0)


@says("apply must append to the list of events")
class ClearsTheList(Broken):
    def apply(self, state: State, move: Move, events: Any = None) -> State:
        if events:
            events.clear()
        return super().apply(state, move, events)


@says("unfold does not end where apply does", "unfold tells other events than apply")
class TellsItSlowlyAndWrong(Broken):
    def unfold(self, state: State, move: Move) -> list[Moment]:
        return [Moment((), state)]


# Whose move, and which moves


@says("the game is not over, but there is no legal move")
class GetsStuck(Broken):
    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        return super().legal(state, seat) if len(state.row) > 4 else ()


@says("the game does not end within")
class NeverEnds(Broken):
    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        return (PASS,) if seat == state.turn else ()

    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        found = super().refusals(state, seat, move)
        return () if move == PASS and seat == state.turn else found


@says("actor is 5, which is no seat")
class HasAGhostPlayer(Broken):
    def actor(self, state: State) -> int | None:
        return 5 if len(state.row) == 5 else state.turn


@says("actor is .* and outcome is Outcome")
class EndsTooEarly(Broken):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome((0, 0), (0, 1)) if len(state.row) < 3 else None


@says("it needs one score a seat")
class ForgetsAScore(Broken):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome((45,), (0,)) if state.turn is None else None


@says("scores must be whole numbers")
class ScoresInHalves(Broken):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome((22.5, 22.5), (0, 1)) if state.turn is None else None  # type: ignore[arg-type]


@says("winners must be seats in order")
class NamesItsWinnersBackwards(Broken):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome((22, 23), (1, 0)) if state.turn is None else None


@says(r"winners must be seats, not \(2,\)")
class HasAStrangeWinner(Broken):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome((22, 23), (2,)) if state.turn is None else None


@says(r"legal moves must be sorted by their text")
class ListsMovesUnsorted(Broken):
    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        return super().legal(state, seat)[::-1]


@says("a legal move is listed twice")
class ListsMovesTwice(Broken):
    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        return tuple(move for move in super().legal(state, seat) for _ in range(2))


@says("is in legal, but why_not says GA-TUR-2 neighbour")
class AllowsNeighbours(Broken):
    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        ends = sorted({state.row[0], state.row[-1]}) if seat == state.turn else []
        return tuple(map(Move, ends))


@says("is not in legal, but why_not says nothing against it")
class RefusesTooLittle(Broken):
    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        return tuple(v for v in super().refusals(state, seat, move) if v.kind != "not-at-an-end")


@says("why_not says one thing of the move . and another of its text")
class JudgesTextsOtherwise(Broken):
    def why_not(self, state: State, seat: int, move: Any) -> tuple[Violation, ...]:
        if isinstance(move, str):
            return ()
        return super().why_not(state, seat, move)


@says("is legal, but not among moves")
class ForgetsAMove(Broken):
    def moves(self, state: State) -> Any:
        return [move for move in super().moves(state) if move.pebble != 7]


@says("seat 1 has legal moves, but it is the turn of seat 0", "the spectator has legal moves")
class LetsEverybodyMove(Broken):
    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        return super().legal(state, state.turn) if state.turn is not None else ()


@says("why_not lets seat 1 play . out of turn")
class ForgetsWhoseTurnItIs(Broken):
    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        return tuple(v for v in super().refusals(state, seat, move) if v.kind != "not-your-turn")


@says(r"ply .*: playing stops: ZeroDivisionError in test_check_game.py:\d+ \(.*by zero\)")
class BreaksDown(Broken):
    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        return super().legal(state, seat // min(1, len(state.row) - 4))


# Writing and picking


@says("is written '7.', which parse cannot read|is written '.', which parse cannot read")
class WritesWhatItCannotRead(Broken):
    def format(self, move: Move) -> str:
        return super().format(move) + "."


@says("is written '8', which parse reads as Move")
class MisreadsANumber(Broken):
    def parse(self, text: str) -> Move:
        return Move(9) if text == "8" else super().parse(text)


@says(r"the text ' .' is taken for a legal move|the text '.\\n' is taken for a legal move")
class ReadsLoosely(Broken):
    def parse(self, text: str) -> Move:
        return super().parse(text.strip())


@says("the text '[٠-٩]' is taken for a legal move")
class ReadsAllDigits(Broken):
    def parse(self, text: str) -> Move:
        return super().parse(str(int(text)) if text.isdecimal() else text)


@says("the text .* is not refused but breaks the game: ValueError")
class CannotReadNonsense(Broken):
    def parse(self, text: str) -> Move:
        return PASS if text == "pass" else Move(int(text))


@says("have the same path")
class HasOneKeyForAll(Broken):
    def path(self, state: State, move: Move) -> tuple[str, ...]:
        return ("row",)


@says("is a part of that of .: it can never be picked")
class HasAPathInAPath(Broken):
    def path(self, state: State, move: Move) -> tuple[str, ...]:
        key = f"pebble:{move.pebble}"
        return ("row",) if move.pebble == state.row[0] else ("row", key)


@says("must be a tuple of keys")
class HasNoPath(Broken):
    def path(self, state: State, move: Move) -> tuple[str, ...]:
        return ()


@says("the choice .* leads to a legal move, but why_not refuses it")
class RefusesEveryChoice(Broken):
    def why_not_any(self, state: State, seat: int, keys: Any) -> tuple[Violation, ...]:
        return (Violation("GA-TUR-1", "over", {}),)


@says("the choice .* leads to no legal move, but why_not has no reason")
class AllowsEveryChoice(Broken):
    def why_not_any(self, state: State, seat: int, keys: Any) -> tuple[Violation, ...]:
        return ()


# What is there


@says(r"census: pebbles was \[1, 2, 3, .*\], is")
class LosesAPebble(Broken):
    def apply(self, state: State, move: Move, events: Any = None) -> State:
        after = super().apply(state, move, events)
        return after._replace(taken=(after.taken[0][:2], after.taken[1]))


@says("census counts nothing")
class CountsNothing(Broken):
    def census(self, state: State) -> Any:
        return {}


@says("governing cites GA-TUR-9, which is not in rulebook.toml")
class IsGovernedByNoRule(Broken):
    def governing(self, state: State) -> str:
        return "GA-TUR-9"


@says("from_position does not bring back the state: last is 0, not")
class ForgetsWhatWasTaken(Broken):
    def to_position(self, state: State) -> Any:
        position = super().to_position(state)
        return position and {**position, "last": 0}


@says("from_position refuses what to_position has written")
class WritesABadPosition(Broken):
    def to_position(self, state: State) -> Any:
        return {"row": list(state.row)}


@says("to_position gives .* which JSON does not keep")
class WritesTuples(Broken):
    def to_position(self, state: State) -> Any:
        position = super().to_position(state)
        return position and {**position, "row": tuple(state.row)}


@says("a record does not bring back the state: row is")
class DealsAnotherRowToARecord(Broken):
    def initial(self, players: int, options: Any, setup: Any) -> State:
        state = super().initial(players, options, setup)
        self.calls = getattr(self, "calls", 0) + 1
        return state._replace(row=state.row[::-1]) if self.calls > 4 else state


@says("the record after . moves is refused")
class RefusesWhatIsWritten(Broken):
    def parse(self, text: str) -> Move:
        move = super().parse(text)
        return move if move == PASS else WrittenMove(move.pebble)

    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        if isinstance(move, WrittenMove):
            return (Violation("GA-TUR-1", "over", {}),)
        return super().refusals(state, seat, move)


class WrittenMove(Move):
    pass


@says("a replay tells other moves or events than the game did")
class TellsItOnce(Broken):
    matches = 0

    def initial(self, players: int, options: Any, setup: Any) -> State:
        self.matches += 1
        return super().initial(players, options, setup)

    def apply(self, state: State, move: Move, events: Any = None) -> State:
        after = super().apply(state, move, events)
        if events is not None and self.matches > 8:
            events.append(Event("GA-END-1", "win", 0, {"best": 2, "worst": 1}))
        return after


# Events


@says("nothing is told: every move needs an event")
class SaysNothing(Broken):
    def apply(self, state: State, move: Move, events: Any = None) -> State:
        return super().apply(state, move)


class Tells(Broken):
    """One more event with every move."""

    extra = Event("GA-TUR-1", "win", 0, {"best": 2, "worst": 1})

    def apply(self, state: State, move: Move, events: Any = None) -> State:
        after = super().apply(state, move, events)
        if events is not None:
            events.append(self.extra)
        return after


@says("the event 'win' cites GA-TUR-9, which is not in rulebook.toml")
class CitesNoRule(Tells):
    extra = Tells.extra._replace(rule="GA-TUR-9")


@says(r"texts.toml: \[event.boast\] is missing")
class HasNoWordsForIt(Tells):
    extra = Tells.extra._replace(kind="boast")


@says("the event 'win' has the seat 7, which nobody has")
class TellsOfNobody(Tells):
    extra = Tells.extra._replace(seat=7)


@says(r"\[event.win\] fr asks for 'worst', which is not there")
class ForgetsAFact(Tells):
    extra = Tells.extra._replace(facts={"best": 2})


@says("the event 'win' has facts that JSON does not keep")
class TellsTuples(Tells):
    extra = Tells.extra._replace(facts={"best": 2, "worst": 1, "pebbles": (1, 2)})


@says("the event 'win' has a fact 'seat': that name is taken")
class TellsTheSeatTwice(Tells):
    extra = Tells.extra._replace(facts={"best": 2, "worst": 1, "seat": 1})


@says(
    "keeps 'pebble' secret, which is not among its facts",
    "has secret facts, but no seat that may know them",
    "has secret facts, but the game says `secrets = False`",
)
class KeepsAStrangeSecret(Tells):
    extra = Tells.extra._replace(secret=("pebble",), seat=None)


class Whispering(Event):
    def seen_by(self, seat: int) -> Event:
        return self


@says("the event 'win' shows a secret to the spectator")
class WhispersAloud(Tells):
    secrets = True
    extra = Whispering("GA-TUR-1", "win", 0, {"best": 2, "worst": 1}, ("best",))


@says(r"texts.toml: \[hidden.best\] must say what others hear")
class HasNoWordsForASecret(Tells):
    secrets = True
    extra = Tells.extra._replace(secret=("best",))


# Refusals


class Refuses(Broken):
    """One more reason against every move that is refused."""

    extra = Violation("GA-TUR-1", "over", {})

    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        found = super().refusals(state, seat, move)
        return (*found, self.extra) if found else ()


@says("the refusal 'over' cites GA-XYZ-1, which is not in rulebook.toml")
class RefusesByNoRule(Refuses):
    extra = Refuses.extra._replace(rule="GA-XYZ-1")


@says(r"texts.toml: \[refusal.because\] is missing")
class RefusesWithoutWords(Refuses):
    extra = Refuses.extra._replace(kind="because")


@says("the refusal 'over' has facts that JSON does not keep")
class RefusesWithAState(Refuses):
    extra = Refuses.extra._replace(facts={"pebbles": {1, 2}})


# Secrets and chance: galets has neither, Casanova both


@says("mask hides something, but the game says `secrets = False`")
class HidesWithoutSaying(Broken):
    def mask(self, state: State, seat: int) -> State:
        return state._replace(last=0)


@says("the view of seat 1 says that it is of galets, seat 0")
class ShowsTheWrongView(Broken):
    def view(self, state: State, seat: int) -> Any:
        return super().view(state, 0)


@says("the game says `secrets = True`, but mask never hid anything")
class HasNoSecrets(Broken):
    secrets = True


@says(r"look the same to .* \(c\?\), but its view then tells them apart: laid is")
class ShowsTheCards(BrokenCasanova):
    def mask(self, state: Any, seat: int) -> Any:
        return state


@says(r"look the same to .* \(c\?\), but an event tells them apart")
class TellsTheCard(BrokenCasanova):
    def apply(self, state: Any, move: Any, events: Any = None) -> Any:
        told: list[Event] = []
        after = super().apply(state, move, told)
        if events is not None:
            events += [event._replace(secret=()) for event in told]
        return after


@says("masking twice for .* gives more than masking once")
class MasksAMask(BrokenCasanova):
    def mask(self, state: Any, seat: int) -> Any:
        return super().mask(state, seat)._replace(round=state.round + 1)


@says("determinize draws a state that looks different to seat 0: laid is")
class DealsOneselfAnotherCard(BrokenCasanova):
    def determinize(self, view: Any, rng: Any) -> Any:
        state = super().determinize(view, rng)
        cards = [
            rng.choice(hand) if card else 0
            for hand, card in zip(state.hands, state.laid, strict=True)
        ]
        return state._replace(laid=tuple(cards))


@says("determinize loses or invents something")
class InventsACoin(BrokenCasanova):
    def determinize(self, view: Any, rng: Any) -> Any:
        state = super().determinize(view, rng)
        return state._replace(table=state.table + 1)


@says("determinize changes whose move it is")
class PassesTheTurn(BrokenCasanova):
    def determinize(self, view: Any, rng: Any) -> Any:
        state = super().determinize(view, rng)
        return state._replace(turn=0) if state.turn is not None else state


@says("determinize always drew the true state")
class Peeks(BrokenCasanova):
    truth: Any = None

    def view(self, state: Any, seat: int) -> Any:
        self.truth = state
        return super().view(state, seat)

    def determinize(self, view: Any, rng: Any) -> Any:
        return self.truth


@says("may know what seat . may do, but that depends on what is hidden")
class LetsACardDecide(BrokenCasanova):
    def open_to(self, state: Any, seat: int, other: int) -> bool:
        return True

    def legal(self, state: Any, seat: int) -> Any:
        legal = super().legal(state, seat)
        return legal[:1] if state.laid[-1] in (1, 2, 3, 4, 5, 6) else legal


@says("made the move .* or may see it, but veil shows 'c\\?'")
class VeilsOnesOwnCard(BrokenCasanova):
    def veil(self, move: Any, mover: int, then: Any, seat: int, now: Any) -> str:
        return "c?" if move.kind == "c" else self.format(move)


@says("the game is over, but move . is still hidden from seat")
class NeverLiftsTheVeil(BrokenCasanova):
    def veil(self, move: Any, mover: int, then: Any, seat: int, now: Any) -> str:
        return "c?" if move.kind == "c" and seat != mover else self.format(move)


@says("the probabilities of chance add up to")
class HasTooMuchChance(BrokenCasanova):
    def chance(self, state: Any) -> Any:
        return tuple((move, odd * 2) for move, odd in super().chance(state))


@says("chance must give Fractions above 0")
class RoundsItsChances(BrokenCasanova):
    def chance(self, state: Any) -> Any:
        return tuple((move, float(odd)) for move, odd in super().chance(state))


@says("the outcomes of chance are not the legal moves")
class ForgetsARoll(BrokenCasanova):
    def chance(self, state: Any) -> Any:
        rolls = super().chance(state)[1:]
        return tuple((move, Fraction(1, len(rolls))) for move, _ in rolls)


@says("chance gives outcomes where chance has not the move")
class RollsAllTheTime(Broken):
    def chance(self, state: State) -> Any:
        return ((PASS, Fraction(1)),)


# --- Folders that lack one thing ----------------------------------------------------------------


class Folder(NamedTuple):
    """A copy of the folder of galets in which something can be spoilt."""

    path: Path

    def spoil(self, name: str, old: str, new: str) -> Galets:
        text = self.path.joinpath(name).read_text("utf-8")
        assert text.count(old) >= 1
        self.path.joinpath(name).write_text(text.replace(old, new, 1), "utf-8")
        return type("Spoilt", (Broken,), {"package": self.path.name})()  # type: ignore[no-any-return]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    source = Path(__import__("escale_galets").__file__).parent
    copy = tmp_path / f"galets_{abs(hash(tmp_path))}"
    copy.mkdir()
    copy.joinpath("__init__.py").touch()
    for name in ("rulebook.toml", "texts.toml"):
        copy.joinpath(name).write_text(source.joinpath(name).read_text("utf-8"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return Folder(copy)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("rulebook.toml", "GA-TUR-2", "GA-TUR-1", "rulebook.toml: GA-TUR-1: stands there twice"),
        ("rulebook.toml", 'id = "GA-TUR-2"', 'id = "GA-2"', "GA-2: an id is GA, a section and"),
        ("rulebook.toml", "short.fr", "court.fr", "GA-MAT-1: its short is missing"),
        ("rulebook.toml", 'fr = "On joue', 'de = "On joue', "GA-MAT-1: its text is missing"),
        ("rulebook.toml", 'fr = "Le matériel"', "", "section MAT: needs an id, fr and en"),
        ("rulebook.toml", '"GA-MAT-1"', '"GA-MAT-1"\nruling = true', "gives its reason"),
        ("rulebook.toml", "[[rule]]", "[[rule", r"rulebook.toml, line \d+: not TOML: Expected"),
        ("rulebook.toml", 'fr = "On joue', 'fr = 7 # "On joue', "GA-MAT-1: its text is missing"),
        ("texts.toml", 'en = "{', 'de = "{', r"\[event.take\] needs both fr and en"),
        ("texts.toml", "the {pebble}", "{it}", r"\[event.take\]: fr and en have different holes"),
        ("texts.toml", "{sum}.", "{sum.", r"\[event.take\] cannot be read"),
        ("texts.toml", "le {pebble}", "{{le}} {pebble}", r"\[event.take\] says a brace in fr"),
        ("texts.toml", "{pebble}", "{pebble:a|b|c}", r"\[event.take\] cannot be said in fr"),
        ("texts.toml", "[refusal.neighbour]", "[refusal.x]", r"\[refusal.neighbour\] is missing"),
        ("texts.toml", "[refusal.over]", "[refusal.over]\nsilent = true", "gives its reason"),
        ("texts.toml", "[event.take]", "[event.take", r"texts.toml, line \d+: not TOML"),
    ],
)  # fmt: skip
def test_a_spoilt_folder_is_told_what_is_wrong_with_it(
    folder: Folder, name: str, old: str, new: str, sentence: str
) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_game(folder.spoil(name, old, new), games=1)


def test_a_kind_that_reveals_must_exist(folder: Folder) -> None:
    game = folder.spoil("texts.toml", "[event.take]", "[event.take]")
    type(game).reveals = frozenset({"peek"})
    with pytest.raises(AssertionError, match=r"texts.toml has no \[event.peek\]"):
        check_game(game, games=1)


# --- What the match owes to every game ----------------------------------------------------------


def test_a_match_whose_undo_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "undo", lambda self: self._plies.pop() and 1)
    with pytest.raises(AssertionError, match="undo does not bring back the state"):
        check_game("galets", games=1)


def test_a_match_whose_redo_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "redo", lambda self: self._plies.extend(self._undone.pop()))
    with pytest.raises(AssertionError, match="redo does not bring back the state"):
        check_game("galets", games=1)


def test_a_match_whose_goto_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "goto", lambda self, ply: None)
    with pytest.raises(AssertionError, match="goto does not lead to the state"):
        check_game("galets", games=1)


def test_a_record_that_changes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Match.record
    monkeypatch.setattr(Match, "record", lambda self: {**write(self), "seed": id(self) % 1000})
    with pytest.raises(AssertionError, match="a record changes when it is read and written again"):
        check_game("galets", games=1)


def test_a_match_whose_forks_are_not_its_own_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "fork", lambda self: self)
    with pytest.raises(AssertionError, match="a fork has changed the match"):
        check_game("galets", games=1)


# --- The message --------------------------------------------------------------------------------


def test_the_message_says_where_it_happened() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(SaysNothing(), games=1)
    assert re.search(r"galets, 2 players, seed 0, ply 0 \(\d\): nothing is told", str(caught.value))


def test_the_message_is_short_even_if_everything_is_wrong() -> None:
    class IsNoGame(Broken):
        package = "escale.engine"
        seats = range(2, 4)

        def legal(self, state: State, seat: int) -> Any:
            return [Move(pebble) for pebble in range(9, 0, -1)]

        def apply(self, state: State, move: Move, events: Any = None) -> State:
            return state._replace(row=state.row[1:], turn=3 if len(state.row) > 1 else None)

        def path(self, state: State, move: Move) -> Any:
            return 7

        def census(self, state: State) -> Any:
            return {str(state): 1}

        def parse(self, text: str) -> Move:
            return Move(1)

    with pytest.raises(AssertionError) as caught:
        check_game(IsNoGame())
    lines = str(caught.value).splitlines()
    assert 10 < len(lines) <= 22 + len(STEPS)
    assert len(set(lines)) == len(lines)
    assert all(len(line) < 400 for line in lines)


# --- What CONTRIBUTING shows --------------------------------------------------------------------


def test_contributing_shows_galets_as_it_is() -> None:
    """Every excerpt in CONTRIBUTING stands in the example's folder, letter by letter."""
    root = Path(__file__).parents[2]
    folder = root / "examples" / "galets"
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".toml")]
    code = "\n".join(path.read_text("utf-8") for path in files)
    shown = re.findall(
        r"```(?:toml|python)\n(.*?)```", root.joinpath("CONTRIBUTING.md").read_text("utf-8"), re.S
    )
    excerpts = [block for block in shown if "check_game" not in block]
    assert len(excerpts) >= 6
    for excerpt in excerpts:
        assert excerpt.strip() in code
