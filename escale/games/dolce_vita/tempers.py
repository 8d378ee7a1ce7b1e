"""How computers at Dolce Vita like to play: see escale/players/tempers.py."""

from __future__ import annotations

from typing import Final, NamedTuple

OTHERS: Final = 0.5  #: what the others' gain on average counts against mine
HIGH: Final = 10  #: what one more on the card has to gain, in thousands

TEMPERS: Final = {
    "greedy": {
        "en": "greedy",
        "fr": "avide",
        "says": {
            "en": "I go where the dearest object lies, whoever else is there.",
            "fr": "Je vais à l’objet le plus cher, tant pis si d’autres y sont.",
        },
    },
    "loner": {
        "en": "loner",
        "fr": "solitaire",
        "says": {
            "en": "I like columns where nobody has laid a card yet.",
            "fr": "J’aime les colonnes où personne n’a encore posé de carte.",
        },
    },
    "spoiler": {
        "en": "spoilsport",
        "fr": "trouble-fête",
        "says": {
            "en": "I would rather take something from the others than gain as much myself.",
            "fr": "Plutôt que de gagner moi-même, j’aime autant enlever quelque chose aux autres.",
        },
    },
    "thrifty": {
        "en": "thrifty",
        "fr": "économe",
        "says": {
            "en": "I begin with my low cards and keep the high ones for the end of the round.",
            "fr": "Je commence par mes petites cartes et garde les grandes pour la fin de la "
            "manche.",
        },
    },
    "stubborn": {
        "en": "stubborn",
        "fr": "tenace",
        "says": {
            "en": "Where I have laid a card I lay another: what I want, I want for sure.",
            "fr": "Là où j’ai posé une carte, j’en ajoute une autre : ce que je veux, je le veux "
            "pour de bon.",
        },
    },
}


class Leaning(NamedTuple):
    """What a temper changes, in thousands."""

    others: float = OTHERS
    high: float = HIGH
    face: float = 0.0  #: what the worth of the first object of a column counts beside the gain
    alone: float = 0.0  #: what it is worth that nobody else is in a column
    again: float = 0.0  #: what it is worth that I am there already


NO_TEMPER: Final = Leaning()
LEANINGS: Final = {
    "greedy": Leaning(face=0.2),
    "loner": Leaning(alone=80),
    "spoiler": Leaning(others=1.0),
    "thrifty": Leaning(high=40),
    "stubborn": Leaning(again=80),
}
