"""The questions about Dominos Florentins: what happens now, what may be done, what to reach.

They come from a moment of a game. What people get wrong is in `misconceptions`, sentences that are
told wrongly are in `retold`, the words in `practice.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from escale.engine.game import Event
from escale.teach.exercises.model import (
    Answer,
    At,
    Case,
    Goal,
    Tempting,
    case,
)

from . import deck as decks
from .deck import COLOURS
from .misconceptions import (
    BREAKS,
    CLOSING,
    FORBIDDING,
    GAMES,
    OTHERS,
    asked_who_wins,
    gems_of,
    ideas,
)
from .moves import Black, Lay, Move, Pass, Placement
from .retold import altered
from .rules import BLACK, HANDS, STOCK, State
from .spaces import CELLS, EDGES, MIDDLE

__all__ = [
    "BREAKS",
    "FORBIDDING",
    "GAMES",
    "altered",
    "asked",
    "goals",
    "ideas",
    "move_words",
    "refused",
    "tempting",
]


# --- What happens now -----------------------------------------------------------------------------


def asked(at: At) -> Iterator[Case]:
    closes = [event for event in at.events if event.kind == "close"]
    if closes:
        yield from _asked_gems(at, closes)
    if at.game.actor(at.after) is None:
        yield from _asked_scores(at)
        yield from asked_who_wins(at)
    elif at.ply % 5 == 0 or at.after.phase != at.before.phase:
        yield from _asked_whose_turn(at)


def gems(kind: str, count: int, **facts: Any) -> Answer:
    if not count and kind == "close":
        return Answer({"never": kind, **facts}, "nothing", {})
    return Answer({"event": kind, "gems": count, **facts}, "gems", {"gems": count})


def _asked_gems(at: At, closes: Sequence[Event]) -> Iterator[Case]:
    """How many gems does this card bring in?"""
    for event in closes:
        colour, count = event.facts["colour"], event.facts["gems"]
        if sum(e.facts["colour"] == colour for e in closes) > 1:
            continue
        if count == 1 and at.ply % 6:
            continue  # most bring one gem: asked about each time, it would be the answer to guess
        answers = []
        for idea, closed in CLOSING:
            gained = gems_of(at.after, colour, closed) - gems_of(at.before, colour, closed)
            answers.append((idea, gems("close", max(0, gained), colour=colour)))
        others = [
            gems("close", count + n, colour=colour) for n in (-2, -1, 1, 2, 3, 4) if count + n >= 0
        ]
        right = gems("close", count, colour=colour)
        rules = ("DF-SCO-2",)
        yield case("close", {"colour": colour}, right, rules, answers, others)


def _asked_scores(at: At) -> Iterator[Case]:
    for event in at.events:
        if event.kind != "score":
            continue
        seat, colour, count = event.seat, event.facts["colour"], event.facts["gems"]
        answers = [
            (idea, gems("score", gems_of(at.after, colour, closed), seat=seat))
            for idea, closed in CLOSING
        ]
        answers += [(OTHERS["unused-colours-count"], gems("score", count, seat=seat))]
        others = [
            gems("score", count + n, seat=seat) for n in (-3, -2, -1, 1, 2, 3) if count + n >= 0
        ]
        right = gems("score", count, seat=seat)
        facts = {"seat": seat, "colour": colour}
        yield case("score", facts, right, ("DF-SCO-3",), answers, others)


def _asked_whose_turn(at: At) -> Iterator[Case]:
    if at.players < 4:
        return

    def turn(seat: int) -> Answer:
        return Answer({"next": seat}, "player", {"seat": seat})

    begins = at.after.phase == BLACK != at.before.phase
    right = turn(at.after.turn)
    beliefs = [
        (OTHERS["other-way-round"], right if begins else turn((at.seat - 1) % at.players)),
        (OTHERS["youngest-decides-first"], turn(0) if begins else right),
        (OTHERS["plays-again"], right),
    ]
    if isinstance(at.move, Lay) and not begins:  # four seats are too few for two misconceptions
        beliefs = [(OTHERS["plays-again"], turn(at.seat))]
    others = [turn(seat) for seat in range(at.players)]
    rule = "DF-BLA-3" if at.after.phase == BLACK else "DF-SET-5"
    ask = "decides" if begins else "turn"
    yield case(ask, {"seat": at.seat}, right, (rule,), beliefs, others)


# --- What may be done, and why not ----------------------------------------------------------------


def _candidates(at: At) -> list[Move]:
    """Moves that somebody might think of: some of the cards in sight, here and there."""
    state, seat = at.before, at.seat
    rng = Random(f"{at.ply}/{state.placed}")
    deck = decks.find(state.deck)
    mine = [card for card in state.hands[seat] if card]
    cards = [
        *rng.sample(mine, min(3, len(mine))),
        *rng.sample(state.stock, min(3, len(state.stock))),
    ]
    open_cells = [opening[:2] for opening in state.openings]
    cells = [*rng.sample(open_cells, min(8, len(open_cells)))]
    free = [name for cell, name in enumerate(CELLS) if not state.placed[cell] and name not in cells]
    cells += rng.sample(free, min(6, len(free)))
    found: list[Move] = [
        Placement(lie, cell)
        for card in cards
        for cell in cells
        for lie in rng.sample(deck.turns[card], min(3, len(deck.turns[card])))
    ]
    found += [Lay(card) for card in cards]
    edges = [*EDGES]
    found += [Black(edge) for edge in (edges if state.phase == BLACK else rng.sample(edges, 2))]
    if state.phase != BLACK or rng.random() < 0.3:  # always legal there: seldom shown
        found.append(Pass())
    return found


@lru_cache(maxsize=16)
def _judged(at: At) -> tuple[tuple[Move, str], ...]:
    """Those moves with the one rule that refuses them, "" where they are legal."""
    if at.ply % 3 and at.before.phase == HANDS and at.before.placed[MIDDLE]:
        return ()
    found = []
    for move in _candidates(at):
        rules = {v.rule for v in at.game.refusals(at.before, at.seat, move)}
        if len(rules) < 2:
            found.append((move, next(iter(rules), "")))
    return tuple(found)


def tempting(at: At) -> Iterator[Tempting]:
    judged, state = _judged(at), at.before
    rules = {rule for _, rule in judged if rule in BREAKS}
    rules |= {"DF-PLA-4", "DF-PLA-5"} if state.phase == HANDS and state.placed[MIDDLE] else set()
    # Before the pile is empty, the cards that lie open are not yet anybody's.
    rules |= {"DF-OPE-2"} if state.stock and state.phase in (HANDS, STOCK) else set()
    for move, refusing in judged:
        decides = refusing or _permits(state, move)
        if refusing and refusing not in BREAKS:
            continue
        for rule in sorted(rules):  # a set has another order in another process
            if rule == decides:
                yield Tempting(move, rule, False, OTHERS[BREAKS.get(rule) or PERMITS[rule]])
            else:
                yield Tempting(move, rule, True)


#: The misconception by which somebody would not make a move that this rule allows.
PERMITS = {"DF-PLA-4": "no-turning", "DF-PLA-5": "only-when-stuck", "DF-OPE-2": "only-own-cards"}


def _permits(state: State, move: Move) -> str:
    """The permission that a legal move makes use of."""
    if isinstance(move, Lay):
        return "DF-PLA-5"
    if isinstance(move, Placement):
        if state.phase == STOCK:
            return "DF-OPE-2"
        return "DF-PLA-4" if decks.name_of(move.lie) != move.lie else ""
    return ""


def refused(at: At) -> Iterator[Move]:
    yield from (move for move, rule in _judged(at) if rule in FORBIDDING)


def move_words(at: At, move: Move) -> tuple[str, Mapping[str, Any]]:
    if isinstance(move, Black):
        cell = CELLS[EDGES[move.edge] >> 2]
        return f"black-{move.edge[0]}", {"cell": cell}
    if isinstance(move, Pass):
        return "pass", {}
    lie = move.lie if isinstance(move, Placement) else move.card
    sides = dict(zip(("north", "east", "south", "west"), map(COLOURS.get, lie[:4]), strict=True))
    if isinstance(move, Placement):
        return "place", {**sides, "cell": move.cell}
    return "discard", sides


# --- What to reach --------------------------------------------------------------------------------


def goals(at: At) -> Iterator[Goal]:
    """Close a space, connect two neighbours, complete the cross."""
    if at.ply % 4 and at.before.phase != BLACK:
        return
    found: dict[tuple[str, str], str] = {}
    for move in at.game.legal(at.before, at.seat):
        told: list[Event] = []
        at.game.apply(at.before, move, told)
        for event in told:
            if event.kind in ("close", "join"):
                found[event.kind, event.facts["colour"]] = event.rule
            elif event.kind == "cross-complete":
                found[event.kind, ""] = event.rule
    rules = {*found.values()}
    for (kind, colour), rule in sorted(found.items()):
        goal = {"event": kind, "colour": colour} if colour else {"event": kind}
        practised = {other: other != rule for other in rules}
        if len(rules) == 1:  # nothing else is near: the neighbouring rule is
            practised |= {other: True for other in ("DF-SCO-1", "DF-SCO-2") if other != rule}
        yield Goal(goal, kind, {"colour": colour} if colour else {}, practised, (rule,))
