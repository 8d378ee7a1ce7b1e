"""The game itself: its names, its files of words, its options, and what it deals."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from inspect import signature
from random import Random
from typing import Any

from escale.engine.errors import BadRecord, quoted
from escale.engine.game import Game, unanswered
from escale.engine.toml import BadFile
from escale.teach.rulebook import rulebook
from escale.teach.texts import Texts, texts

from .findings import SAY, WRITE, belongs_to
from .inspection import Inspection, Problems, rule_is_known


def rule_ids(game: Game[Any, Any]) -> frozenset[str] | None:
    try:
        return frozenset(rulebook(game).rules)
    except Exception:  # told by `rulebook_is_complete`
        return None


def speech(game: Game[Any, Any]) -> Texts | None:
    try:
        return texts(game)
    except Exception:  # told by `texts_are_complete`
        return None


@belongs_to(WRITE, most=20)
def questions_are_answered(of: Inspection) -> Problems:
    """The to-do list of a game in the making."""
    for name in unanswered(of.game):
        method = getattr(Game, name)
        first = (method.__doc__ or "").strip().splitlines()[0]
        takes = ", ".join([*signature(method).parameters][1:])
        yield f"write {name}({takes}): {first}"


@belongs_to(WRITE)
def names_are_sound(of: Inspection) -> Problems:
    game = of.game
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", str(getattr(game, "id", ""))):
        yield "its id must be words of small letters with hyphens, like dolce-vita"
    if not re.fullmatch(r"[A-Z]{2,4}", str(getattr(game, "prefix", ""))):
        yield "its prefix must be two to four capital letters, like DV"
    seats = getattr(game, "seats", None)
    if not isinstance(seats, range) or not seats or seats[0] < 1:
        yield "its seats must be a range of numbers of players, like range(2, 5)"


@belongs_to(WRITE)
def rulebook_is_complete(of: Inspection) -> Problems:
    if of.rules is not None:
        return
    try:
        rulebook(of.game)
    except FileNotFoundError:
        yield f"rulebook.toml is missing beside the rules, in {of.game.package}"
    except BadFile as error:
        yield str(error)
    except ValueError as error:
        for problem in str(error).split("; "):
            yield f"rulebook.toml: {problem}"
    except (ImportError, TypeError) as error:
        yield f"rulebook.toml is not found: {error}"


@belongs_to(SAY)
def texts_are_complete(of: Inspection) -> Problems:
    if of.speech is not None:
        for problem in of.speech.problems():
            yield f"texts.toml: {problem}"
        known = set(of.speech.table.get("event", {}))
        for kind in sorted(of.game.reveals - known):
            yield f"reveals names the kind {kind!r}, but texts.toml has no [event.{kind}]"
        return
    try:
        texts(of.game)
    except FileNotFoundError:
        yield f"texts.toml is missing beside the rules, in {of.game.package}"
    except BadFile as error:
        yield str(error)
    except (ImportError, TypeError) as error:
        yield f"texts.toml cannot be read: {error}"


def options_are_sound(of: Inspection) -> Problems:
    for name, option in of.game.options.items():
        complaint = option.complaint(option.default)
        if complaint:
            yield f"option {name}: its default {option.default!r} {complaint}"
        if option.complaint(object()) is None:
            yield f"option {name}: takes anything at all"
        yield from rule_is_known(of, option.rule, f"option {name}")


def set_ups_are_repeatable(
    game: Game[Any, Any], players: int, options: Mapping[str, Any], seed: int
) -> Problems:
    chosen = {name: option.default for name, option in game.options.items()} | dict(options)
    setup = game.deal(players, chosen, Random(seed))
    if game.deal(players, chosen, Random(seed)) != setup:
        yield "deal gives two set-ups for one random seed: all chance must come from `rng`"
    written = json.dumps(setup)
    if json.loads(written) != setup:
        yield f"deal gives {quoted(setup)}, which JSON does not keep (lists, not tuples)"
    state = game.initial(players, chosen, setup)
    if json.dumps(setup) != written:
        yield "initial changes the set-up that it is given"
    if game.initial(players, chosen, json.loads(written)) != state:
        yield "initial gives another state for the same set-up out of a file"
    for door in (game.initial, game.from_position):
        wrong = {**setup, "no such field": 1}
        try:
            door(players, chosen, wrong)
        except BadRecord:
            continue
        yield f"{door.__name__} takes {quoted(wrong)}: what comes from a file must be checked"
