"""What all kinds of exercises share: sentences in every language, options in a drawn order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ..languages import REQUIRED
from ..texts import practice_texts
from .model import At


class Said(NamedTuple):
    """Options as an exercise has them, and which of them is right."""

    options: list[dict[str, Any]]
    answer: list[int]


def say(
    at: At, group: str, name: str, facts: Mapping[str, Any], reader: int | None
) -> dict[str, Any]:
    """A text of `practice.toml`, to one of the players."""
    if (group, name) == ("move", "named"):  # as the scene calls it: see `model.USUAL`
        return {lang: facts[lang][:1].upper() + facts[lang][1:] for lang in REQUIRED}
    speech, players = practice_texts(at.game), at.match.players
    return {lang: speech.words(group, name, facts, lang, players, reader) for lang in REQUIRED}


def shuffled(options: Sequence[dict[str, Any]], right: int, rng: Random) -> Said:
    order = rng.sample(range(len(options)), len(options))
    return Said([options[i] for i in order], [order.index(right)])


def tells(texts: Sequence[Mapping[str, Any]], answer: Sequence[int], longest: bool) -> bool:
    """Does the length of the right option tell, one way or the other?

    `longest`: it is to be the longest, as one of all is. Where several are, length says nothing.
    """
    for lang in REQUIRED:
        lengths = [len(text[lang]) for text in texts]
        top = max(lengths)
        if lengths.count(top) == 1 and (lengths.index(top) in answer) != longest:
            return True
    return False
