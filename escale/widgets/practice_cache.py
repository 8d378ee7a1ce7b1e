"""Exercises packed for the page: a few a rule, made beforehand where that is possible.

Like the frames of lessons they are in the wheel (`practice-frames.json` in the folder of a game,
written by `hatch_build.py`, with the same stamp), so that practice starts when a page is painted.
Without the file nothing is made in advance: the page asks its kernel for an exercise when it wants
one, which takes a moment each.

Needs the standard library only: it also runs where a wheel is built.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.draw.scene import scenes
from escale.engine.errors import BadOption, quoted
from escale.session import words
from escale.session.box import layout_entry
from escale.session.frames import Json
from escale.teach.exercises import Exercise, ideas, known, not_exercised, offers, practice, probe
from escale.teach.languages import REQUIRED
from escale.teach.rulebook import rulebook

from . import practice_frames
from .lesson_cache import PRACTICE, pack, packed_box, stamp

if TYPE_CHECKING:
    from escale.engine.game import Game

FEW = 2  #: exercises a rule that come with a page
REDRAWS = 6  #: until one of a rule's exercises asks something else than another
FIRST = 3  #: made at once where nothing is prepared: as many as one looks at before more are there


class Prepared(NamedTuple):
    """Practice as it goes to the page."""

    game: Game[Any, Any]
    box: bytes
    data: bytes


def rules(game: Game[Any, Any]) -> list[str]:
    """The rules that can be practised, in the order of the rulebook."""
    exercised = known(game)
    return [rule for rule in rulebook(game).rules if rule in exercised]


def check_rule(game: Game[Any, Any], rule: str | None) -> str:
    """A rule that can be practised, or "" for all of them; raises `BadOption` with the reason."""
    if rule is None:
        if not rules(game):
            raise BadOption("game", f"{game.id} has no exercises")
        return ""
    if rule not in rulebook(game).rules:
        raise BadOption("rule", f"{game.id} has no rule {quoted(rule)}")
    if rule not in known(game):
        reason = not_exercised(game).get(rule, "nothing about it can be got wrong by a move")
        raise BadOption("rule", f"{rule} has no exercises: {reason}")
    return rule


def prepared(game: Game[Any, Any], rule: str = "") -> Prepared:
    """What practice of a game begins with, from the wheel or made now."""
    return Prepared(game, packed_box(game, game.seats[-1]), _kept(game) or _made(game, rule))


def from_wheel(game: Game[Any, Any]) -> bool:
    """Is a whole stock of exercises there?"""
    return _kept(game) is not None


def exercise(game: Game[Any, Any], rule: str, seed: int, wanted: Sequence[str] = ()) -> Json:
    """One exercise for a rule, as the page gets it; `wanted` are misconceptions to offer."""
    return practice_frames.page(probe(game, rule, wanted, seed))


@cache
def _made(game: Game[Any, Any], rule: str) -> bytes:
    """With a few exercises: of the rule that is asked for, or of any."""
    found = islice(practice(game, rule=rule or None, seed=0), FIRST)
    return pack(data(game, [practice_frames.page(one) for one in found]))


def data(game: Game[Any, Any], exercises: list[Json]) -> Json:
    """What the page needs of a game, with these exercises."""
    layouts = {
        players: [layout_entry(layout) for layout in scenes(game).layouts(players)]
        for players in game.seats
    }
    what = {"game": game.id, "rules": rules(game), "rule": "", "layouts": layouts}
    return what | {"ideas": ideas(game), "stock": columns(exercises)}


def columns(exercises: list[Json]) -> Json:
    """A table of exercises by column: what is alike stands together, and packs to two thirds."""
    names = dict.fromkeys(name for one in exercises for name in one)
    return {name: [one.get(name) for one in exercises] for name in names}


# --- The file -------------------------------------------------------------------------------------


def stock(game: Game[Any, Any]) -> Iterator[Exercise]:
    """A few exercises for every rule, which offer as many misconceptions as they can.

    A rule is asked about twice in the same words or way only if nothing else is found.
    """
    offered: set[str] = set()
    every = [idea for found in ideas(game).values() for idea in found]
    for rule in rules(game):
        own = ideas(game).get(rule, [])
        asked: set[str] = set()
        ways: list[str] = []
        for number in range(FEW):
            wanted = [one for one in own if one not in offered]
            wanted = wanted or [i for i in every if i not in offered]
            drawn = [probe(game, rule, wanted, number)]
            while drawn[-1]["question"][REQUIRED[0]] in asked and len(drawn) < REDRAWS:
                drawn.append(probe(game, rule, wanted, number + FEW * len(drawn)))
            one = drawn[-1]
            if number and not {*offers(one)} & {*own} - offered:
                one = _another_way(game, rule, [*ways, practice_frames.form(one)], number) or one
            ways.append(practice_frames.form(one))
            if one["kind"] != "spot":  # what differs there are the sentences
                asked.add(one["question"][REQUIRED[0]])
            offered.update(offers(one))
            yield one


def _another_way(game: Game[Any, Any], rule: str, ways: list[str], seed: int) -> Exercise | None:
    """An exercise that is asked in another way than these, if the last of them is no new one."""
    if ways[-1] not in ways[:-1]:
        return None
    drawn = islice(practice(game, rule=rule, seed=seed), REDRAWS)
    return next((one for one in drawn if practice_frames.form(one) not in ways), None)


def stock_file(game: Game[Any, Any]) -> str:
    """A few exercises for every rule, as `practice-frames.json` keeps them."""
    packed = b64encode(pack(data(game, [*map(practice_frames.page, stock(game))]))).decode("ascii")
    return words.written({"stamp": stamp(game), "practice": packed})


@cache
def _kept(game: Game[Any, Any]) -> bytes | None:
    """The file's, if it is there and nothing has changed since it was written."""
    try:
        kept: Json = json.loads(files(game.package).joinpath(PRACTICE).read_text("utf-8"))
    except OSError:
        return None
    return b64decode(kept["practice"]) if kept["stamp"] == stamp(game) else None
