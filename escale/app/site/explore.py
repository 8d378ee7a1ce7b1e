"""Something to try without Python: a browser's own controls, and what they lead to, prepared.

Not all that can be chosen can be prepared: of a control with cards to tick a few choices are
offered, of a long list some of its entries, a button can be pressed a few times. What is offered is
at most `MOST` combinations an experiment, each with its sentence, plot and board; what several have
in common is kept once. `frontend/src/explore.js` shows them.
"""

from __future__ import annotations

from functools import cache
from html import escape
from itertools import product
from math import prod
from typing import Any, NamedTuple

from escale.engine.registry import game as find_game
from escale.engine.reloading import made_of_games
from escale.teach.experiments import AGAIN, SEVERAL, Control, Experiment, ExploreWords, experiments
from escale.teach.words import SITE
from escale.widgets.explore import figure

MOST = 240  #: combinations of an experiment
PRESSES = 5  #: of a button
SETS = 6  #: choices of a control with several things to tick
SEED = 14  #: of what is played by hand


class Choice(NamedTuple):
    """A control as it is offered here."""

    control: Control
    values: tuple[Any, ...]  #: the first is not always the one at the start

    @property
    def start(self) -> int:
        return self.values.index(_value(self.control))

    @property
    def button(self) -> bool:
        return self.control.kind == AGAIN


def found(name: str) -> tuple[Experiment, ExploreWords, str]:
    game, _, what = name.partition("/")
    return experiments(find_game(game))[what], ExploreWords(find_game(game), ""), what


@made_of_games
@cache
def choices(name: str) -> tuple[Choice, ...]:
    """What is offered of each control."""
    offered = {one: _offered(one) for one in found(name)[0].controls}
    while prod(map(len, offered.values())) > MOST:
        longest = max(offered, key=lambda one: len(offered[one]))
        offered[longest] = _thinned(offered[longest], _value(longest))
    for one in offered:
        if one.kind == AGAIN:
            free = MOST // prod(map(len, offered.values()))
            first = one.options.index(one.value)
            offered[one] = one.options[first : first + min(free, PRESSES + 1)]
    return tuple(Choice(one, values) for one, values in offered.items())


def is_whole(name: str) -> bool:
    """Is all that can be chosen offered?"""
    return all(
        one.control.kind != SEVERAL and len(one.values) == len(one.control.options)
        for one in choices(name)
        if not one.button
    )


def _value(control: Control) -> Any:
    several = control.kind == SEVERAL
    return tuple(sorted(control.value)) if several else control.value


def _offered(control: Control) -> tuple[Any, ...]:
    if control.kind == AGAIN:
        return (control.value,)
    if control.kind != SEVERAL:
        return control.options
    options = control.options
    count = max(1, len(control.value))
    runs = [options[at : at + count] for at in range(0, len(options) - count + 1, count)]
    spread = options[:: max(1, len(options) // count)][:count]
    sets = dict.fromkeys([_value(control), *runs, options[-count:], spread])
    return tuple(list(sets)[:SETS])


def _thinned(values: tuple[Any, ...], start: Any) -> tuple[Any, ...]:
    """About every other one, and the one at the start."""
    at = values.index(start) % 2
    return values[at::2]


@made_of_games
@cache
def prepared(name: str, lang: str) -> dict[str, Any]:
    """What each combination shows: `shown[number]` are numbers of texts, in the order of `keys`."""
    experiment, _, _ = found(name)
    words = ExploreWords(find_game(name.partition("/")[0]), lang)
    offered = choices(name)
    texts: dict[str, int] = {}
    shown = []
    for values in product(*(one.values for one in offered)):
        named = zip(offered, values, strict=True)
        chosen = experiment.checked({one.control.name: value for one, value in named})
        told = experiment.show({**chosen, "seed": SEED}, words)
        shown.append([texts.setdefault(text, len(texts)) for text in told])
    return {"sizes": [len(one.values) for one in offered], "texts": list(texts), "shown": shown}


def page(name: str, lang: str) -> str:
    """Controls and what is to be seen at first; the rest comes when a control is touched."""
    experiment, _, _ = found(name)
    words = ExploreWords(find_game(name.partition("/")[0]), lang)
    offered = choices(name)
    shown = experiment.show({**experiment.start(), "seed": SEED}, words)
    controls = "".join(_control(one, words, f"{name}-{at}") for at, one in enumerate(offered))
    note = "" if is_whole(name) else SITE.say("explore-some", lang)
    about = f'<p class="es-below">{escape(note)}</p>' if note else ""
    return (
        f'<form class="es-explore" data-explore="{name}"><div class="es-explore-controls">'
        f'{controls}</div><div class="es-explore-figure">{figure(shown)}</div>{about}</form>'
    )


def _control(one: Choice, words: ExploreWords, id_: str) -> str:
    control = one.control
    label = escape(words.of(f"control.{control.name}.label"))
    if one.button:
        if len(one.values) == 1:
            return f'<input type="hidden" name="{id_}" value="0">'
        return (
            f'<button class="jupyter-button" type="button" name="{id_}" value="0" '
            f'data-most="{len(one.values) - 1}">{label}</button>'
        )
    chips = ""
    for at, value in enumerate(one.values):
        several = control.kind == SEVERAL
        each = [words.option(control.name, part) for part in (value if several else (value,))]
        checked = " checked" if at == one.start else ""
        chips += (
            f'<label><input type="radio" name="{id_}" value="{at}"{checked}>'
            f"{escape(' '.join(each))}</label>"
        )
    return (
        f'<fieldset class="widget-radio"><legend class="widget-label">{label}</legend>'
        f'<div class="widget-radio-box">{chips}</div></fieldset>'
    )
