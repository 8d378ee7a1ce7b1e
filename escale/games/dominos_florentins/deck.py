"""The 48 cards: colours, rotations, gems, and the files that list them.

A card is named by its colours, north-east-south-west, in the rotation that comes first in the
alphabet: `BBOR`. As it lies on the table it is written the way it lies: `ORBB`. Two cards of the
same colours are told apart by a suffix (`BBOR`, `BBOR.2`), which goes along when a card is turned.

Our own deck is `decks/escale.toml` (DF-MAT-5, DF-MAT-6). Whoever owns the printed game can write
its faces into a file of the same form, and

- put it, as NAME.toml, into the folder that the environment variable ESCALE_DECKS names, or
- hand it over in Python: `register("mine", {"BBOR": "*..j", ...})`.

It is then played with the option `deck = "NAME"`. A file is one table:

    [cards]
    BBOR = "*..."        # one character a triangle: north, east, south, west
    "BBOR.2" = "..a."    # * a gem of the triangle's own kind, . none;
                         # j a r l a gem of that kind: jade, ambre, rubis, lapis-lazuli

A card may be written in any rotation. Once a deck has been read it stays as it is until Python
ends, since games refer to it by its name alone. One limit: where a card looks the same after a
half turn (BOBO), the notation cannot tell the two ways apart, so it lies the way its name says.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from escale.engine import toml
from escale.engine.errors import BadOption, quoted
from escale.engine.toml import BadFile

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

COLOURS: Final = {"B": "bleu", "O": "ocre", "R": "rouge", "V": "vert"}  # DF-MAT-2
LETTERS: Final = {colour: letter for letter, colour in COLOURS.items()}
GEMS: Final = {"B": "ambre", "O": "lapis", "R": "jade", "V": "rubis"}  # DF-MAT-3
SIZE: Final = 48  # DF-MAT-1: without the four black ones
OURS: Final = "escale"  # the name of our own deck

NO_GEM: Final = "."
OWN_KIND: Final = "*"  # DF-MAT-4
KINDS: Final = {kind[0]: letter for letter, kind in GEMS.items()}

FOLDER: Final = "ESCALE_DECKS"
NAME: Final = re.compile(r"[a-z0-9-]{1,40}")  # never a path: a record may come from a stranger
CARD: Final = re.compile(r"([BORV]{4})((?:\.(?:[2-9]|[1-4][0-9]))?)")


class Deck(NamedTuple):
    """A deck that has been read and checked."""

    name: str
    cards: tuple[str, ...]  #: the names of the 48, sorted
    turns: Mapping[str, tuple[str, ...]]  #: each card -> the ways it can lie, its own name first
    card: Mapping[str, str]  #: each way to lie -> its card
    gems: Mapping[str, str]  #: each way to lie -> its gems, north-east-south-west: "B", or "."
    counted: Mapping[str, tuple[int, ...]]  #: each way to lie -> the sides with a gem that scores
    joined: Mapping[str, tuple[tuple[int, ...], ...]]  #: each way to lie -> see `joined`


def turned(face: str, quarters: int) -> str:
    """Four characters after so many quarter turns to the left: what was east is north."""
    return face[quarters:] + face[:quarters]


@lru_cache(1024)
def name_of(lie: str) -> str:
    """The name of the card that lies this way; "" for what is no card in any deck."""
    written = CARD.fullmatch(lie)
    if written is None:
        return ""
    colours, suffix = written.groups()
    return min(turned(colours, quarters) for quarters in range(4)) + suffix


def joined(lie: str) -> tuple[tuple[int, ...], ...]:
    """For each side of a card the sides in the same space within the card (DF-SCO-1).

    Neighbours of one colour meet along a diagonal; face to face they touch in a point only.
    """
    parts = [{side} for side in range(4)]
    for side in range(4):
        if lie[side] == lie[side - 1]:
            parts[side] |= parts[side - 1]
            for other in parts[side]:
                parts[other] = parts[side]
    return tuple(tuple(sorted(part)) for part in parts)


# --- Finding a deck -----------------------------------------------------------------------------

_decks: dict[str, Deck] = {}


def names() -> list[str]:
    """The decks that can be played with."""
    found = {OURS, *_decks}
    folder = os.environ.get(FOLDER)
    if folder and os.path.isdir(folder):
        stems = (
            file.removesuffix(".toml") for file in os.listdir(folder) if file.endswith(".toml")
        )
        found.update(stem for stem in stems if NAME.fullmatch(stem))
    return sorted(found)


def find(name: str) -> Deck:
    """The deck of that name; raises `BadOption`, also where its file is not in order."""
    deck = _decks.get(name)
    if deck is None:
        if name not in names():
            raise BadOption(
                "options.deck", f"there is no deck {quoted(name)}; there are: {', '.join(names())}"
            )
        ours = files(__package__).joinpath("decks")  # it may lie in a zip
        folder = ours if name == OURS else Path(os.environ[FOLDER])
        deck = _decks[name] = read(name, folder.joinpath(f"{name}.toml"))
    return deck


def register(name: str, cards: Mapping[str, str]) -> Deck:
    """Make a deck of one's own known under a name; raises `BadOption`."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise BadOption(
            "deck", f"a name is 1 to 40 small letters, digits and hyphens, not {quoted(name)}"
        )
    deck = check(name, cards)
    if (name == OURS or name in _decks) and find(name) != deck:
        raise BadOption(f"deck[{name}]", "another deck has this name already")
    return _decks.setdefault(name, deck)


