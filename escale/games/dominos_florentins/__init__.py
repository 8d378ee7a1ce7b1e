"""Dominos Florentins: inlaid stones, a cross, a square, and gems to close in. 2 to 4 players.

`rules.py` is the game, `moves.py` its moves, `deck.py` its 48 cards (and those of a user's own),
`spaces.py` finds the spaces of one colour, `openings.py` where a card may go; `positions.py` reads
set-ups and positions; `rulebook.toml` has the rules in words, `texts.toml` what the table says.
`scene.py` is the picture, made of `drawings`, `layouts`, `words`, and here `bench`, `phone`,
`board` and `outlines`.
"""

from .rules import DominosFlorentins

game = DominosFlorentins()

__all__ = ["DominosFlorentins", "game"]
