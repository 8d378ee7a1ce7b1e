"""The crib of a game: its rules in their short words on one sheet of paper, with pictures.

The words are those of the rulebook, the pictures steps of lessons (`[[crib]]` in the game's
`shelf.toml`; a game that names none gets some of its own lessons), so nothing is said here that is
not said elsewhere. As a page of the app it is `page`; as a file that needs nothing but itself
(`escale export crib`) it is `document`.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import re
from collections.abc import Callable, Sequence
from functools import cache
from math import ceil
from typing import NamedTuple

from escale.engine.errors import EscaleError
from escale.engine.registry import game
from escale.engine.reloading import made_of_games
from escale.teach.lesson import lesson, taught
from escale.teach.rulebook import Rule, rulebook
from escale.teach.words import SITE

from ..shelf import CribPicture, GameBox
from ..stills import still
from . import pages
from .pages import Place

log = logging.getLogger("escale.server")

MOST = 3  #: pictures of a game that has not chosen any
#: the sheet as `crib.css` prints it, in millimetres: a column, and the height of both together
COLUMN, BOTH = 89.0, 2 * 226.0
POINTS = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)  #: sizes of type, `data-size` there
SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"><title>')
EM = 0.3528  #: millimetres a point
LETTER = 0.56  #: of an em, about, in the widest of the fonts that a browser takes


class Picture(NamedTuple):
    """A picture on the sheet."""

    title: str  #: what it shows, as its lesson says
    svg: str
    number: int  #: among the pictures of the game

    @property
    def width(self) -> float:
        return float(SIZE.findall(self.svg)[0][0])

    @property
    def height(self) -> float:
        return float(SIZE.findall(self.svg)[0][1])

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.svg.encode()).hexdigest()[:10]

    @property
    def inline(self) -> str:
        return "data:image/svg+xml;base64," + base64.b64encode(self.svg.encode()).decode()


class Section(NamedTuple):
    """A section of the rulebook, as it is printed."""

    title: str
    prefix: str  #: with a rule's number it is the rule's id
    rules: Sequence[Rule]
    pictures: Sequence[Picture]


@made_of_games
@cache
def pictures(name: str, lang: str) -> tuple[tuple[str, Picture], ...]:
    """The pictures of a game, each with the section to which it belongs.

    What names a step or a place that is not there is left out: the words are all there without it.
    """
    box = pages.box_of(name)
    found: list[tuple[str, Picture]] = []
    for entry in (box.crib or _some(box)) if box else ():
        try:
            shown = lesson(entry.lesson)
            svg = still(shown, entry.step, lang, entry.around)
        except EscaleError as error:
            log.warning("the crib of %s goes without a picture: %s", name, error)
            continue
        title = shown.steps[entry.step - 1].title[lang]
        found.append((entry.section, Picture(title, svg, len(found))))
    return tuple(found)


def _some(box: GameBox) -> tuple[CribPicture, ...]:
    """For the first sections of which a lesson shows something, the step that does so first."""
    book, steps = rulebook(game(box.id)), taught(game(box.id))
    first: dict[str, CribPicture] = {}
    used: set[str] = set()
    for rule in book:
        step = next(iter(steps.get(rule.id, ())), "")
        if step and step not in used and rule.section not in first:
            name, _, number = step.partition("#")
            first[rule.section] = CribPicture(rule.section, name, int(number))
            used.add(step)
    return tuple(first.values())[:MOST]


def sections(box: GameBox, lang: str) -> list[Section]:
    """What stands on the sheet."""
    book, shown = rulebook(game(box.id)), pictures(box.id, lang)
    found = [
        Section(
            name[lang],
            f"{game(box.id).prefix}-{section}-",
            [rule for rule in book if rule.section == section],
            [picture for at, picture in shown if at == section],
        )
        for section, name in book.sections.items()
    ]
    return [section for section in found if section.rules]


def size(shown: Sequence[Section], lang: str) -> float:
    """The largest type, in points, in which all this stands on one sheet; or the smallest."""
    return next((points for points in POINTS if _height(shown, lang, points) <= BOTH), POINTS[-1])


def _height(shown: Sequence[Section], lang: str, points: float) -> float:
    """About how high one column of all sections would be, in millimetres; see `crib.css`."""
    em = points * EM
    letters = (COLUMN - 1.7 * em) / (LETTER * em)
    found = 0.0
    for section in shown:
        found += 3.4 * em  # its title, and what is left free around it
        for rule in section.rules:
            found += (1.3 * ceil(len(rule.short[lang]) / letters) + 0.3) * em
        if section.pictures:
            side_by_side = sum(picture.width / picture.height for picture in section.pictures)
            found += COLUMN / side_by_side + 2.8 * em
    return found


def page(place: Place, box: GameBox, lang: str) -> str:
    """The crib as a page of the app."""

    def source(picture: Picture) -> str:
        return place.crib_picture(box.id, lang, picture.number, picture.digest)

    return _render("crib.html", place, box, lang, source, doors=pages.doors(box, place, lang))


def document(box: GameBox, lang: str) -> str:
    """The crib as a file of its own: no network, no other file."""
    styles = [(pages.STATIC / name).read_text("utf-8") for name in ("site.css", "crib.css")]
    style = "".join([*styles, pages.box_style()])
    cover = base64.b64encode(box.about.cover(lang).encode()).decode()
    return _render(
        "crib-file.html",
        Place("", "", pages.STATIC),
        box,
        lang,
        lambda picture: picture.inline,
        style=style,
        cover=f"data:image/svg+xml;base64,{cover}",
    )


def _render(
    template: str,
    place: Place,
    box: GameBox,
    lang: str,
    source: Callable[[Picture], str],
    **more: object,
) -> str:
    book, shown = rulebook(game(box.id)), sections(box, lang)
    return pages.render(
        template,
        place,
        lang,
        **{
            "about": SITE.say("about.crib", lang, title=box.about.named(lang)),
            "origin": pages.ORIGIN,
            "box": box,
            "facts": pages.facts(box, lang),
            "pitch": box.pitch.get(lang, ""),
            "sections": shown,
            "size": f"{size(shown, lang):g}",
            "rulings": any(rule.ruling for rule in book),
            "source": source,
            "cover": place.cover(box, lang),
        }
        | more,
    )
