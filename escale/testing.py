"""`check_game`: the contract of a game as a test, for our games and for yours.

    def test_galets_is_a_game():
        check_game("galets")

It plays random games with every number of players and looks at every moment of them. Whatever
is missing or wrong is told at once, in sentences that say where it happened.

A check is a small generator of such sentences. Add yours to `ONCE` (the game itself), `SPOTS`
(every state of every game), `MOVES` (every move that is made), `ENDS` (every finished game) or
`AFTERWARDS` (what has been seen in all of them).
"""

from __future__ import annotations

import json
import re
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from .draw.scene import Layout, Scene, SceneModule, picture, scenes_if_any
from .draw.svg import symbol_sizes
from .engine.errors import BadRecord, quoted
from .engine.game import CHANCE, SPECTATOR, Event, Game, Outcome, Unreadable, Violation
from .engine.match import Match
from .engine.registry import game as find_game
from .engine.toml import BadFile
from .players.knowledge import knowledge
from .players.levels import known
from .players.tempers import problems as temper_problems
from .teach.holes import NoFact, names
from .teach.languages import FALLBACK, REQUIRED
from .teach.lesson import (
    LESSON,
    BadLesson,
    Lesson,
    Step,
    lessons,
    not_practised,
    read_file,
    with_quick_start,
)
from .teach.lesson_file import quick_start_file
from .teach.rulebook import rulebook
from .teach.texts import Texts, texts

T = TypeVar("T")

AT_MOST = 20  # problems in one message: nobody mends more at once
AT_MOST_A_CHECK = 3
LONGEST_GAME = 1_000  # plies
SAMPLE = 48  # moves looked at in one moment, where there are more
THOROUGH = 2_000  # the same, now and then
THE_SAME_REFUSAL = 40  # is said no more often than that, with other facts
PICTURES = 0.1  # of the moments of a game whose picture is looked at, besides its first and last

#: What no game can read, or reads as a move that it then refuses.
NONSENSE = (
    "", " ", "?", "xyzzy", "-1", "0", "007", "99>99", "c", "@", "1e3", "٣", "pass pass", "ça\n",
    "#" * 999,
)  # fmt: skip

#: What a state may be made of.
IMMUTABLE = (str, int, float, bool, bytes, frozenset, Fraction, type(None))


class Inspection(NamedTuple):
    """The game that is looked at, and what its checks share."""

    game: Game[Any, Any]
    rules: frozenset[str] | None  #: the ids of its rulebook; None if that cannot be read
    speech: Texts | None
    said: set[str]  #: what has been said aloud already
    refused: Counter[str]  #: how often, for each kind of refusal
    noted: set[str]  #: what has been seen at least once


class Spot(NamedTuple):
    """One state of a random game."""

    of: Inspection
    match: Match
    state: Any
    actor: int | None
    legal: tuple[Any, ...]
    moves: list[Any]  #: all that can be written here
    rng: Random

    @property
    def game(self) -> Game[Any, Any]:
        return self.match.game

    @property
    def seats(self) -> range:
        return range(len(self.match.players))

    @property
    def viewers(self) -> tuple[int, ...]:
        return (*self.seats, SPECTATOR)

    def some(self, of: Iterable[T], most: int = SAMPLE) -> list[T]:
        """All of them, or, where there are many, some of them."""
        everything = list(of)
        return everything if len(everything) <= most else self.rng.sample(everything, most)


class Made(NamedTuple):
    """A move that has been made, and what came of it."""

    before: Spot
    move: Any
    events: tuple[Event, ...]
    state: Any


class Asked(NamedTuple):
    """Questions about a moment, with the answers that were given at the time."""

    at: Spot
    move: Any
    answers: dict[str, Any]


Problems = Iterator[str]


def check_game(game: str | Game[Any, Any], *, games: int = 8, seed: int = 0) -> None:
    """Play `games` random games with every number of players; raise one AssertionError that
    tells all that is missing or wrong."""
    __tracebackhide__ = True
    found = find_game(game)
    name = str(getattr(found, "id", type(found).__name__))
    problems = Findings()
    inspection = Inspection(found, _rule_ids(found), _speech(found), set(), Counter(), set())
    for check in ONCE:
        problems.run(check, name, inspection)
    for players in getattr(found, "seats", ()):
        for number, options in enumerate(_choices_of_options(found, games)):
            _play(inspection, players, options, seed + number, problems)
    for check in AFTERWARDS:
        problems.run(check, name, inspection)
    if problems.sentences:
        raise AssertionError(str(problems))
    if not lessons(found):
        warnings.warn(f"{name} has no lessons yet: see docs/lessons.md", stacklevel=2)
    if found.seats[-1] > 2 and known(found) and not knowledge(found).tempers:
        missing = "has no TEMPERS in its knowledge.py: its computers of one level play alike"
        hint = "whoever wants them to differ finds how in docs/opponents.md"
        warnings.warn(f"{name} {missing}; {hint}", stacklevel=2)


