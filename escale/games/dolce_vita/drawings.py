"""The drawings of Dolce Vita's table, and their colours.

`symbols.svg` has the art: objects in three steps, weaves, marks, the view from the beach. Faces of
cards are put together from it here, each small. All colours are variables of `scene.css`: the dark
theme changes those, never a drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from escale.draw.sheets import drawings_of, style_of
from escale.teach import scene_words
from escale.teach.languages import LANGUAGES

from . import game
from .rules import CATEGORY, GOOD_VALUES, GOODS, MONEY, MONEY_VALUES, NUMBERS, VALUE

PACKAGE = "escale.games.dolce_vita"
COLOURS = "rjvbm"  # by seat: rouge, jaune, vert, bleu, violet; also the names of their weaves
STEPS = {100: 1, 200: 1, 300: 2, 400: 2, 500: 2, 600: 3, 700: 3}  # how grand a good is drawn

CARD = (112, 116)  # an object card: a header, which is all that shows in a column, and a picture
TOWEL = (48, 68)  # a number card
PLATE = (52, 19)  # on a phone, what a row on the sand lies on
BAR = (10, 31)  # on a phone, what somebody else has of a kind: as high as it is worth
LEVELS = 7  # of bars: a level a hundred, more than seven only with money
#: A player's cell above the beach of a phone, by how many play.
CELLS = {3: (190.5, 48), 4: (126, 70), 5: (190.5, 41)}


def letters_of(lang: str) -> str:
    """What stands on the players' badges, by seat."""
    return scene_words.label(game, "letters", lang)


@cache
def symbols() -> str:
    """The drawings of symbols.svg, and the faces of all cards put together from them."""
    faces = [*_object_faces(), *_number_faces(), *_phone_marks()]
    return "".join([drawings_of(PACKAGE), *faces])


def style() -> str:
    """The colours of scene.css."""
    return style_of(PACKAGE, "dolce-vita")


def _symbol(name: str, size: tuple[float, float], inside: str, style: str = "") -> str:
    styled = f' style="{style}"' if style else ""
    return f'<symbol id="dv-{name}" viewBox="0 0 {size[0]} {size[1]}"{styled}>{inside}</symbol>'


