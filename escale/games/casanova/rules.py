"""Casanova, rule by rule, in the order of the rulebook. Ids stand at the lines that enforce them.

A round: the active player announces dice and lays a card, the others lay theirs, the dice give
the massimo, the active player says Quitte or Double, the others follow or fold, the cards turn.

Seats count from 0, clockwise. What is done stands apart from what is told of it: the `_tell`
methods change nothing, and are not called where nobody wants events. Small tools come last. What a
record may say of a position is in `positions`, which is loaded on first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, Final, NamedTuple

from escale.engine.errors import quoted
from escale.engine.game import (
    CHANCE,
    Event,
    Game,
    Moment,
    Outcome,
    Unreadable,
    View,
    Violation,
    new,
)

# --- Material and set-up ------------------------------------------------------------------------

CARDS: Final = tuple(range(1, 14))  # CA-MAT-1: one series a player
DICE: Final = (1, 2, 3)  # CA-MAT-1
FACES: Final = (1, 2, 3, 4, 5, 6)
COINS: Final = 48  # CA-MAT-1
PURSE: Final = 12  # CA-SET-1
ROUNDS: Final = 12  # CA-END-1: so one of the 13 cards is never played

# The steps of a round, in order. The last three wait for nobody and are seen in `unfold` only: the
# cards turn, the coins have been paid out, the cards have been put away.
ANNOUNCE, LAY, ROLL, SAY, ANSWER = "announce", "lay", "roll", "say", "answer"
SETTLE, PAID, AWAY = "settle", "paid", "away"
OVER = "over"

NONE: Final = 0  # in the place of a card: none has been laid
HIDDEN: Final = -1  # in the place of a card: one lies face down, and this seat may not look

Seats = tuple[int, ...]
Hand = tuple[int, ...]


class Move(NamedTuple):
    """`d2` announces, `c7` lays, `r35` is the roll (3, 5); the four words have no value."""

    kind: str
    value: Any = None


class State(NamedTuple):
    """A moment of the game."""

    coins: tuple[int, ...]  #: by seat
    hands: tuple[Hand, ...]  #: by seat, sorted; a card that lies face down is still in its hand
    table: int  #: coins on the table ...
    carried: int  #: ... and how many of them were left there by earlier rounds
    round: int
    active: int
    step: str
    turn: int | None  #: whose move it is: a seat, CHANCE, or None when the game is over
    playing: Seats  #: who is not eliminated
    dice: int = 0  #: as announced
    laid: tuple[int, ...] = ()  #: by seat: a card, NONE or HIDDEN
    roll: tuple[int, ...] = ()
    folded: Seats = ()
    winners: Seats = ()  #: of the game; in PAID and AWAY, of the round


ANNOUNCEMENTS: Final = tuple([Move("d", dice) for dice in DICE])
LAYS: Final = tuple([Move("c", card) for card in sorted(CARDS, key=str)])
ROLLS: Final = {
    dice: tuple([Move("r", faces) for faces in product(FACES, repeat=dice)]) for dice in DICE
}
QUITTE, DOUBLE, CALL, FOLD = Move("quitte"), Move("double"), Move("call"), Move("fold")
WORDS: Final = {move.kind: move for move in (QUITTE, DOUBLE, CALL, FOLD)}


class Casanova(Game[State, Move]):
    """Casanova, for 2 to 4 players."""

    id = "casanova"
    prefix = "CA"
    seats = range(2, 5)
    secrets = True
    reveals = frozenset({"turn", "turn-late"})

    def deal(self, players: int, options: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        return {}  # everybody starts alike: all chance is in the dice

    def initial(self, players: int, options: Mapping[str, Any], setup: Mapping[str, Any]) -> State:
        from .positions import read_setup

        read_setup(setup)
        coins, hands = (PURSE,) * players, (CARDS,) * players  # CA-SET-1
        # CA-SET-2: seat 0 is the youngest
        return start_of_round(coins, hands, 0, 1, 0, tuple(range(players)))

    # --- A round --------------------------------------------------------------------------------

    def actor(self, state: State) -> int | None:
        return state.turn

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        if seat != state.turn:
            return ()
        step = state.step
        if step == LAY:
            return lays(state.hands[seat])  # CA-RND-3: one cannot stay out
        if step == ANNOUNCE:
            return ANNOUNCEMENTS
        if step == ROLL:
            return ROLLS[state.dice]
        if step == SAY:  # CA-RND-13: not to say Double is to say Quitte
            return (DOUBLE, QUITTE) if state.coins[seat] else (QUITTE,)  # CA-ELI-3
        if step == ANSWER:
            return (CALL, FOLD) if state.coins[seat] else (FOLD,)  # CA-ELI-3
        return ()

    def chance(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        return chances(state.dice) if state.step == ROLL else ()

    def apply(self, state: State, move: Move, events: list[Event] | None = None) -> State:
        kind, value = move
        (
            coins, hands, table, carried, number, active, step, turn, playing,
            dice, laid, roll, folded, winners,
        ) = state  # fmt: skip
        assert turn is not None

        if kind == "d":  # CA-RND-1
            if events is not None:
                events.append(told("CA-RND-1", "announce", active, "dice", value))
            dice, step = value, LAY

        elif kind == "c":  # CA-RND-2, CA-RND-3: one card face down, and one coin
            if events is not None:
                rule = "CA-RND-2" if turn == active else "CA-RND-3"
                events.append(told(rule, "lay", turn, "card", value, ("card",)))
            laid = put(laid, turn, value)
            coins, table = put(coins, turn, coins[turn] - 1), table + 1
            turn = CLOCKWISE[playing][turn]  # CA-RND-12
            if turn == active:
                step, turn = ROLL, CHANCE

        elif kind == "r":  # CA-RND-4
            if events is not None:
                facts = {"faces": [*value], "massimo": sum(value)}
                events.append(Event("CA-RND-4", "roll", active, facts))
            roll, step, turn = value, SAY, active

        elif kind == "quitte":  # CA-RND-5
            if events is not None:
                events.append(told("CA-RND-5", "quitte", active))
            step = SETTLE  # CA-RND-6

        else:
            if kind == "fold":
                if events is not None:
                    rule, kind = ("CA-RND-9", "fold") if coins[turn] else ("CA-ELI-3", "must-fold")
                    events.append(told(rule, kind, turn))
                folded = (*folded, turn)
            else:  # CA-RND-7: who doubles stakes one more coin, and who follows does too
                if events is not None:
                    events.append(told("CA-RND-7", kind, turn))
                coins, table = put(coins, turn, coins[turn] - 1), table + 1
            turn = CLOCKWISE[playing][turn]  # CA-RND-7
            step = SETTLE if turn == active else ANSWER

        state = new(State, (
            coins, hands, table, carried, number, active, step, turn, playing,
            dice, laid, roll, folded, winners,
        ))  # fmt: skip
        if step != SETTLE:
            return state
        return self._settle(state, "CA-RND-6" if kind == "quitte" else "CA-RND-7", events)

    # --- What is refused ------------------------------------------------------------------------

    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        try:
            kind, value = move
            step, shape = MOMENT[kind]
        except (TypeError, ValueError, KeyError):
            return self._unreadable(state, move)
        if type(value) is not shape:
            return self._unreadable(state, move)

        found: list[Violation] = []
        if step != state.step or seat != state.turn:
            found += self._not_now(state, seat, kind, step)
        elif kind == "c" and value in state.hands[seat]:
            return ()  # most moves, by far
        sits = 0 <= seat < len(state.coins)  # or else it is the dice, or somebody who watches
        if kind == "c":
            if value not in (state.hands[seat] if sits else CARDS):
                if value in CARDS:
                    found.append(Violation("CA-RND-10", "card-played", {"card": value}))
                else:
                    found.append(Violation("CA-SET-1", "no-such-card", {"card": value}))
        elif kind == "d":
            if value not in DICE:
                found.append(Violation("CA-RND-1", "no-such-dice", {"dice": value}))
        elif kind == "r":
            wrong = [face for face in value if type(face) is not int or face not in FACES]
            if wrong:
                found.append(Violation("CA-MAT-1", "no-such-face", {"faces": wrong}))
            if step == state.step and len(value) != state.dice:
                facts = {"dice": state.dice, "rolled": len(value)}
                found.append(Violation("CA-RND-4", "wrong-dice", facts))
        elif kind == "double" or kind == "call":
            if sits and not state.coins[seat]:
                found.append(Violation("CA-ELI-3", f"no-coin-{kind}", {}))
        return tuple(found) if found else ()

    def _not_now(self, state: State, seat: int, kind: str, step: str) -> Iterator[Violation]:
        """The wrong moment for a move of this kind, or not this seat's turn to make it."""
        if state.step == OVER:
            rule = "CA-END-1" if state.round == ROUNDS else "CA-END-4"
            yield Violation(rule, "game-over", {"round": state.round})
            return
        out = 0 <= seat < len(state.coins) and seat not in state.playing
        if out:
            yield Violation("CA-ELI-1", "eliminated", {"seat": seat})
        if step != state.step:
            rule, why = wrong_moment(kind, state.step)
            yield Violation(rule, why, {"step": state.step})
        elif not out:
            rule, why = OUT_OF_TURN[step]
            if step == LAY and seat in state.playing and state.laid[seat] != NONE:
                rule, why = "CA-RND-3", "already-laid"
            elif step == ANNOUNCE and state.round == 1 and state.active == 0:
                rule = "CA-SET-2"
            yield Violation(rule, why, {"seat": seat, "other": state.turn})

    def _unreadable(self, state: State, move: object) -> tuple[Violation, ...]:
        return (Violation(self.governing(state), "unreadable", {"text": quoted(move)}),)

    # --- Who wins a round -----------------------------------------------------------------------

    def _settle(self, state: State, rule: str, events: list[Event] | None) -> State:
        """Turn the cards, by CA-RND-6 or CA-RND-7, and pay the winners."""
        coins, hands, table, _, _, _, _, _, playing, _, laid, roll, folded, _ = state
        massimo = sum(roll)
        still_in = playing
        if folded:  # CA-RND-9
            still_in = tuple([seat for seat in playing if seat not in folded])

        best, winners = NONE, []
        if len(still_in) == 1:
            winners = [*still_in]  # CA-RND-8; CA-RND-14: whatever card it is
        else:
            for seat in still_in:
                if best < laid[seat] <= massimo:  # CA-WIN-1; CA-WIN-3: there may be none
                    best, winners = laid[seat], [seat]
                elif best == laid[seat]:
                    winners.append(seat)

        # All coins on the table, also those of earlier rounds: CA-WIN-4, CA-WIN-5.
        share, left = divmod(table, len(winners)) if winners else (0, table)  # CA-WIN-2, CA-WIN-3
        for seat in winners:
            coins = put(coins, seat, coins[seat] + share)
        hands = tuple(map(without, hands, laid))  # CA-RND-10
        if events is not None:
            self._tell_turning(state, still_in, rule, events)
            self._tell_winners(state, still_in, winners, share, left, events)
            events.append(told("CA-RND-10", "put-away", None))
        return self._go_on(state, coins, hands, left, events)

    def _tell_turning(self, state: State, still_in: Seats, rule: str, events: list[Event]) -> None:
        laid, late = state.laid, state.folded
        if len(still_in) > 1:
            facts = {"seats": [*still_in], "cards": [laid[seat] for seat in still_in]}
            events.append(Event(rule, "turn", None, facts))
        else:
            late = state.playing  # nobody had to show: the active player's card turns late as well
        if late:
            facts = {"seats": [*late], "cards": [laid[seat] for seat in late]}
            events.append(Event("CA-RND-15", "turn-late", None, facts))

    def _tell_winners(
        self,
        state: State,
        still_in: Seats,
        winners: list[int],
        share: int,
        left: int,
        events: list[Event],
    ) -> None:
        laid, massimo, alone = state.laid, sum(state.roll), len(still_in) == 1
        best = laid[winners[0]] if winners else NONE
        facts: dict[str, Any] = {"card": best, "massimo": massimo, "coins": state.table}
        if not winners:
            facts = {"massimo": massimo, "coins": state.table}
            events.append(Event("CA-WIN-3", "nobody", None, facts))
        elif alone:
            events.append(Event("CA-RND-8", "win-alone", winners[0], facts))
            if best > massimo:
                events.append(Event("CA-RND-14", "win-above", winners[0], facts))
                best = NONE
        elif len(winners) == 1:
            events.append(Event("CA-WIN-1", "win", winners[0], facts))
        else:
            facts |= {"seats": winners, "share": share}
            events.append(Event("CA-WIN-2", "split", None, facts))
            if left:
                events.append(told("CA-WIN-2", "remainder", None, "coins", left))
        if winners and state.carried:
            rule = "CA-WIN-5" if alone else "CA-WIN-4"
            events.append(told(rule, "carried", None, "coins", state.carried))
        for seat in state.folded:
            if best < laid[seat] <= massimo:
                events.append(told("CA-RND-9", "would-have-won", seat, "card", laid[seat]))

    # --- Money, the next round, and the end -----------------------------------------------------

    def _go_on(
        self,
        state: State,
        coins: tuple[int, ...],
        hands: tuple[Hand, ...],
        table: int,
        events: list[Event] | None,
    ) -> State:
        """What follows a round that has been settled."""
        left, active, number = state.playing, state.active, state.round
        if 0 in state.coins:  # CA-ELI-1; CA-ELI-2: it is checked only now
            if events is not None:
                self._tell_last_coins(state, coins, events)
            left = tuple([seat for seat in left if coins[seat]])

        if len(left) > 1 and number < ROUNDS:
            number, turn = number + 1, CLOCKWISE[left][active]  # CA-RND-11, CA-RND-16
            if events is not None:
                if len(left) < len(coins):
                    for seat in between(active, turn, len(coins)):
                        events.append(told("CA-RND-16", "skip", seat))
                events.append(told("CA-RND-11", "next-round", turn, "round", number))
            return start_of_round(coins, hands, table, number, turn, left)

        if len(left) > 1:  # CA-END-1
            most = max(coins)
            winners = tuple([seat for seat in left if coins[seat] == most])  # CA-END-2, CA-END-3
        else:
            winners = left or state.playing  # CA-END-4: the survivor, or those who fell together
        if events is not None:
            self._tell_end(number, coins, table, left, winners, events)
        nothing = (NONE,) * len(coins)
        return State(
            coins, hands, table, table, number, active, OVER, None, left,
            0, nothing, (), (), winners,
        )  # fmt: skip

    def _tell_last_coins(self, state: State, coins: tuple[int, ...], events: list[Event]) -> None:
        for seat in state.playing:
            if not coins[seat]:
                events.append(told("CA-ELI-1", "eliminated", seat))
            elif not state.coins[seat]:
                events.append(told("CA-ELI-2", "saved", seat, "coins", coins[seat]))

    def _tell_end(
        self,
        number: int,
        coins: tuple[int, ...],
        table: int,
        left: Seats,
        winners: Seats,
        events: list[Event],
    ) -> None:
        if number == ROUNDS:
            events.append(told("CA-END-1", "last-round", None, "round", number))
        if len(left) <= 1:
            kind = "one-left" if left else "none-left"
            events.append(told("CA-END-4", kind, None, "round", number))
        facts: dict[str, Any] = {"coins": coins[winners[0]]}
        if len(winners) == 1:
            rule = "CA-END-2" if len(left) > 1 else "CA-END-4"
            events.append(Event(rule, "win-game", winners[0], facts))
        else:
            rule = "CA-END-3" if left else "CA-END-4"
            events.append(Event(rule, "share-game", None, facts | {"seats": [*winners]}))
        if table:
            events.append(told("CA-END-3", "left-over", None, "coins", table))

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.coins, state.winners) if state.turn is None else None

    # --- The same, told slowly ------------------------------------------------------------------

    def moments(
        self, state: State, move: Move, events: Sequence[Event], after: State
    ) -> list[Moment]:
        from .moments import moments

        return moments(state, move, events, after)

    # --- Who may know what ----------------------------------------------------------------------

    def mask(self, state: State, seat: int) -> State:
        """Only its owner knows a card that lies face down: CA-RND-12, CA-RND-15.

        All else is public. What somebody still holds is what has not been turned: CA-RND-10.
        """
        laid = [
            HIDDEN if card in hand and who != seat else card
            for who, (card, hand) in enumerate(zip(state.laid, state.hands, strict=True))
        ]
        return state._replace(laid=tuple(laid))

    def determinize(self, view: View, rng: Random) -> State:
        state: State = view.state
        laid = [
            rng.choice(hand) if card == HIDDEN else card
            for card, hand in zip(state.laid, state.hands, strict=True)
        ]
        return state._replace(laid=tuple(laid))

    def open_to(self, state: State, seat: int, other: int) -> bool:
        return other in (seat, CHANCE)

    def veil(self, move: Move, mover: int, then: State, seat: int, now: State) -> str:
        face_down = now.round == then.round and now.turn is not None
        return "c?" if move.kind == "c" and mover != seat and face_down else self.format(move)

    # --- Writing --------------------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        if text in WORDS:
            return WORDS[text]
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise Unreadable(text)
        letter, number, faces = found.groups()
        return Move(letter, int(number)) if letter else Move("r", tuple(map(int, faces)))

    def format(self, move: Move) -> str:
        kind, value = move
        if type(value) is tuple:
            return f"{kind}{''.join(map(str, value))}"
        return kind if value is None else f"{kind}{value}"

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        kind, value = move
        if kind == "d":
            return (f"dice:{value}",)
        if kind == "c":
            return (f"hand:{value}",)
        return ("roll",) if kind == "r" else (f"say:{kind}",)

    def moves(self, state: State) -> Iterator[Move]:
        yield from ANNOUNCEMENTS
        yield from lays(CARDS)
        yield from ROLLS[state.dice or 1]
        yield from WORDS.values()

    def governing(self, state: State) -> str:
        return GOVERNS[state.step]

    def census(self, state: State) -> Mapping[str, Any]:
        return {"coins": sum(state.coins) + state.table}

    def from_position(
        self, players: int, options: Mapping[str, Any], position: Mapping[str, Any]
    ) -> State:
        from .positions import read_position

        return read_position(players, position)

    def to_position(self, state: State) -> dict[str, Any] | None:
        from .positions import write_position

        return write_position(state)