class Findings:
    """What has been found: each sentence once, a few of each kind, with the first place."""

    def __init__(self) -> None:
        self.sentences: dict[str, str] = {}  # what is wrong -> where it was first seen
        self._of: dict[str, int] = {}  # how many of each check

    def run(self, check: Callable[..., Problems], place: str, *given: Any) -> None:
        """Run one check; if it breaks down, that is a finding too."""
        name = check.__name__.strip("_").replace("_", " ")
        if self._of.get(name, 0) >= AT_MOST_A_CHECK:
            return
        try:
            for problem in check(*given):
                self.note(name, problem, place)
        except Exception as error:  # whatever the game does, its author is told in a sentence
            self.note(name, f"{name}: {_breakdown(error)}", place)

    def note(self, name: str, problem: str, place: str) -> None:
        count = self._of.get(name, 0)
        if problem not in self.sentences and count < AT_MOST_A_CHECK:
            self.sentences[problem] = place
            self._of[name] = count + 1

    def __str__(self) -> str:
        lines = [f"{place}: {problem}" for problem, place in self.sentences.items()]
        more = f"\n  … and {len(lines) - AT_MOST} more" if len(lines) > AT_MOST else ""
        return "this is not a game yet:\n  " + "\n  ".join(lines[:AT_MOST]) + more


