"""What somebody could go by who has seen many exercises of a rule and kind and does not look.

Some sentences are told more often than others, some are longer. If the most frequent or the longest
one were right more often than by chance, it would be the one to guess: the next exercise is then
one in which it is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..languages import FIRST

MOST = 0.02  #: of an exercise, that either way may gain on average


class Looks:
    """What was shown so far in exercises of a rule and kind."""

    def __init__(self) -> None:
        self.shown: Counter[str] = Counter()
        self.gained = [0.0, 0.0]
        self.exercises = 0

    def tell(self, body: Mapping[str, Any]) -> int:
        """How many ways would be right once too often: the most frequent text, the longest."""
        most = MOST * (self.exercises + 1)
        gains = zip(self.gained, self._gains(body), strict=True)
        return sum(gain > 0 and before + gain > most for before, gain in gains)

    def see(self, body: Mapping[str, Any]) -> None:
        """An exercise was given."""
        self.shown.update(_texts(body))
        gains = self._gains(body)
        self.gained = [before + gain for before, gain in zip(self.gained, gains, strict=True)]
        self.exercises += 1

    def _gains(self, body: Mapping[str, Any]) -> tuple[float, float]:
        texts = _texts(body)
        often = [self.shown[text] for text in texts]
        return _gain(often, body["answer"]), _gain([*map(len, texts)], body["answer"])


def _gain(sizes: Sequence[int], answer: Sequence[Any]) -> float:
    """How much better than chance is it to take what is largest?"""
    if len({*sizes}) < 2:
        return 0.0
    picked = {i for i, size in enumerate(sizes) if size == max(sizes)}
    return len({*answer} & picked) / len(picked) - len(answer) / len(sizes)


def _texts(body: Mapping[str, Any]) -> list[str]:
    return [option[FIRST] for option in body.get("told", body.get("options", ()))]
