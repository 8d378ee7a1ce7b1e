"""What is said about Dolce Vita's table: a column, what lies below it, what somebody owns.

The sentences are those of scene.toml. Each is made once for what it says.
"""

from __future__ import annotations

from functools import lru_cache

from escale.teach.holes import capital
from escale.teach.scene_words import Reader, noun

from . import game
from .drawings import letters_of
from .rows import rows
from .rules import CATEGORY, GOODS, MONEY, Cards, Objects, worth


def letter_of(to: Reader, seat: int) -> str:
    """What stands on a player's badge."""
    return letters_of(to.lang)[seat].lower()


@lru_cache(maxsize=512)
def column_words(
    to: Reader,
    column: int,
    objects: Objects,
    cards: Cards,
    *,
    brief: bool = False,
    plain: bool = False,
    asked: bool = False,
) -> str:
    """A column and what lies below it; brief with the lowest object only.

    `asked`: with the cards of each player, not their total.
    """
    number = len(objects)
    if not objects:
        said = to.say("column-empty", column=column)
    elif brief:
        bottom = noun(game, objects[0], to.lang)
        said = to.say("column-brief", column=column, count=number, bottom=bottom)
    else:
        things = ", ".join(noun(game, face, to.lang) for face in objects)
        said = to.say("column", column=column, count=number, objects=things)
    below = []
    tied: dict[int, list[int]] = {}
    for row in rows(cards, plain, asked):
        if row.tied:
            tied.setdefault(row.total, []).append(row.seat)
        elif asked:
            below.append(to.about(row.seat, "has", total=to.join([*map(str, row.numbers)])))
        else:
            below.append(to.about(row.seat, "has", total=row.total))
    for total, seats in tied.items():
        below.append(to.say("tied", players=to.people(seats), total=total))
    return f"{said}. {capital(', '.join(below))}." if below else f"{said}."


@lru_cache(maxsize=512)
def own_words(to: Reader, seat: int, own: Objects, asked: bool = False) -> str:
    """What a player owns; `asked`: without what it is worth."""
    goods = sorted((face for face in own if CATEGORY[face] != MONEY), key=in_order)
    things = [noun(game, face, to.lang) for face in goods]
    if money := worth(own) - worth(goods):
        things.append(to.say("money", money=to.amount(money)))
    if not things:
        return to.about(seat, "owns-nothing")
    if asked:
        return to.about(seat, "owns-only", things=to.join(things))
    return to.about(seat, "owns", things=to.join(things), score=to.amount(worth(own)))


def in_order(face: str) -> int:
    return GOODS.index(CATEGORY[face])
