"""Tables that last, in a real browser: reloaded, killed, opened twice, passed from hand to hand."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
from contextlib import closing
from random import Random
from typing import Any

import pytest
from barepage import bare_page
from playwright.sync_api import Browser

import escale
from escale.app.store import shared
from escale.session import words
from escale.teach.languages import LANGUAGES

from . import driving
from .conftest import SEED, STAGE, Board, findings, run_all, shown

VEIL = ".es-veil:not([hidden])"
PEOPLE = ("person", "person", "random")


def stored(board: Board) -> dict[str, Any]:
    """What the browser keeps about this page's tables."""
    tables: dict[str, Any] = json.loads(
        board.page.evaluate("localStorage.getItem('escale/tables') ?? '{}'")
    )
    return tables


def again(board: Board) -> None:
    """Load the page again, and wait for what it has to say."""
    board.page.reload()
    shown(board.page, VEIL)


def record_of(token: str) -> dict[str, Any]:
    """What the server has stored, as nobody but its owner can see it."""
    store = shared()
    record: dict[str, Any] = store.record(store.look(token).number)
    return record


def kill(board: Board) -> None:
    found = re.search(r"pid (\d+)", board.page.locator("body").inner_text())
    assert found
    os.kill(int(found[1]), signal.SIGKILL)


@pytest.mark.long
def test_a_game_outlives_its_page_its_kernel_and_a_second_tab(open_voila: Any) -> None:
    board: Board = open_voila("mortal")
    page = board.page
    board.move(Random(1))
    board.wait(2)
    log = board.root.locator(".es-log").inner_text()
    ((name, kept),) = stored(board).items()
    assert name == "/voila/render/mortal.ipynb#galets"
    assert set(kept) == {"token", "game", "page", "at", "ply", "over"}
    assert (kept["game"], kept["ply"], kept["over"]) == ("galets", 2, False)

    again(board)
    offer = board.root.locator(VEIL).inner_text()
    assert "Galets, 2 coups" in offer
    assert board.ply == 0
    assert not findings(board, STAGE)
    board.do("resume")
    board.wait(2)
    assert board.root.locator(".es-log").inner_text() == log
    assert stored(board)[name]["token"] == kept["token"]

    tab = Board(page.context.new_page())
    tab.page.goto(page.url)
    shown(tab.page, VEIL)
    assert "ouverte ailleurs" in tab.root.locator(VEIL).inner_text()
    tab.do("take")
    tab.wait(2)
    board.key(board.lit()[0]).dispatch_event("click")  # or the page notices by itself
    page.wait_for_selector(VEIL)
    assert "ouverte ailleurs" in board.root.locator(VEIL).inner_text()
    assert board.ply == 2
    tab.move(Random(2))
    tab.wait(4)
    tab.page.close()
    board.do("take")
    board.wait(4)

    kill(board)
    board.key(board.lit()[0]).dispatch_event("click")  # or the page notices by itself
    page.wait_for_selector(VEIL)
    assert "jusqu’au coup 4" in board.root.locator(VEIL).inner_text()
    board.do("reload")
    page.wait_for_selector(".es-notice[data-tone=good]")
    board.wait(4)
    assert "table=" not in page.url
    board.move(Random(3))
    board.wait()
    assert board.ply > 4
    assert not tab.errors


@pytest.mark.long
def test_a_slow_kernel_is_thinking_and_not_dead(open_voila: Any) -> None:
    board: Board = open_voila("slow")
    board.key(board.lit()[0]).click()
    board.page.wait_for_selector(f'{STAGE}[data-ply="1"]')
    board.root.get_by_text("On réfléchit…").wait_for()
    for _ in range(12):
        assert not board.page.locator(VEIL).count()
        board.page.wait_for_timeout(250)
    board.wait(2)
    assert not board.root.get_by_text("On réfléchit…").is_visible()


def pick(board: Board, *keys: str) -> None:
    for key in keys:
        board.key(key).first.click()


def test_whoever_hurries_fails_or_has_lost_the_table_is_not_dead(open_voila: Any) -> None:
    """A strong computer that would think for an hour, then one whose first move fails."""
    board: Board = open_voila("stubborn")
    page, hurry = board.page, board.root.locator('[data-do="hurry"]')
    pick(board, "hand:3", "column:2")
    hurry.click()
    page.wait_for_selector(".es-notice[data-tone=warn]")
    assert "pas votre faute" in board.root.locator(".es-notice").inner_text()
    page.wait_for_timeout(3_000)
    assert not page.locator(VEIL).count()
    assert not board.root.get_by_text("On réfléchit…").is_visible()
    board.wait(2)
    hurry.click()  # it tries again
    board.wait(3)
    assert not hurry.is_visible()

    board.key(board.lit()[0]).first.click()
    board.root.locator("[data-lit=next]").first.wait_for()
    board.key(board.lit()[0]).first.click()
    hurry.wait_for()
    (kept,) = stored(board).values()
    shared().claim(kept["token"], "somebody", "another tab", force=True)
    hurry.click()
    page.wait_for_selector(VEIL)
    page.wait_for_timeout(3_000)
    assert "ouverte ailleurs" in board.root.locator(VEIL).inner_text()
    assert board.ply == 4
    board.do("take")
    page.wait_for_selector(VEIL, state="hidden")
    hurry.click()
    board.wait(6)


