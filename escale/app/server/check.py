"""The check at the end of a course, and the certificate of whoever has passed it.

Both are pages without a kernel. Twelve exercises are made here when somebody begins, a few sets of
them a game, each kept; the page judges the answers and gives what was missed to the learner's own
schedule, in the browser. A certificate is a keepsake, no proof: its page says what its address says
behind the `#`, and nobody is told whose it is.
"""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from itertools import islice
from typing import Any

from escale.engine.registry import game
from escale.engine.reloading import made_of_games
from escale.teach.exercises import Exercise, practice
from escale.teach.rulebook import rulebook
from escale.teach.words import SITE
from escale.widgets import practice_cache, practice_frames
from escale.widgets.lesson_cache import pack, packed_box

from ..shelf import GameBox
from . import pages
from .pages import Place

COUNT, PASS = 12, 10  #: exercises of a check, and how many have to be right
SETS = 8  #: of exercises a game; `frontend/src/check_page.js` asks for one of them
LOOKED_AT = 120  #: exercises among which twelve of different rules are found
SEED = 5_000  #: nobody practises with these
TILE, ACROSS, DOWN = 40, 26, 18  #: of the frame of a certificate: its tiles, and how many


def can_be_checked(box: GameBox) -> bool:
    """Are there rules enough that can be got wrong?"""
    return len(practice_cache.rules(game(box.id))) >= COUNT


def twelve(name: str, number: int) -> list[Exercise]:
    """Exercises of twelve different rules, in the order in which they are asked."""
    found: dict[str, Exercise] = {}
    for exercise in islice(practice(name, seed=SEED + number), LOOKED_AT):
        found.setdefault(exercise["rule"], exercise)
        if len(found) == COUNT:
            break
    return list(found.values())


@made_of_games
@lru_cache(maxsize=4 * SETS)
def exercises(name: str, number: int) -> dict[str, str]:
    """A set of exercises as the page gets it: what a seat may know, and never a record."""
    found = game(name)
    stock = [practice_frames.page(one) for one in twelve(name, number % SETS)]
    packed = {
        "box": packed_box(found, found.seats[-1]),
        "data": pack(practice_cache.data(found, stock)),
    }
    return {name: b64encode(value).decode("ascii") for name, value in packed.items()}


def page(place: Place, box: GameBox, lang: str) -> str:
    """The page on which the check begins."""
    practising = f"{pages.NOTEBOOKS['practice']}{box.id}"
    data = {
        "exercises": place.check_set(box.id),
        "script": place.static("practice.js"),
        "certificate": place.certificate(box.id, lang),
        "practice": place.notebook(lang, practising) if place.has(lang, practising) else "",
    }
    return _render("check.html", place, box, lang, "check", data=data)


def certificate(place: Place, box: GameBox, lang: str) -> str:
    """The certificate, to be filled in by the page itself."""
    book = rulebook(game(box.id))
    exercised = {book.rules[rule].section for rule in practice_cache.rules(game(box.id))}
    sections = [name[lang] for section, name in book.sections.items() if section in exercised]
    return _render(
        "certificate.html",
        place,
        box,
        lang,
        "certificate",
        sections=sections,
        tiles=frame(),
        check=place.check(box.id, lang),
    )


def frame() -> list[tuple[int, int, int]]:
    """The tiles around a certificate: where they are, and which of four patterns they have."""
    across, down = range(1, ACROSS - 1), range(1, DOWN - 1)
    sides = [(x, 0) for x in across] + [(ACROSS - 1, y) for y in down]
    sides += [(x, DOWN - 1) for x in reversed(across)] + [(0, y) for y in reversed(down)]
    return [(x * TILE, y * TILE, number % 4) for number, (x, y) in enumerate(sides)]


def _render(template: str, place: Place, box: GameBox, lang: str, kind: str, **more: Any) -> str:
    title = box.about.named(lang)
    return pages.render(
        template,
        place,
        lang,
        about=SITE.say(f"about.{kind}", lang, title=title),
        origin=pages.ORIGIN,
        box=box,
        doors=pages.doors(box, place, lang),
        **more,
    )