# --- Tables -------------------------------------------------------------------------------------

#: `d2`, `c7`, `r35`. Any number can be written, also one that no card and no die has.
WRITTEN: Final = re.compile(r"([dc])(0|[1-9][0-9]{0,3})|r([0-9]{1,6})")

#: The step that a kind of move belongs to, and the type of its value.
MOMENT: Final[Mapping[str, tuple[str, Any]]] = {
    "d": (ANNOUNCE, int),
    "c": (LAY, int),
    "r": (ROLL, tuple),
    "quitte": (SAY, type(None)),
    "double": (SAY, type(None)),
    "call": (ANSWER, type(None)),
    "fold": (ANSWER, type(None)),
}
#: The rule that says what is to be done in a step.
GOVERNS: Final = {
    ANNOUNCE: "CA-RND-1",
    LAY: "CA-RND-3",
    ROLL: "CA-RND-4",
    SAY: "CA-RND-5",
    ANSWER: "CA-RND-7",
    SETTLE: "CA-WIN-1",
    PAID: "CA-WIN-1",
    AWAY: "CA-RND-10",
    OVER: "CA-END-1",
}
#: Why a move of the right kind is somebody else's: the rule, and the kind of refusal.
OUT_OF_TURN: Final = {
    ANNOUNCE: ("CA-RND-11", "other-announces"),
    LAY: ("CA-RND-12", "other-lays"),
    ROLL: ("CA-RND-4", "dice-decide"),
    SAY: ("CA-RND-5", "other-speaks"),
    ANSWER: ("CA-RND-7", "other-answers"),
}
#: The next seat after each, by the seats that are playing.
CLOCKWISE: Final = {
    playing: tuple([min(playing, key=lambda other: (other - seat - 1) % 4) for seat in range(4)])
    for count in range(1, 5)
    for playing in combinations(range(4), count)
}


