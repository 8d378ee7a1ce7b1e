"""The house of a lesson at four sizes: board, words and controls are always in sight together.

A lesson is put into a bare page, and a loop in the page goes through its steps, its questions, the
answers and the hints, and looks after each whether anything is outside of the window. All that is
found is told at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from barepage import bare_page, show_lesson
from playwright.sync_api import Browser, Page, expect

import escale
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import with_quick_start

SIZES = {"phone": (390, 664), "tablet": (820, 1100), "laptop": (1280, 720), "desk": (1920, 1080)}
TAUGHT = [game for game in escale.game_names() if len(escale.lessons(game)) > 1]
#: one lesson a game: the longest words, the most answers
FEW = ["casanova/the-end", "dolce-vita/placing", "dominos-florentins/closing"]
ROOM = "body { --es-room: 100dvh }"  # as on a page of the app, which has nothing above a lesson

#: Goes through everything that a lesson can show and tells what is not in sight.
LOOK = (Path(__file__).parent / "lesson_room.js").read_text("utf-8")


def opened(browser: Browser, size: str, style: str = ROOM) -> Page:
    width, height = SIZES[size]
    page = bare_page(browser, viewport={"width": width, "height": height})
    page.add_style_tag(content=style)
    return page


def offenders(page: Page, names: Sequence[str], langs: Sequence[str]) -> list[str]:
    found = []
    for name in names:
        for lang in langs:
            show_lesson(page, name, 0, lang)
            found += [f"{name} {lang}: {what}" for what in page.evaluate(LOOK)]
    return found


@pytest.mark.parametrize("size", SIZES)
def test_board_words_and_controls_are_in_sight_together(browser: Browser, size: str) -> None:
    page = opened(browser, size)
    few = [*FEW, "casanova/quick-start"]
    names = few if size in ("phone", "laptop") else FEW[:1]  # where there is least room, all
    assert offenders(page, names, ["fr"]) == []
    page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_so_they_are_in_every_lesson(browser: Browser, size: str) -> None:
    page = opened(browser, size)
    names = [name for game in TAUGHT for name in with_quick_start(game)]
    assert offenders(page, names, list(LANGUAGES)) == []
    page.context.close()


def test_on_a_phone_caption_question_and_reply_take_turns(browser: Browser) -> None:
    page = opened(browser, "phone")
    show_lesson(page, "casanova/the-end", 2, "fr")
    root = page.locator("[data-escale-lesson]")
    words, ask = root.locator(".es-words"), root.locator(".es-ask")
    bar = root.locator(".es-transport").bounding_box()
    expect(words).to_be_visible()
    expect(ask).to_be_hidden()
    root.locator("[data-do=next]").click()
    expect(root).to_have_attribute("data-step", "3")  # to the question of this step
    expect(words).to_be_hidden()
    choices = root.locator(".es-choice")
    assert all((box.bounding_box() or {})["height"] >= 44 for box in choices.all())
    choices.first.click()
    expect(ask).to_have_attribute("data-state", "wrong")
    expect(root.locator(".es-verdict")).to_be_in_viewport(ratio=1)
    expect(root.locator("[data-part=live]")).to_contain_text("Pas tout à fait")  # and is said
    expect(choices.first).to_be_hidden()
    root.locator("[data-do=retry]").click()
    expect(choices.first).to_be_disabled()
    root.locator("[data-do=back]").click()
    expect(words).to_be_visible()
    expect(root).to_have_attribute("data-step", "3")
    assert root.locator(".es-transport").bounding_box() == bar, "the controls never move"
    slider = root.locator("[data-part=slider]").bounding_box()
    assert slider is not None
    assert slider["width"] >= 100
    root.locator("[data-do=menu]").click()
    root.locator("[data-part=menuList] [data-lang=en]").click()
    expect(words.locator("h3")).to_have_text("Missed again")
    page.set_viewport_size({"width": 360, "height": 640})
    assert (slider := root.locator("[data-part=slider]").bounding_box()) is not None
    assert slider["width"] >= 90
    page.context.close()


@pytest.mark.parametrize(
    "name", [FEW[0], *(pytest.param(name, marks=pytest.mark.long) for name in FEW[1:])]
)
def test_in_a_notebook_a_lesson_is_no_higher_than_the_room_of_a_cell(
    browser: Browser, name: str
) -> None:
    page = opened(browser, "laptop", "main { width: 1040px }")  # what Lab leaves of 1280 px
    show_lesson(page, name, 0, "fr")
    page.evaluate(LOOK)
    root = page.locator("[data-escale-lesson]")
    assert root.evaluate("(root) => root.offsetHeight") <= 560
    # what it leaves beside its list of files: the words stay beside a board that can be read
    page.set_viewport_size({"width": 1280, "height": 800})
    page.add_style_tag(content="main { width: 848px }")
    show_lesson(page, name, 0, "fr")
    assert page.evaluate(LOOK) == []
    assert root.evaluate("(root) => root.offsetHeight") <= 640
    board = page.locator("[data-escale-lesson] .es-table").bounding_box()
    assert board is not None
    assert board["width"] >= 420
    page.context.close()


def test_a_rule_explains_itself_above_hints_and_answers(browser: Browser) -> None:
    page = opened(browser, "laptop")
    show_lesson(page, "dolce-vita/set-up", 0, "en")
    root = page.locator("[data-escale-lesson]")
    root.locator(".es-words .es-chip").first.hover()
    tip, ask = root.locator(".es-tip").bounding_box(), root.locator(".es-ask").bounding_box()
    assert tip is not None
    assert ask is not None
    assert tip["y"] >= 0
    assert tip["y"] + tip["height"] <= ask["y"]
    page.context.close()
