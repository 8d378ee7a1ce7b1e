"""What can be tried of Dominos Florentins on its page to explore: cells, spaces, black cards.

The numbers are those of `odds`, the games are played by the engine, the words are in
`explore.toml`; what an experiment is says `escale/teach/experiments.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from escale.draw.board import board
from escale.draw.plot import Bar, Part, bars, grid, legend, rows
from escale.engine.game import SPECTATOR
from escale.teach.experiments import AGAIN, Chosen, Control, Experiment, ExploreWords, Shown
from escale.teach.languages import LANGUAGES

from . import odds
from .rules import State, result
from .spaces import CELL, COLUMNS, ROWS

game = odds.game
ENOUGH = 30  #: games that are shown
FILLED, GEMS = "filled", "gems"


# --- Where? ---------------------------------------------------------------------------------------


def show_cells(chosen: Chosen, words: ExploreWords) -> Shown:
    """The square by its cells, and beside it one that computers have filled."""
    what, who, players = (chosen[name] for name in ("what", "level", "players"))
    found = odds.cells(who, players)
    shares = found.filled if what == FILLED else found.counts
    square = [[shares[CELL[column + row]] for column in COLUMNS] for row in reversed(ROWS)]
    labels = [[str(round(100 * share)) for share in line] for line in square]
    alt = words.of(f"cells.alt-{what}")
    middle = [square[row][column] for row in range(1, 6) for column in range(1, 6)]
    corners = [square[row][column] for row in (0, -1) for column in (0, -1)]
    border = [square[row][column] for row in range(7) for column in range(7)
              if {row, column} & {0, 6}]  # fmt: skip
    means = {"middle": middle, "border": border, "corners": corners}
    facts = {name: words.share(sum(part) / len(part)) for name, part in means.items()}
    says = words.of(f"cells.says-{what}", **facts) + enough(chosen["games"], words)
    plot = grid(COLUMNS, ROWS[::-1], square, labels, alt=alt) + f'<p class="es-below">{alt}</p>'
    return Shown(says, plot, picture(this_game(chosen).end, words))


# --- How large? -----------------------------------------------------------------------------------


def show_space(chosen: Chosen, words: ExploreWords) -> Shown:
    """How often spaces are closed in the end, by their size."""
    who, players, size = (chosen[name] for name in ("level", "players", "size"))
    found = odds.sizes(who, players)
    if size in found:
        says = words.of("space.says", size=size, share=words.share(found[size]))
        says += " " + words.of("space.odd" if size % 2 else "space.even")
    else:
        says = words.of("space.none", size=size)
    plot = bars(
        [
            Bar(
                str(one),
                found.get(one, 0),
                str(round(100 * found[one])) if one in found else "–",
                lit=one == size,
            )
            for one in odds.SIZES
        ],
        alt=words.of("space.alt"),
        below=words.of("space.below"),
    )
    return Shown(says, plot)


# --- What if there were no black cards? -----------------------------------------------------------


def show_black(chosen: Chosen, words: ExploreWords) -> Shown:
    """How often one card changes who wins, and a game in which one can look for it."""
    who, players = chosen["level"], chosen["players"]
    found = {n: odds.black(who, n) for n in game.seats}
    here = found[players]
    says = words.of("black.says", share=words.share(here.changed))
    says += " " + words.of("black.gems", gems=words.decimal(here.gems - here.before))
    plot = rows(
        {
            words.option("players", n): [
                Part(1 - one.changed, "es-a", words.share(1 - one.changed)),
                Part(one.changed, "es-c", words.share(one.changed)),
            ]
            for n, one in found.items()
        },
        alt=words.of("black.alt"),
        lit=words.option("players", players),
    )
    plot += legend({"es-a": words.of("black.same"), "es-c": words.of("black.other")})
    ended = this_game(chosen)
    won, without = ended.winners, ended.winners_before
    kind = "here-same" if {*won} == {*without} else "here-other"
    facts = {"won": people(won, words), "without": people(without, words)}
    facts["gems"] = max(result(ended.end.colours, ended.end.gems).scores)  # type: ignore[assignment]
    says += " " + words.of(f"black.{kind}", **facts) + enough(chosen["games"], words)
    return Shown(says, plot, picture(ended.end, words))


# --- Small tools ----------------------------------------------------------------------------------


def this_game(chosen: Chosen) -> odds.Ended:
    seed = chosen.get("seed", 0) + chosen["games"]
    return odds.play_game(chosen["level"], chosen["players"], seed)


def people(seats: Sequence[int], words: ExploreWords) -> str:
    names = words.of("names").split()
    return LANGUAGES[words.lang].joined([names[seat] for seat in seats])


def picture(state: State, words: ExploreWords) -> str:
    names = words.of("names").split()[: len(state.colours)]
    return board(game, game.view(state, SPECTATOR), words.lang, names)


def enough(games: int, words: ExploreWords) -> str:
    return " " + words.of("enough", games=games) if games == ENOUGH else ""


LEVEL = Control("level", odds.LEVELS_TRIED, "beginner")
PLAYERS = Control("players", tuple(game.seats), 4)
GAMES = Control("games", tuple(range(1, ENOUGH + 1)), 1, AGAIN)

EXPERIMENTS = {
    "cells": Experiment((Control("what", (GEMS, FILLED), GEMS), LEVEL, PLAYERS, GAMES), show_cells),
    "space": Experiment((Control("size", odds.SIZES, 5), LEVEL, PLAYERS), show_space),
    "black": Experiment((LEVEL._replace(value="sensible"), PLAYERS, GAMES), show_black),
}
