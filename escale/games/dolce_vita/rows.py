"""What each player has below a column of Dolce Vita, by rank."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from .rules import Cards


class Row(NamedTuple):
    """What a player has below a column."""

    seat: int
    total: int
    numbers: tuple[int, ...]
    tied: bool


@lru_cache(maxsize=512)
def rows(cards: Cards, plain: bool = False, asked: bool = False) -> tuple[Row, ...]:
    """The rows below a column, by rank; ties last, unless they are not to be pointed out.

    `asked`: in the order in which they were laid, since the rest is the learner's to find.
    """
    numbers: dict[int, list[int]] = {}
    for seat, number in cards:
        numbers.setdefault(seat, []).append(number)
    totals = Counter(sum(laid) for laid in numbers.values())
    found = [
        Row(
            seat,
            sum(laid),
            tuple(sorted(laid, reverse=True)),
            totals[sum(laid)] > 1 and not plain and not asked,
        )
        for seat, laid in numbers.items()
    ]
    if asked:
        return tuple(found)
    return tuple(sorted(found, key=lambda row: (row.tied, -row.total, row.seat)))
