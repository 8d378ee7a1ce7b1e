"""A stranger's game in which a stone is picked, then where it goes: nothing plays by itself."""

from __future__ import annotations

from typing import Any

from barepage import bare_page, show_table
from pages import lay
from playwright.sync_api import Browser, expect
from trio import game

from escale import Match

STONES = {"a1": "0", "b1": "0", "c2": "0", "c1": "1", "a2": "1", "b3": "1"}


def test_first_the_stones_are_lit_then_where_the_picked_one_may_go(browser: Browser) -> None:
    position = {"stones": STONES, "cards": ["a3", "c3"], "ply": 6}
    viewer = lay(Match(game, ["Ana", "Bob"], position=position), seats=["person", "random"])
    page = bare_page(browser)
    show_table(page, viewer)
    page.evaluate("window.told = []; stage.send = (message) => told.push(message); 0")

    def key(point: str) -> Any:
        return page.locator(f".es-target[data-key='point:{point}']")

    def lit(kind: str) -> list[str]:
        found = page.locator(f".es-target[data-lit={kind}]")
        return sorted(found.evaluate_all("all => all.map((e) => e.dataset.key.slice(-2))"))

    assert lit("next") == ["b1", "c2"], "a1 cannot move, and no empty point comes first"
    key("b2").click()
    assert page.evaluate("told.at(-1).do") == "why"
    key("b1").focus()
    page.keyboard.press("Enter")
    expect(key("b1")).to_have_attribute("aria-pressed", "true")
    assert lit("next") == ["b2"], "a sole choice that does not play itself"
    assert lit("other") == ["c2"]
    assert not page.evaluate("told.some((message) => message.do === 'move')")
    page.keyboard.press("l")
    expect(page.locator(".es-moves")).to_contain_text("b1")
    page.keyboard.press("Escape")
    key("b2").click()
    last = page.evaluate("told.at(-1)")
    assert (last["do"], last["keys"]) == ("move", ["point:b1", "point:b2"])
    page.context.close()
