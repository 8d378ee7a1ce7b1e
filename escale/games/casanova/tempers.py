"""How computers at Casanova like to play: see escale/players/tempers.py."""

from __future__ import annotations

from typing import Final, NamedTuple

LATER: Final = 0.15  #: what a card's chances in other rounds count against those in this one

TEMPERS: Final = {
    "bold": {
        "en": "bold",
        "fr": "téméraire",
        "says": {
            "en": "I lay high cards, say Double early, and seldom fold.",
            "fr": "Je pose de grandes cartes, je dis vite Double et je me couche rarement.",
        },
    },
    "timid": {
        "en": "timid",
        "fr": "timide",
        "says": {
            "en": "I lay cards that the dice will surely reach, and fold when in doubt.",
            "fr": "Je pose des cartes que les dés atteindront sûrement, et dans le doute je me "
            "couche.",
        },
    },
    "thrifty": {
        "en": "thrifty",
        "fr": "économe",
        "says": {
            "en": "I keep the cards that are good in any round, and get rid of the others first.",
            "fr": "Je garde les cartes qui servent à toutes les manches et me défais d’abord des "
            "autres.",
        },
    },
    "fickle": {
        "en": "unpredictable",
        "fr": "imprévisible",
        "says": {
            "en": "I never do the same twice: any card will do that is not a bad one.",
            "fr": "Je ne fais jamais deux fois la même chose : toute carte me va, si elle n’est "
            "pas mauvaise.",
        },
    },
}


class Leaning(NamedTuple):
    """What a temper changes; all of it in chances of winning, but `aim`."""

    high: float = 0.0  #: what each point of a card is worth beside its chances
    later: float = LATER
    nerve: float = 0.0  #: by how much a Double, or following one, looks better than it is
    near: float = 0.05  #: how much worse a card may be that is laid all the same
    aim: float = 0.0  #: how much higher a beginner's card is


NO_TEMPER: Final = Leaning(near=0.0)
LEANINGS: Final = {
    "bold": Leaning(high=0.02, nerve=0.12, aim=1.5),
    "timid": Leaning(high=-0.02, nerve=-0.08, aim=-1.5),
    "thrifty": Leaning(later=0.6),
    "fickle": Leaning(near=0.1),
}
