"""TOML files that somebody else has written: lessons, decks, texts, rulebooks.

`load` and `parse` read one within bounds; whatever is wrong is a `BadFile`, one sentence with file
and line. Python's own reader tells the line of bad syntax only, so `Document.line` finds that of
any value: a small scan of the text, made when there is something to complain about.

What a file may hold, and what its values mean, is left to whoever asked for it.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from .errors import EscaleError, one_line

MOST_BYTES = 256_000
MOST_NESTED = 40
MOST_NUMBER = 2**53  # beyond it other programs round

#: Who reads a text. Where texts are known beforehand, somebody who has them ready may stand here
#: (widgets/worker_start.py).
reader: Callable[[str], dict[str, Any]] = tomllib.loads

KeyPath = tuple[str | int, ...]  #: ("step", 2, "ask", "text")

# A key of a hundred parts takes Python's reader seconds: it is refused before that.
LONG_KEY = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){40}""")
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\#[^\n]*)
    |(?P<string>\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
    |(?P<word>[\w+:-]+)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)


class BadFile(EscaleError):
    """A file that its author has to mend: which file, which line, what."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        self.file, self.line = one_line(file, 200), line
        self.problem = one_line(" ".join(problem.split()), 400)
        super().__init__(f"{self.file}, line {line}: {self.problem}")


class Document:
    """A TOML file that has been read: its `table`, and the line of everything in it."""

    def __init__(self, table: dict[str, Any], source: str, file: str) -> None:
        self.table, self.source, self.file = table, source, file

    def wrong(self, problem: str, *path: str | int) -> BadFile:
        """A complaint about the value at `path`."""
        return BadFile(self.file, self.line(*path), problem)

    def line(self, *path: str | int) -> int:
        """The line of the value at `path`, or of the nearest around it that is there."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    @cached_property
    def _lines(self) -> dict[KeyPath, int]:
        return _Scan(self.source).lines()


def load(file: Traversable | Path) -> Document:
    """The document in a file; raises `BadFile`."""
    return parse(read(file), file.name)


def read(file: Traversable | Path) -> bytes:
    """What a file holds, but no more than a document may have; raises `BadFile`."""
    try:
        if not file.is_file():  # neither a folder, nor a pipe that never ends
            raise BadFile(file.name, 1, "there is no such file, or it is no ordinary one")
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadFile(file.name, 1, f"cannot be read ({error.strerror or error})") from None


def parse(source: str | bytes, file: str) -> Document:
    """The document in a text; raises `BadFile`."""
    if len(source) > MOST_BYTES:
        raise BadFile(file, 1, f"is longer than {MOST_BYTES:,} bytes")
    try:
        text = source.decode() if isinstance(source, bytes) else source
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        problem = f"is not UTF-8 (byte 0x{error.object[error.start]:02x}): save it as UTF-8"
        raise BadFile(file, line, problem) from None
    source = text.removeprefix("\ufeff")
    long = LONG_KEY.search(source)
    if long:
        raise BadFile(file, _line(source, long.start()), "a key has far too many parts")
    try:
        table = reader(source)
    except tomllib.TOMLDecodeError as error:
        problem, _, tail = str(error).rpartition(" (at ")
        found = re.search(r"line (\d+)", tail)
        line = int(found[1]) if found else _line(source.rstrip(), len(source))
        raise BadFile(file, line, f"not TOML: {problem or error}") from None
    except RecursionError:
        raise BadFile(file, _deepest(source), "brackets are nested far too deep") from None
    except ValueError:  # Python reads no number of more than some thousand digits
        digits = re.search(r"[\d_]{1000}", source)
        line = _line(source, digits.start()) if digits else 1
        raise BadFile(file, line, "a number is too long") from None
    document = Document(table, source, file)
    flaw = _flaw(table, ())
    if flaw:
        raise document.wrong(flaw[1], *flaw[0])
    return document


def _line(source: str, at: int) -> int:
    return source.count("\n", 0, at) + 1