def wrong_moment(kind: str, step: str) -> tuple[str, str]:
    """Why no move of this kind is made in this step: the rule, and the kind of refusal."""
    if kind == "d":
        return "CA-RND-1", "already-announced"
    if kind == "c":
        early = step == ANNOUNCE
        return ("CA-RND-2", "announce-first") if early else ("CA-RND-3", "already-laid")
    if kind == "r":
        return "CA-RND-4", "lay-first" if step in (ANNOUNCE, LAY) else "already-rolled"
    if kind in ("quitte", "double"):
        late = step == ANSWER
        return ("CA-RND-13", "already-doubled") if late else ("CA-RND-5", "roll-first")
    if kind == "fold" and step == LAY:
        return "CA-RND-3", "nobody-stays-out"
    return "CA-RND-7", "no-double"


# --- Small tools --------------------------------------------------------------------------------


def start_of_round(
    coins: tuple[int, ...],
    hands: tuple[Hand, ...],
    table: int,
    number: int,
    active: int,
    playing: Seats,
) -> State:
    """What lies on the table is part of what is played for: CA-WIN-4."""
    nothing = (NONE,) * len(coins)
    return new(State, (
        coins, hands, table, table, number, active, ANNOUNCE, active, playing,
        0, nothing, (), (), (),
    ))  # fmt: skip


