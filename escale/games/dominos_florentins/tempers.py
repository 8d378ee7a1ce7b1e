"""How computers at Dominos Florentins like to play: see escale/players/tempers.py."""

from __future__ import annotations

from typing import Final, NamedTuple

OPEN: Final = 0.7  #: what is left of a gem's worth for each side of its space that is open
OTHERS: Final = 1.0  #: what the others' gems, together, count against mine

TEMPERS: Final = {
    "quick": {
        "en": "quick",
        "fr": "rapide",
        "says": {
            "en": "I close my spaces at once, small as they are: what I have, I have.",
            "fr": "Je ferme mes espaces tout de suite, même petits : ce qui est pris est pris.",
        },
    },
    "dreamer": {
        "en": "dreamer",
        "fr": "utopiste",
        "says": {
            "en": "I let my spaces grow, and close them late if at all.",
            "fr": "Je laisse grandir mes espaces et je les ferme tard, quand je les ferme.",
        },
    },
    "spoiler": {
        "en": "spoilsport",
        "fr": "trouble-fête",
        "says": {
            "en": "What harms the others is worth as much to me as my own gems, and more.",
            "fr": "Ce qui gêne les autres vaut pour moi plus que mes propres gemmes.",
        },
    },
    "peaceable": {
        "en": "peaceable",
        "fr": "pacifique",
        "says": {
            "en": "I build for my own colour, and grudge the others little.",
            "fr": "Je construis pour ma couleur, et ce que gagnent les autres me dérange peu.",
        },
    },
}


class Leaning(NamedTuple):
    """What a temper changes."""

    open: float = OPEN
    others: float = OTHERS


NO_TEMPER: Final = Leaning()
LEANINGS: Final = {
    "quick": Leaning(open=0.55),
    "dreamer": Leaning(open=0.82),
    "spoiler": Leaning(others=1.6),
    "peaceable": Leaning(others=0.5),
}