def _deepest(source: str) -> int:
    """The line where brackets are nested too deep, of a text that nothing else can read."""
    found = re.search(rf"(?:[\[{{][^\[\]{{}}]*){{{MOST_NESTED}}}", source)
    return _line(source, found.start()) if found else 1


def _flaw(value: Any, path: KeyPath) -> tuple[KeyPath, str] | None:
    """What no file of ours may hold, and where."""
    if len(path) > MOST_NESTED:
        return path, "tables are nested far too deep"
    if isinstance(value, str):
        odd = UNPRINTABLE.search(value)
        return (path, f"holds a character that cannot be printed ({odd[0]!r})") if odd else None
    if isinstance(value, Mapping):
        for name, part in value.items():
            flaw = _flaw(name, path) or _flaw(part, (*path, name))
            if flaw:
                return flaw
        return None
    if isinstance(value, list):
        return next(filter(None, (_flaw(v, (*path, i)) for i, v in enumerate(value))), None)
    if isinstance(value, float) and not math.isfinite(value):
        return path, f"{value} is no number to count with"
    if isinstance(value, int) and abs(value) >= MOST_NUMBER:
        return path, "a number is too large"
    if not isinstance(value, (int, float)):
        return path, f"{value} is a date or a time: write text or a number"
    return None


class _Scan:
    """The lines of all values in a text that is known to be TOML."""

    def __init__(self, source: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        line = 1
        for token in TOKEN.finditer(source):
            if token.lastgroup != "space":
                self.tokens.append((token[0], line))
            line += token[0].count("\n")
        self.at = 0
        self.found: dict[KeyPath, int] = {(): 1}
        self.counts: dict[KeyPath, int] = {}  # of the tables in each [[array]]

    def lines(self) -> dict[KeyPath, int]:
        header: KeyPath = ()
        while self.at < len(self.tokens):
            if self.next == "\n":
                self.at += 1
            elif self.next == "[":
                header = self.header()
            else:
                self.pair(header)
        return self.found

    @property
    def next(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else "\n"

    def header(self) -> KeyPath:
        """`[a.b]` or `[[a.b]]`: where what follows belongs."""
        line = self.tokens[self.at][1]
        self.at += 1
        another = self.next == "["
        self.at += another
        *parents, last = self.key()
        self.at += 1 + another  # the closing brackets
        path: KeyPath = ()
        for name in parents:
            path = self.into((*path, name), line)
        path = (*path, last)
        if another:
            self.found.setdefault(path, line)
            self.counts[path] = self.counts.get(path, 0) + 1
        return self.into(path, line)

    def into(self, path: KeyPath, line: int) -> KeyPath:
        """The table at a path; of an array of tables, the last one."""
        self.found.setdefault(path, line)
        if path in self.counts:
            path = (*path, self.counts[path] - 1)
            self.found.setdefault(path, line)
        return path

    def key(self) -> Sequence[str]:
        names = [self.name()]
        while self.next == ".":
            self.at += 1
            names.append(self.name())
        return names

    def name(self) -> str:
        text = self.next
        self.at += 1
        return tomllib.loads(f"x={text}")["x"] if text[0] in "\"'" else text

    def pair(self, path: KeyPath) -> None:
        """`a.b = value`"""
        line = self.tokens[self.at][1]
        for name in self.key():
            path = (*path, name)
            self.found.setdefault(path, line)
        self.at += 1  # the =
        self.value(path)

    def value(self, path: KeyPath) -> None:
        self.found.setdefault(path, self.tokens[self.at][1])
        start = self.next
        self.at += 1
        if start == "[":
            index = 0
            while self.next != "]":
                if self.next == "\n":
                    self.at += 1
                elif self.next == ",":
                    self.at, index = self.at + 1, index + 1
                else:
                    self.value((*path, index))
            self.at += 1
        elif start == "{":
            while self.next != "}":
                if self.next in ("\n", ","):
                    self.at += 1
                else:
                    self.pair(path)
            self.at += 1
        else:  # 1.5 and 12:30 are several tokens
            while self.next not in ("\n", ",", "]", "}"):
                self.at += 1
