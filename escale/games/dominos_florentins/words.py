"""What is said about the cards and cells of Dominos Florentins, by the sentences of scene.toml."""

from __future__ import annotations

from functools import lru_cache

from escale.teach.scene_words import label
from escale.teach.speech import Several

from . import deck as decks
from . import game
from .deck import COLOURS, GEMS, NO_GEM
from .spaces import CELL, INWARD, SIDES


@lru_cache(maxsize=1024)
def card_words(deck_name: str, lie_: str, lang: str) -> str:
    """A card as it lies, side by side."""
    gems = decks.find(deck_name).gems[lie_]
    sides = []
    for side, name in enumerate(SIDES):
        words_ = label(game, f"side-{name}", lang, ("colour", COLOURS[lie_[side]]))
        if gems[side] != NO_GEM:
            words_ = label(game, "with-gem", lang, ("side", words_), ("gem", GEMS[gems[side]]))
        sides.append(words_)
    return ", ".join(sides)


@lru_cache(maxsize=4096)
def cell_words(deck_name: str, name: str, lie_: str, asked: str | None, lang: str) -> str:
    """A cell: the card on it, or the colours that it asks for, or nothing."""
    cell = ("cell", name)
    if lie_:
        return label(game, "cell-card", lang, cell, ("card", card_words(deck_name, lie_, lang)))
    if asked is None:
        return label(game, "cell-empty", lang, cell)
    if not asked:
        return label(game, "cell-middle", lang, cell)
    return label(game, "cell-free", lang, cell, ("sides", asked_words(name, asked, lang)))


def asked_words(name: str, asked: str, lang: str) -> str:
    sides = [
        label(game, f"at-{SIDES[side]}", lang, ("colour", COLOURS[letter]))
        for (side, _, _), letter in zip(INWARD[CELL[name]], asked, strict=True)
    ]
    return format(Several(tuple(sides), lang))
