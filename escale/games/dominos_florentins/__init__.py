"""Dominos Florentins: inlaid stones, a cross, a square, and gems to close in. 2 to 4 players.

`rules.py` is the game, `deck.py` its 48 cards (and those of a user's own), `spaces.py` finds the
spaces of one colour; `rulebook.toml` has the rules in words, `texts.toml` what the table says.
"""

from .rules import DominosFlorentins

game = DominosFlorentins()

__all__ = ["DominosFlorentins", "game"]
