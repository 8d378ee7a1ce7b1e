"""Casanova: hidden cards, dice, double or quits. By Niek Neuwahl; 2 to 4 players.

`rules.py` is the game, `positions.py` reads positions, `rulebook.toml` has the rules in words,
`texts.toml` what the table says; `scene.py` is the picture, made of `drawings`, `layouts`, `words`.
"""

from .rules import Casanova

game = Casanova()

__all__ = ["Casanova", "game"]
