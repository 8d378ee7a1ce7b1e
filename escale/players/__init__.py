"""Opponents, over the engine's Game and View only: they never see the state.

`levels` says what a player is and finds one by its level; `table` lets players play a match out.
Never imports a game: it is handed one.
"""
