"""Every moment: nothing gets lost, and nobody learns what they may not know."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from escale.engine.errors import BadRecord, quoted
from escale.engine.game import Event, Game
from escale.engine.match import Match

from .inspection import Inspection, Problems, Spot, difference, rule_is_known, who


def nothing_is_lost(at: Spot) -> Problems:
    census = at.game.census(at.state)
    if not census:
        yield "census counts nothing: it must count everything in the box"
    start = at.game.census(at.match.state_at(0))
    for name in sorted({*census, *start}):
        if census.get(name) != start.get(name):
            yield f"census: {name} was {quoted(start.get(name))}, is {quoted(census.get(name))}"


def a_rule_governs(at: Spot) -> Problems:
    yield from rule_is_known(at.of, at.game.governing(at.state), "governing")


def positions_round_trip(at: Spot) -> Problems:
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
        yield f"from_position does not bring back the state: {difference(at.state, state)}"


def views_hide_what_they_should(at: Spot) -> Problems:
    """Resampling what is hidden changes no view and no legal move."""
    game, state = at.game, at.state
    for seat in at.viewers:
        view = game.view(state, seat)
        if (view.game, view.seat) != (game.id, seat):
            yield f"the view of {who(seat)} says that it is of {view.game}, {who(view.seat)}"
        if not game.secrets:
            if view.state != state:
                yield "mask hides something, but the game says `secrets = False`"
            continue
        if game.mask(view.state, seat) != view.state:
            yield f"masking twice for {who(seat)} gives more than masking once"
        world = game.determinize(view, at.rng)
        if view.state != state:
            at.of.noted.add("hidden")
        if world != state:
            at.of.noted.add("resampled")
        if game.mask(world, seat) != view.state:
            part = difference(view.state, game.mask(world, seat))
            yield f"determinize draws a state that looks different to {who(seat)}: {part}"
        if game.actor(world) != at.actor:
            yield f"determinize changes whose move it is, for {who(seat)}"
        elif at.actor is not None:
            knows = seat == at.actor or game.open_to(state, seat, at.actor)
            if knows and game.legal(world, at.actor) != at.legal:
                yield (
                    f"{who(seat)} may know what {who(at.actor)} may do, but that depends on what "
                    "is hidden: write open_to(state, seat, other), which says whether `seat` may "
                    "know what `other` may do"
                )
        if game.census(world) != game.census(state):
            yield f"determinize loses or invents something, for {who(seat)}"
        yield from moves_tell_no_secret(at, seat, world)


def moves_tell_no_secret(at: Spot, seat: int, world: Any) -> Problems:
    """Moves that look the same to a seat, in worlds that look the same, lead to the same view.

    Unless something was shown, by an event whose kind the game names in `reveals`: then whoever was
    shown the same has the same view.
    """
    game, state = at.game, at.state
    if at.actor is None:
        return
    seen: dict[str, tuple[str, Any, Any]] = {}
    showings: dict[str, list[Showing]] = {}
    for move in at.some(at.legal, 5):
        for start in (state, world):
            if move not in game.legal(start, at.actor):
                continue
            events: list[Event] = []
            after = game.apply(start, move, events)
            told = [event.seen_by(seat) for event in events]
            text = game.veil(move, at.actor, start, seat, after)
            view = game.mask(after, seat)
            if any(shown(event, game, seat) for event in events):
                what = [event for event in told if shown(event, game, seat)]
                rest = [event for event in told if not shown(event, game, seat)]
                now = Showing(text, what, rest, view)
                yield from shows_what_it_says(at, seat, now, showings.setdefault(text, []))
                continue
            name, *known = seen.setdefault(text, (game.format(move), view, told))
            both = f"{name} and {game.format(move)} look the same to {who(seat)} ({text})"
            if view != known[0]:
                part = difference(known[0], view)
                yield f"{both}, but its view then tells them apart: {part}"
            elif told != known[1]:
                yield f"{both}, but an event tells them apart: {quoted(told)}"


class Showing(NamedTuple):
    """What a seat learns from a move that shows something hidden."""

    text: str  #: the move, as this seat may read it
    what: list[Event]  #: those of `reveals`, as far as this seat hears them
    rest: list[Event]
    view: Any  #: what it sees then


def shows_what_it_says(at: Spot, seat: int, now: Showing, before: list[Showing]) -> Problems:
    """A view opens what was shown and no more, and what was told to all stays to be seen."""
    for then in before:
        if then.what == now.what:
            note_what_is_told_besides(at, seat, then, now)
            if then.view != now.view:
                yield (
                    f"after {now.text} the view of {who(seat)} tells more than the events of "
                    f"`reveals`: {difference(then.view, now.view)}. Let mask blank it out; or, if "
                    "an event shows it, let it stand in the facts of that event"
                )
        elif then.view == now.view:
            note_what_is_not_seen_then(at, then, now)
    before.append(now)


def note_what_is_told_besides(at: Spot, seat: int, then: Showing, now: Showing) -> None:
    """Where something was shown, the same was shown: then nothing else may tell more."""
    for one, other in zip(then.rest, now.rest, strict=False):
        if one.kind == other.kind and one != other:
            at.of.doubt(
                f"tells {who(seat)} more than is shown: beside the events of `reveals` an event "
                f"{one.kind!r} differs with what is hidden ({quoted(dict(one.facts))} and "
                f"{quoted(dict(other.facts))}). Name its facts in `secret`"
            )
            return


def note_what_is_not_seen_then(at: Spot, then: Showing, now: Showing) -> None:
    """Different things were told, and the table looks the same: should they have been told?"""
    for one, other in zip(then.what, now.what, strict=False):
        if one.kind == other.kind and one.facts != other.facts:
            names = [name for name in one.facts if one.facts[name] != other.facts.get(name)]
            at.of.doubt(
                f"tells by an event {one.kind!r} what the view of who hears it does not show then: "
                f"{', '.join(names)}. What only its own seat may know stands in `secret`; what all "
                "may know, `mask` leaves open from then on"
            )
            return


def shown(event: Event, game: Game[Any, Any], seat: int) -> bool:
    return event.kind in game.reveals and (not event.secret or event.seat == seat)


def secrets_are_hidden_at_all(of: Inspection) -> Problems:
    if of.game.secrets:
        if "hidden" not in of.noted:
            yield "the game says `secrets = True`, but mask never hid anything"
        elif "resampled" not in of.noted:
            yield "determinize always drew the true state: does a view give it away?"
