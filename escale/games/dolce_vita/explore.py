"""What can be tried of Dolce Vita on its page to explore: ties, a total, ties that do not cancel.

The numbers are those of `odds`, the rounds are played by the engine, the words are in
`explore.toml`; what an experiment is says `escale/teach/experiments.py`.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from escale.draw.board import board
from escale.draw.plot import Bar, Part, bars, legend, lines, rows
from escale.engine.game import SPECTATOR, Event
from escale.engine.match import Match
from escale.players.lineup import lineup
from escale.teach.experiments import (
    AGAIN,
    SEVERAL,
    Chosen,
    Control,
    Experiment,
    ExploreWords,
    Shown,
)
from escale.teach.narrate import narrate

from . import odds
from .rules import COLUMNS, HAND, PLACEMENTS, Lay, State

game = odds.game
ENOUGH = 30  #: rounds that are played by hand
OFTEN = 30  #: how often a total was seen of which something is said
MIDDLE = 4  #: the column below which one's own cards are laid
TOTALS = tuple(range(1, odds.MOST + 1))


# --- How often do ties happen? --------------------------------------------------------------------


def show_ties(chosen: Chosen, words: ExploreWords) -> Shown:
    """What becomes of columns, and a round in which it can be seen."""
    who, players, number = (chosen[name] for name in ("level", "players", "rounds"))
    styles = dict(zip(odds.FATES, ("es-none", "es-a", "es-b", "es-c"), strict=True))
    shares = {n: odds.fates(who, n) for n in game.seats}
    plot = rows(
        {
            words.option("players", n): [
                Part(share, styles[fate], words.share(share)) for fate, share in shares[n].items()
            ]
            for n in game.seats
        },
        alt=words.of("ties.alt"),
        lit=words.option("players", players),
    )
    plot += legend({styles[fate]: words.of(f"ties.{fate}") for fate in odds.FATES})
    tied = shares[players][odds.TIE] + shares[players][odds.NOTHING]
    says = words.of("ties.says", players=players, share=words.share(tied))
    played = play_round(chosen.get("seed", 0), who, players, (), number)
    names = words.of("names").split()[1 : players + 1]
    happened = [moment for moment in played.told if moment[0].kind == "tie"]
    if happened:
        event, state = happened[0]
        (line,) = narrate(game, [event], words.lang, names)
        says += " " + words.of("ties.here", column=event.facts["column"], tie=line.text)
    else:
        state = played.told[-1][1]
        says += " " + words.of("ties.none")
    says += enough(number, words)
    return Shown(says, plot, board(game, game.view(state, SPECTATOR), words.lang, names))


# --- Which total for which object? ----------------------------------------------------------------


def show_total(chosen: Chosen, words: ExploreWords) -> Shown:
    """How often a total takes the object that one wants, and a round with just these cards."""
    who, players, place = (chosen[name] for name in ("level", "players", "place"))
    cards, number = chosen["cards"], chosen["rounds"]
    if not 1 <= len(cards) <= PLACEMENTS:  # DV-PLA-2
        return Shown(words.of("total.cards", most=PLACEMENTS))
    total, found = sum(cards), odds.totals(who, players)
    at = min(total, odds.MOST)
    often = {one: found[one] for one in TOTALS if one in found and found[one].seen >= OFTEN}
    best = max(often, key=lambda one: often[one].takes[place])
    wanted = words.option("place", place)
    if at in often:
        tied, takes = words.share(often[at].tied), words.share(often[at].takes[place])
        says = words.of("total.says", total=total, tied=tied, takes=takes, place=wanted)
    else:
        says = words.of("total.rare", total=total)
    most = words.share(often[best].takes[place])
    says += " " + words.of("total.best", best=name_of(best), place=wanted, most=most)
    plot = bars(
        [
            Bar(
                name_of(one),
                often[one].takes[place] if one in often else 0,
                str(round(100 * often[one].takes[place])) if one in often else "–",
                lit=one == at,
            )
            for one in TOTALS
        ],
        alt=words.of("total.alt", place=wanted),
        below=words.of("total.below"),
    )
    seed = chosen.get("seed", 0)
    mine = [play_round(seed, who, players, cards, one).mine for one in range(1, number + 1)]
    tied_here = sum(0 in settled.tied for settled in mine)
    taken = sum(settled.takes.get(0) == place for settled in mine)
    says += " " + words.of(
        "total.tally", rounds=number, tied=tied_here, taken=taken, place=wanted
    ) + enough(number, words)  # fmt: skip
    told = play_round(seed, who, players, cards, number).told
    state = [state for _, state in told if state.settling[:1] == (MIDDLE,)][-1]
    names = words.of("names").split()[:players]
    return Shown(says, plot, board(game, game.view(state, 0), words.lang, names))


def name_of(total: int) -> str:
    return f"{total}+" if total == odds.MOST else str(total)


# --- What if ties did not cancel? -----------------------------------------------------------------


def show_untied(chosen: Chosen, words: ExploreWords) -> Shown:
    """The object that one wants, as it is and if a tie were won by whoever laid first."""
    who, players, total = (chosen[name] for name in ("level", "players", "total"))
    found, place = odds.totals(who, players), chosen["place"]
    wanted = words.option("place", place)

    def share(one: int, *, untied: bool) -> float | None:
        if one not in found or found[one].seen < OFTEN:
            return None
        return (found[one].takes_if if untied else found[one].takes)[place]

    series = {
        style: [share(one, untied=untied) for one in TOTALS]
        for style, untied in (("es-a", False), ("es-c", True))
    }
    now, then = (values[total - 1] for values in series.values())
    if now is None or then is None:
        says = words.of("total.rare", total=total)
    else:
        facts = {"total": name_of(total), "now": words.share(now), "then": words.share(then)}
        facts["place"] = wanted
        kind = "same" if round(100 * now) == round(100 * then) else "more" if then > now else "less"
        says = f"{words.of('untied.says', **facts)} {words.of(f'untied.{kind}')}"
    names = {"es-a": words.of("untied.now"), "es-c": words.of("untied.then")}
    plot = lines(
        [name_of(one) for one in TOTALS],
        series,
        {quarter / 4: words.share(quarter / 4) for quarter in range(5)},
        alt=words.of("untied.alt", place=wanted),
        below=words.of("total.below-short"),
        labels={
            names[style]: ["–" if value is None else words.share(value) for value in values]
            for style, values in series.items()
        },
        lit=total - 1,
    )
    return Shown(says, plot + legend(names))


# --- A round played -------------------------------------------------------------------------------


class Played:
    """A first round: what was told when it was settled, each with its table; one's own column."""

    def __init__(self, told: list[tuple[Event, State]], mine: odds.Settled) -> None:
        self.told, self.mine = told, mine


