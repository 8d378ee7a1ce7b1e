"""Practice in a browser: asked, answered, told; by mouse, by key and on the board."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from barepage import bare_page, show_practice
from playwright.sync_api import Browser, Locator, expect

from escale.teach.exercises import practice
from escale.widgets import bundle

from .conftest import violations

PRACTICE = "[data-escale-practice=dolce-vita]"


def one(kind: str, **wanted: Any) -> dict[str, Any]:
    return next(islice(practice("dolce-vita", kind=kind, seed=2, **wanted), 1))


def wrong_option(exercise: dict[str, Any]) -> int:
    """One that somebody with a misconception would choose."""
    options = enumerate(exercise["options"])
    return next(i for i, o in options if o["misconception"] and i not in exercise["answer"])


def test_practice_from_question_to_summary(browser: Browser) -> None:
    page = bare_page(browser, bundle.practice_script(), viewport={"width": 1280, "height": 800})
    what, may, reach, spot = (one(kind) for kind in ("what", "may", "reach", "spot"))
    show_practice(page, [what, may, reach, spot], "fr")
    root = page.locator(PRACTICE)
    expect(root).to_have_attribute("data-kind", "what")
    expect(root).to_have_attribute("data-rule", what["rule"])

    # While it is asked no rule is named, and nothing says which answer is right.
    assert what["rule"][:3] not in root.inner_text()
    assert root.get_attribute("data-answered") is None
    expect(root.locator("[data-option]")).to_have_count(len(what["options"]))
    assert [one["id"] for one in violations(page, PRACTICE)] == []

    # Wrong, by a key: options stay, the reply quotes the idea and takes the focus.
    wrong = wrong_option(what)
    page.keyboard.press("Tab")
    page.keyboard.press(str(wrong + 1))
    expect(root).to_have_attribute("data-answered", "wrong")
    expect(option(root, wrong)).to_have_attribute("data-state", "wrong")
    expect(option(root, what["answer"][0])).to_have_attribute("data-state", "right")
    expect(root.locator(".es-idea")).to_contain_text("«")
    expect(root.locator(".es-said-first")).to_be_focused()
    assert [one["id"] for one in violations(page, PRACTICE)] == []
    page.keyboard.press("Enter")

    # What may be done: by one key after the other; none gets lost.
    expect(root).to_have_attribute("data-kind", "may")
    assert root.get_attribute("data-answered") is None
    expect(root.locator(".es-how")).to_contain_text("Plusieurs réponses peuvent être justes.")
    for pressed in ("true", "false"):
        for number in range(3):
            page.keyboard.press(str(number + 1))
            expect(option(root, number)).to_have_attribute("aria-pressed", pressed)

    # What can be chosen is not called playable: some of it is not allowed.
    named = [one.get_attribute("aria-label") or "" for one in root.locator("[data-lit]").all()]
    assert any("à choisir" in name for name in named), named
    assert not any("jouable" in name for name in named), named

    # On the board where it can be picked, then checked.
    for number in may["answer"]:
        card, column = may["options"][number]["value"].split(">")
        for key in (f"hand:{card}", f"column:{column}"):
            root.locator(f'.es-hand [data-key="{key}"]').click()
        expect(option(root, number)).to_have_attribute("aria-pressed", "true")
    root.locator("[data-do=check]").click()
    expect(root).to_have_attribute("data-answered", "right")
    root.locator("[data-do=next]").click()

    # A goal, after help: any move that reaches it.
    expect(root).to_have_attribute("data-kind", "reach")
    page.keyboard.press("h")
    card, column = reach["answer"][-1].split(">")
    for key in (f"hand:{card}", f"column:{column}"):
        root.locator(f'.es-hand [data-key="{key}"]').click()
    expect(root).to_have_attribute("data-answered", "right")
    root.locator("[data-do=next]").click()

    # A sentence that is wrong, in the other language from here. While clicks are held none answers.
    expect(root).to_have_attribute("data-kind", "spot")
    expect(root).not_to_have_attribute(
        "data-held", ""
    )  # by the page, which lets go in its own time
    root.evaluate("(root) => root.setAttribute('data-held', '')")
    box = option(root, 0).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + 10)
    assert root.get_attribute("data-answered") is None
    root.evaluate("(root) => root.removeAttribute('data-held')")
    root.locator("[data-do=lang][data-lang=en]").click()
    expect(option(root, 0)).to_contain_text(spot["told"][0]["en"])

    # What is told can be looked up: on the board before it, with the cards as they lay.
    laid = (
        "Object.keys(stage.board.table.scene.pieces).filter((key) => key.startsWith('row:')).length"
    )
    counts = []
    for _ in range(2):
        counts.append(page.evaluate(laid))
        root.locator("[data-do=look-back]").click()
    assert counts[0] == 0 < counts[1]

    # Whoever looks back does so in another language, too: what the button says stays true.
    back = root.locator("[data-do=look-back]")
    back.click()
    root.locator("[data-do=lang][data-lang=fr]").click()
    expect(back).to_have_text("Le plateau juste après")
    assert page.evaluate(laid) == counts[1]
    back.click()
    expect(back).to_have_text("Le plateau juste avant")
    assert page.evaluate(laid) == 0
    option(root, spot["answer"][0]).click()
    expect(root).to_have_attribute("data-answered", "right")
    grades = page.evaluate("window.graded")
    given = zip((what, may, reach, spot), ("again", "good", "hard", "good"), strict=True)
    # Right where a rule only nearly applies says nothing yet of one that was never practised.
    counted = [
        (one["rule"], grade) for one, grade in given if grade == "again" or not one["contrast"]
    ]
    assert [*map(tuple, grades)] == counted
    assert len(counted) >= 2
    page.evaluate("window.stage.run.turns.length = window.stage.run.at + 1")  # nothing comes back
    root.locator("[data-do=next]").click()
    expect(root.locator(".es-summary h3")).to_be_focused()
    expect(root.locator(".es-missed")).to_contain_text(what["rule"])


def option(root: Locator, number: int) -> Locator:
    return root.locator(f'[data-option="{number}"]')


def test_on_a_phone_what_has_no_place_is_not_shown(browser: Browser) -> None:
    page = bare_page(browser, bundle.practice_script(), viewport={"width": 390, "height": 664})
    late = next(practice("dominos-florentins", kind="what", rule="DF-BLA-3", seed=2))
    show_practice(page, [late], "fr")
    root = page.locator("[data-escale-practice]")
    expect(root).to_have_attribute("data-width", "narrow")
    expect(root.locator("[data-option]").first).to_be_visible()
    stray = """(hand) => [...hand.children].filter((one) => !one.hidden && !one.style.left)
        .map((one) => one.dataset.key)"""
    assert root.locator(".es-hand").evaluate(stray) == []

    # What is said of the board is said of the one with the move that was asked about.
    early = next(
        one
        for one in practice("dominos-florentins", kind="what", rule="DF-SET-5", seed=4)
        if one["move"].endswith("@d4")
    )
    show_practice(page, [early], "en")
    expect(root.locator(".es-context")).to_have_text("The cross: 1 card of 13")


def test_whoever_has_scrolled_to_the_last_option_sees_the_next_board_from_its_top(
    browser: Browser,
) -> None:
    page = bare_page(browser, bundle.practice_script(), viewport={"width": 390, "height": 500})
    page.add_style_tag(content="body { padding-bottom: 400px }")  # links below it
    two = list(islice(practice("dominos-florentins", kind="why", seed=2), 2))
    show_practice(page, two, "fr")
    root = page.locator("[data-escale-practice]")
    page.evaluate("scrollTo(0, 200)")
    option(root, 3).click()
    expect(root).to_have_attribute("data-answered", re.compile("right|wrong"))
    page.evaluate("scrollTo(0, 200)")
    root.locator("[data-do=next]").click()
    expect(root).not_to_have_attribute("data-answered", re.compile("."))
    box = root.bounding_box()
    assert box is not None
    assert box["y"] >= 0


def test_going_on_while_an_answer_is_shown_leaves_nothing_of_it_on_the_board(
    browser: Browser,
) -> None:
    options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "no-preference"}
    page = bare_page(browser, bundle.practice_script(), **options)
    awarded = next(practice("dolce-vita", kind="what", rule="DV-ONE-1", seed=2))
    after = next(practice("dolce-vita", kind="may", seed=2))
    pieces = "stage.board.table.scene.pieces"
    show_practice(page, [after], "fr")
    alone = page.evaluate(pieces)
    show_practice(page, [awarded, after], "fr")
    page.evaluate("stage.board.ran")
    page.evaluate("stage.answer([0])")
    assert page.evaluate("stage.board.state.queue.length")
    page.evaluate("() => { const { ran } = stage.board; stage.next(); return ran; }")
    expect(page.locator(PRACTICE)).to_have_attribute("data-kind", "may")
    assert page.evaluate(pieces) == alone


def test_a_reply_says_what_was_chosen_missed_and_altered(browser: Browser) -> None:
    # As much room as in the app in a window of 720: question, answers and reply are in one sight.
    page = bare_page(browser, bundle.practice_script(), viewport={"width": 1280, "height": 790})
    may = next(one for one in practice("dolce-vita", kind="may", seed=2) if len(one["answer"]) > 1)
    spot = one("spot")
    show_practice(page, [may, spot], "en")
    root = page.locator(PRACTICE)
    bad = next(i for i in range(len(may["options"])) if i not in may["answer"])
    chosen, missed = may["answer"][0], may["answer"][1]
    for number in (chosen, bad):
        option(root, number).click()
    root.locator("[data-do=check]").click()
    expect(option(root, chosen)).to_contain_text("allowed, chosen")
    expect(option(root, missed)).to_contain_text("allowed, missed")
    expect(option(root, bad)).to_contain_text("forbidden, chosen")

    go_on = """(root) => {
        root.querySelector("[data-do=next]").click();
        return getComputedStyle(root.querySelector(".es-options")).pointerEvents;
    }"""
    assert root.evaluate(go_on) == "none", "the second of a double click answers nothing"
    expect(root).to_have_attribute("data-kind", "spot")
    wrong = (spot["answer"][0] + 1) % len(spot["told"])
    option(root, wrong).click()
    expect(root).to_have_attribute("data-answered", "wrong")
    expect(root.locator(".es-idea")).to_have_count(0)
    expect(root.locator(".es-told")).to_contain_text(spot["told"][spot["answer"][0]]["en"])
    expect(root.locator(".es-told")).to_contain_text("What really happened:")
    side = page.locator(".es-side")
    assert side.evaluate("(side) => side.scrollHeight - side.clientHeight") < 2
    assert side.evaluate("(side) => side.scrollWidth - side.clientWidth") < 2
