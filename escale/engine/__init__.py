"""What every game shares. Knows no game, no picture and no language.

`game` says what a game is, `match` plays one, `record` reads and writes it, `registry` finds the
games that are installed, `errors` is the small tree of everything that can be refused.
"""
