"""Opponents, over the engine's Game and View only: they never see the state.

`levels` is the table of levels and finds the player of one; `tempers` is how that one likes to
play; `play_out` lets players play a match to its end; `knowledge` is what a game adds; `search`,
`advice` and `review` think.
Never imports a game: it is handed one.
"""