def _breakdown(error: Exception) -> str:
    """An error that a game should not have made, with the place in its code."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    message = " ".join(str(error).split())[:200]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno} ({message})"


# --- Playing ---------------------------------------------------------------------------------


def _choices_of_options(game: Game[Any, Any], games: int) -> list[dict[str, Any]]:
    """The defaults, again and again, and each other choice once."""
    others: list[dict[str, Any]] = []
    for name, option in game.options.items():
        values = option.names() if option.names is not None else (option.low, option.high)
        others += [{name: value} for value in values if value != option.default]
    return [{}] * max(games - len(others), 1) + others


def _play(
    inspection: Inspection,
    players: int,
    options: Mapping[str, Any],
    seed: int,
    problems: Findings,
) -> None:
    game = inspection.game
    chosen = "".join(f", {name} {value}" for name, value in options.items())
    place = here = f"{game.id}, {players} players{chosen}, seed {seed}"
    rng = Random(f"{game.id} {players} {seed}")
    problems.run(_set_ups_are_repeatable, place, game, players, options, seed)
    try:
        match = Match(game, players, options=options, seed=seed)
        asked: list[Asked] = []
        while True:
            here = f"{place}, ply {match.ply}"
            actor = game.actor(match.state)
            legal = () if actor is None else tuple(game.legal(match.state, actor))
            moves = list(game.moves(match.state))
            spot = Spot(inspection, match, match.state, actor, legal, moves, rng)
            for check in SPOTS:
                problems.run(check, here, spot)
            if not legal or match.ply >= LONGEST_GAME:
                break
            move = rng.choice(legal)
            if not match.ply or rng.random() < 0.1:
                asked.append(Asked(spot, move, _answers(spot, move)))
            here += f" ({game.format(move)})"
            made = Made(spot, move, match.play(move), match.state)
            for check_move in MOVES:
                problems.run(check_move, here, made)
        for check in ENDS:
            problems.run(check, here, spot)
        problems.run(_answers_stay_the_same, place, asked)
    except Exception as error:  # the game cannot even be played
        problems.note("play", f"playing stops: {_breakdown(error)}", here)


# --- The game itself -------------------------------------------------------------------------


def _rule_ids(game: Game[Any, Any]) -> frozenset[str] | None:
    try:
        return frozenset(rulebook(game).rules)
    except Exception:  # told by `_rulebook_is_complete`
        return None


def _speech(game: Game[Any, Any]) -> Texts | None:
    try:
        return texts(game)
    except Exception:  # told by `_texts_are_complete`
        return None


def _names_are_sound(of: Inspection) -> Problems:
    game = of.game
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", str(getattr(game, "id", ""))):
        yield "its id must be words of small letters with hyphens, like dolce-vita"
    if not re.fullmatch(r"[A-Z]{2,4}", str(getattr(game, "prefix", ""))):
        yield "its prefix must be two to four capital letters, like DV"
    seats = getattr(game, "seats", None)
    if not isinstance(seats, range) or not seats or seats[0] < 1:
        yield "its seats must be a range of numbers of players, like range(2, 5)"


def _rulebook_is_complete(of: Inspection) -> Problems:
    if of.rules is not None:
        return
    try:
        rulebook(of.game)
    except FileNotFoundError:
        yield f"rulebook.toml is missing beside the rules, in {of.game.package}"
    except BadFile as error:
        yield str(error)
    except ValueError as error:
        for problem in str(error).split("; "):
            yield f"rulebook.toml: {problem}"
    except (ImportError, TypeError) as error:
        yield f"rulebook.toml is not found: {error}"


def _texts_are_complete(of: Inspection) -> Problems:
    if of.speech is not None:
        for problem in of.speech.problems():
            yield f"texts.toml: {problem}"
        known = set(of.speech.table.get("event", {}))
        for kind in sorted(of.game.reveals - known):
            yield f"reveals names the kind {kind!r}, but texts.toml has no [event.{kind}]"
        return
    try:
        texts(of.game)
    except FileNotFoundError:
        yield f"texts.toml is missing beside the rules, in {of.game.package}"
    except BadFile as error:
        yield str(error)
    except (ImportError, TypeError) as error:
        yield f"texts.toml cannot be read: {error}"


def _options_are_sound(of: Inspection) -> Problems:
    for name, option in of.game.options.items():
        complaint = option.complaint(option.default)
        if complaint:
            yield f"option {name}: its default {option.default!r} {complaint}"
        if option.complaint(object()) is None:
            yield f"option {name}: takes anything at all"
        yield from _rule_is_known(of, option.rule, f"option {name}")


def _tempers_are_complete(of: Inspection) -> Problems:
    for problem in temper_problems(of.game, REQUIRED):
        yield f"knowledge.py: {problem}"
    if knowledge(of.game).tempers:
        for name, decide in known(of.game).items():
            takes = signature(decide).parameters.values()
            if len([one for one in takes if one.kind == one.POSITIONAL_OR_KEYWORD]) < 4:
                yield f"knowledge.py: {name} must take a temper, {name}(view, legal, rng, temper)"


def _rule_is_known(of: Inspection, rule: str, whose: str) -> Problems:
    if of.rules is not None and rule not in of.rules:
        yield f"{whose} cites {rule}, which is not in rulebook.toml"


def _set_ups_are_repeatable(
    game: Game[Any, Any], players: int, options: Mapping[str, Any], seed: int
) -> Problems:
    chosen = {name: option.default for name, option in game.options.items()} | dict(options)
    setup = game.deal(players, chosen, Random(seed))
    if game.deal(players, chosen, Random(seed)) != setup:
        yield "deal gives two set-ups for one random seed: all chance must come from `rng`"
    written = json.dumps(setup)
    if json.loads(written) != setup:
        yield f"deal gives {quoted(setup)}, which JSON does not keep (lists, not tuples)"
    state = game.initial(players, chosen, setup)
    if json.dumps(setup) != written:
        yield "initial changes the set-up that it is given"
    if game.initial(players, chosen, json.loads(written)) != state:
        yield "initial gives another state for the same set-up out of a file"
    for door in (game.initial, game.from_position):
        wrong = {**setup, "no such field": 1}
        try:
            door(players, chosen, wrong)
        except BadRecord:
            continue
        yield f"{door.__name__} takes {quoted(wrong)}: what comes from a file must be checked"


# --- Every moment: purity --------------------------------------------------------------------


def _states_are_immutable(at: Spot) -> Problems:
    try:
        hash(at.state)
    except TypeError as error:
        yield f"the state cannot be hashed ({error}): use tuples and numbers only"
        return
    stack = [at.state]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack += part
        elif not isinstance(part, IMMUTABLE):
            yield f"the state holds a {type(part).__name__}, which could change"


def _answers_are_repeatable(at: Spot) -> Problems:
    before = repr(at.state)
    move = at.rng.choice(at.legal) if at.legal else None
    first, second = _answers(at, move), _answers(at, move)
    for name, answer in first.items():
        if second[name] != answer:
            yield f"{name} gives two answers to the same question: {_two(answer, second[name])}"
    if repr(at.state) != before:
        yield "the state has been changed by a question"


def _answers(at: Spot, move: Any) -> dict[str, Any]:
    """What the game says about this moment; nothing of it may ever change."""
    game, state = at.game, at.state
    answers: dict[str, Any] = {
        "actor": game.actor(state),
        "legal": None if at.actor is None else game.legal(state, at.actor),
        "outcome": game.outcome(state),
        "chance": game.chance(state),
        "moves": list(game.moves(state)),
        "governing": game.governing(state),
        "census": game.census(state),
        "to_position": game.to_position(state),
        "view": [game.view(state, seat) for seat in at.viewers],
    }
    if move is not None:
        events: list[Event] = []
        answers["apply"] = game.apply(state, move, events)
        answers["apply's list of events"] = events
        answers["refusals"] = game.refusals(state, SPECTATOR, move)
        answers["path"] = game.path(state, move)
    return answers


def _answers_stay_the_same(asked: list[Asked]) -> Problems:
    for at, move, answers in asked:
        again = _answers(at, move)
        for name, answer in answers.items():
            if again[name] != answer:
                yield (
                    f"{name} answers differently after other moves have been played: "
                    f"a game keeps no state of its own ({_two(answer, again[name])})"
                )


def _two(one: Any, other: Any) -> str:
    return f"{quoted(one)} and {quoted(other)}"


# --- Every moment: whose move, and which moves -----------------------------------------------


def _somebody_can_move_until_the_end(at: Spot) -> Problems:
    if at.actor is None:
        return
    if at.actor != CHANCE and at.actor not in at.seats:
        yield f"actor is {at.actor!r}, which is no seat, not CHANCE and not None"
    if not at.legal:
        yield "the game is not over, but there is no legal move"
    if at.match.ply >= LONGEST_GAME:
        yield f"the game does not end within {LONGEST_GAME} plies"


def _outcome_comes_at_the_end(at: Spot) -> Problems:
    outcome = at.game.outcome(at.state)
    if (outcome is None) != (at.actor is not None):
        yield f"actor is {at.actor!r} and outcome is {outcome!r}: one of them must be None"
    if outcome is None:
        return
    if not isinstance(outcome, Outcome) or len(outcome.scores) != len(at.seats):
        yield f"outcome is {quoted(outcome)}: it needs one score a seat ({len(at.seats)})"
    elif not all(type(score) is int for score in outcome.scores):
        yield f"scores must be whole numbers, not {quoted(outcome.scores)}"
    elif not outcome.winners or list(outcome.winners) != sorted(set(outcome.winners)):
        yield f"winners must be seats in order, at least one, not {quoted(outcome.winners)}"
    elif not set(outcome.winners) <= set(at.seats):
        yield f"winners must be seats, not {quoted(outcome.winners)}"


def _legal_moves_are_in_order(at: Spot) -> Problems:
    written = [at.game.format(move) for move in at.legal]
    if written != sorted(written):
        yield f"legal moves must be sorted by their text, not {quoted(written)}"
    if len(set(written)) < len(written):
        yield f"a legal move is listed twice: {quoted(written)}"


def _legal_and_why_not_agree(at: Spot) -> Problems:
    game, state = at.game, at.state
    for move in at.some(at.legal, 5):
        if move not in at.moves:
            yield f"{game.format(move)} is legal, but not among moves()"
    legal = set(at.legal)
    mover = CHANCE if at.actor is None else at.actor
    most = SAMPLE if at.rng.random() > 0.01 else THOROUGH  # now and then
    for move in dict.fromkeys(at.some(at.legal) + at.some(at.moves, most)):
        violations = game.why_not(state, mover, move)
        text = game.format(move)
        if move in legal and violations:
            yield f"{text} is in legal, but why_not says {_named(violations)}"
        elif move not in legal and not violations:
            yield f"{text} is not in legal, but why_not says nothing against it"
        if game.why_not(state, mover, text) != violations:
            yield f"why_not says one thing of the move {text} and another of its text"
        yield from _violations_are_sound(at, violations)


def _others_have_to_wait(at: Spot) -> Problems:
    game, state = at.game, at.state
    for seat in (*at.viewers, CHANCE):
        if seat == at.actor:
            continue
        if game.legal(state, seat):
            yield f"{_who(seat)} has legal moves, but it is the turn of {_who(at.actor)}"
        for move in at.some([*at.legal, *at.some(at.moves, 6)], 8):
            violations = game.why_not(state, seat, move)
            if not violations:
                yield f"why_not lets {_who(seat)} play {game.format(move)} out of turn"
            yield from _violations_are_sound(at, violations)


def _who(seat: int | None) -> str:
    return {CHANCE: "chance", SPECTATOR: "the spectator", None: "nobody"}.get(seat, f"seat {seat}")


def _named(violations: Sequence[Violation]) -> str:
    return ", ".join(f"{v.rule} {v.kind}" for v in violations)


def _chance_is_exact(at: Spot) -> Problems:
    outcomes = at.game.chance(at.state)
    if at.actor != CHANCE:
        if outcomes:
            yield "chance gives outcomes where chance has not the move"
        return
    odds = [odd for _, odd in outcomes]
    if not all(isinstance(odd, Fraction) and odd > 0 for odd in odds):
        yield f"chance must give Fractions above 0, not {quoted(odds)}"
    elif sum(odds) != 1:
        yield f"the probabilities of chance add up to {sum(odds)}, not to 1"
    if [move for move, _ in outcomes] != list(at.legal):
        yield "the outcomes of chance are not the legal moves, in their order"


# --- Every moment: writing and picking -------------------------------------------------------


def _moves_can_be_written(at: Spot) -> Problems:
    game = at.game
    for move in at.some([*at.legal, *at.some(at.moves)]):
        text = game.format(move)
        try:
            read = game.parse(text)
        except Unreadable:
            yield f"{quoted(move)} is written {text!r}, which parse cannot read"
            continue
        if read != move:
            yield f"{quoted(move)} is written {text!r}, which parse reads as {quoted(read)}"


def _nonsense_is_refused(at: Spot) -> Problems:
    game, state = at.game, at.state
    mover = CHANCE if at.actor is None else at.actor
    legal = [game.format(move) for move in at.legal]
    nearly = [near for text in at.some(legal, 2) for near in (f" {text}", f"{text}\n", f"{text} ")]
    arabic = [text.translate(ARABIC) for text in at.some(legal, 2) if not text.isalpha()]
    for text in (*at.some(NONSENSE, 5), *nearly, *arabic):
        if text in legal:
            continue
        try:
            violations = game.why_not(state, mover, text)
        except Exception as error:
            yield f"the text {quoted(text)} is not refused but breaks the game: {_breakdown(error)}"
            continue
        if not violations:
            yield f"the text {quoted(text)} is taken for a legal move"
        yield from _violations_are_sound(at, violations)


ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")  # digits to `int`, but not to a record


def _paths_are_distinct(at: Spot) -> Problems:
    game = at.game
    if at.actor == CHANCE:
        return
    paths: dict[frozenset[str], str] = {}
    for move in at.legal:
        path, text = game.path(at.state, move), game.format(move)
        if not path or not all(isinstance(key, str) and key for key in path):
            yield f"the path of {text} must be a tuple of keys, not {quoted(path)}"
            continue
        keys = frozenset(path)
        if keys in paths:
            yield f"{paths[keys]} and {text} have the same path {quoted(path)}"
        paths[keys] = text
    for keys, text in at.some(paths.items(), 12):
        longer = next((other for other in paths if keys < other), None)
        if longer:
            yield f"the path of {text} is a part of that of {paths[longer]}: it can never be picked"


def _incomplete_choices_agree(at: Spot) -> Problems:
    """A key on the table is refused exactly if no legal move contains it."""
    game, state = at.game, at.state
    if at.actor is None or at.actor == CHANCE:
        return
    if len(at.moves) > 1_000 and at.rng.random() > 0.1:  # each choice looks at all moves
        return
    legal_paths = [frozenset(game.path(state, move)) for move in at.legal]
    paths = [game.path(state, move) for move in at.some(at.moves, 3) + at.some(at.legal, 2)]
    choices = {frozenset(path[:length]) for path in paths for length in range(1, len(path) + 1)}
    choices.add(frozenset({"no:such-key"}))
    for keys in at.some(sorted(choices, key=sorted), 6 if len(at.moves) < 1_000 else 1):
        violations = game.why_not(state, at.actor, keys)
        possible = any(keys <= path for path in legal_paths)
        if possible and violations:
            yield f"the choice {_keys(keys)} leads to a legal move, but why_not refuses it"
        if not possible and not violations:
            yield f"the choice {_keys(keys)} leads to no legal move, but why_not has no reason"
        yield from _violations_are_sound(at, violations)


def _keys(keys: Iterable[str]) -> str:
    return " + ".join(sorted(keys))


# --- Every moment: its picture ---------------------------------------------------------------


def _pictures_are_whole(at: Spot) -> Problems:
    """What lies on the table can be drawn, said in both languages, and picked."""
    module = scenes_if_any(at.game)
    if module is None or not (at.match.ply == 0 or at.actor is None or at.rng.random() < PICTURES):
        return
    count = getattr(module, "players", None)
    if count is not None and count(at.state) != len(at.match.players):
        yield f"scene.py: players says {count(at.state)}, where {len(at.match.players)} play"
    layouts = list(module.layouts(len(at.match.players)))
    if lesson := getattr(module, "phone_lesson", None):  # it may have places of its own
        layouts.append(lesson(len(at.match.players), frozenset(_places(layouts))))
    for seat in {at.actor if at.actor in at.seats else 0, at.rng.choice(at.viewers)}:
        assert seat is not None
        view = at.game.view(at.state, seat)
        told = {
            lang: picture(at.game, view, lang, at.match.players)
            if seat == at.actor
            else module.scene(view, lang, at.match.players)
            for lang in REQUIRED
        }
        for lang, scene in told.items():
            yield from _scene_is_sound(at, scene, layouts, lang)
        first, *others = told.values()
        for other in others:
            for what in ("pieces", "targets"):
                keys = getattr(first, what).keys() ^ getattr(other, what).keys()
                if keys:
                    yield f"{what} that only one language has: {_keys(keys)}"
        if seat == at.actor:
            yield from _choices_are_there(at, first)


def _scene_is_sound(at: Spot, scene: Scene, layouts: list[Layout], lang: str) -> Problems:
    places = _places(layouts)
    sheet = symbol_sizes(at.game)
    for key, piece in scene.pieces.items():
        if sum(map(bool, (piece.symbol, piece.text, piece.path))) != 1:
            yield f"the piece {key} must show a symbol, a text or a path, and one of them only"
        if piece.symbol and piece.symbol not in sheet:
            yield f"the piece {key} shows {piece.symbol}, which symbols() does not have"
        if piece.place not in places:
            yield f"the piece {key} lies on {piece.place}, which no layout has"
    for key, target in scene.targets.items():
        if not target.label.strip():
            yield f"the target {key} has no label ({lang})"
        if target.place not in places:
            yield f"the target {key} is at {target.place}, which no layout has"
    for field in ("heading", "status"):
        if not getattr(scene, field).strip():
            yield f"the scene has no {field} ({lang})"


def _places(layouts: Iterable[Layout]) -> set[str]:
    """Every place of these layouts and of their close-ups."""
    found: set[str] = set()
    for layout in layouts:
        found |= layout.places.keys() | _places(layout.closeups.values())
    return found


def _choices_are_there(at: Spot, scene: Scene) -> Problems:
    """One path a legal move, over keys that are on the table (or ways to turn a piece)."""
    if len(scene.choices) != len(at.legal):
        yield f"there are {len(at.legal)} legal moves, but {len(scene.choices)} paths in the scene"
    for path in scene.choices:
        for key in path:
            if key not in scene.targets and not key.startswith("turn:"):
                yield f"the key {key} of the path {quoted(path)} is no target in the scene"


# --- Lessons ---------------------------------------------------------------------------------


def _lessons_hold(of: Inspection) -> Problems:
    """Every lesson is played out by the engine, and what it points at is there."""
    game = of.game
    for name in with_quick_start(game):
        file = _lesson_file(game, name)
        try:
            lesson = read_file(game, name, file)
        except BadLesson as error:
            yield str(error)
            continue
        module = scenes_if_any(game)
        if module is not None:
            yield from _lesson_points_at_what_is_there(lesson, module, file.name)
    try:
        silent = not_practised(game)
    except BadFile as error:
        yield f"lessons/{error}"
        return
    for rule in silent:
        if of.rules is not None and rule not in of.rules:
            yield f"lessons/coverage.toml: there is no rule {rule}"


def _lesson_file(game: Game[Any, Any], name: str) -> Traversable:
    short = name.partition("/")[2]
    found = {
        match[2]: file
        for file in files(game.package).joinpath("lessons").iterdir()
        if (match := LESSON.fullmatch(file.name))
    }
    return quick_start_file(game).get(name) or found[short]


def _lesson_points_at_what_is_there(lesson: Lesson, module: SceneModule, file: str) -> Problems:
    players = lesson.players[FALLBACK]
    places = _places(module.layouts(len(players)))
    seen: set[str] = set()  # before the step: an arrow may begin there
    for number, step in enumerate(lesson.steps, start=1):
        view = lesson.game.view(step.state, lesson.seat)
        scene = module.scene(view, FALLBACK, players)
        here = {*scene.pieces, *scene.targets, *places}
        for key in _pointed_at(step):
            if key not in here:
                yield f"{file}, step {number}: {key!r} is not on the table"
        for start, _ in step.arrow:
            if start not in here | seen:
                yield f"{file}, step {number}: an arrow begins at {start!r}, which is not there"
        seen = here


def _pointed_at(step: Step) -> tuple[str, ...]:
    look = step.question.look if step.question else ()
    return (*step.mark, *look, *(end for _, end in step.arrow))


# --- Every moment: what is there, and who may know it ----------------------------------------


def _nothing_is_lost(at: Spot) -> Problems:
    census = at.game.census(at.state)
    if not census:
        yield "census counts nothing: it must count everything in the box"
    start = at.game.census(at.match.state_at(0))
    for name in sorted({*census, *start}):
        if census.get(name) != start.get(name):
            yield f"census: {name} was {quoted(start.get(name))}, is {quoted(census.get(name))}"


def _a_rule_governs(at: Spot) -> Problems:
    yield from _rule_is_known(at.of, at.game.governing(at.state), "governing")


def _positions_round_trip(at: Spot) -> Problems:
    position = at.game.to_position(at.state)
    if position is None:
        return
    if json.loads(json.dumps(position)) != position:
        yield f"to_position gives {quoted(position)}, which JSON does not keep (lists, not tuples)"
    try:
        state = Match(at.game, at.match.players, options=at.match.options, position=position).state
    except BadRecord as error:
        yield f"from_position refuses what to_position has written ({error})"
        return
    if state != at.state:
        yield f"from_position does not bring back the state: {_difference(at.state, state)}"


def _difference(one: Any, other: Any) -> str:
    """The first field in which two states differ."""
    for name in getattr(one, "_fields", ()):
        mine, yours = getattr(one, name), getattr(other, name, None)
        if mine != yours:
            return f"{name} is {quoted(yours)}, not {quoted(mine)}"
    return f"{quoted(other)}, not {quoted(one)}"


def _views_hide_what_they_should(at: Spot) -> Problems:
    """Resampling what is hidden changes no view and no legal move."""
    game, state = at.game, at.state
    for seat in at.viewers:
        view = game.view(state, seat)
        if (view.game, view.seat) != (game.id, seat):
            yield f"the view of {_who(seat)} says that it is of {view.game}, {_who(view.seat)}"
        if not game.secrets:
            if view.state != state:
                yield "mask hides something, but the game says `secrets = False`"
            continue
        if game.mask(view.state, seat) != view.state:
            yield f"masking twice for {_who(seat)} gives more than masking once"
        world = game.determinize(view, at.rng)
        if view.state != state:
            at.of.noted.add("hidden")
        if world != state:
            at.of.noted.add("resampled")
        if game.mask(world, seat) != view.state:
            difference = _difference(view.state, game.mask(world, seat))
            yield f"determinize draws a state that looks different to {_who(seat)}: {difference}"
        if game.actor(world) != at.actor:
            yield f"determinize changes whose move it is, for {_who(seat)}"
        elif at.actor is not None:
            knows = seat == at.actor or game.open_to(state, seat, at.actor)
            if knows and game.legal(world, at.actor) != at.legal:
                yield (
                    f"{_who(seat)} may know what {_who(at.actor)} may do, "
                    "but that depends on what is hidden"
                )
        if game.census(world) != game.census(state):
            yield f"determinize loses or invents something, for {_who(seat)}"
        yield from _moves_tell_no_secret(at, seat, world)


def _moves_tell_no_secret(at: Spot, seat: int, world: Any) -> Problems:
    """Moves that look the same to a seat, in worlds that look the same, lead to the same view.

    Unless something was shown: that is an event whose kind the game names in `reveals`.
    """
    game, state = at.game, at.state
    if at.actor is None:
        return
    seen: dict[str, tuple[str, Any, Any]] = {}
    for move in at.some(at.legal, 5):
        for start in (state, world):
            if move not in game.legal(start, at.actor):
                continue
            events: list[Event] = []
            after = game.apply(start, move, events)
            if any(_shown(event, game, seat) for event in events):
                continue
            text = game.veil(move, at.actor, start, seat, after)
            told = [event.seen_by(seat) for event in events]
            view = game.mask(after, seat)
            name, *known = seen.setdefault(text, (game.format(move), view, told))
            both = f"{name} and {game.format(move)} look the same to {_who(seat)} ({text})"
            if view != known[0]:
                difference = _difference(known[0], view)
                yield f"{both}, but its view then tells them apart: {difference}"
            elif told != known[1]:
                yield f"{both}, but an event tells them apart: {quoted(told)}"


def _shown(event: Event, game: Game[Any, Any], seat: int) -> bool:
    return event.kind in game.reveals and (not event.secret or event.seat == seat)


# --- Every move: events ----------------------------------------------------------------------


def _events_are_told(made: Made) -> Problems:
    if not made.events:
        yield "nothing is told: every move needs an event"
    for event in made.events:
        yield from _event_is_sound(made.before, event)


def _event_is_sound(at: Spot, event: Event) -> Problems:
    whose = f"the event {event.kind!r}"
    yield from _rule_is_known(at.of, event.rule, whose)
    if event.seat is not None and event.seat not in at.seats:
        yield f"{whose} has the seat {event.seat!r}, which nobody has"
    for name in sorted({"rule", "kind", "seat"} & set(event.facts)):
        yield f"{whose} has a fact {name!r}: that name is taken"
    if not _is_plain(event.facts):
        yield f"{whose} has facts that JSON does not keep: {quoted(event.facts)}"
    for name in event.secret:
        if name not in event.facts:
            yield f"{whose} keeps {name!r} secret, which is not among its facts"
    if event.secret:
        if not at.game.secrets:
            yield f"{whose} has secret facts, but the game says `secrets = False`"
        if event.seat is None:
            yield f"{whose} has secret facts, but no seat that may know them"
        for seat in at.viewers:
            seen = event.seen_by(seat).facts
            if seat != event.seat and any(seen.get(name) is not None for name in event.secret):
                yield f"{whose} shows a secret to {_who(seat)}"
    yield from _event_can_be_said(at, event)


def _is_plain(facts: object) -> bool:
    try:
        return bool(json.loads(json.dumps(facts)) == facts)
    except (TypeError, ValueError):
        return False


def _event_can_be_said(at: Spot, event: Event) -> Problems:
    speech, once = at.of.speech, f"event {event!r}"
    if speech is None or once in at.of.said:
        return
    at.of.said.add(once)
    other = at.seats[-1] if event.seat != at.seats[-1] else at.seats[0]
    for reader in dict.fromkeys((None, event.seat, other, SPECTATOR)):
        seen = event if reader is None else event.seen_by(reader)
        for lang in REQUIRED:
            say = partial(speech.event, seen, lang, at.match.players, reader)
            yield from _can_be_said(f"event.{event.kind}", lang, say)
    if event.secret:
        entry = speech.table.get("event", {}).get(event.kind, {})
        spoken = set().union(*(names(entry[lang]) for lang in REQUIRED if lang in entry))
        for name in sorted(spoken & set(event.secret)):
            if name not in speech.table.get("hidden", {}):
                yield f"texts.toml: [hidden.{name}] must say what others hear for this secret"


def _violations_are_sound(at: Spot, violations: Sequence[Violation]) -> Problems:
    speech, said = at.of.speech, at.of.said
    for violation in violations:
        kind, once = f"{violation.rule} {violation.kind}", f"violation {violation!r}"
        if once in said or at.of.refused[kind] >= THE_SAME_REFUSAL:
            continue
        said.add(once)
        at.of.refused[kind] += 1
        yield from _rule_is_known(at.of, violation.rule, f"the refusal {violation.kind!r}")
        if not _is_plain(violation.facts):
            yield f"the refusal {violation.kind!r} has facts that JSON does not keep"
        if speech is not None:
            for lang in REQUIRED:
                say = partial(speech.refusal, violation, lang, at.match.players)
                yield from _can_be_said(f"refusal.{violation.kind}", lang, say)


def _can_be_said(name: str, lang: str, say: Callable[[], str]) -> Problems:
    try:
        sentence = say()
    except NoFact as error:
        yield f"texts.toml: [{name}] {lang} asks for {error.name!r}, which is not there"
    except KeyError as error:  # the whole entry
        yield f"texts.toml: {str(error.args[0]).removesuffix(' in texts.toml')}"
    except Exception as error:
        yield f"texts.toml: [{name}] cannot be said in {lang}: {error}"
    else:
        if "{" in sentence or "}" in sentence:
            yield f"texts.toml: [{name}] says a brace in {lang}: {quoted(sentence)}"
        if not sentence and name.startswith("refusal"):
            yield f"texts.toml: [{name}] says nothing in {lang}: a refusal gives its reason"


def _a_move_is_one_move(made: Made) -> Problems:
    """With events wanted or not, told at once or slowly, it is the same move."""
    at, move = made.before, made.move
    game, state = at.game, at.state
    if game.apply(state, move) != made.state:
        yield "apply leads elsewhere when no events are wanted"
    before = Event("", "before", None, {})
    events = [before]
    game.apply(state, move, events)
    if events[:1] != [before] or tuple(events[1:]) != made.events:
        yield "apply must append to the list of events that it is given, and nothing else"
    moments = game.unfold(state, move)
    if not moments or moments[-1].state != made.state:
        yield "unfold does not end where apply does"
    if tuple(event for moment in moments for event in moment.events) != made.events:
        yield "unfold tells other events than apply"


def _a_veil_hides_from_others_only(made: Made) -> Problems:
    at, text = made.before, made.before.game.format(made.move)
    assert at.actor is not None
    for seat in at.viewers:
        veiled = at.game.veil(made.move, at.actor, at.state, seat, made.state)
        if veiled != text and (seat == at.actor or not at.game.secrets):
            yield f"{_who(seat)} made the move {text} or may see it, but veil shows {veiled!r}"


# --- Every finished game ---------------------------------------------------------------------


def _records_round_trip(at: Spot) -> Problems:
    """At the end and at some plies before it."""
    match = at.match
    for ply in sorted({*at.some(range(match.ply), 4), match.ply}):
        part = match.fork(ply)
        record = part.record()
        try:
            read = Match.from_record(json.dumps(record), game=at.game)
        except BadRecord as error:
            yield f"the record after {ply} moves is refused ({error})"
            continue
        if read.state != part.state:
            yield f"a record does not bring back the state: {_difference(part.state, read.state)}"
        elif [p[:3] for p in read.plies] != [p[:3] for p in part.plies]:
            yield "a replay tells other moves or events than the game did"
        elif read.record() != record:
            yield "a record changes when it is read and written again"


def _matches_go_back_and_forth(at: Spot) -> Problems:
    match = at.match.fork()
    last = match.ply
    states = [match.state_at(ply) for ply in range(last + 1)]
    for ply in reversed(range(last)):
        match.undo()
        if match.state != states[ply]:
            yield f"undo does not bring back the state before move {ply}"
    for ply in range(1, last + 1):
        match.redo()
        if match.state != states[ply]:
            yield f"redo does not bring back the state after move {ply}"
    for ply in at.some(range(last + 1), 5):
        match.goto(ply)
        if match.state != states[ply]:
            yield f"goto does not lead to the state after {ply} moves"
    match.goto(last // 2)
    fork = match.fork()
    fork.play(fork.legal()[0])
    if match.ply != last // 2 or [p.state for p in at.match.plies] != states[1:]:
        yield "a move in a fork has changed the match that it came from"


def _finished_games_are_open(at: Spot) -> Problems:
    game, match = at.game, at.match
    for ply, (mover, move, _, _) in enumerate(match.plies):
        for seat in at.viewers:
            if game.veil(move, mover, match.state_at(ply), seat, at.state) != game.format(move):
                yield f"the game is over, but move {ply} is still hidden from {_who(seat)}"


# --- After all games -------------------------------------------------------------------------


def _secrets_are_hidden_at_all(of: Inspection) -> Problems:
    if of.game.secrets:
        if "hidden" not in of.noted:
            yield "the game says `secrets = True`, but mask never hid anything"
        elif "resampled" not in of.noted:
            yield "determinize always drew the true state: does a view give it away?"


ONCE: list[Callable[[Inspection], Problems]] = [
    _names_are_sound,
    _rulebook_is_complete,
    _texts_are_complete,
    _options_are_sound,
    _tempers_are_complete,
]
SPOTS: list[Callable[[Spot], Problems]] = [
    _states_are_immutable,
    _answers_are_repeatable,
    _somebody_can_move_until_the_end,
    _outcome_comes_at_the_end,
    _legal_moves_are_in_order,
    _legal_and_why_not_agree,
    _others_have_to_wait,
    _chance_is_exact,
    _moves_can_be_written,
    _nonsense_is_refused,
    _paths_are_distinct,
    _incomplete_choices_agree,
    _pictures_are_whole,
    _nothing_is_lost,
    _a_rule_governs,
    _positions_round_trip,
    _views_hide_what_they_should,
]
MOVES: list[Callable[[Made], Problems]] = [
    _events_are_told,
    _a_move_is_one_move,
    _a_veil_hides_from_others_only,
]
ENDS: list[Callable[[Spot], Problems]] = [
    _records_round_trip,
    _matches_go_back_and_forth,
    _finished_games_are_open,
]
AFTERWARDS: list[Callable[[Inspection], Problems]] = [_secrets_are_hidden_at_all, _lessons_hold]