def put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """The same values, but for one seat."""
    copy = [*values]
    copy[seat] = value
    return tuple(copy)


def without(hand: Hand, card: int) -> Hand:
    """What is left of a hand; all of it if the card is NONE."""
    if not card:
        return hand
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def between(seat: int, other: int, players: int) -> Iterator[int]:
    """The seats that one passes on the way from one to the other, clockwise."""
    while (seat := (seat + 1) % players) != other:
        yield seat


# The same few hands, rolls and sentences come back in every game, so each is made once. None of
# these tables can grow for ever: there are 8,192 hands, and far fewer sentences.


@cache
def told(
    rule: str,
    kind: str,
    seat: int | None,
    fact: str | None = None,
    value: Any = None,
    secret: tuple[str, ...] = (),
) -> Event:
    """An event with at most one fact. All games share it, so nobody may change its facts."""
    return Event(rule, kind, seat, {} if fact is None else {fact: value}, secret)


@cache
def lays(hand: Hand) -> tuple[Move, ...]:
    return tuple([move for move in LAYS if move.value in hand])


@cache
def chances(dice: int) -> tuple[tuple[Move, Fraction], ...]:
    odds = Fraction(1, len(ROLLS[dice]))
    return tuple([(roll, odds) for roll in ROLLS[dice]])
