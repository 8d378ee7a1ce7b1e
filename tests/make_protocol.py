"""Makes what follows from `escale/session/messages.py`: frontend/src/protocol.js and the tables in
docs/protocol.md.

    make protocol

A test (tests/session/test_protocol.py) says where they are out of date.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from escale.session import words
from escale.session.messages import (
    ASKED,
    ASKED_BY_LESSON,
    ASKED_BY_PRACTICE,
    PROTOCOL,
    TOLD,
    TOLD_TO_LESSON,
    TOLD_TO_PRACTICE,
    TYPES,
    Kind,
)
from escale.teach.languages import FALLBACK, LANGUAGES

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "frontend" / "src" / "protocol.js"
PAGE = ROOT / "docs" / "protocol.md"
START, END = "<!-- made by `make protocol` -->\n", "<!-- end -->\n"
TABLES = {
    "What a page asks a table for": ASKED,
    "What a page is told by a table": TOLD,
    "What a lesson’s page asks for": ASKED_BY_LESSON,
    "What a lesson’s page is told": TOLD_TO_LESSON,
    "What a page of practice asks for": ASKED_BY_PRACTICE,
    "What a page of practice is told": TOLD_TO_PRACTICE,
}

HEAD = """/**
 * What may come from a kernel, and the version of it. Made from escale/session/messages.py by
 * `make protocol`: change it there. messages.js checks by it.
 */

/** @typedef {Record<string, Record<string, string>>} Kinds  the shapes of a kind's fields */

export const PROTOCOL = {protocol};

/** The language of what another one does not have. */
export const FALLBACK = {fallback};

/** @type {{Record<string, Record<string, string>>}} */
export const STALE = {stale};

/** @type {{Kinds}} */
export const TOLD = {told};

/** @type {{Kinds}} */
export const TOLD_TO_LESSON = {lesson};

/** @type {{Kinds}} */
export const TOLD_TO_PRACTICE = {practice};
"""


def shapes(kinds: Mapping[str, Kind]) -> dict[str, dict[str, str]]:
    """Of each kind the fields, as the page checks them; `name?` may be left out."""
    return {
        name: {
            **{field: TYPES[type_].shape for field, type_ in kind.fields.items()},
            **{f"{field}?": TYPES[type_].shape for field, type_ in kind.may.items()},
        }
        for name, kind in kinds.items()
    }


def script() -> str:
    """The page's part, as `npm run format` leaves it."""
    stale = {
        lang: {name: words.ui()[name][lang] for name in ("page-old", "kernel-old")}
        for lang in LANGUAGES
    }
    parts = {
        "protocol": PROTOCOL,
        "fallback": json.dumps(FALLBACK),
        "stale": written(stale),
        "told": written(shapes(TOLD)),
        "lesson": written(shapes(TOLD_TO_LESSON)),
        "practice": written(shapes(TOLD_TO_PRACTICE)),
    }
    text = HEAD.replace("{{", "{").replace("}}", "}")
    for name, part in parts.items():
        text = text.replace(f"= {{{name}}};", f"= {part};")
    return text


def written(table: Mapping[str, Mapping[str, str]]) -> str:
    """As Biome writes it: an entry a line where that fits."""

    def name_of(name: str) -> str:
        return name if name.isidentifier() else json.dumps(name)

    lines = ["{"]
    for name, entry in table.items():
        fields = [f"{name_of(n)}: {json.dumps(v, ensure_ascii=False)}" for n, v in entry.items()]
        line = f"  {name_of(name)}: {{ {', '.join(fields)} }}," if fields else f"  {name}: {{}},"
        if len(line) <= 120:
            lines.append(line)
        else:
            lines += [f"  {name_of(name)}: {{", *(f"    {field}," for field in fields), "  },"]
    return "\n".join([*lines, "}"])


def tables() -> str:
    """The tables of the page in docs/."""
    parts = [f"Version {PROTOCOL}.\n"]
    for title, kinds in TABLES.items():
        parts.append(f"\n### {title}\n\n| kind | fields | what it is for |\n|---|---|---|\n")
        for name, kind in kinds.items():
            fields = [f"`{field}`: {type_}" for field, type_ in kind.fields.items()]
            fields += [f"(`{field}`: {type_})" for field, type_ in kind.may.items()]
            parts.append(f"| `{name}` | {', '.join(fields)} | {kind.about} |\n")
    parts.append("\n### What a field can be\n\n| type | JSON | what it is |\n|---|---|---|\n")
    for name, type_ in TYPES.items():
        parts.append(f"| {name} | {type_.shape} | {type_.about} |\n")
    return "".join(parts)


def page() -> str:
    """The page with its tables made anew."""
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    return before + START + tables() + END + rest.partition(END)[2]


if __name__ == "__main__":
    SCRIPT.write_text(script(), "utf-8")
    PAGE.write_text(page(), "utf-8")
