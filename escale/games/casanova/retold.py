"""Moments of Casanova told wrongly, by somebody with a misconception."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from escale.engine.game import Event
from escale.teach.exercises.model import (
    Altered,
    At,
)

from .misconceptions import OTHERS, WINNING, Round, round_of, true_winners
from .rules import CLOCKWISE, ROUNDS


def altered(at: At) -> Iterator[Altered]:
    round_ = round_of(at)
    for index, event in enumerate(at.events):
        if round_ is not None and event.kind in ("win", "win-alone", "split", "nobody"):
            yield from _other_winners(at, round_, index)
        for id_, changed in _retold(at, event, round_):
            yield Altered(index, changed, OTHERS[id_])


def _other_winners(at: At, round_: Round, index: int) -> Iterator[Altered]:
    truth, cards = true_winners(at), {**round_.cards, **round_.folded}
    for idea, function in WINNING:
        seats = function(round_)
        if seats == truth or (not seats and len(round_.cards) == 1):
            continue
        facts: dict[str, Any] = {"massimo": round_.massimo, "coins": round_.table}
        if not seats:
            told = Event("CA-WIN-3", "nobody", None, facts)
            if any(card <= round_.massimo for card in round_.cards.values()):
                continue  # "every card is above" would be seen through at once
        elif len(seats) == 1:
            told = Event("CA-WIN-1", "win", seats[0], facts | {"card": cards[seats[0]]})
        else:
            share = round_.table // len(seats)
            facts |= {"card": cards[seats[0]], "seats": seats, "share": share}
            told = Event("CA-WIN-2", "split", None, facts)
        yield Altered(index, told, idea)


def _retold(at: At, event: Event, round_: Round | None) -> Iterator[tuple[str, Event]]:
    kind, seat, facts = event.kind, event.seat, event.facts
    if kind == "roll" and len(facts["faces"]) > 1:
        yield "highest-die", event._replace(facts=facts | {"massimo": max(facts["faces"])})
        if len({*facts["faces"]}) < len(facts["faces"]):
            twice = facts | {"massimo": 2 * facts["massimo"]}
            yield "doubles-count-twice", event._replace(facts=twice)
    elif kind in ("win", "win-alone") and round_ and 0 < round_.carried < facts["coins"]:
        id_ = "carried-stays" if kind == "win" else "carried-stays-alone"
        yield id_, event._replace(facts=facts | {"coins": facts["coins"] - round_.carried})
    elif kind == "carried":
        id_ = "carried-stays" if event.rule == "CA-WIN-4" else "carried-stays-alone"
        yield id_, event._replace(kind="carried-on")
    elif kind == "split" and facts["coins"] % len(facts["seats"]):
        yield "rounds-up", event._replace(facts=facts | {"share": facts["share"] + 1})
    elif kind == "turn-late":
        # Not that it is turned with the others: in the end it is, and when, is our ruling.
        yield (
            "folded-stays-hidden",
            event._replace(kind="hidden-on", facts={"seats": facts["seats"]}),
        )
    elif kind == "must-fold":
        yield "doubles-on-credit", Event("CA-RND-7", "call", seat, {})
        yield "doubles-on-credit", Event("CA-RND-7", "call-on-credit", seat, {})
    elif kind == "saved":
        yield "last-coin-lost", Event("CA-ELI-1", "eliminated", seat, {})
    elif kind == "eliminated":
        yield "on-credit", Event("CA-ELI-1", "credit", seat, {})
    elif kind == "next-round":
        yield from _other_rounds(at, event)
    elif kind == "last-round":
        yield "thirteen-rounds", Event("CA-RND-11", "next-round", CLOCKWISE[at.before.playing][
            at.before.active], {"round": ROUNDS + 1})  # fmt: skip
    elif kind == "one-left":
        [left] = [s for s in at.before.playing if at.after.coins[s]]
        later = {"round": at.before.round + 1}
        yield "plays-on-alone", Event("CA-RND-11", "next-round", left, later)
    elif kind == "win-game":
        last = [s for s in true_winners(at) if s != seat]
        if last and at.after.coins[last[0]]:
            coins = {"coins": at.after.coins[last[0]]}
            yield "last-round-decides", event._replace(seat=last[0], facts=coins)
        if at.after.table:
            coins = {"coins": facts["coins"] + at.after.table}
            yield "winner-takes-the-table", event._replace(facts=coins)
    elif kind == "share-game":
        first = Event("CA-END-2", "win-game", facts["seats"][0], {"coins": facts["coins"]})
        yield "earlier-seat", first


def _other_rounds(at: At, event: Event) -> Iterator[tuple[str, Event]]:
    active, players = at.before.active, at.players
    winners = true_winners(at)
    for id_, other in (
        ("winner-leads", winners[0] if winners else active),
        ("other-way-round", (active - 1) % players),
        ("nobody-is-skipped", (active + 1) % players),
    ):
        if other != event.seat:
            yield id_, event._replace(seat=other)
    if event.facts["round"] >= ROUNDS:
        ended = {"round": event.facts["round"] - 1}
        yield "ends-early", Event("CA-END-1", "last-round", None, ended)


def since(at: At) -> int:
    """Where a round is settled, its own moves: of an earlier one nothing is left on the table."""
    if round_of(at) is None:
        return 0
    return max(ply for ply in range(at.ply) if at.match.plies[ply].move.kind == "d")
