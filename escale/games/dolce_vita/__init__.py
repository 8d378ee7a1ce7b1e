"""Dolce Vita (Reiner Stockhausen, Hans im Glück 1999): all that the good life takes, one of each.

`rules.py` is the game, `positions.py` reads set-ups and positions, `rulebook.toml` has the rules in
words, `texts.toml` what the table says; `scene.py` is the picture, made of `drawings`, `layouts`,
`words`, and here `rows`.
"""

from .rules import DolceVita

game = DolceVita()

__all__ = ["DolceVita", "game"]
