"""Casanova, rule by rule, in the order of the rulebook. Ids stand at the lines that enforce them.

A round: the active player announces dice and lays a card, the others lay theirs, the dice give
the massimo, the active player says Quitte or Double, the others follow or fold, the cards turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from escale.engine.errors import BadRecord, quoted
from escale.engine.game import CHANCE, Event, Game, Outcome, Unreadable, View, Violation

# --- Material and set-up ---------------------------------------------------------------------

CARDS: Final = tuple(range(1, 14))  # CA-MAT-1: a series of 1 to 13 each
DICE: Final = (1, 2, 3)  # CA-MAT-1
COINS: Final = 48  # CA-MAT-1
PURSE: Final = 12  # CA-SET-1
ROUNDS: Final = 12  # CA-END-1
HIDDEN: Final = -1  # a card that lies face down, to whoever may not look

# The steps of a round, in order.
ANNOUNCE, LAY, ROLL, SAY, ANSWER, OVER = "announce", "lay", "roll", "say", "answer", "over"


class Move(NamedTuple):
    """`d2` announce, `c7` lay, `r35` roll, and the four words."""

    kind: str
    value: Any = 0


class State(NamedTuple):
    """A moment of the game. Seats count from 0; `hands` hold a laid card until it is turned."""

    coins: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    table: int  # coins on the table ...
    carried: int  # ... of which are left from earlier rounds
    round: int
    active: int
    step: str
    turn: int | None  # whose move it is: a seat, CHANCE, or None at the end
    playing: tuple[int, ...]  # the seats that are not eliminated
    dice: int = 0  # how many were announced
    laid: tuple[int, ...] = ()  # a card by seat, 0 where none lies, HIDDEN where one may not look
    roll: tuple[int, ...] = ()
    folded: tuple[int, ...] = ()  # the seats that gave up
    doubled: bool = False
    winners: tuple[int, ...] = ()  # at the end


@cache
def _rolls(dice: int) -> tuple[tuple[Move, Fraction], ...]:
    faces = list(product(range(1, 7), repeat=dice))
    return tuple((Move("r", roll), Fraction(1, len(faces))) for roll in faces)


@cache
def _lays(hand: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple(Move("c", card) for card in sorted(hand, key=str))


ANNOUNCEMENTS: Final = tuple(Move("d", dice) for dice in DICE)
QUITTE, DOUBLE, CALL, FOLD = Move("quitte"), Move("double"), Move("call"), Move("fold")
WORDS: Final = {move.kind: move for move in (QUITTE, DOUBLE, CALL, FOLD)}

#: which step each kind of move belongs to, and the rule that says so
MOMENT: Final = {
    "d": (ANNOUNCE, "CA-RND-1"),
    "c": (LAY, "CA-RND-2"),
    "r": (ROLL, "CA-RND-4"),
    "quitte": (SAY, "CA-RND-5"),
    "double": (SAY, "CA-RND-5"),
    "call": (ANSWER, "CA-RND-7"),
    "fold": (ANSWER, "CA-RND-7"),
}
GOVERNS: Final = {
    ANNOUNCE: "CA-RND-1",
    LAY: "CA-RND-3",
    ROLL: "CA-RND-4",
    SAY: "CA-RND-5",
    ANSWER: "CA-RND-7",
    OVER: "CA-END-1",
}


class Casanova(Game[State, Move]):
    id = "casanova"
    prefix = "CA"
    seats = range(2, 5)
    secrets = True
    reveals = frozenset({"turn", "turn-late"})

    def deal(self, players: int, options: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        return {}  # everybody starts alike; all chance is in the dice

    def initial(
        self, players: int, options: Mapping[str, Any], setup: Mapping[str, Any]
    ) -> State:
        if setup:
            raise BadRecord("setup", f"is always empty in casanova, not {quoted(setup)}")
        return self._round(
            (PURSE,) * players,  # CA-SET-1
            (CARDS,) * players,  # CA-SET-1
            table=0,
            number=1,
            active=0,  # CA-SET-2: seat 0 is the youngest
        )

    def _round(
        self,
        coins: tuple[int, ...],
        hands: tuple[tuple[int, ...], ...],
        table: int,
        number: int,
        active: int,
    ) -> State:
        """The start of a round; the coins left on the table are played for too (CA-WIN-4)."""
        playing = tuple([seat for seat, purse in enumerate(coins) if purse])
        return State(
            coins, hands, table, table, number, active, ANNOUNCE, active, playing,
            0, (0,) * len(coins),
        )  # fmt: skip

    # --- A round --------------------------------------------------------------------------------

    def actor(self, state: State) -> int | None:
        return state.turn

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        if seat != state.turn:
            return ()
        step = state.step
        if step == LAY:
            return _lays(state.hands[seat])
        if step == ANNOUNCE:
            return ANNOUNCEMENTS
        if step == ROLL:
            return tuple([move for move, _ in _rolls(state.dice)])
        can_pay = state.coins[seat] > 0  # CA-ELI-3
        if step == SAY:
            return (DOUBLE, QUITTE) if can_pay else (QUITTE,)
        return (CALL, FOLD) if can_pay else (FOLD,)

    def chance(self, state: State) -> tuple[tuple[Move, Fraction], ...]:
        return _rolls(state.dice) if state.step == ROLL else ()

    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        kind, value = move
        step, rule = MOMENT[kind]
        found: list[Violation] = []
        if state.step == OVER:
            found.append(Violation("CA-END-1", "game-over", {"round": state.round}))
        elif step != state.step:
            if kind == "double" and state.doubled:
                found.append(Violation("CA-RND-13", "doubled-already", {}))
            else:
                found.append(Violation(rule, "wrong-moment", {"step": state.step, "wanted": step}))
        elif seat != state.turn:
            found.append(self._out_of_turn(state, seat))
        if kind == "d":
            if value not in DICE:  # CA-RND-1
                found.append(Violation("CA-RND-1", "no-such-dice", {"dice": value}))
        elif kind == "c":
            if value not in CARDS:  # CA-SET-1
                found.append(Violation("CA-SET-1", "no-such-card", {"card": value}))
            elif 0 <= seat < len(state.hands) and value not in state.hands[seat]:  # CA-RND-10
                found.append(Violation("CA-RND-10", "card-played", {"card": value}))
        elif kind == "r":
            if state.step == ROLL and len(value) != state.dice:  # CA-RND-4
                found.append(
                    Violation("CA-RND-4", "wrong-dice", {"rolled": len(value), "dice": state.dice})
                )
            if not all(1 <= face <= 6 for face in value):
                found.append(Violation("CA-MAT-1", "no-such-face", {"faces": list(value)}))
        elif kind in ("double", "call") and 0 <= seat < len(state.coins) and not state.coins[seat]:
            found.append(Violation("CA-ELI-3", f"no-coin-{kind}", {}))  # CA-ELI-3: no credit
        return tuple(found)

    def _out_of_turn(self, state: State, seat: int) -> Violation:
        facts = {"turn": state.turn, "seat": seat}
        if state.step == ROLL:  # the dice decide, not a player
            return Violation("CA-RND-4", "dice-decide", {})
        if 0 <= seat < len(state.coins) and seat not in state.playing:
            return Violation("CA-ELI-1", "eliminated", {"seat": seat})
        if state.step == ANNOUNCE:
            first = state.round == 1
            return Violation("CA-SET-2" if first else "CA-RND-11", "not-active", facts)
        if state.step == SAY:
            return Violation("CA-RND-5", "not-active", facts)
        return Violation("CA-RND-12" if state.step == LAY else "CA-RND-7", "not-your-turn", facts)

    def apply(self, state: State, move: Move, events: list[Event] | None = None) -> State:
        kind, value = move
        (
            coins, hands, table, carried, number, active, step, turn, playing,
            dice, laid, roll, folded, doubled, _,
        ) = state  # fmt: skip
        if kind == "c":
            assert turn is not None
            # CA-RND-2, CA-RND-3: one coin, one card face down; nobody may stay out
            coins = (*coins[:turn], coins[turn] - 1, *coins[turn + 1 :])
            laid = (*laid[:turn], value, *laid[turn + 1 :])
            if events is not None:
                rule = "CA-RND-2" if turn == active else "CA-RND-3"
                events.append(Event(rule, "lay", turn, {"card": value, "coins": 1}, ("card",)))
            turn = _next(playing, turn)  # CA-RND-12
            if turn == active:
                step, turn = ROLL, CHANCE
            return State(
                coins, hands, table + 1, carried, number, active, step, turn, playing,
                dice, laid, roll, folded, doubled,
            )  # fmt: skip
        if kind == "d":  # CA-RND-1
            if events is not None:
                events.append(Event("CA-RND-1", "announce", active, {"dice": value}))
            return State(
                coins, hands, table, carried, number, active, LAY, active, playing, value, laid
            )
        if kind == "r":  # CA-RND-4
            if events is not None:
                facts = {"faces": list(value), "massimo": sum(value)}
                events.append(Event("CA-RND-4", "roll", active, facts))
            return State(
                coins, hands, table, carried, number, active, SAY, active, playing,
                dice, laid, value,
            )  # fmt: skip
        if kind == "quitte":  # CA-RND-5, CA-RND-13: what is not Double is Quitte
            if events is not None:
                events.append(Event("CA-RND-5", "quitte", active, {}))
            return self._settle(state, playing, "CA-RND-6", events)  # CA-RND-6
        assert turn is not None
        if kind == "fold":
            if events is not None:  # CA-RND-9; without a coin there is no choice, CA-ELI-3
                rule, kind = ("CA-RND-9", "fold") if coins[turn] else ("CA-ELI-3", "must-fold")
                events.append(Event(rule, kind, turn, {}))
            folded = (*folded, turn)
        else:  # CA-RND-7: double, or follow it: one more coin
            coins = (*coins[:turn], coins[turn] - 1, *coins[turn + 1 :])
            table += 1
            if events is not None:
                events.append(Event("CA-RND-7", kind, turn, {"coins": 1}))
        turn = _next(playing, turn)
        after = State(
            coins, hands, table, carried, number, active, ANSWER, turn, playing,
            dice, laid, roll, folded, True,
        )  # fmt: skip
        if turn != active:
            return after
        still_in = tuple([seat for seat in playing if seat not in folded])
        return self._settle(after, still_in, "CA-RND-7", events)

    # --- Who wins a round -----------------------------------------------------------------------

    def _settle(
        self, state: State, still_in: tuple[int, ...], rule: str, events: list[Event] | None
    ) -> State:
        laid, table, massimo = state.laid, state.table, sum(state.roll)
        told: list[Event] = [] if events is None else events
        alone = len(still_in) == 1  # CA-RND-8: all the others folded
        if alone:
            winners = still_in
            best = laid[still_in[0]]
        else:
            under = [laid[seat] for seat in still_in if laid[seat] <= massimo]
            best = max(under, default=0)  # CA-WIN-1: highest, not above the massimo
            winners = tuple([seat for seat in still_in if laid[seat] == best])
        share, left = divmod(table, len(winners)) if winners else (0, table)  # CA-WIN-2, CA-WIN-3
        if events is not None:
            self._tell_turning(state, still_in, alone, rule, told)
            self._tell_winner(state, winners, best, share, left, alone, massimo, told)
        coins = state.coins
        if winners:
            coins = tuple(
                [purse + share if seat in winners else purse for seat, purse in enumerate(coins)]
            )
        # CA-RND-10: a card that was played is never played again
        hands = tuple(
            [
                tuple([card for card in hand if card != laid[seat]]) if laid[seat] else hand
                for seat, hand in enumerate(state.hands)
            ]
        )
        return self._next_round(state, coins, hands, left, told)

    def _tell_turning(
        self,
        state: State,
        still_in: tuple[int, ...],
        alone: bool,
        rule: str,
        told: list[Event],
    ) -> None:
        if not alone:  # CA-RND-6, CA-RND-7: all at once
            cards = [state.laid[seat] for seat in still_in]
            told.append(Event(rule, "turn", None, {"seats": list(still_in), "cards": cards}))
        late = list(state.playing) if alone else list(state.folded)
        if late:  # CA-RND-15: turned when the round is settled
            cards = [state.laid[seat] for seat in late]
            told.append(Event("CA-RND-15", "turn-late", None, {"seats": late, "cards": cards}))
        everybody = [state.laid[seat] for seat in state.playing]
        facts = {"seats": list(state.playing), "cards": everybody}
        told.append(Event("CA-RND-10", "put-away", None, facts))

    def _tell_winner(
        self,
        state: State,
        winners: tuple[int, ...],
        best: int,
        share: int,
        left: int,
        alone: bool,
        massimo: int,
        told: list[Event],
    ) -> None:
        facts: dict[str, Any] = {"coins": state.table, "massimo": massimo, "card": best}
        if alone:
            told.append(Event("CA-RND-8", "win-alone", winners[0], facts))
            if best > massimo:
                told.append(Event("CA-RND-14", "win-above", winners[0], facts))
        elif not winners:
            told.append(Event("CA-WIN-3", "nobody", None, {"coins": left, "massimo": massimo}))
        elif len(winners) > 1:
            facts |= {"seats": list(winners), "share": share, "left": left}
            told.append(Event("CA-WIN-2", "split", None, facts))
        else:
            told.append(Event("CA-WIN-1", "win", winners[0], facts))
        if winners and state.carried:
            rule = "CA-WIN-5" if alone else "CA-WIN-4"
            told.append(Event(rule, "carried", None, {"carried": state.carried}))

    # --- Money, the next round, and the end -----------------------------------------------------

    def _next_round(
        self,
        state: State,
        coins: tuple[int, ...],
        hands: tuple[tuple[int, ...], ...],
        table: int,
        told: list[Event],
    ) -> State:
        playing, active, number = state.playing, state.active, state.round
        for seat in playing:  # CA-ELI-2: only now, when the round is settled
            if not coins[seat]:
                told.append(Event("CA-ELI-1", "eliminated", seat, {}))
            elif not state.coins[seat]:
                told.append(Event("CA-ELI-2", "saved", seat, {"coins": coins[seat]}))
        left = tuple([seat for seat in playing if coins[seat]])
        if len(left) <= 1:  # CA-END-4: the survivor, or those who fell together just now
            winners = left or playing
            told.append(Event("CA-END-4", "end-early", None, {"seats": list(winners)}))
        elif number == ROUNDS:  # CA-END-1
            most = max(coins)
            winners = tuple([seat for seat in left if coins[seat] == most])  # CA-END-2, CA-END-3
            told.append(Event("CA-END-1", "end", None, {"round": number}))
        else:
            after = _next(left, active)  # CA-RND-11
            skipped = [seat for seat in _between(active, after, len(coins)) if seat not in left]
            if skipped:
                told.append(Event("CA-RND-16", "skip", None, {"seats": skipped}))
            told.append(Event("CA-RND-11", "next-round", after, {"round": number + 1}))
            return self._round(coins, hands, table, number + 1, after)
        if len(winners) == 1:
            told.append(Event("CA-END-2", "winner", winners[0], {"coins": coins[winners[0]]}))
        else:
            facts = {"seats": list(winners), "coins": coins[winners[0]]}
            told.append(Event("CA-END-3", "shared-win", None, facts))
        if table:
            told.append(Event("CA-END-3", "left-over", None, {"coins": table}))
        return State(
            coins, hands, table, table, number, active, OVER, None, left,
            0, (0,) * len(coins), (), (), False, winners,
        )  # fmt: skip

    def outcome(self, state: State) -> Outcome | None:
        return None if state.turn is not None else Outcome(state.coins, state.winners)

    # --- Who may know what ----------------------------------------------------------------------

    def mask(self, state: State, seat: int) -> State:
        """Cards that lie face down are hidden from all but their owner; all else is public."""
        laid = tuple(
            [card if who == seat or not card else HIDDEN for who, card in enumerate(state.laid)]
        )
        return state._replace(laid=laid)

    def determinize(self, view: View, rng: Random) -> State:
        state: State = view.state
        laid = tuple(
            [
                rng.choice(state.hands[who]) if card == HIDDEN else card
                for who, card in enumerate(state.laid)
            ]
        )
        return state._replace(laid=laid)

    def open_to(self, state: State, seat: int, other: int) -> bool:
        return seat == other or other == CHANCE

    def veil(self, move: Move, mover: int, then: State, seat: int, now: State) -> str:
        face_down = now.round == then.round and now.turn is not None
        if move.kind == "c" and mover != seat and face_down:
            return "c?"
        return self.format(move)

    # --- Writing --------------------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        if text in WORDS:
            return WORDS[text]
        match = re.fullmatch(r"(?:([dc])([0-9]{1,4})|r([0-9]{1,6}))", text)
        if match is None:
            raise Unreadable(text)
        letter, number, faces = match.groups()
        if faces is not None:
            return Move("r", tuple(map(int, faces)))
        if number != str(int(number)):
            raise Unreadable(text)
        return Move(letter, int(number))

    def format(self, move: Move) -> str:
        kind, value = move
        if kind == "r":
            return "r" + "".join(map(str, value))
        return f"{kind}{value}" if kind in "dc" else kind

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        kind, value = move
        if kind == "d":
            return (f"dice:{value}",)
        if kind == "c":
            return (f"hand:{value}",)
        return ("roll",) if kind == "r" else (f"say:{kind}",)

    def moves(self, state: State) -> Iterator[Move]:
        yield from ANNOUNCEMENTS
        yield from _lays(CARDS)
        yield from (QUITTE, DOUBLE, CALL, FOLD)
        if state.step == ROLL:
            yield from (move for move, _ in _rolls(state.dice))

    def governing(self, state: State) -> str:
        return GOVERNS[state.step]

    def census(self, state: State) -> Mapping[str, Any]:
        laid_from_hand = all(
            not card or card == HIDDEN or card in hand
            for card, hand in zip(state.laid, state.hands, strict=True)
        )
        return {"coins": sum(state.coins) + state.table, "laid cards come from hands": laid_from_hand}

    # --- Positions (the start of a round) ---------------------------------------------------------

    def to_position(self, state: State) -> dict[str, Any] | None:
        if state.step != ANNOUNCE:
            return None
        return {
            "coins": list(state.coins),
            "hands": [list(hand) for hand in state.hands],
            "table": state.table,
            "round": state.round,
            "active": state.active,
        }

    def from_position(
        self, players: int, options: Mapping[str, Any], position: Mapping[str, Any]
    ) -> State:
        """A position is the start of a round. Whoever has coins has played a card every round."""
        fields = ("coins", "hands", "table", "round", "active")
        for name in position:
            if name not in fields:
                raise BadRecord(
                    f"position.{str(name)[:40]}", f"casanova has {', '.join(fields)} here"
                )
        for name in fields:
            if name not in position:
                raise BadRecord(f"position.{name}", "this field is missing")
        number = _whole(position["round"], "position.round", 1, ROUNDS, "CA-END-1")
        active = _whole(position["active"], "position.active", 0, players - 1)
        table = _whole(position["table"], "position.table", 0, COINS, "CA-MAT-1")
        coins = tuple(
            [
                _whole(purse, f"position.coins[{seat}]", 0, COINS, "CA-MAT-1")
                for seat, purse in enumerate(_a_seat(position["coins"], "coins", players))
            ]
        )
        if sum(coins) + table > COINS:
            raise BadRecord(
                "position.coins", f"{sum(coins) + table} coins in all, there are {COINS}", "CA-MAT-1"
            )
        if sum(1 for purse in coins if purse) < 2:
            raise BadRecord(
                "position.coins", "fewer than two players have coins: that game is over", "CA-END-4"
            )
        if not coins[active]:
            raise BadRecord(
                "position.active", f"seat {active} has no coins and is out", "CA-ELI-1"
            )
        hands = tuple(
            [
                _hand(hand, f"position.hands[{seat}]", number, bool(coins[seat]))
                for seat, hand in enumerate(_a_seat(position["hands"], "hands", players))
            ]
        )
        return self._round(coins, hands, table, number, active)


def _next(seats: tuple[int, ...], seat: int) -> int:
    """The next of these seats clockwise."""
    for other in seats:
        if other > seat:
            return other
    return seats[0]


def _between(seat: int, other: int, players: int) -> Iterator[int]:
    """The seats that one passes going clockwise from one to the other."""
    seat = (seat + 1) % players
    while seat != other:
        yield seat
        seat = (seat + 1) % players


def _whole(value: object, where: str, low: int, high: int, rule: str | None = None) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadRecord(
            where, f"must be a whole number from {low} to {high}, not {quoted(value)}", rule
        )
    return value


def _a_seat(value: object, name: str, players: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != players:
        raise BadRecord(
            f"position.{name}", f"must be a list with one entry a seat ({players}), not {quoted(value)}"
        )
    return value


def _hand(value: object, where: str, number: int, plays: bool) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadRecord(where, f"must be a list of cards, not {quoted(value)}")
    cards = [_whole(card, f"{where}[{i}]", 1, 13, "CA-SET-1") for i, card in enumerate(value)]
    if len(set(cards)) < len(cards):
        raise BadRecord(where, "holds the same card twice", "CA-SET-1")
    wanted = 14 - number  # one card has gone every round, CA-RND-3
    if plays and len(cards) != wanted:
        raise BadRecord(
            where, f"{len(cards)} cards; in round {number} a hand has {wanted}", "CA-RND-10"
        )
    if not plays and not wanted <= len(cards) <= 12:
        raise BadRecord(
            where, f"{len(cards)} cards; a player who is out kept {wanted} to 12", "CA-RND-10"
        )
    return tuple(sorted(cards))
