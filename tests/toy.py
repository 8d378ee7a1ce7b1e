"""A third language for tests: a grammar, and a few files that lie over ours. The rest is borrowed.

    python tests/toy.py FOLDER serve --port=...    escale's command line with that language
    python tests/toy.py FOLDER look                what a table, a lesson and a refusal say, as JSON
    python tests/toy.py FOLDER check               `check_game` of a game that has not heard of it

A language is handed in by `escale.teach.languages.add`, before any word is read: so in a process of
its own.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from escale.teach import languages
from escale.teach.languages import Grammar

CODE = "qto"  # of those that are nobody's language


class Toy(Grammar):
    """One article that stands behind its noun; one *and two* take the singular."""

    code, you, nameless, conjunction = CODE, "tu", "Ludo", "ko"
    singular = (1, 2)
    thousands = "_"

    def noun(self, word: str, form: str, gender: str, mute: bool) -> str | None:
        return f"{word}-lo" if form == "lo" else None


FILES = {
    "ui.toml": """
        [undo]
        qto = "Malfari"
        [partly]
        qto = "Iom el tio estas en la angla."
        [resumed]
        qto = "Post {plies:movo|movoj} plu."
    """,
    "site.toml": """
        question.qto = "Kiu ludo?"
        stars.qto = "{count:stelo|steloj} el {of}"
        error.404.title.qto = "Neniu skatolo"
    """,
    "games/dolce-vita/texts.toml": """
        [label.title]
        qto = "Dolĉa Vivo"
        [noun.bijou]
        qto = "juvelo"
        [valued]
        qto = "{noun} por {value}"
        [event.take]
        qto = "{seat} prenas {object:lo}."
        you.qto = "Tu prenas {object:lo}."
        [refusal.already-laid]
        qto = "La {number} jam kuŝas sub kolumno {column}."
    """,
    "games/dolce-vita/scene.toml": """
        [label.your-turn]
        qto = "Via vico."
    """,
    "games/dolce-vita/rulebook.toml": """
        [[rule]]
        id = "DV-PLA-2"
        qto = "La dua regulo."
    """,
    "games/dolce-vita/lessons/01-goal.toml": """
        title.qto = "La bona vivo"
        players.qto = ["Ruĝa", "Flava", "Verda"]
        [[step]]
        title.qto = "Bonvenon"
    """,
}


def write(folder: Path) -> None:
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(line.strip() for line in text.splitlines()), "utf-8")


def refused(names: list[str]) -> tuple[list[Any], Any]:
    """What a table says to somebody who opens a game there, and wants to lay a card twice."""
    from escale import Match
    from escale.widgets.table import play

    match = Match("dolce-vita", names, seed=1)
    for _ in names:
        match.play("1>1")
    table = play("dolce-vita", names, seats=["person"] * 3, lang=CODE, seed=1)
    sent: list[Any] = []
    table.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    saved = json.dumps(match.record())
    table._handle_custom_msg({"do": "load", "id": "l", "text": saved}, [])
    table._handle_custom_msg({"do": "why", "id": "w", "keys": ["hand:1", "column:2"], "ply": 3}, [])
    return sent, next(content["table"] for content in sent if content["kind"] == "whole")


def stranger(name: str) -> str:
    """The status at the table of a game whose scene knows the languages of the contract only."""
    from escale.widgets.table import play

    table = play(name, lang=CODE, seed=1)
    assert table._repr_svg_().startswith("<svg")
    status: str = table._about()["table"]["scene"]["status"]
    return status


def look() -> dict[str, Any]:
    """A table, a lesson and some sentences, without a browser."""
    from escale import Event, Violation, game
    from escale.session.box import box
    from escale.session.words import said
    from escale.teach.lesson import lesson
    from escale.teach.texts import texts
    from escale.widgets import lesson_frames
    from escale.widgets.lesson import page

    dolce_vita = game("dolce-vita")
    speech, names = texts(dolce_vita), ["Ana", "Bob", "Eva"]
    take = Event("DV-AWA-1", "take", 0, {"object": "bijou-200", "rank": 1, "total": 9})
    car = Event("DV-AWA-1", "take", 0, {"object": "voiture-200", "rank": 1, "total": 9})
    over = Event("DV-END-1", "next-round", None, {"round": 2, "seat": 0})
    answers, table = refused(names)
    played = lesson("dolce-vita/goal")
    told = {lang: lesson_frames.told(lesson_frames.page(played), lang) for lang in (CODE, "en")}
    made = box(dolce_vita, 3)
    return {
        "table": [table["lang"], table["scene"]["status"], table["scene"]["heading"]],
        "answers": [content.get("text") or content.get("lines") for content in answers],
        "take": speech.event(take, CODE, names),
        "you": speech.event(take, CODE, names, reader=0),
        "half": speech.event(car, CODE, names),
        "borrowed": speech.event(over, CODE, names),
        "refusal": speech.refusal(Violation("DV-PLA-1", "over", {}), CODE),
        "plural": [said("resumed", CODE, plies=plies) for plies in (1, 2, 3, 4000)],
        "borrowed plural": said("review-turns", CODE, count=2),
        "names": told[CODE]["names"],
        "lesson": told[CODE]["title"],
        "steps": [step["title"] for step in told[CODE]["steps"]],
        "english": [step["title"] for step in told["en"]["steps"]],
        "page": page(played, CODE),
        "ui": made["ui"][CODE],
        "languages": made["languages"],
        "title": made["title"],
        "stranger": stranger("galets"),
        "rule": made["rules"]["rules"]["DV-PLA-2"][CODE],
    }


if __name__ == "__main__":
    languages.add(Toy(), Path(sys.argv[1]))
    if sys.argv[2:] == ["look"]:
        sys.stdout.write(json.dumps(look()))
    elif sys.argv[2:] == ["check"]:
        from escale.testing import check_game

        check_game("galets", games=3)
    else:
        from escale.app.commands.cli import run

        sys.exit(run(sys.argv[2:]))