@lru_cache(256)
def play_round(seed: int, who: str, players: int, cards: tuple[int, ...], number: int) -> Played:
    """A first round among computers; with cards, the first player lays these below the middle
    column and the others anywhere else."""
    rng = Random(f"{seed} {who} {players} {cards} {number}")
    match = Match(game, players, seed=rng.randrange(2**32))
    minds = lineup(game, who, players, number)
    mine = _placements(cards, rng)
    while True:
        state, seat = match.state, match.actor
        assert seat is not None
        if cards and seat == 0:
            move: Any = mine.pop()
        else:
            move = minds[seat](game, match.view(seat), game.legal(state, seat), rng)
        events = match.play(move)
        if match.state.round > state.round:
            break
    settled = [*odds.of_round(state, move, events)]
    told = game.moments(state, move, events, match.state)
    return Played(
        [(moment.events[0], moment.state) for moment in told if moment.state.settling],
        settled[MIDDLE - 1],
    )


def _placements(cards: tuple[int, ...], rng: Random) -> list[Lay]:
    rest = [number for number in HAND if number not in cards]
    elsewhere = [column for column in COLUMNS if column != MIDDLE]
    more = rng.sample(rest, PLACEMENTS - len(cards))
    found = [Lay(number, MIDDLE) for number in cards]
    found += [Lay(number, rng.choice(elsewhere)) for number in more]
    rng.shuffle(found)
    return found


def enough(rounds: int, words: ExploreWords) -> str:
    return " " + words.of("enough", rounds=rounds) if rounds == ENOUGH else ""


LEVEL = Control("level", odds.LEVELS_TRIED, "beginner")
PLAYERS = Control("players", tuple(game.seats), 4)
WANTED = Control("place", odds.PLACES, 1)
ROUNDS = Control("rounds", tuple(range(1, ENOUGH + 1)), 1, AGAIN)

EXPERIMENTS = {
    "ties": Experiment((LEVEL, PLAYERS, ROUNDS), show_ties),
    "total": Experiment(
        (
            Control("cards", HAND, (6,), SEVERAL),
            WANTED,
            LEVEL,
            PLAYERS._replace(value=5),
            ROUNDS,
        ),
        show_total,
    ),
    "untied": Experiment(
        (Control("total", TOTALS, 1), WANTED._replace(value=2), LEVEL, PLAYERS), show_untied
    ),
}
