"""Dolce Vita (Reiner Stockhausen, Hans im Glück 1999): all that the good life takes, one of each.

`rules.py` is the game, `texts.toml` what is said at the table, `rulebook.toml` the rules in words.
"""

from .rules import DolceVita

game = DolceVita()
