"""`escale new NAME`: a package with a tiny game that passes `check_game`, to be changed bit by bit.

The template is `escale/app/template`. Its files end in `.in`; `@NAME@`, `@MODULE@`, `@CLASS@`,
`@PREFIX@` and `@TITLE@` stand for the names of the game, and lines between `#% if board` (or
`secrets`, or `not board`), `#% else` and `#% end` are there only if that was asked for.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from escale.engine.errors import EscaleError, quoted
from escale.engine.registry import game, game_names

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_NAME, MOST_TITLE = 40, 60  # letters
OURS = frozenset({"games", "game", "escale", "new", "house"})  # `escale-games` is this distribution
SWITCH = re.compile(r"#% (?:(if) (not )?(\w+)|(else)|(end))")
RULES = re.compile(r"^from \.rules import (.+)$", re.MULTILINE)
TOKEN = re.compile(r"@([A-Z]+)@")


class Wanted(NamedTuple):
    """A game that is to be made, and its names."""

    name: str
    title: str
    prefix: str
    switches: frozenset[str] = frozenset()

    @property
    def module(self) -> str:
        return f"escale_{self.name.replace('-', '_')}"

    def tokens(self) -> Mapping[str, str]:
        return {
            "NAME": self.name,
            "MODULE": self.module,
            "CLASS": "".join(word.capitalize() for word in self.name.split("-")),
            "PREFIX": self.prefix,
            "LOW": self.prefix.lower(),
            "WIDE": str(min(190, 15 * len(self.title))),
            "TITLE": self.title,
        }


def wanted(name: str, title: str | None, switches: frozenset[str] = frozenset()) -> Wanted:
    """The names of a new game, or why it cannot be called so."""
    if not NAME.fullmatch(name) or len(name) > MOST_NAME:
        raise EscaleError(
            f"a game is called by words of small letters and digits with hyphens, such as "
            f"three-in-a-row, not {quoted(name)}"
        )
    if name in OURS or name in game_names():
        raise EscaleError(f"{name} is taken: the games here are {', '.join(game_names())}")
    if find_spec(f"escale_{name.replace('-', '_')}") is not None:
        raise EscaleError(f"{name} is taken: there is a module escale_{name.replace('-', '_')}")
    title = " ".join(name.split("-")).capitalize() if title is None else title.strip()
    if not title or len(title) > MOST_TITLE or not title.isprintable() or {*title} & {*'"\\{}<>&@'}:
        raise EscaleError(
            f'a title is up to {MOST_TITLE} letters on one line, without " \\ {{ }} < > & and @, '
            f"not {quoted(title)}"
        )
    return Wanted(name, title, _prefix(name), switches)


def _prefix(name: str) -> str:
    """Two to four capital letters that no installed game has: TR for trio, TR for two-rows."""
    taken = set()
    for other in game_names():
        try:
            taken.add(game(other).prefix)
        except Exception:  # a broken game keeps nobody from making another one
            continue
    letters = re.sub(r"[^a-z]", "", name)
    initials = re.sub(r"[^a-z]", "", "".join(word[0] for word in name.split("-")))[:4]
    others = [letters[0] + letter for letter in letters[1:]]
    others += [first + second for first in letters[0] + "xyzq" for second in "xyzqwk"]
    choices = [initials if len(initials) > 1 else letters[:2], letters[:3], letters[:4], *others]
    found = (one.upper() for one in choices if len(one) > 1 and one.upper() not in taken)
    return next(found)


def make(this: Wanted, into: Path) -> Path:
    """Write the package `escale-NAME` in this folder; all of it or nothing."""
    folder = into / f"escale-{this.name}"
    if folder.exists():
        raise EscaleError(f"{folder} is there already: choose another name, or another --into")
    try:
        into.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
    except OSError as error:
        raise EscaleError(f"{folder}: {error.strerror or error}") from None
    try:
        for name, text in rendered(this):
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise EscaleError(f"{folder}: {error.strerror or error}") from None
    return folder


def rendered(this: Wanted) -> Iterator[tuple[str, str]]:
    """The files of a new game: where each is in its folder, and its text."""
    tokens = this.tokens()
    for name, source in _files(files("escale.app").joinpath("template"), ""):
        place = name.removesuffix(".in").replace("module/", f"{this.module}/")
        place = place.replace("test_game.py", f"test_{this.module.removeprefix('escale_')}.py")
        text = "".join(_chosen(source.read_text("utf-8").splitlines(keepends=True), this.switches))
        text = TOKEN.sub(lambda found: tokens[found[1]], text)
        yield place, RULES.sub(lambda found: f"from .rules import {_sorted(found[1])}", text)


def _sorted(names: str) -> str:
    """Names of an import in the usual order, constants first; the class has a name of its own."""

    def place(name: str) -> tuple[int, str]:
        return (0 if name.isupper() else 1 if name[0].isupper() else 2), name

    return ", ".join(sorted(names.split(", "), key=place))


def _files(folder: Traversable, below: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{below}{entry.name}/")
        elif entry.name.endswith(".in"):
            yield f"{below}{entry.name}", entry


def _chosen(lines: list[str], switches: frozenset[str]) -> Iterator[str]:
    """The lines that are there with these switches."""
    kept: list[bool] = []  # for each open `if`: are its lines there?
    for line in lines:
        switch = SWITCH.fullmatch(line.strip())
        if switch is None:
            if all(kept):
                yield line
        elif switch[1]:
            kept.append((switch[3] in switches) != bool(switch[2]))
        elif switch[4]:
            kept.append(not kept.pop())
        else:
            kept.pop()
