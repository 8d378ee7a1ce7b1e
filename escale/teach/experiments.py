"""Experiments: what a page to explore lets one try, described without any widget.

    experiments(game)                  by name, as the game's `explore.py` has them in `EXPERIMENTS`
    one.start()                        what is chosen at first
    one.checked({"dice": 2})           every control with its value, or `BadOption` in one sentence
    one.show(chosen, words)            what is to be seen: a sentence, a plot, a board

An experiment is a few controls and a function of what they say. The function must be quick, since
somebody is looking: what takes long is prepared (`odds.json`, `make odds`). Its words are in the
game's `explore.toml`. How controls look is left to `escale/widgets/explore.py`, plots and boards
are drawn by `escale/draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.errors import BadOption, quoted

from .languages import LANGUAGES
from .overlays import Table
from .texts import game_file
from .words import Words

if TYPE_CHECKING:
    from escale.engine.game import Game

Value = int | str
Chosen = Mapping[str, Any]  #: by control: a value, or a sorted tuple of them

ONE, SEVERAL, AGAIN = "one", "several", "again"


class Control(NamedTuple):
    """Something to choose. ONE of its options, SEVERAL of them, or how often a button was pressed
    (AGAIN; then the options are 0, 1, 2, ...). Its words are `control.NAME` in `explore.toml`."""

    name: str
    options: tuple[Value, ...]
    value: Any  #: at first
    kind: str = ONE


class Shown(NamedTuple):
    """What one sees of an experiment; plot and board are markup."""

    says: str  #: what there is to be seen, in a sentence or two
    plot: str = ""
    board: str = ""


class ExploreWords(Words):
    """The words of a game's `explore.toml` in one language."""

    def __init__(self, game: Game[Any, Any], lang: str) -> None:
        super().__init__("explore.toml")
        self.game, self.lang = game, lang

    @cached_property
    def table(self) -> Table:
        return game_file(self.game, self.file).table

    def of(self, name: str, /, **facts: Any) -> str:
        """A text with its holes filled."""
        return self.say(name, self.lang, **facts)

    def option(self, control: str, value: Value) -> str:
        """What an option is called: by its own words, or by those for any number of them."""
        entry = self.entry(f"control.{control}")
        if str(value) in entry.get("option", {}):
            return self.of(f"control.{control}.option.{value}")
        return self.of(f"control.{control}.each", n=value) if "each" in entry else str(value)

    def share(self, part: float) -> str:
        """A part of one, in per cent."""
        return LANGUAGES[self.lang].share(part)

    def decimal(self, value: float, digits: int = 1, *, sign: bool = False) -> str:
        """A number as it is written, with a true minus."""
        text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
        if not float(text):
            text = text.lstrip("+-")
        return text.replace(".", LANGUAGES[self.lang].point).replace("-", "\N{MINUS SIGN}")


class Experiment(NamedTuple):
    """One of a game's."""

    controls: tuple[Control, ...]
    show: Callable[[Chosen, ExploreWords], Shown]

    def start(self) -> dict[str, Any]:
        return {control.name: control.value for control in self.controls}

    def checked(self, chosen: Chosen) -> dict[str, Any]:
        """What is chosen, completed; `BadOption` says what is not to be had."""
        known = {control.name: control for control in self.controls}
        for name in chosen:
            if name not in known:
                raise BadOption(quoted(name), f"there is {', '.join(known)}")
        return {name: _checked(one, chosen.get(name, one.value)) for name, one in known.items()}


def _checked(control: Control, value: Any) -> Any:
    several = control.kind == SEVERAL
    wanted = tuple(value) if several and isinstance(value, list | tuple | set) else (value,)
    for one in wanted:
        if one not in control.options or isinstance(one, bool):
            first, *_, last = control.options
            numbers = f"{first} to {last}" if control.options != (first, last) else ""
            there = numbers if isinstance(first, int) and numbers else _listed(control)
            raise BadOption(control.name, f"there is {there}, not {quoted(one)}")
    return tuple(sorted(set(wanted))) if several else value


def _listed(control: Control) -> str:
    return ", ".join(map(str, control.options))


@cache
def experiments(game: Game[Any, Any]) -> Mapping[str, Experiment]:
    """A game's experiments by name, in their order; none where it has no `explore.py`."""
    try:
        module: Any = import_module(f"{game.package}.explore")
    except ModuleNotFoundError as error:
        if error.name == f"{game.package}.explore":
            return {}
        raise
    found: Mapping[str, Experiment] = module.EXPERIMENTS
    return found
