"""Who sits where: people, and computers of a level. Checked where somebody says it.

A seat is "person", a level ("sensible"), or a level with the temper that was chosen for it
("sensible:bold"); without one the seat decides (`escale/players/tempers.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from escale.engine.errors import BadOption, BadRecord, quoted
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.players.knowledge import knowledge
from escale.players.levels import PERSON, has_temper, levels, usual, wish
from escale.players.tempers import by_seat, check_tempers
from escale.teach.languages import LANGUAGES, REQUIRED, environment_language, is_language

from .words import names, ui

if TYPE_CHECKING:
    from escale.engine.game import Game


DEALS = 100  #: among which one is looked for that a learner knows their place in
MOST_SHOWN = 4  # players at a table where nobody has said how many


def persons(seats: Sequence[str]) -> list[int]:
    """The seats of people."""
    return [seat for seat, who in enumerate(seats) if who == PERSON]


def level_of(who: str) -> str:
    """The level of a seat, or "person"."""
    return who.partition(":")[0]


def tempers_of(game: Game[Any, Any], seats: Sequence[str]) -> list[str]:
    """The temper of each seat; "" for a person, and where there is none."""
    chosen = [who.partition(":")[2] for who in seats]
    table = by_seat(game, len(seats))
    return [
        "" if not has_temper(who) else own if own in knowledge(game).tempers else usual_
        for who, own, usual_ in zip(seats, chosen, table, strict=True)
    ]


def sit_down(
    game: str | Game[Any, Any],
    players: int | Sequence[str] | None = None,
    *,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    others: str | None = None,
    position: Mapping[str, Any] | None = None,
    first: bool = False,
) -> tuple[Match, tuple[str, ...]]:
    """A new game as somebody wants it, and who sits where; raises `BadOption`.

    `others` is the level of the computers where nobody has said who sits where; `position` a moment
    in the middle of a game to start from, as in a record (raises `BadRecord`). With `first` it is
    dealt as a first game, unless a seed or a position says how.
    """
    found = find_game(game)
    if players is None and seats is None and position is not None:
        players = _players_of(found, position, options)
    if players is None:
        players = len(seats) if seats is not None else min(MOST_SHOWN, found.seats[-1])
    if isinstance(players, int) and not isinstance(players, bool) and players in found.seats:
        players = names(players)
    count = players if isinstance(players, int) else len(players)
    sitting = check_seats(found, count, seats)
    if seats is None and others in levels(found):
        sitting = (PERSON, *(others,) * (count - 1))
    if first and seed is None and position is None:
        return first_match(found, players, sitting, options=options), sitting
    match = new_match(found, players, sitting, options=options, seed=seed, position=position)
    return match, sitting


def _players_of(
    game: Game[Any, Any], position: Mapping[str, Any], options: Mapping[str, Any] | None
) -> int | None:
    """For how many players a position is, if it is for any number of them."""
    for count in game.seats:
        try:
            Match(game, count, options=options, position=position)
        except BadRecord:
            continue
        return count
    return None


def new_match(
    game: Game[Any, Any],
    players: int | Sequence[str],
    seats: Sequence[str],
    *,
    options: Mapping[str, Any] | None,
    seed: int | None,
    position: Mapping[str, Any] | None = None,
) -> Match:
    how: dict[str, Any] = {"options": options, "seed": seed, "position": position}
    return Match(game, players, **how, policy="fair", persons=persons(seats))


def first_match(
    game: Game[Any, Any],
    players: int | Sequence[str],
    seats: Sequence[str],
    *,
    options: Mapping[str, Any] | None,
) -> Match:
    """A first game, dealt so that whoever has done the quick start knows their place."""
    for _ in range(DEALS):
        match = new_match(game, players, seats, options=options, seed=None)
        if is_familiar(match, seats):
            break
    return match


def is_familiar(match: Match, seats: Sequence[str]) -> bool:
    """Is the first person dealt what the quick start has shown?"""
    learner = next(iter(persons(seats)), 0)
    return match.game.familiar(match.origin[1], learner)


def check_seats(game: Game[Any, Any], count: int, seats: Sequence[str] | None) -> tuple[str, ...]:
    """Who sits where; by default a person and computers of the usual level."""
    ui()  # which refuses a level without words
    check_tempers(game, REQUIRED)
    known = levels(game)
    if seats is None:
        return (PERSON, *(usual(game),) * (count - 1))
    if isinstance(seats, str) or len(seats) != count:
        raise BadOption("seats", f"one entry for each of {count} players, not {quoted(seats)}")
    for seat, who in enumerate(seats):
        if who != PERSON and not _is_known(game, who):
            choice = ", ".join([PERSON, *known])
            raise BadOption(f"seats[{seat}]", f"must be one of {choice}, not {quoted(who)}")
    return tuple(seats)


def _is_known(game: Game[Any, Any], who: object) -> bool:
    """Is it a level that the game has, maybe with one of its tempers?"""
    try:
        return isinstance(who, str) and wish(game, who).budget is None
    except BadOption:
        return False


def check_lang(lang: str | None) -> str:
    """The language that is asked for, or that of the machine."""
    if lang is None:
        return environment_language()
    if not is_language(lang):
        raise BadOption("lang", f"must be one of {', '.join(LANGUAGES)}, not {quoted(lang)}")
    return lang
