"""Something to try of a game, with hands: controls, and what they lead to on a plot and a board.

    found = escale.explore("casanova/card", lang="fr")
    found.choose(dice=3, card=8)             # what hands do, from code

What can be tried is the game's (`escale/teach/experiments.py`); here it gets ipywidgets' controls:
those of them that are a browser's own (radio buttons, check boxes, a list, a button), so that
keyboards, screen readers and phones know them. Nothing is dragged, and every change is answered
from numbers that are prepared. What goes wrong is said in one sentence in the place of the plot.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from html import escape
from random import randrange
from typing import Any

import ipywidgets

from escale.draw.board import sheet
from escale.engine.errors import BadOption, quoted
from escale.engine.registry import game as find_game
from escale.session import words as house
from escale.session.seats import check_lang
from escale.teach.experiments import (
    AGAIN,
    ONE,
    Control,
    Experiment,
    ExploreWords,
    Shown,
    experiments,
)

from . import app_page, bundle

log = logging.getLogger("escale")


class Explore(ipywidgets.VBox):
    """One experiment. `chosen` is what its controls say."""

    def __init__(self, name: str, experiment: Experiment, words: ExploreWords) -> None:
        self.name, self.experiment, self.words = name, experiment, words
        self.chosen = experiment.start()
        self.seed = randrange(2**32)  # for the rounds that are played by hand
        self._parts = {one.name: _part(one, words) for one in experiment.controls}
        self._busy = False  # while controls are set from here
        self._figure = ipywidgets.HTML(self._picture())
        for control in experiment.controls:
            for part in self._parts[control.name].fields:
                self._listen(control, part)
        controls = ipywidgets.Box([part.whole for part in self._parts.values()])
        style = ipywidgets.HTML(
            "" if app_page.HERE else f"<style>{bundle.explore_style()}</style>" + sheet(words.game)
        )
        for one, dom in ((style, "unseen"), (controls, "controls"), (self._figure, "figure")):
            one.add_class(f"es-explore-{dom}")
        super().__init__([style, controls, self._figure])
        self.add_class("es-explore")

    def choose(self, **chosen: Any) -> None:
        """Set some of the controls; `BadOption` says what is not to be had."""
        self._take(self.experiment.checked({**self.chosen, **chosen}))

    def shown(self) -> Shown:
        """What is to be seen now; one sentence where that cannot be worked out."""
        try:
            return self.experiment.show({**self.chosen, "seed": self.seed}, self.words)
        except Exception:
            log.exception("%s cannot be shown: %r", self.name, self.chosen)
            return Shown(house.said("not-worked-out", self.words.lang))

    def _listen(self, control: Control, part: Any) -> None:
        if control.kind == AGAIN:
            part.on_click(lambda _button: self._press(control))
        else:
            part.observe(lambda _change: self._changed(control), names="value")

    def _changed(self, control: Control) -> None:
        """A control was set in a page; whoever chooses anew starts to count anew."""
        if self._busy:
            return
        fresh = {one.name: one.value for one in self.experiment.controls if one.kind == AGAIN}
        value = self._parts[control.name].read()
        self._take({**self.chosen, **fresh, control.name: value})

    def _press(self, control: Control) -> None:
        count = min(self.chosen[control.name] + 1, control.options[-1])
        self._take({**self.chosen, control.name: count})

    def _take(self, chosen: dict[str, Any]) -> None:
        self.chosen, self._busy = chosen, True
        try:
            for name, part in self._parts.items():
                part.write(chosen[name])
        finally:
            self._busy = False
        self._figure.value = self._picture()

    def _picture(self) -> str:
        return figure(self.shown())

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; in a page of the app also what can be seen before it is there."""
        found = super()._repr_mimebundle_(**kwargs)
        if found is None or not app_page.HERE:
            return found
        data, metadata = found if isinstance(found, tuple) else (found, {})
        return {
            **data,
            app_page.MIME: {"game": self.words.game.id, "still": self.still()},
        }, metadata

    def still(self) -> str:
        """How it looks at first, before the page's script has made its controls."""
        controls = "".join(part.still() for part in self._parts.values())
        return (
            f'<div class="es-explore"><div class="es-explore-controls" aria-hidden="true">'
            f'{controls}</div><div class="es-explore-figure">{self._picture()}</div></div>'
        )


