"""Casanova: hidden cards, dice, double or quits. By Niek Neuwahl; 2 to 4 players."""

from .rules import Casanova

game = Casanova()

__all__ = ["Casanova", "game"]
