"""The check at the end of a course, gone through in a real browser, and the certificate printed."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from escale import Match
from escale.app.server import check

from .conftest import new_page, violations

GAME = "casanova"
MISSED = 2


def answer(page: Page, exercise: dict[str, Any], *, rightly: bool) -> None:
    root = page.locator("[data-escale-check]")
    expect(root).to_have_attribute("data-rule", exercise["rule"])
    right = exercise["answer"]
    if exercise["kind"] == "reach":
        match = Match.from_record(exercise["record"])
        for key in match.game.path(match.state, match.game.parse(right[0])):
            page.locator(f'[data-key="{key}"]').click()
    else:
        count = len(exercise.get("options") or exercise["told"])
        chosen = right if rightly else [next(one for one in range(count) if one not in right)]
        for number in chosen:
            page.locator(f'[data-option="{number}"]').click()
        if exercise["kind"] == "may":
            page.locator('[data-do="check"]').click()
    expect(root).to_have_attribute("data-answered", "right" if rightly else "wrong")
    page.locator('[data-do="next"]').click()


def cards(page: Page) -> Any:
    kept = json.loads(page.evaluate("localStorage['escale/learners']"))
    return kept["learners"][kept["current"]]["cards"]


def test_ten_right_answers_of_twelve_pass_and_what_was_missed_goes_to_practice(
    browser: Browser, app: str
) -> None:
    page = new_page(browser, locale="en", reduced_motion="reduce")
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script("Math.random = () => 0")  # the first set
    page.goto(f"{app}/check/{GAME}?lang=en")
    assert not violations(page)
    page.locator("[data-check-begin]").click()
    help_: Locator = page.locator('[data-do="hint"]')
    asked = check.twelve(GAME, 0)
    expect(page.locator("[data-escale-check]")).to_be_visible()
    expect(help_).to_be_hidden()
    page.keyboard.press("h")
    for number, exercise in enumerate(asked):
        answer(page, exercise, rightly=number >= MISSED)
    summary = page.locator(".es-summary")
    expect(summary).to_be_visible()
    expect(summary).to_contain_text("10 right out of 12")
    assert not violations(page)
    found = cards(page)
    missed = {chip.get_attribute("data-rule") for chip in summary.locator("[data-rule]").all()}
    assert missed, "what a wrong answer has broken is named"
    assert missed <= set(found)
    firm = min(card["stability"] for rule, card in found.items() if rule not in missed)
    assert all(found[rule]["stability"] < firm for rule in missed), "they are due first"

    page.set_viewport_size({"width": 390, "height": 664})
    cut = "(all) => all.flatMap((x) => (x.scrollWidth > x.clientWidth ? [x.innerText] : []))"
    assert summary.locator(".es-onwards .es-button").evaluate_all(cut) == []
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("[data-check-to=certificate]").click()
    page.wait_for_url("**/certificate/**")
    page.locator("[data-name]").fill("Alix Moreau")
    sheet = page.locator("[data-certificate]")
    expect(sheet).to_contain_text("Alix Moreau")
    expect(sheet).to_contain_text("10 right out of 12")
    assert not violations(page)
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    size = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert size
    assert [round(float(side)) for side in size.groups()] == [842, 595]
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert "Alix" not in page.evaluate("JSON.stringify(localStorage) + location.href")
    page.context.close()
    assert not wrong
