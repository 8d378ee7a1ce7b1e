"""The rules of Trio: three stones each are placed, then moved to a neighbouring point.

Whoever has three in a row wins. After `PATIENCE` moves, or when nobody can move, it is a draw.
Everybody holds a card with a point that nobody else sees: a stone there counts one more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from escale.engine.errors import BadRecord
from escale.engine.game import Event, Game, Outcome, Unreadable, View, Violation
from escale.engine.reading import read_fields, read_whole

POINTS = tuple(f"{column}{row}" for row in "123" for column in "abc")
LINES = (
    *(tuple(f"{column}{row}" for column in "abc") for row in "123"),
    *(tuple(f"{column}{row}" for row in "123") for column in "abc"),
    ("a1", "b2", "c3"),
    ("a3", "b2", "c1"),
)
STONES, PATIENCE = 6, 20


class State(NamedTuple):
    stones: tuple[str, ...]  #: on each of POINTS: "0", "1" or ""
    cards: tuple[str, ...]  #: the secret point of each seat; "" where it is hidden
    turn: int | None
    ply: int


class Move(NamedTuple):
    start: str  #: "" for a stone that is placed
    end: str


def neighbours(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1])) == 1


class Trio(Game[State, Move]):
    id = "trio"
    prefix = "TR"
    seats = range(2, 3)
    secrets = True
    reveals = frozenset({"cards"})
    draws = True
    ordered = True
    completes = False

    def deal(self, players: int, options: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        return {"cards": rng.sample(POINTS, 2)}

    def initial(self, players: int, options: Mapping[str, Any], setup: Mapping[str, Any]) -> State:
        read_fields("setup", setup, ("cards",))
        return self.from_position(players, options, {"stones": {}, "ply": 0, **setup})

    def from_position(
        self, players: int, options: Mapping[str, Any], position: Mapping[str, Any]
    ) -> State:
        read_fields("position", position, ("stones", "cards", "ply"))
        cards, stones = position["cards"], position["stones"]
        if not isinstance(cards, list) or len(cards) != 2 or not {*cards} <= {*POINTS}:
            raise BadRecord("cards", "must be two points", "TR-SEC-1")
        if not isinstance(stones, Mapping) or not {*stones} <= {*POINTS}:
            raise BadRecord("position.stones", "must be a table of points", "TR-PLA-1")
        ply = read_whole("position.ply", position["ply"], 0, PATIENCE - 1, "TR-END-2")
        return State(tuple(stones.get(p, "") for p in POINTS), tuple(cards), ply % 2, ply)

    def to_position(self, state: State) -> dict[str, Any] | None:
        if state.turn is None:
            return None
        stones = {point: stone for point, stone in zip(POINTS, state.stones, strict=True) if stone}
        return {"stones": stones, "cards": [*state.cards], "ply": state.ply}

    def actor(self, state: State) -> int | None:
        return state.turn

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        found = (m for m in self.moves(state) if not self.refusals(state, seat, m))
        return tuple(sorted(found, key=self.format))

    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        at = dict(zip(POINTS, state.stones, strict=True))
        if state.turn is None:
            return (Violation("TR-END-1", "over", {}),)
        if seat != state.turn:
            return (Violation("TR-PLA-1", "not-your-turn", {"other": state.turn}),)
        if move.end not in at or (move.start and move.start not in at):
            return (Violation("TR-PLA-1", "no-such-point", {}),)
        if bool(move.start) == (sum(map(bool, state.stones)) < STONES):
            return (Violation("TR-MOV-1", "phase", {}),)
        if move.start and at[move.start] != str(seat):
            if at[move.start]:
                return (Violation("TR-MOV-2", "theirs", {"other": 1 - seat}),)
            return (Violation("TR-MOV-1", "no-stone", {"point": move.start}),)
        if at[move.end]:
            return (Violation("TR-PLA-1", "taken", {"point": move.end}),)
        if move.start and not neighbours(*move):
            return (Violation("TR-MOV-1", "too-far", {"point": move.end}),)
        return ()

    def apply(self, state: State, move: Move, events: list[Event] | None = None) -> State:
        seat = state.turn
        assert seat is not None
        at = dict(zip(POINTS, state.stones, strict=True))
        if move.start:
            at[move.start] = ""
        at[move.end] = str(seat)
        after = State(tuple(at.values()), state.cards, 1 - seat, state.ply + 1)
        won = any(all(at[point] == str(seat) for point in line) for line in LINES)
        stuck = after.ply >= PATIENCE or not (won or self.legal(after, 1 - seat))
        if won or stuck:
            after = after._replace(turn=None)
        if events is not None:
            rule, kind = ("TR-MOV-1", "move") if move.start else ("TR-PLA-1", "place")
            events.append(Event(rule, kind, seat, {"point": move.end}))
            if won or stuck:
                events.append(Event("TR-SEC-1", "cards", None, {"points": [*state.cards]}))
            if won:
                events.append(Event("TR-END-1", "win", seat, {}))
            elif stuck:
                events.append(Event("TR-END-2", "drawn", None, {}))
        return after

    def outcome(self, state: State) -> Outcome | None:
        if state.turn is not None:
            return None
        at = dict(zip(POINTS, state.stones, strict=True))
        rows = [any(all(at[p] == seat for p in line) for line in LINES) for seat in "01"]
        cards = [at[card] == str(seat) for seat, card in enumerate(state.cards)]
        scores = tuple(3 * row + card for row, card in zip(rows, cards, strict=True))
        return Outcome(scores, tuple(seat for seat in (0, 1) if rows[seat]))

    def mask(self, state: State, seat: int) -> State:
        if state.turn is None:
            return state
        cards = tuple(card if at == seat else "" for at, card in enumerate(state.cards))
        return state._replace(cards=cards)

    def determinize(self, view: View, rng: Random) -> State:
        state: State = view.state
        free = rng.sample([p for p in POINTS if p not in state.cards], 2)
        return state._replace(cards=tuple(card or free.pop() for card in state.cards))

    def parse(self, text: str) -> Move:
        start, dash, end = text.partition("-")
        if not ((text.isascii() and text.isalnum()) or dash) or len(text) > 5:
            raise Unreadable(text)
        return Move(start, end) if dash else Move("", start)

    def format(self, move: Move) -> str:
        return f"{move.start}-{move.end}" if move.start else move.end

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        return tuple(f"point:{point}" for point in move if point)

    def moves(self, state: State) -> Iterable[Move]:
        if sum(map(bool, state.stones)) < STONES:
            return [Move("", point) for point in POINTS]
        return [Move(one, other) for one in POINTS for other in POINTS if one != other]

    def governing(self, state: State) -> str:
        return "TR-PLA-1" if sum(map(bool, state.stones)) < STONES else "TR-MOV-1"

    def census(self, state: State) -> Mapping[str, Any]:
        return {"cards": len(state.cards), "points": len(state.stones)}
