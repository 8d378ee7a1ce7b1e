"""What a game's opponents know (`knowledge.py`): words in every language, legal moves, chances.

The contract is at the top of `escale/players/knowledge.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import signature
from random import Random
from typing import Any

from escale.engine.errors import quoted
from escale.engine.game import CHANCE, Event
from escale.players.knowledge import Knowledge, knowledge
from escale.players.levels import LEVELS, known
from escale.players.tempers import problems as temper_problems
from escale.teach.languages import REQUIRED

from .findings import BOX, belongs_to
from .inspection import Inspection, Problems, Spot, breakdown
from .telling import can_be_said

OFTEN = 0.15  # of the moments at which opponents are asked, besides the first
MOVES = 4  # whose foresights are said, in one moment


@belongs_to(BOX)
def knowledge_can_be_read(of: Inspection) -> Problems:
    try:
        know = knowledge(of.game)
    except Exception as error:
        yield f"knowledge.py cannot be imported: {breakdown(error)}"
        return
    yield from _words_are_there("SAYS", know.says)
    yield from _words_are_there("MISTAKES", know.mistakes)
    names = [name for name, level in LEVELS.items() if level.known]
    for name in know.says if isinstance(know.says, Mapping) else ():
        if name not in known(of.game):
            yield (
                f"knowledge.py: SAYS speaks for {quoted(name)}, but there is no function of that "
                f"name; the levels are {' and '.join(names)}"
            )
    if type(know.playouts) is not int or know.playouts < 1:
        yield f"knowledge.py: PLAYOUTS is a whole number above 0, not {quoted(know.playouts)}"
    if (know.rest is None) != (know.chances is None):
        yield "knowledge.py: rest(start, state) and chances(state) go together: one is missing"


def _words_are_there(table: str, found: Any) -> Problems:
    if not isinstance(found, Mapping):
        yield f"knowledge.py: {table} is a table of names and words, not {quoted(found)}"
        return
    for name, entry in found.items():
        for lang in REQUIRED:
            said = entry.get(lang) if isinstance(entry, Mapping) else None
            if not isinstance(said, str) or not said.strip():
                yield f"knowledge.py: {table}[{name!r}] says nothing in {lang}"


def levels_that_say_nothing(of: Inspection) -> Problems:
    silent = [name for name in known(of.game) if name not in knowledge(of.game).says]
    if silent:
        yield f"has levels of which SAYS in knowledge.py says nothing: {', '.join(silent)}"


@belongs_to(BOX)
def tempers_are_complete(of: Inspection) -> Problems:
    try:
        know = knowledge(of.game)
    except Exception:  # told by `knowledge_can_be_read`
        return
    for problem in temper_problems(of.game, REQUIRED):
        yield f"knowledge.py: {problem}"
    if know.tempers:
        for name, decide in known(of.game).items():
            takes = signature(decide).parameters.values()
            if len([one for one in takes if one.kind == one.POSITIONAL_OR_KEYWORD]) < 4:
                yield f"knowledge.py: {name} must take a temper, {name}(view, legal, rng, temper)"


@belongs_to(BOX)
def opponents_play_by_the_rules(at: Spot) -> Problems:
    """Whatever the knowledge answers is a legal move, a state, or shares of the win."""
    if at.actor is None or at.actor == CHANCE or not at.legal:
        return
    rng = _rng(at)
    if at.match.ply and rng.random() > OFTEN:
        return
    know, decide = _known(at)
    if know is None:
        return
    seat, view = at.actor, at.game.view(at.state, at.actor)
    chosen: dict[str, Callable[[], Any]] = {
        name: partial(level, view, at.legal, rng) for name, level in decide.items()
    }
    for name in ("quick", "keen"):
        if (function := getattr(know, name)) is not None:
            chosen[name] = partial(function, at.state, seat, at.legal, rng)
    for name, choose in chosen.items():
        move = choose()
        if move not in at.legal:
            yield f"knowledge.py: {name} plays {quoted(move)}, which is not legal"
    if know.order is not None:
        ordered = know.order(view, at.legal)
        if not ordered or not set(ordered) <= set(at.legal):
            yield f"knowledge.py: order must give legal moves, best first, not {quoted(ordered)}"
    if know.guess is not None:
        world = know.guess(view, rng)
        if at.game.mask(world, seat) != view.state:
            yield "knowledge.py: guess draws a state that does not fit what the view shows"


@belongs_to(BOX)
def chances_are_shares(at: Spot) -> Problems:
    """At a moment of rest every seat has its share of the win."""
    know, _ = _known(at)
    if know is None or know.chances is None or know.rest is None or at.actor is None:
        return
    start = at.match.state_at(max(0, at.match.ply - 1 - _rng(at).randrange(8)))
    if at.match.ply and not know.rest(start, at.state):
        return
    shares = know.chances(at.state)
    if not isinstance(shares, Sequence) or len(shares) != len(at.seats):
        yield f"knowledge.py: chances must give one share a seat, not {quoted(shares)}"
    elif not all(isinstance(share, (int, float)) and 0 <= share <= 1.000001 for share in shares):
        yield f"knowledge.py: a share of the win is from 0 to 1, not {quoted(shares)}"
    elif not math.isclose(sum(shares), 1, abs_tol=1e-6):
        yield f"knowledge.py: the shares of the win add up to {sum(shares):g}, not to 1"


@belongs_to(BOX)
def foresights_can_be_said(at: Spot) -> Problems:
    """What hints and the look back may say of a move, to whoever plays it and to the others."""
    know, _ = _known(at)
    if know is None or know.foresee is None or at.actor is None or at.actor == CHANCE:
        return
    rng = _rng(at)
    if at.match.ply and rng.random() > OFTEN:
        return
    view = at.game.view(at.state, at.actor)
    for move in rng.sample(at.legal, min(MOVES, len(at.legal))):
        for event in know.foresee(view, move):
            yield from _foresight_can_be_said(at, event)


def _foresight_can_be_said(at: Spot, event: Event) -> Problems:
    speech, once = at.of.speech, f"foresight {event!r}"
    if speech is None or once in at.of.said:
        return
    at.of.said.add(once)
    at.of.spoken.add(("foresight", event.kind))
    if at.of.rules is not None and event.rule not in at.of.rules:
        yield f"the foresight {event.kind!r} cites {event.rule}, which is not in rulebook.toml"
    for reader in at.viewers:
        for lang in REQUIRED:
            for look in (False, True):
                say = partial(speech.foresight, event, lang, at.match.players, reader, look)
                name = f"foresight.{event.kind}" + (" look" if look else "")
                yield from can_be_said(name, lang, say)


def _rng(at: Spot) -> Random:
    """Random numbers of their own: with or without opponents, the same games are played."""
    return Random(f"{len(at.seats)} {at.match.ply} {at.match.seed}")


def _known(at: Spot) -> tuple[Knowledge | None, Mapping[str, Callable[..., Any]]]:
    try:
        return knowledge(at.game), known(at.game)
    except Exception:  # told by `knowledge_can_be_read`
        return None, {}
