"""Whom the coach speaks for at a table: one person, and what a page needs to know of it.

What is said, and when, is the page's business (`frontend/src/coaching.js`): it knows which rules
its learner has met, and it has the lines of the log with their rules, as its seat may read them.
The coach gets nothing else, so it knows nothing that its seat may not know.

Somebody may wish for a coach in three ways:

    True            for the person at the table; with several people it waits until one of them asks
    2 or "Gina"     for the person of that seat or name, whoever else is there
    None, False     nobody has asked; a page may still bring the coach in
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from escale.engine.errors import BadOption, quoted

from .seats import persons

if TYPE_CHECKING:
    from .frames import Json

Wish = bool | int | str | None

GENTLE = "beginner"  # the opponents of a first game


def check_wish(wish: Wish, players: Sequence[str], seats: Sequence[str]) -> Wish:
    """Whom the coach is to speak for, names as numbers of seats; raises `BadOption`."""
    if wish is None or isinstance(wish, bool):
        return wish
    people = {seat: players[seat] for seat in persons(seats)}
    found = [seat for seat, name in people.items() if wish in (seat, name)]
    if type(wish) not in (int, str) or not found:
        there = ", ".join(people.values()) or "nobody"
        raise BadOption("coach", f"speaks for a person at the table ({there}), not {quoted(wish)}")
    return found[0]


def told(wish: Wish, seats: Sequence[str]) -> Json | None:
    """What a page is told: for which seat, and whether the coach speaks from the start."""
    people = persons(seats)
    if not people or wish is None or wish is False:
        return None
    if wish is True:
        one = len(people) == 1
        return {"seat": people[0] if one else None, "on": one}
    return {"seat": wish, "on": True} if wish in people else None


def asked_for(seats: Sequence[str]) -> Wish:
    """A coach who was asked for in a page: for its person, or the first of several."""
    return persons(seats)[0] if persons(seats) else None