# --- Reading and checking one -------------------------------------------------------------------


def read(name: str, file: Traversable) -> Deck:
    """The deck in a file."""
    try:
        document = toml.load(file)
    except BadFile as error:
        raise BadOption(f"deck[{name}]", str(error)) from None

    def where(card: object = None) -> str:
        path = ("cards",) if card is None else ("cards", str(card))
        return f"deck[{name}]: {file.name}, line {document.line(*path)}"

    for field in document.table:
        if field != "cards":
            place = f"deck[{name}]: {file.name}, line {document.line(field)}"
            raise BadOption(place, f"a deck is one table, [cards]; it has no {quoted(field)}")
    if "cards" not in document.table:
        raise BadOption(where(), "a deck is one table, [cards]")
    return check(name, document.table["cards"], where)


def check(name: str, cards: object, where: Callable[..., str] | None = None) -> Deck:
    """The deck with these cards and gems, after a look at every one; raises `BadOption`.

    `where` names the place of all cards, or of one.
    """
    at = where or (lambda card=None: f"deck[{name}]")
    if not isinstance(cards, Mapping):
        raise BadOption(at(), f"the cards must be a table of names and gems, not {quoted(cards)}")
    turns: dict[str, tuple[str, ...]] = {}
    owner: dict[str, str] = {}
    gems: dict[str, str] = {}
    for written, marks in cards.items():
        card = name_of(written) if isinstance(written, str) else ""
        if not card:
            raise BadOption(
                at(written),
                f"a card is four of the letters {', '.join(COLOURS)}, north-east-south-west, "
                f"with .2 after it for a second one of the same colours, not {quoted(written)}",
                "DF-MAT-2",
            )
        if card in turns:
            raise BadOption(
                at(written),
                f"{quoted(written)} is {card} again; write .2 after a second card of these colours",
                "DF-MAT-5",
            )
        colours, suffix = written[:4], written[4:]
        kinds = _gems(at(written), card, colours, marks)
        # As its name says first, so that it is this one where two ways look the same.
        start = next(q for q in range(4) if turned(colours, q) + suffix == card)
        for quarters in range(start, start + 4):
            lie = turned(colours, quarters % 4) + suffix
            if lie not in owner:
                owner[lie] = card
                gems[lie] = turned(kinds, quarters % 4)
        turns[card] = tuple(lie for lie in dict.fromkeys(_ways(card)))
    if len(turns) != SIZE:
        raise BadOption(at(), f"a deck has {SIZE} cards, not {len(turns)}", "DF-MAT-1")
    counted = {  # DF-MAT-4: a gem scores in the colour that collects its kind
        lie: tuple(side for side in range(4) if kinds[side] == lie[side])
        for lie, kinds in gems.items()
    }
    ways = {lie: joined(lie) for lie in owner}
    return Deck(name, tuple(sorted(turns)), turns, owner, gems, counted, ways)


def _ways(card: str) -> list[str]:
    return [turned(card[:4], quarters) + card[4:] for quarters in range(4)]


def _gems(where: str, card: str, colours: str, marks: object) -> str:
    """The gems of a card by the colour that collects them, in the order of its triangles."""
    known = {NO_GEM, OWN_KIND, *KINDS}
    if not (isinstance(marks, str) and len(marks) == 4 and known.issuperset(marks)):
        raise BadOption(
            where,
            f"the gems of {card} are four of the characters . * {' '.join(KINDS)}, one a triangle, "
            f"not {quoted(marks)}",
            "DF-MAT-3",
        )
    own = zip(marks, colours, strict=True)
    return "".join(
        NO_GEM if mark == NO_GEM else KINDS.get(mark, colour)  # DF-MAT-4
        for mark, colour in own
    )
