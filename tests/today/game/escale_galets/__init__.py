"""Galets: nine pebbles in a row, taken from the ends. The worked example of CONTRIBUTING."""

from .rules import Galets

game = Galets()

__all__ = ["Galets", "game"]
