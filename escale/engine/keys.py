"""Keys that mean something to the house, whatever the game. All others are the game's own.

A key names what a person picks (`hand:5`, `cell:d4`); a move's `path` is made of keys, and a scene
has a target for each. Two kinds are known beyond that:

    roll          the dice: a target of this key, while `CHANCE` is to move, is thrown by a person
    turn:ORBB     how the picked piece is to lie. It needs no target: the house offers what is left
                  to choose, and where one picks a piece again, it turns
"""

from __future__ import annotations

from typing import Final

ROLL: Final = "roll"
TURN: Final = "turn:"


def is_turn(key: str) -> bool:
    """Does this key say how a piece is to lie?"""
    return key.startswith(TURN)