def _object_faces() -> Iterator[str]:
    for value in GOOD_VALUES:
        number = (
            '<text x="107" y="31.5" text-anchor="end" fill="currentColor" textLength="49" '
            'lengthAdjust="spacingAndGlyphs" style="font:700 34px var(--es-serif);'
            f'font-variant-numeric:lining-nums">{value}</text>'
        )
        yield _symbol(f"value-{value}", CARD, number)
    gold = (
        '<rect x="2.2" y="2.2" width="107.6" height="111.6" rx="6" fill="none" '
        'stroke="var(--dv-g)" stroke-width="2.6"/>'
    )
    for step in (1, 2, 3):
        yield _symbol(
            f"blank-{step}",
            CARD,
            '<rect x=".6" y=".6" width="110.8" height="114.8" rx="7.4" fill="var(--dv-k)" '
            'stroke="var(--dv-edge)" stroke-width="1.2"/>'
            f'<use href="#dv-bg-{step}" x="4" y="42" width="104" height="70"/>'
            f"{gold if step == 3 else ''}",
        )
    backs = [(good, f"{good}-{step}", step) for good in GOODS for step in (1, 2, 3)]
    backs += [(MONEY, f"{MONEY}-{value}", value // 100) for value in MONEY_VALUES]
    for kind, picture, step in backs:
        yield _symbol(
            f"back-{picture}",
            CARD,
            f'<use href="#dv-blank-{step}"/>'
            f'<use href="#dv-a-{picture}" x="4" y="42" width="104" height="70"/>'
            f'<use href="#dv-g-{kind}" x="5" y="6.5" width="28" height="28" fill="var(--dv-ki)"/>',
            ";".join(f"--dv-k{part}:var(--dv-{kind}{part})" for part in ("", "2", "3", "i")),
        )
    for kind in (*GOODS, MONEY):
        yield _symbol(
            f"no-{kind}",
            CARD,
            f'{_dashed(CARD)}<use href="#dv-g-{kind}" x="30" y="32" width="52" height="52" '
            'fill="var(--es-line)"/>',
        )
    for face, kind in CATEGORY.items():
        value = VALUE[face]
        picture = face if kind == MONEY else f"{kind}-{STEPS[value]}"
        yield _symbol(
            face,
            CARD,
            f'<use href="#dv-back-{picture}"/>'
            f'<use href="#dv-value-{value}" color="var(--dv-{kind}i)"/>',
        )


def _dashed(size: tuple[int, int]) -> str:
    """The outline of a card that is not there."""
    width, height = size
    unit = width / 48
    return (
        f'<rect x="2" y="2" width="{width - 4}" height="{height - 4}" rx="{5 * unit:g}" '
        f'fill="none" stroke="var(--es-line)" stroke-width="{unit:g}" '
        f'stroke-dasharray="{3 * unit:g} {2.5 * unit:g}"/>'
    )


def _number_faces() -> Iterator[str]:
    for number in NUMBERS:
        yield _symbol(
            f"no-{number}",
            TOWEL,
            f'{_dashed(TOWEL)}<text x="24" y="41" text-anchor="middle" fill="var(--es-soft)" '
            f'style="font:20px var(--es-serif)">{number}</text>',
        )
        digit = (
            '<text x="24" y="48.5" text-anchor="middle" fill="var(--dv-ink)" '
            'style="font:700 40px var(--es-serif);font-variant-numeric:lining-nums">'
            f"{number}</text>"
        )
        yield _symbol(f"number-{number}", TOWEL, digit)
    letters = {
        letter.lower(): weave
        for alphabet in map(letters_of, LANGUAGES)
        for letter, weave in zip(alphabet, COLOURS, strict=True)
    }

    def text(x: int, y: float, size: float, letter: str) -> str:
        return (
            f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="middle" '
            f'fill="var(--dv-ink)">{letter.upper()}</text>'
        )

    for weave in COLOURS:
        for number in NUMBERS:
            both = f'<use href="#dv-cloth-{weave}"/><use href="#dv-number-{number}"/>'
            yield _symbol(f"{weave}{number}", TOWEL, both)
    for letter, weave in letters.items():
        big = text(12, 17.3, 15, letter)
        small = text(13, 24.5, 12.5, letter)
        yield _symbol(f"badge-{letter}", (24, 24), f'<use href="#dv-ring-{weave}"/>{big}')
        yield _symbol(f"letter-{letter}", TOWEL, small)
        for number in NUMBERS:
            all_three = (
                f'<use href="#dv-cloth-{weave}"/><use href="#dv-number-{number}" x="5"/>'
                f'<use href="#dv-letter-{letter}"/>'
            )
            yield _symbol(f"{weave}{number}-{letter}", TOWEL, all_three)


def _phone_marks() -> Iterator[str]:
    """What only a phone shows: bars for what others own, plates for rows, a rim for who is on."""
    wide, tall = BAR
    for level in range(1, LEVELS + 1):
        high = round(tall * level / LEVELS, 1)
        yield _symbol(
            f"level-{level}",
            BAR,
            f'<rect width="{wide}" height="{tall}" rx="2.5" fill="var(--dv-k2)"/>'
            f'<rect y="{tall - high:g}" width="{wide}" height="{high:g}" rx="2.5" '
            'fill="var(--dv-ki)"/>',
        )
    yield _symbol("plate", PLATE, _plate("var(--es-card)", "var(--dv-rim)", ""))
    dashes = _plate("var(--dv-lane)", "var(--dv-rim)", 'stroke-dasharray="3 2.2"')
    cross = '<path d="M26 6v7m-3.5-3.5h7" stroke="var(--dv-rim)" stroke-width="1.6"/>'
    yield _symbol("lay", PLATE, dashes + cross)
    for players, (width, height) in CELLS.items():
        rim = (
            f'<rect x="1" y="1" width="{width - 2:g}" height="{height - 2:g}" rx="8" fill="none" '
            'stroke="var(--es-accent)" stroke-width="2.4"/>'
        )
        yield _symbol(f"rim-{players}", (width, height), rim)


def _plate(fill: str, rim: str, more: str) -> str:
    return (
        f'<rect x=".8" y=".8" width="{PLATE[0] - 1.6:g}" height="{PLATE[1] - 1.6:g}" rx="5" '
        f'fill="{fill}" stroke="{rim}" stroke-width="1.5" {more}/>'
    )
