"""The coach in a page: what it says, once, and when it is silent. The table is in this process."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hosted import ADDRESS, Host
from playwright.sync_api import Browser, expect

from .conftest import STAGE, Board, findings, new_page

RING = ".es-coach-rings [data-rings]"
NOTE, PHONE = ".es-coach-note p", {"width": 390, "height": 664}
DESK = {"width": 1280, "height": 720}
KNOWN = """(rules) => {
    const met = Object.fromEntries(rules.map((rule) => [rule, 1]));
    const learners = { 1: { name: "", met, cards: {}, lessons: [] } };
    const all = { format: "escale-learners/1", current: "1", learners };
    localStorage.setItem("escale/learners", JSON.stringify(all));
}"""
LOGGED = "(root) => [...root.querySelectorAll('.es-log .es-chip')].map((one) => one.dataset.rule)"
MET = "Object.keys(JSON.parse(localStorage.getItem('escale/learners')).learners[1].met)"


def place(board: Board) -> Any:
    """Where the board is: it must never jump."""
    return board.page.locator(".es-table").bounding_box()


def test_a_coached_game_says_each_new_rule_once_and_one_click_silences_it(open_table: Any) -> None:
    board = open_table("casanova", play={"coach": True, "lang": "en"}, viewport=PHONE)
    page, note = board.page, board.page.locator(NOTE)
    expect(note).to_contain_text("The aim: to be the richest")
    expect(note.locator(".es-chip")).to_have_text("CA-END-2")
    stands, focus = place(board), "document.activeElement === document.body"
    assert page.evaluate(focus), "it takes no focus"
    ring = page.locator(RING)
    expect(ring).to_have_attribute("data-rings", "coins:0")  # what the aim speaks of
    where = "(line) => document.querySelector('.es-board').compareDocumentPosition(line)"
    line = page.locator(".es-coach-line path").first
    assert line.evaluate(where) & 2, "it lies under all pieces and hides none of them"

    board.key("dice:1").click()
    expect(note).to_contain_text("lays one card face down")  # that is what is to be done now
    assert place(board) == stands
    status = page.locator(".es-status-text")
    expect(status).to_contain_text("goes with it")
    assert status.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1, "said to the end"
    expect(ring).to_have_attribute("data-rings", re.compile("^hand:"))
    assert {"CA-END-2", "CA-RND-3"} <= set(page.evaluate(MET))
    board.key("hand:4").click()
    board.wait()
    board.key("hand:4").click()  # it has been laid: why is it refused?
    bubble = page.locator(".es-bubble")
    expect(bubble.locator(".es-chip")).to_have_count(1)
    expect(bubble.locator("code")).to_have_count(0)
    page.keyboard.press("Escape")
    board.key("hand:4").click()
    expect(bubble.locator("code")).to_contain_text('escale.lesson("casanova/')

    page.keyboard.press("Escape")
    page.locator(".es-coach-quiet").click()
    expect(note).to_have_count(0)
    assert board.state("coach") == "off"
    expect(ring).to_have_count(0)
    assert place(board) == stands
    assert findings(board, STAGE) == []
    page.reload()
    expect(page.locator(".es-coach-rest")).to_contain_text("Coach off")
    page.locator(".es-coach-rest button").click()
    assert board.state("coach") == "on"


def test_it_never_says_what_is_known_and_ends_with_what_to_practise(open_table: Any) -> None:
    board = open_table("casanova", play={"coach": True, "lang": "en", "left": 9})
    page, note = board.page, board.page.locator(NOTE)
    rules = board.root.evaluate(
        "(root) => [...root.querySelectorAll('.es-log .es-chip')].map((one) => one.dataset.rule)"
    )
    page.evaluate(KNOWN, [rule for rule in rules if rule != "CA-WIN-1"])
    page.reload()
    board.wait()
    tall = page.locator(".es-coach").bounding_box()
    board.play_out(Random(4))
    expect(note).to_contain_text("You met")
    assert page.locator(".es-coach").bounding_box() == tall, "the board does not move at the end"
    worth = note.locator(".es-chip").all_inner_texts()
    assert worth
    assert not {"CA-RND-1", "CA-RND-2", "CA-RND-3"} & set(worth)
    expect(note).to_contain_text("for the first time")
    note.locator("button").first.click()
    expect(page.locator(".es-dialog h3").first).to_have_text("Worth practising")
    first = page.locator(".es-dialog .es-rule").first
    expect(first).to_contain_text("escale.lesson(")
    expect(page.locator(".es-dialog code").first).to_contain_text(
        'escale.practice("casanova", rule'
    )
    assert findings(board, STAGE) == []


def test_two_people_have_none_unless_asked_and_nothing_of_it_is_seen_by_the_other(
    open_table: Any,
) -> None:
    seats = ["person", "person"]
    board = open_table("casanova", play={"coach": True, "lang": "en", "seats": seats})
    page, note = board.page, board.page.locator(NOTE)
    expect(note).to_have_count(0)
    assert board.state("coach") == "off"
    page.locator("[data-part=coachButton]").click()
    expect(note).to_contain_text("The aim")
    board.key("dice:1").click()
    expect(note).to_contain_text("lays one card face down")
    board.key("hand:4").click()
    page.wait_for_selector("[data-curtain]")
    expect(note).to_have_count(0)
    expect(page.locator(RING)).to_have_count(0)
    assert page.locator(".es-coach-line").inner_html() == ""
    assert "face down" not in page.locator(".es-coach").inner_html()
    expect(page.locator(".es-coach-panel")).to_be_hidden()
    page.locator("[data-do=lift]").click()
    board.wait()
    expect(note).to_have_count(0)
    assert page.locator(".es-coach").inner_text().strip() in ("", "Silence")
    board.key("hand:9").click()  # nobody waits for the coach
    board.wait()


@pytest.mark.parametrize("link", ["", "?coach"])
def test_an_address_opens_a_coached_first_game_against_beginners(
    open_table: Any, link: str
) -> None:
    board = open_table("casanova", link=link)
    if not link:  # there it is called by the menu
        assert board.state("coach") is None
        expect(board.page.locator(".es-coach")).to_be_hidden()
        board.page.locator("[data-do=menu]").click()
        board.page.locator("[data-part=coachEntry]").click()
    expect(board.page.locator(NOTE)).to_contain_text("Le but")
    board.key("dice:1").click()
    board.wait()
    board.page.reload()
    board.page.locator("[data-do=resume]").click()
    expect(board.page.locator(".es-coach")).to_be_visible()
    assert board.ply > 0


def test_who_only_looks_has_no_coach(browser: Browser) -> None:
    page = new_page(browser)
    wrong: list[Any] = []
    page.on("pageerror", lambda error: wrong.append(error))
    Host(page, "casanova", seed=5, coach=True, live=False)
    page.goto(ADDRESS)
    page.wait_for_selector(f"{STAGE}[data-ply]")
    expect(page.locator(".es-status-text")).not_to_be_empty()
    expect(page.locator(".es-coach")).to_have_count(0)
    assert not wrong
    page.context.close()


def test_a_question_can_be_answered_and_a_bubble_leaves_what_can_be_chosen(
    open_table: Any,
) -> None:
    board = open_table("casanova", play={"coach": True, "lang": "en"}, viewport=DESK)
    page, note = board.page, board.page.locator(NOTE)
    board.key("hand:13").click()
    bubble = page.locator(".es-bubble")
    expect(bubble).to_be_visible()
    top = bubble.bounding_box()
    for dice in ("dice:1", "dice:2", "dice:3"):
        assert top["y"] + top["height"] <= board.key(dice).bounding_box()["y"]
    card = page.locator("[data-part=card]")
    expect(card.locator(".es-chip")).to_have_count(1)
    board.key("dice:1").click()
    expect(card.locator(".es-chip")).to_have_count(0)  # of a moment that is over
    see = page.locator("[data-do=coach-answer]")
    rng = Random(3)
    while not see.count():
        assert not board.over, "it has asked nothing"
        board.move(rng)
        board.wait()
    see.click()
    expect(note.locator(".es-chip")).to_have_count(1)
    expect(see).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('.es-coach-note') !== null")
    assert note.locator(".es-chip").inner_text() in page.evaluate(MET)

    done = """localStorage.setItem("escale/done", '{"casanova/quick-start": 1}')"""
    page.evaluate(f"localStorage.clear(); {done}")  # somebody who has just done that
    page.reload()
    board.wait()
    rest = page.locator(".es-coach-rest")  # the aim is known, and nothing else has happened
    expect(rest).to_have_text("The coach tells you each new rule, just once.")
    expect(note).to_have_count(0)  # the aim of the game is not new
    assert {"CA-END-2", "CA-RND-2", "CA-RND-3"} <= set(page.evaluate(MET))


def test_a_telling_rule_is_said_while_it_happens_even_if_only_a_lesson_has_told_it(
    open_table: Any,
) -> None:
    seats = ["person", "beginner", "beginner"]
    play = {"coach": True, "lang": "en", "left": 16, "seats": seats}  # a round's last card
    board = open_table("dolce-vita", play=play, reduced_motion="no-preference")
    page = board.page
    page.evaluate(KNOWN, ["DV-AWA-3", "DV-AWA-5", "DV-AWA-7"])
    page.reload()
    page.wait_for_selector(f"{STAGE} [data-lit]")
    for kind in ("hand:", "column:"):
        page.locator(f"[data-lit][data-key^='{kind}']").first.click()
    page.wait_for_selector("[data-busy] .es-coach[data-note=again] .es-chip", state="attached")
    expect(page.locator(f"{NOTE} .es-coach-label")).to_have_text("Reminder")
    rule = page.locator(f"{NOTE} .es-chip").inner_text()
    assert rule in page.locator(".es-log").inner_text()


def test_in_a_cell_of_jupyterlab_board_and_coach_are_in_one_sight(open_table: Any) -> None:
    """Its bars leave 560 px of a laptop's window."""
    play = {"coach": True, "lang": "fr"}
    board = open_table("casanova", play=play, viewport={"width": 1150, "height": 720})
    page = board.page
    page.locator("main").evaluate("(main) => main.classList.add('jp-LabShell')")
    page.set_viewport_size({"width": 1140, "height": 720})
    page.wait_for_function(
        "document.querySelector('.es-table').getBoundingClientRect().bottom <= 560"
    )
    note, table = page.locator(".es-coach").bounding_box(), place(board)
    assert note["y"] + note["height"] <= table["y"]
    assert table["height"] >= 400
