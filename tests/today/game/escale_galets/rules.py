"""Galets, rule by rule. Nine pebbles lie in a row; two players take them from the ends.

A pebble is its value, 1 to 9, and a move is written as what is taken: `7`, or `pass`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.errors import BadRecord, quoted
from escale.engine.game import Event, Game, Outcome, Unreadable, Violation

if TYPE_CHECKING:
    from random import Random

PEBBLES = tuple(range(1, 10))  # GA-MAT-1


class Move(NamedTuple):
    """`7` takes the pebble 7; `pass` takes none."""

    pebble: int


class State(NamedTuple):
    """A moment of the game. Nothing in it can change; a move makes a new one."""

    row: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]  # by each seat, in order
    turn: int | None  # whose move it is; None at the end
    last: int = 0  # what the other player has just taken; 0 after a pass and at the start


PASS = Move(0)


def neighbours(pebble: int, last: int) -> bool:
    return last > 0 and abs(pebble - last) == 1  # GA-TUR-2


class Galets(Game[State, Move]):
    id = "galets"
    prefix = "GA"
    seats = range(2, 3)

    # --- Set-up ---------------------------------------------------------------------------------

    def deal(self, players: int, options: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        return {"row": rng.sample(PEBBLES, len(PEBBLES))}  # GA-SET-1

    def initial(self, players: int, options: Mapping[str, Any], setup: Mapping[str, Any]) -> State:
        check_fields("setup", setup, ("row",))
        check_pebbles("setup.row", {"setup.row": setup["row"]})
        return State(tuple(setup["row"]), ((), ()), 0)  # GA-SET-2

    # --- A turn ---------------------------------------------------------------------------------

    def actor(self, state: State) -> int | None:
        return state.turn

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        if seat != state.turn:
            return ()
        ends = sorted({state.row[0], state.row[-1]})  # GA-TUR-1
        free = [Move(pebble) for pebble in ends if not neighbours(pebble, state.last)]
        return tuple(free) or (PASS,)  # GA-TUR-2, GA-TUR-3

    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        pebble, row, last = move.pebble, state.row, state.last
        found = []
        if state.turn is None:
            found.append(Violation("GA-END-1", "over", {}))
        elif seat != state.turn:
            found.append(Violation("GA-SET-2", "not-your-turn", {"other": state.turn}))
        if move == PASS:
            can_take = [pebble for (pebble,) in self.legal(state, seat) if pebble]
            if can_take:
                found.append(Violation("GA-TUR-3", "must-take", {"pebbles": can_take}))
        elif pebble not in PEBBLES:
            found.append(Violation("GA-MAT-1", "no-such-pebble", {"pebble": pebble}))
        elif pebble not in row:
            found.append(Violation("GA-TUR-1", "taken-already", {"pebble": pebble}))
        else:
            if pebble not in (row[0], row[-1]):
                found.append(Violation("GA-TUR-1", "not-at-an-end", {"pebble": pebble}))
            if neighbours(pebble, last):
                facts = {"pebble": pebble, "last": last}
                found.append(Violation("GA-TUR-2", "neighbour", facts))
        return tuple(found)

    def apply(self, state: State, move: Move, events: list[Event] | None = None) -> State:
        row, taken, seat, last = state
        assert seat is not None
        other = 1 - seat
        if move == PASS:  # GA-TUR-3: and the other player is free to take what there is
            if events is not None:
                ends = sorted({row[0], row[-1]})
                events.append(Event("GA-TUR-3", "pass", seat, {"pebbles": ends, "last": last}))
            return State(row, taken, other)
        pebble = move.pebble
        row = row[1:] if pebble == row[0] else row[:-1]
        mine = (*taken[seat], pebble)
        taken = (mine, taken[1]) if seat == 0 else (taken[0], mine)
        if events is not None:
            facts = {"pebble": pebble, "sum": sum(mine)}
            events.append(Event("GA-TUR-1", "take", seat, facts))
        if row:
            return State(row, taken, other, pebble)
        after = State(row, taken, None, pebble)
        if events is not None:
            scores, (winner,) = self._result(after)
            facts = {"best": max(scores), "worst": min(scores)}
            events.append(Event("GA-END-1", "win", winner, facts))
        return after

    # --- The end --------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        return self._result(state) if state.turn is None else None

    def _result(self, state: State) -> Outcome:
        first, second = map(sum, state.taken)  # GA-END-1; never equal: GA-END-2
        return Outcome((first, second), (0 if first > second else 1,))

    # --- Writing --------------------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        if text == "pass":
            return PASS
        if text.isascii() and text.isdigit() and len(text) <= 3 and text[0] != "0":
            return Move(int(text))  # 12 can be written too: `refusals` says what is wrong with it
        raise Unreadable(text)

    def format(self, move: Move) -> str:
        return "pass" if move == PASS else str(move.pebble)

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        return ("say:pass",) if move == PASS else (f"pebble:{move.pebble}",)

    def moves(self, state: State) -> Iterable[Move]:
        return (*map(Move, PEBBLES), PASS)

    def governing(self, state: State) -> str:
        return "GA-END-1" if state.turn is None else "GA-TUR-1"

    def census(self, state: State) -> Mapping[str, Any]:
        return {"pebbles": sorted(sum(state.taken, state.row))}

    # --- Positions ------------------------------------------------------------------------------

    def to_position(self, state: State) -> dict[str, Any] | None:
        if state.turn is None:
            return None
        taken = [list(pebbles) for pebbles in state.taken]
        return {"row": list(state.row), "taken": taken, "turn": state.turn, "last": state.last}

    def from_position(
        self, players: int, options: Mapping[str, Any], position: Mapping[str, Any]
    ) -> State:
        check_fields("position", position, ("row", "taken", "turn", "last"))
        row, taken, turn, last = (position[name] for name in ("row", "taken", "turn", "last"))
        if not isinstance(taken, list) or len(taken) != players:
            raise BadRecord("position.taken", f"must be two lists, not {quoted(taken)}")
        places = {f"position.taken[{seat}]": pebbles for seat, pebbles in enumerate(taken)}
        check_pebbles("position", {"position.row": row, **places})
        if not row:
            raise BadRecord("position.row", "is empty: that game is over", "GA-END-1")
        if type(turn) is not int or turn not in (0, 1):
            raise BadRecord("position.turn", f"must be 0 or 1, not {quoted(turn)}", "GA-SET-2")
        if type(last) is not int or last not in (0, *taken[1 - turn][-1:]):
            problem = f"must be what seat {1 - turn} took last, or 0, not {quoted(last)}"
            raise BadRecord("position.last", problem, "GA-TUR-2")
        return State(tuple(row), tuple(map(tuple, taken)), turn, last)


# --- The door: what comes from a file is checked once, here -------------------------------------


def check_fields(where: str, table: Mapping[str, Any], fields: tuple[str, ...]) -> None:
    for name in table:
        if name not in fields:
            raise BadRecord(f"{where}.{name}", f"galets has {', '.join(fields)} here")
    for name in fields:
        if name not in table:
            raise BadRecord(f"{where}.{name}", "this field is missing")


def check_pebbles(where: str, places: Mapping[str, Any]) -> None:
    """Every pebble lies in one of these places, and in one only."""
    seen: set[int] = set()
    for place, pebbles in places.items():
        if not isinstance(pebbles, list):
            raise BadRecord(place, f"must be a list of pebbles, not {quoted(pebbles)}", "GA-MAT-1")
        for i, pebble in enumerate(pebbles):
            if type(pebble) is not int or pebble not in PEBBLES:
                problem = f"a pebble is a number from 1 to 9, not {quoted(pebble)}"
                raise BadRecord(f"{place}[{i}]", problem, "GA-MAT-1")
            if pebble in seen:
                raise BadRecord(f"{place}[{i}]", f"{pebble} lies there twice", "GA-MAT-1")
            seen.add(pebble)
    missing = [pebble for pebble in PEBBLES if pebble not in seen]
    if missing:
        raise BadRecord(where, f"where is {', '.join(map(str, missing))}?", "GA-MAT-1")