def test_a_new_game_is_chosen_and_the_old_one_left(open_table: Any) -> None:
    board: Board = open_table("galets")
    board.move(Random(1))
    board.wait(2)
    (old,) = stored(board).values()
    again(board)
    board.root.locator('[data-lang="en"]').click()
    board.page.wait_for_selector(f'{STAGE}[lang="en"]')
    assert "in the middle of a game" in board.root.locator(VEIL).inner_text()
    board.do("fresh")
    board.page.wait_for_selector(VEIL, state="hidden")
    assert stored(board) == {"/galets#galets": old}, "until something is played"
    board.move(Random(1))
    board.wait(2)
    (new,) = stored(board).values()
    assert new["token"] != old["token"]


def test_one_move_is_not_said_as_several(browser: Browser) -> None:
    page = bare_page(browser)
    said = [
        page.evaluate(
            """([words, singular, ply]) =>
                escale.fill(words, { ply, title: "Galets", when: "?" }, singular)""",
            [words.ui()["offer-words"][lang], LANGUAGES[lang].singular, ply],
        )
        for lang in ("fr", "en")
        for ply in (1, 2)
    ]
    assert said == [
        "Galets, 1 coup joué, le ?.",
        "Galets, 2 coups joués, le ?.",
        "Galets, 1 move played, on ?.",
        "Galets, 2 moves played, on ?.",
    ]
    page.context.close()


def test_links_open_games_and_broken_ones_say_so(open_table: Any) -> None:
    link = driving.link_to(open_table("galets"))
    other: Board = open_table("dolce-vita", link="#" + link.partition("#")[2])
    other.page.wait_for_selector(f'{STAGE}[data-escale-stage="galets"][data-ply="2"]')
    assert "game=" not in other.page.url
    for broken in ("?table=nonsense", "#game=nonsense"):
        page: Board = open_table("galets", link=broken)
        page.page.wait_for_selector(".es-notice[data-tone=warn]")
        assert "en voici une nouvelle" in page.root.locator(".es-notice").inner_text() or (
            "voici une nouvelle partie" in page.root.locator(".es-notice").inner_text()
        )
        page.move(Random(1))
        page.wait(2)


def test_between_people_there_is_a_curtain(open_table: Any) -> None:
    """With the keyboard alone; nothing of a hand is in the page before its owner has lifted it."""
    board: Board = open_table("dominos-florentins", play={"seats": PEOPLE, "seed": SEED})
    page = board.page
    hands = escale.Match("dominos-florentins", 3, seed=SEED).state.hands
    names = ["Alix", "Gina"]
    page.evaluate("document.activeElement.blur()")
    for seat in (0, 1):
        page.wait_for_selector(f'{STAGE}[data-curtain="{seat}"]')
        board.wait()
        assert f"l’écran à {names[seat]}" in board.root.locator(VEIL).inner_text()
        html = board.root.evaluate("(root) => root.outerHTML")
        assert not [card for hand in hands for card in hand if card in html]
        assert not board.lit()
        if seat == 0:
            assert not findings(board, STAGE)
            page.locator('[data-do="lift"]').focus()
        assert page.evaluate("document.activeElement.dataset.do") == "lift"
        page.keyboard.press("Enter")
        page.wait_for_selector(f'{STAGE}[data-seat="{seat}"]:not([data-curtain]) [data-lit]')
        board.wait()
        assert all(board.key(f"hand:{card}").count() for card in hands[seat])
        html = board.root.evaluate("(root) => root.outerHTML")
        assert not [card for card in hands[1 - seat] if card in html]
        assert page.evaluate("document.activeElement.dataset.key"), "the focus is on the board"
        board.move(Random(1))
        (kept,) = stored(board).values()
        record = record_of(kept["token"])
        hands = escale.Match.from_record(record).state.hands
        assert kept["ply"] == len(record["moves"])
    page.wait_for_selector(f'{STAGE}[data-curtain="0"]')


@pytest.mark.long
def test_in_lab_the_cell_is_run_again_after_its_kernel_has_died(open_lab: Any) -> None:
    board: Board = open_lab("mortal")
    page = board.page
    board.move(Random(1))
    board.wait(2)
    kill(board)
    page.wait_for_selector(VEIL)  # Lab tells what has become of the kernel
    assert "nouveau la cellule" in board.root.locator(VEIL).inner_text()
    dialog = page.locator(".jp-Dialog button.jp-mod-accept").first
    page.add_locator_handler(dialog, lambda button: button.click())  # whenever Lab says it too
    run_all(page)
    page.wait_for_selector(f"{VEIL} [data-do=resume]")
    board.do("resume")
    board.wait(2)
    board.move(Random(2))
    board.wait()
    assert board.ply > 2


def test_a_game_that_cannot_be_opened_now_is_still_known_to_its_page(open_table: Any) -> None:
    board: Board = open_table("galets")
    board.move(Random(1))
    board.wait(2)
    ((name, kept),) = stored(board).items()
    number = shared().look(kept["token"]).number
    with closing(sqlite3.connect(shared().file, isolation_level=None)) as file:
        (head,) = file.execute("SELECT head FROM tables WHERE id = ?", (number,)).fetchone()
        file.execute("UPDATE tables SET head = '{' WHERE id = ?", (number,))
        board.page.reload()
        shown(board.page, ".es-notice:not([hidden])")
        assert "ne s’ouvre pas" in board.root.locator(".es-notice").inner_text()
        board.move(Random(1))
        board.wait(2)
        assert stored(board)[name]["token"] == kept["token"]
        assert stored(board)[f"{name} 2"]["ply"] == 2
        file.execute("UPDATE tables SET head = ? WHERE id = ?", (head, number))
    again(board)
    board.do("resume")
    board.wait(2)
    assert stored(board)[name]["token"] == kept["token"]
