"""Exercises that find out whether somebody has a given misconception.

A learner who has one is found out only if an exercise offers it: as a wrong option, as a sentence
that would be true, as a move that would be legal. Which moments offer which misconceptions is
looked up once, among the positions of the index, and kept in `probes.json` in the game's folder
(`make practice`; a test compares): [rule, kind, contrast, [players, number of the game, ply],
misconceptions].
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from . import source
from .model import breaking, subject
from .source import Moment

if TYPE_CHECKING:
    from escale.engine.game import Game

FILE = "probes.json"
MOST = 4  #: moments kept for a misconception, a rule and a kind
TRIES = 3  #: moments looked at for an exercise that offers what is wanted
Body = dict[str, Any]


class Probe(NamedTuple):
    """A moment where exercises of this rule and kind can offer these misconceptions."""

    rule: str
    kind: str
    contrast: bool
    moment: Moment
    ideas: tuple[str, ...]


def scan(game: Game[Any, Any], kinds: Mapping[str, ModuleType]) -> list[Probe]:
    """Look through the positions of the index: which misconceptions can be offered where?

    One whose answer is always that of another one, about another rule, is looked for once more.
    """
    kept = _kept(game, [*_found(game, kinds, shared=False)])
    offered = {idea for probe in kept for idea in probe.ideas}
    missing = {idea.id for idea in subject(game).ideas()} - offered
    more = [
        probe._replace(ideas=tuple(idea for idea in probe.ideas if idea in missing))
        for probe in _found(game, kinds, shared=True)
        if missing & {*probe.ideas}
    ]
    return sorted([*kept, *_kept(game, more)])


def _found(
    game: Game[Any, Any], kinds: Mapping[str, ModuleType], *, shared: bool
) -> Iterator[Probe]:
    for rule, by_kind in source.index(game).items():
        for kind, both in by_kind.items():
            for contrast, moments in zip((False, True), both, strict=True):
                for moment in moments:
                    at = source.moment(game, tuple(moment))  # type: ignore[arg-type]
                    ideas = tuple(sorted({*kinds[kind].offered(at, rule, contrast, shared)}))
                    if ideas:
                        yield Probe(rule, kind, contrast, moment, ideas)


def _kept(game: Game[Any, Any], found: list[Probe]) -> list[Probe]:
    """A few for each; those first that offer most at once: then few exercises find out much."""
    Random(f"escale/probes/{game.id}").shuffle(found)
    found.sort(key=lambda probe: -len(probe.ideas))
    count: dict[tuple[str, str, str], int] = {}
    kept = []
    for probe in found:
        keys = [(probe.rule, probe.kind, idea) for idea in probe.ideas]
        if any(count.get(key, 0) < MOST for key in keys):
            kept.append(probe)
            for key in keys:
                count[key] = count.get(key, 0) + 1
    return kept


def written(found: Sequence[Probe]) -> str:
    """Probes as they are kept: a line each."""
    lines = (json.dumps(probe, separators=(",", ":")) for probe in found)
    return "[\n" + ",\n".join(lines) + "\n]\n"


@cache
def known(game: Game[Any, Any]) -> Mapping[str, tuple[Probe, ...]]:
    """The probes of a game by the rule that is practised; none where none are kept."""
    kept = files(game.package).joinpath(FILE)
    found: dict[str, list[Probe]] = {}
    for rule, kind, contrast, moment, ideas in json.loads(
        kept.read_text("utf-8") if kept.is_file() else "[]"
    ):
        found.setdefault(rule, []).append(Probe(rule, kind, contrast, tuple(moment), tuple(ideas)))
    return {rule: tuple(probes) for rule, probes in found.items()}


def ideas(game: Game[Any, Any]) -> dict[str, list[str]]:
    """By rule, the misconceptions about it that some exercise can offer."""
    offered = {idea for probes in known(game).values() for p in probes for idea in p.ideas}
    found: dict[str, list[str]] = {}
    for idea in subject(game).ideas() if offered else ():
        if idea.id in offered:
            found.setdefault(idea.rule, []).append(idea.id)
    return found


def offers(game: Game[Any, Any], exercise: Body) -> list[str]:
    """The misconceptions with which this exercise is answered wrongly."""
    if exercise["kind"] == "spot":
        return [exercise["misconception"]]
    if exercise["kind"] == "why":
        idea = breaking(game).get(exercise["because"][0])
        return [idea] if idea else []
    given = (option["misconception"] for option in exercise.get("options", ()))
    return [*dict.fromkeys(filter(None, given))]


def offering(
    game: Game[Any, Any],
    kinds: Mapping[str, ModuleType],
    rule: str,
    wanted: Sequence[str],
    rng: Random,
) -> Iterator[tuple[Probe, Body]]:
    """Exercises of that rule that offer what is wanted, each better than the one before."""
    probes = [(_worth(p, wanted), rng.random(), p) for p in known(game).get(rule, ())]
    best: tuple[int, int] = (0, 0)
    for _, _, probe in sorted(probes, reverse=True)[:TRIES]:
        if not {*probe.ideas} & {*wanted}:
            return
        at = source.moment(game, probe.moment)
        made = kinds[probe.kind].make(at, rule, probe.contrast, rng, wanted)
        for told, body in made:
            offered = offers(game, body | {"kind": probe.kind})
            worth = (len({*offered} & {*wanted}), -told)
            if worth[0] and worth > best:
                best = worth
                yield probe, body
            if worth[1] == 0 and worth[0] >= min(2, _worth(probe, wanted)):
                return


def _worth(probe: Probe, wanted: Sequence[str]) -> int:
    return len({*probe.ideas} & {*wanted})