def figure(shown: Shown) -> str:
    board = f'<div class="es-explore-board">{shown.board}</div>' if shown.board else ""
    plot = f'<div class="es-explore-plot">{shown.plot}</div>' if shown.plot else ""
    both = f'<div class="es-explore-both">{plot}{board}</div>' if plot or board else ""
    return f'<p class="es-explore-says" role="status">{escape(shown.says)}</p>{both}'


# --- Controls -------------------------------------------------------------------------------------


class OneOf:
    """One of a few: radio buttons."""

    def __init__(self, control: Control, words: ExploreWords) -> None:
        options = [(words.option(control.name, one), one) for one in control.options]
        label = words.of(f"control.{control.name}.label")
        field = ipywidgets.RadioButtons(
            options=options, value=control.value, description=label, orientation="horizontal"
        )
        self.whole = field
        self.fields = [field]

    def read(self) -> Any:
        return self.whole.value

    def write(self, value: Any) -> None:
        self.whole.value = value

    def still(self) -> str:
        chips = "".join(_chip(label, one == self.whole.value) for label, one in self.whole.options)
        label = f'<label class="widget-label">{escape(self.whole.description)}</label>'
        return f'<div class="widget-radio">{label}<div class="widget-radio-box">{chips}</div></div>'


class SomeOf:
    """Any of some cards: check boxes."""

    def __init__(self, control: Control, words: ExploreWords) -> None:
        self.label = escape(words.of(f"control.{control.name}.label"))
        self.options = control.options
        self.fields = [
            ipywidgets.Checkbox(
                one in control.value, description=words.option(control.name, one), indent=False
            )
            for one in control.options
        ]
        boxes = ipywidgets.Box(self.fields)
        boxes.add_class("es-explore-cards")
        self.whole = ipywidgets.Box([ipywidgets.HTML(f"<b>{self.label}</b>"), boxes])
        self.whole.add_class("es-explore-several")

    def read(self) -> tuple[Any, ...]:
        both = zip(self.options, self.fields, strict=True)
        return tuple(one for one, field in both if field.value)

    def write(self, value: Any) -> None:
        for one, field in zip(self.options, self.fields, strict=True):
            field.value = one in value

    def still(self) -> str:
        chips = "".join(
            f'<div class="widget-checkbox">{_chip(field.description, field.value)}</div>'
            for field in self.fields
        )
        label = f'<div class="widget-html"><b>{self.label}</b></div>'
        cards = f'<div class="es-explore-cards">{chips}</div>'
        return f'<div class="es-explore-several">{label}{cards}</div>'


class Again:
    """A button; how often it was pressed is kept by whoever listens."""

    def __init__(self, control: Control, words: ExploreWords) -> None:
        self.whole = ipywidgets.Button(description=words.of(f"control.{control.name}.label"))
        self.fields = [self.whole]

    def read(self) -> Any:
        return None

    def write(self, value: Any) -> None:
        """A button shows nothing; at the end it is not taken away from whoever is on it."""

    def still(self) -> str:
        return f'<span class="jupyter-button">{escape(self.whole.description)}</span>'


def _chip(label: str, chosen: bool) -> str:
    return f"<label{' class=es-on' if chosen else ''}>{escape(label)}</label>"


def _part(control: Control, words: ExploreWords) -> Any:
    kind = {ONE: OneOf, AGAIN: Again}.get(control.kind, SomeOf)
    return kind(control, words)


# --- The public door ------------------------------------------------------------------------------


def explore(name: str, lang: str | None = None) -> Explore:
    """Something to try, by its name: "casanova/card"; `BadOption` says what there is."""
    id_, _, what = name.partition("/") if isinstance(name, str) else ("", "", "")
    game = find_game(id_)
    found: Mapping[str, Experiment] = experiments(game)
    if what not in found:
        there = ", ".join(f"{id_}/{one}" for one in found) or "nothing"
        raise BadOption("explore", f"there is {there} to try, not {quoted(name)}")
    return Explore(name, found[what], ExploreWords(game, check_lang(lang)))
