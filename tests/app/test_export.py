"""`escale export`: a lesson as a page that needs nothing, and as a strip of pictures for print."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import escale
from escale.app.commands.cli import run
from escale.app.commands.print_strip import page, picture
from escale.teach.lesson import lesson
from escale.teach.rulebook import rulebook

Export = Callable[..., tuple[int, str, str]]
FIRST = [escale.lessons(game)[0] for game in escale.game_names() if escale.lessons(game)]


@pytest.fixture
def export(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Export:
    """The command, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(["export", *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


def outside(text: str) -> list[str]:
    """Addresses that a page would ask for; names of XML are none."""
    return [
        found
        for found in re.findall(r"https?://[^\s\"'<>)]+", text)
        if not found.startswith("http://www.w3.org/")
    ]


def test_a_lesson_is_one_page_that_needs_nothing_else(export: Export, tmp_path: Path) -> None:
    code, out, err = export("lesson", "dolce-vita/ties", "-o", "a.html", "--lang", "fr")
    assert (code, out, err) == (0, "a.html\n", "")
    text = (tmp_path / "a.html").read_text("utf-8")
    assert '<html lang="fr">' in text
    assert "Deux fois le même total" in text
    assert "The same total twice" in text, "the other language is a click away"
    assert not outside(text)
    assert not re.search(r"<(script|img|link)[^>]+(src|href)=\"(?!data:)", text)


@pytest.mark.parametrize(
    ("kind", "file"),
    [("lesson", "dolce-vita-ties.html"), ("strip", "dolce-vita-ties-strip.html")],
)
def test_without_a_name_it_goes_here_under_the_lessons_own(
    export: Export, tmp_path: Path, kind: str, file: str
) -> None:
    assert export(kind, "dolce-vita/ties") == (0, f"{file}\n", "")
    assert '<html lang="en">' in (tmp_path / file).read_text("utf-8")


def test_a_lesson_can_go_to_standard_output(export: Export) -> None:
    code, out, _ = export("strip", "dolce-vita/ties", "-o", "-")
    assert code == 0
    assert out.startswith("<!doctype html>")
    assert out.endswith("</html>\n")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", FIRST)
def test_a_strip_has_every_step_with_its_number_words_and_rules(name: str, lang: str) -> None:
    taught = lesson(name)
    text = page(taught, lang)
    figures = text.split("<figure>")[1:]
    assert len(figures) == len(taught.steps)
    for number, (figure, step) in enumerate(zip(figures, taught.steps, strict=True), start=1):
        assert f"<b>{number}</b>" in figure
        assert "<svg" in figure
        assert all(rule in figure for rule in step.rules)
    words = ElementTree.fromstring(picture(taught, lang))
    said = " ".join(" ".join(words.itertext()).split())
    for step in taught.steps:
        assert " ".join(step.title[lang].split()) in said
    assert not outside(text)
    assert "@page" in text
    assert "break-inside: avoid" in text
    for rule in rulebook(taught.game):
        if any(rule.id in step.rules for step in taught.steps):
            assert f"<dt>{rule.id}" in text


def test_a_strip_keeps_the_answers_for_the_last_sheet() -> None:
    text = page(lesson("dolce-vita/ties"), "en")
    steps, _, last = text.partition('<section class="last">')
    assert "Who takes the house" in steps
    assert "<li value=2>D: Blue</li>" in last


def test_a_picture_where_the_file_is_a_picture(export: Export, tmp_path: Path) -> None:
    assert export("strip", "dolce-vita/ties", "-o", "ties.SVG")[0] == 0
    root = ElementTree.parse(tmp_path / "ties.SVG").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root.findall("{http://www.w3.org/2000/svg}svg")) == 7


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("lesson", "dolce-vita/none"), 1, "there is no lesson 'dolce-vita/none'"),
        (("lesson", "nothing/at-all"), 1, "nothing"),
        (("strip", ""), 1, "game"),
        (("lesson", "dolce-vita/ties", "-o", "no/such/folder/a.html"), 1, "No such file"),
        (("lesson", "dolce-vita/ties", "-o", "."), 1, "Is a directory"),
        (("lesson", "dolce-vita/ties", "--lang", "de"), 1, "de"),
        (("lesson",), 2, "ID"),
        (("film", "dolce-vita/ties"), 2, "film"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    export: Export, tmp_path: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    found, out, err = export(*arguments)
    assert found == code
    assert out == ""
    assert says in err
    assert err.startswith("escale: ")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir()), "nothing is written halfway"


@pytest.mark.slow
def test_without_the_widgets_it_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from escale.app.commands.cli import run\n"
        "sys.exit(run(['export', 'lesson', 'dolce-vita/ties']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 1
    assert "pip install " in done.stderr
    assert "[widgets]'" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
