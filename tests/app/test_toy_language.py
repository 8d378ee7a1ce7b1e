"""A third language is files of words and one class: nothing in the source has heard of this one."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import toy
from ports import free_port

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, toy.__file__]
NOTICE = "Iom el tio estas en la angla."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("toy")
    toy.write(found)
    return found


@pytest.fixture(scope="module")
def seen(folder: Path) -> dict[str, Any]:
    """What a table, a lesson and a refusal say."""
    run = subprocess.run([*COMMAND, folder, "look"], check=True, capture_output=True, timeout=120)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.fixture(scope="module")
def get(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """The pages of a real server."""
    port = free_port()
    there = tmp_path_factory.mktemp("served")
    options = ["--no-browser", "--warm=0", f"--port={port}", f"--tables={there}"]
    with (there / "log").open("w") as log:
        environment = os.environ | {"TMPDIR": str(there)}
        command = [*COMMAND, folder, "serve", *options]
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)

    def page(path: str) -> str:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=60) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return error.read().decode()

    try:
        for _ in range(240):
            if "escale is open" in (there / "log").read_text() or process.poll() is not None:
                break
            time.sleep(0.25)
        yield page
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "own", "english"),
    [
        ("/", "Kiu ludo?", "Take a box off the shelf"),
        ("/rules/dolce-vita", "La dua regulo.", "Search the rules"),
        ("/nowhere", "Neniu skatolo", "Back to the shelf"),
    ],
)
def test_a_page_says_its_own_words_and_the_rest_in_english_with_one_notice(
    get: Callable[[str], str], path: str, own: str, english: str
) -> None:
    page = get(f"{path}?lang=qto")
    assert '<html lang="qto">' in page
    assert ' data-singular="1 2">' in page
    assert own in page
    assert english in page
    assert page.count(NOTICE) == page.count('class="partly"') == 1
    assert re.findall(r'hreflang="(\w+)" data-lang="\1"', page) == ["fr", "en", "qto"]
    assert "Dolĉa Vivo" in page or path == "/nowhere"


def test_the_shelf_counts_in_the_language_and_leads_to_its_pages(get: Callable[[str], str]) -> None:
    page = get("/?lang=qto")
    assert re.search(r"<span>0 steloj el \d+</span>", page)
    assert "/voila/render/qto/play-dolce-vita.ipynb" in page
    assert "partly" not in get("/?lang=en")


@pytest.mark.slow
def test_a_table_a_refusal_and_the_log_speak_it(seen: dict[str, Any]) -> None:
    assert seen["table"] == ["qto", "Via vico.", "Round 1 of 6"]
    *_, opened, why = [answer for answer in seen["answers"] if answer]
    assert opened == "Game opened: Dolĉa Vivo, 3 moves."
    assert why == [["La 1 jam kuŝas sub kolumno 1.", ["DV-PLA-2"]]]
    assert seen["refusal"] == "The game is over: no more cards are laid."
    assert seen["take"] == "Ana prenas juvelo-lo por 200."
    assert seen["you"] == "Tu prenas juvelo-lo por 200."
    assert seen["half"] == "Ana prenas car-lo por 200."  # a noun that it has not: its own article
    assert seen["borrowed"] == "Everyone takes their cards back. Round 2: Ana goes first."


def test_its_plurals_are_its_own_and_those_of_a_borrowed_sentence_are_english(
    seen: dict[str, Any],
) -> None:
    said = ["Post 1 movo plu.", "Post 2 movo plu.", "Post 3 movoj plu.", "Post 4_000 movoj plu."]
    assert seen["plural"] == said
    assert seen["borrowed plural"].startswith("2 moves could have been")


def test_a_lesson_speaks_it(seen: dict[str, Any]) -> None:
    assert seen["lesson"] == "La bona vivo"
    assert seen["names"] == ["Ruĝa", "Flava", "Verda"]
    first, *rest = seen["steps"]
    assert first == "Bonvenon"
    assert rest[1:] == seen["english"][2:]
    assert '<html lang="qto">' in seen["page"]


def test_the_page_gets_its_languages_and_what_they_lack(seen: dict[str, Any]) -> None:
    assert list(seen["languages"]) == ["fr", "en", "qto"]
    assert seen["languages"]["qto"] == {"singular": [1, 2], "partial": True}
    assert not seen["languages"]["fr"]["partial"]
    assert seen["ui"] == {
        "undo": "Malfari",
        "partly": NOTICE,
        "resumed": "Post {plies:movo|movoj} plu.",
    }
    assert seen["title"] == {"fr": "Dolce Vita", "en": "Dolce Vita", "qto": "Dolĉa Vivo"}
    assert seen["rule"] == ["La dua regulo.", "Each player lays five cards and keeps one."]


@pytest.mark.slow
def test_a_game_need_not_know_it(folder: Path, seen: dict[str, Any]) -> None:
    """Its table is shown in English; `check_game` asks for the languages of the contract only."""
    assert seen["stranger"] == "Your turn. Take a pebble from either end."
    subprocess.run([*COMMAND, folder, "check"], check=True, timeout=120)
