"""A page in a language that lacks most words: its own, English for the rest, and one notice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import toy
from playwright.sync_api import Browser, expect

NOTICE = "Iom el tio estas en la angla."


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    toy.write(folder)
    command = [sys.executable, toy.__file__, folder, "look"]
    run = subprocess.run(command, check=True, capture_output=True, timeout=120)
    file = folder / "lesson.html"
    file.write_text(json.loads(run.stdout)["page"], "utf-8")
    return file


def test_a_lesson_speaks_its_language_and_says_once_that_the_rest_is_english(
    browser: Browser, lesson: Path
) -> None:
    page = browser.new_page()
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    try:
        page.goto(lesson.as_uri())
        stage = page.locator("[data-escale-stage]")
        expect(stage).to_have_attribute("lang", toy.CODE)
        expect(page.locator(".es-title h2")).to_have_text("La bona vivo")
        expect(page.locator(".es-heading")).to_contain_text("Dolĉa Vivo")
        expect(page.locator(".es-words h3")).to_have_text("Bonvenon")
        expect(page.locator("[data-do=rules]").first).to_have_text("Rules")
        expect(page.locator(".partly")).to_have_text([NOTICE])
        offered = page.locator(".es-lang button")
        expect(offered).to_have_text(["FR", "EN", toy.CODE.upper()])
        offered.nth(1).click()  # English has all its words
        expect(stage).to_have_attribute("lang", "en")
        expect(page.locator(".partly")).to_have_count(0)
        offered.nth(2).click()
        expect(page.locator(".partly")).to_have_text([NOTICE])
        assert failed == []
    finally:
        page.close()
