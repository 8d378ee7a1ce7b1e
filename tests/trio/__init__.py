"""Trio: three stones in a row on nine points. A stranger's game for tests: it has what none of the
house's games has (draws, paths whose order counts, names of moves and places), and a secret."""

from .rules import Trio

game = Trio()

__all__ = ["Trio", "game"]
