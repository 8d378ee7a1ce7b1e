"""Deals that are known beforehand, by number: a page without a server shows one before any Python
is there, and the worker lays the same.

A page has the number and what one seat may see of the deal; the seed is worked out here.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from .seats import is_familiar, sit_down
from .session import Session
from .viewer import Viewer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .frames import Json

DEALS = 4  #: of a page
FIRST = 2  #: of these are dealt as a first game, for whoever asks for one
TRIED = 100  #: among which such a deal is looked for


def seed(game: str, deal: int, players: int | None = None) -> int:
    """Of the deal with this number."""
    for tried in range(TRIED):
        name = f"{game}/{deal + DEALS * tried}"
        number = int.from_bytes(sha256(name.encode()).digest()[:6], "big")
        if deal >= FIRST or is_familiar(*sit_down(game, players, seed=number)):
            break
    return number


def first_sight(
    game: str, deal: int, lang: str, players: int | None = None, seats: Sequence[str] | None = None
) -> Json:
    """What a first paint of such a table needs; nobody has moved yet."""
    number = seed(game, deal, players)
    match, sitting = sit_down(game, players, seats=seats, seed=number)
    session = Session(match, seats=sitting, seed=number)
    found = Viewer(session, lambda message: None, lang=lang).about()
    session.close()
    return found | {"seats": list(sitting)}
