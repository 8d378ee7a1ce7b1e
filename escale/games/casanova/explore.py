"""What can be tried of Casanova on its page to explore: a card, two hands, always Double.

The numbers are those of `odds`, the rounds are played by the engine, the words are in
`explore.toml`; what an experiment is says `escale/teach/experiments.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from escale.draw.board import board
from escale.draw.plot import Bar, bars, legend, lines
from escale.engine.game import Event
from escale.teach.experiments import (
    AGAIN,
    SEVERAL,
    Chosen,
    Control,
    Experiment,
    ExploreWords,
    Shown,
)

from . import odds
from .positions import read_position
from .rules import CARDS, DICE, DOUBLE, PAID, PURSE, QUITTE, ROUNDS, Move, State

game = odds.game
ENOUGH = 100  #: rounds that are played by hand
ENOUGH_DOUBLED = 30  #: where computers think about each
MOST_COINS = {2: 1, 3: 2, 4: 3}  #: what the scale of coins shows, by players


# --- Which card? ----------------------------------------------------------------------------------


def show_card(chosen: Chosen, words: ExploreWords) -> Shown:
    """How often each card wins a first round, and that round played as often as one likes."""
    players, dice, mine, rounds = (chosen[n] for n in ("players", "dice", "card", "rounds"))
    chances = {card: odds.win_chance(card, dice, [CARDS] * (players - 1)) for card in CARDS}
    best = max(chances, key=chances.__getitem__)
    facts = {"card": mine, "best": best, "chance": words.share(float(chances[mine]))}
    facts |= {"most": words.share(float(chances[best]))}
    nearly = facts["chance"] == facts["most"]
    kind = "best" if mine == best else "nearly" if nearly else "says"
    says = words.of(f"card.{kind}", **facts)
    plot = bars(
        [
            Bar(
                str(card),
                float(chance),
                in_hundred(chance),
                float(odds.within(card, dice)),
                card == mine,
            )
            for card, chance in chances.items()
        ],
        alt=words.of("card.alt"),
        below=words.of("card.below"),
    )
    plot += legend({"es-a": words.of("card.wins"), "es-pale": words.of("card.within")})
    rng = Random(f"{chosen.get('seed')} {players} {dice} {mine}")
    won, state = 0, None
    for _ in range(rounds):
        state, after = play_round(players, dice, mine, rng)
        won += after.coins[0] > PURSE
    if state is None:
        state = game.mask(before_the_roll(players, dice, mine), 0)
    else:
        says += " " + words.of("card.tally", won=won, rounds=rounds) + enough(rounds, ENOUGH, words)
    return Shown(says, plot, picture(state, words))


def before_the_roll(players: int, dice: int, card: int) -> State:
    """My card is laid, the others think."""
    state = game.apply(game.initial(players, {}, {}), Move("d", dice))
    return game.apply(state, Move("c", card))


def play_round(players: int, dice: int, card: int, rng: Random) -> tuple[State, State]:
    """A round against cards laid at random: when it has been paid, and after it."""
    state = odds.laid(dice, (card, *rng.choices(CARDS, k=players - 1)))
    rolls, weights = zip(*game.chance(state), strict=True)
    roll = rng.choices(rolls, [float(weight) for weight in weights])[0]
    return settled(state, [roll, QUITTE])


def settled(state: State, moves: Sequence[Move]) -> tuple[State, State]:
    """A round played to its end: when it has been paid, and after it."""
    *first, last = moves
    for move in first:
        state = game.apply(state, move)
    events: list[Event] = []
    after = game.apply(state, last, events)
    told = game.moments(state, last, events, after)
    return next(moment.state for moment in told if moment.state.step == PAID), after


# --- Two hands ------------------------------------------------------------------------------------


def show_hands(chosen: Chosen, words: ExploreWords) -> Shown:
    """The best card for any number of dice, when both hands are known."""
    mine, theirs, dice = chosen["mine"], chosen["theirs"], chosen["dice"]
    if not mine or not theirs:
        return Shown(words.of("hands.empty"))
    chances = {
        (number, card): odds.win_chance(card, number, [theirs]) for number in DICE for card in mine
    }
    best = max(chances, key=chances.__getitem__)
    here = max(mine, key=lambda card: chances[dice, card])
    facts = {"dice": best[0], "card": best[1], "chance": words.share(float(chances[best]))}
    says = words.of("hands.says", **facts)
    if dice != best[0]:
        less = words.share(float(chances[dice, here]))
        says += " " + words.of("hands.here", dice=dice, card=here, chance=less)
    plot = bars(
        [
            Bar(
                str(card),
                float(chances[dice, card]),
                in_hundred(chances[dice, card]),
                lit=card == here,
            )
            for card in mine
        ],
        alt=words.of("hands.alt", dice=dice),
        below=words.of("card.below"),
    )
    if len(mine) != len(theirs):  # CA-RND-3, CA-RND-10
        return Shown(
            f"{says} {words.of('hands.unequal', mine=len(mine), theirs=len(theirs))}", plot
        )
    number = len(CARDS) + 1 - len(mine)
    if number > ROUNDS:  # CA-END-1
        return Shown(f"{says} {words.of('hands.over')}", plot)
    position = {"coins": [PURSE, PURSE], "hands": [[*mine], [*theirs]], "table": 0}
    state = read_position(2, position | {"round": number, "active": 0})
    return Shown(says, plot, picture(game.apply(state, Move("d", dice)), words))


# --- What if one always said Double? --------------------------------------------------------------


def show_double(chosen: Chosen, words: ExploreWords) -> Shown:
    """What a round brings on average, with Quitte and with Double, card by card."""
    who, players, dice, card = (chosen[name] for name in ("level", "players", "dice", "card"))
    rounds = chosen["rounds"]
    coins = odds.mean_coins(who, players, dice)
    quitte, double = (coins[said] for said in odds.SAID)
    best = [CARDS[values.index(max(values))] for values in (quitte, double)]
    said = [words.decimal(values[card - 1], sign=True) for values in (quitte, double)]
    says = words.of("double.says", card=card, quitte=said[0], double=said[1])
    says += " " + words.of("double.best", quitte=best[0], double=best[1])
    if not odds.within(card, dice):
        says += " " + words.of("double.never", dice=dice, card=card)
    most = MOST_COINS[players]
    names = {"es-a": words.of("double.quitte"), "es-c": words.of("double.double")}
    plot = lines(
        [*map(str, CARDS)],
        {"es-a": quitte, "es-c": double},
        {tick: words.decimal(tick, 0, sign=True) for tick in range(-2, most + 1)},
        alt=words.of("double.alt"),
        below=words.of("double.below"),
        labels={
            names[style]: [words.decimal(value, sign=True) for value in values]
            for style, values in (("es-a", quitte), ("es-c", double))
        },
        lit=card - 1,
    )
    rng = Random(f"{chosen.get('seed')} {who} {players} {dice} {card}")
    won, state = 0, game.mask(before_the_roll(players, dice, card), 0)
    for number in range(rounds):
        cards, roll, answers = odds.one_round(who, players, dice, number, rng)
        state, after = settled(odds.laid(dice, (card, *cards)), [roll, DOUBLE, *answers])
        won += after.coins[0] - PURSE
    if rounds:
        tally = words.decimal(won, 0, sign=True)
        says += " " + words.of("double.tally", won=tally, rounds=rounds)
        says += enough(rounds, ENOUGH_DOUBLED, words)
    return Shown(says, plot + legend(names), picture(state, words))


# --- Small tools ----------------------------------------------------------------------------------


def in_hundred(chance: object) -> str:
    return str(round(100 * float(chance)))  # type: ignore[arg-type]


def enough(rounds: int, most: int, words: ExploreWords) -> str:
    """Nobody plays without end: at the last round, a sentence says so."""
    return " " + words.of("enough", rounds=most) if rounds == most else ""


def picture(state: State, words: ExploreWords) -> str:
    """The table as the first player sees it."""
    names = words.of("names").split()[: len(state.coins)]
    return board(game, game.view(state, 0), words.lang, names)


PLAYERS = Control("players", tuple(game.seats), 2)
TWO_DICE = Control("dice", DICE, 2)
CARD = Control("card", CARDS, 7)

EXPERIMENTS = {
    "card": Experiment(
        (TWO_DICE, PLAYERS, CARD, Control("rounds", tuple(range(ENOUGH + 1)), 0, AGAIN)), show_card
    ),
    "hands": Experiment(
        (
            Control("mine", CARDS, (1, 4, 6, 9, 12), SEVERAL),
            Control("theirs", CARDS, (2, 3, 7, 10, 13), SEVERAL),
            TWO_DICE,
        ),
        show_hands,
    ),
    "double": Experiment(
        (
            Control("level", odds.LEVELS_TRIED, "sensible"),
            PLAYERS._replace(value=4),
            TWO_DICE._replace(value=3),
            CARD._replace(value=13),
            Control("rounds", tuple(range(ENOUGH_DOUBLED + 1)), 0, AGAIN),
        ),
        show_double,
    ),
}
