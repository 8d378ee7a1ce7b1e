"""A class in a real browser: opened by its link, gone through, and nothing of it stays."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from escale import Match
from escale.teach import class_file
from escale.teach.exercises import practice

from .conftest import new_page, violations


def test_a_class_opens_by_link_or_file_and_keeps_nothing_about_pupils(
    browser: Browser, app: str, tmp_path: Path
) -> None:
    match = Match("casanova", players=["Ana", "Bob"], seed=1)
    match.play("d2")
    exercise = next(practice("casanova", kind="why", seed=1))
    steps = [
        {"lesson": "galets/first-steps"},
        {"exercise": exercise},
        {"record": match.record()},
    ]
    found = class_file.read({"format": class_file.FORMAT, "title": "Ties", "steps": steps})
    page = new_page(browser, locale="en")
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.goto(f"{app}/class?lang=en#class={class_file.packed(found)}")
    lesson = page.locator("[data-escale-lesson]")
    expect(lesson).to_have_attribute("data-escale-lesson", "galets/first-steps")
    assert page.title() == "Ties · escale"
    page.locator('[data-do="last"]').click()  # gone through, which elsewhere would be kept
    expect(page.locator('[data-do="last"]')).to_be_disabled()
    page.locator('.es-transport [data-do="next"]').click()  # the lesson's own leads on, too
    asked = page.locator("[data-escale-practice]")
    expect(asked).to_have_attribute("data-rule", exercise["rule"])
    page.locator(f'[data-option="{exercise["answer"][0]}"]').click()
    expect(asked).to_have_attribute("data-answered", "right")
    page.locator('.es-onwards [data-do="next"]').click()  # no summary of one exercise
    expect(lesson).to_have_attribute("data-escale-lesson", "casanova/class")
    expect(page.locator("[data-class-play]")).to_be_visible()
    expect(page.locator('[data-class-do="next"]')).to_be_disabled()
    page.locator('.es-transport [data-do="last"]').click()
    expect(page.locator('.es-transport [data-do="next"]')).to_be_disabled()
    assert not violations(page)
    stored = page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
    assert stored == "{}{}"
    assert not any("class=" in address for address in sent), "the server is not sent the class"

    page.goto(f"{app}/class?lang=en#class=broken")
    page.reload()  # a new fragment alone is no new page
    expect(page.locator("[data-class-notice]")).to_contain_text("cut off or changed")
    file = tmp_path / "class.json"
    step = {"lesson": "galets/first-steps"}
    file.write_text(json.dumps({**found.document(), "steps": [step] * 61}), "utf-8")
    page.locator("[data-class-file]").set_input_files(file)
    expect(page.locator("[data-class-notice]")).to_contain_text("1 to 60 steps, not 61")
    expect(page.locator("[data-class-room]")).to_be_hidden()
    file.write_text(json.dumps(found.document()), "utf-8")
    page.locator("[data-class-file]").set_input_files(file)
    expect(page.locator("[data-class-notice]")).to_be_hidden()
    expect(lesson).to_have_attribute("data-escale-lesson", "galets/first-steps")
    page.locator('[data-class-do="next"]').click()
    expect(asked).to_have_attribute("data-rule", exercise["rule"])
    page.set_viewport_size({"width": 1920, "height": 1080})
    small = page.locator(".es-ask h3, [data-part=asking] h3").first.bounding_box()
    page.locator('[data-class-do="project"]').click()  # for the last row, too
    expect(page.locator("body.projected")).to_have_count(1)
    large = page.locator(".es-ask h3, [data-part=asking] h3").first.bounding_box()
    assert small
    assert large
    assert large["height"] / small["height"] > 1.1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.locator('[data-class-do="project"]').click()
    expect(page.locator("body.projected")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.reload()  # its address has all of it, and the step
    expect(asked).to_have_attribute("data-rule", exercise["rule"])
    page.locator('.top [data-lang="fr"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(asked).to_have_attribute("data-rule", exercise["rule"])

    wrong_step = {**found.document(), "steps": [step, {"lesson": "galets/nowhere"}]}
    file.write_text(json.dumps(wrong_step), "utf-8")
    page.goto(f"{app}/class?lang=en")
    page.locator("[data-class-file]").set_input_files(file)
    page.locator('[data-class-do="next"]').click()
    expect(page.locator("[data-class-notice]")).to_have_text(
        "Step 2 of 2 cannot be shown. There is no lesson 'galets/nowhere'."
    )
    page.context.close()
    assert not wrong
