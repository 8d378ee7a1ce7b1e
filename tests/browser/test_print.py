"""What is printed, as a browser prints it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from escale.app.server import crib, pages
from escale.teach.languages import LANGUAGES

#: the game with the most rules, and one that has chosen no pictures
CROWDED, STRANGER = "dominos-florentins", "galets"
A4 = 595, 842  # points


def printed(browser: Browser, file: Path) -> tuple[int, tuple[int, int]]:
    """How many sheets a page takes, and how large the first one is."""
    page = browser.new_page()
    page.goto(file.as_uri())
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    page.close()
    size = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert size
    sheets = len(re.findall(rb"/Type\s*/Page\b", pdf))
    return sheets, (round(float(size[1])), round(float(size[2])))


@pytest.mark.parametrize(
    "name",
    [
        CROWDED,
        STRANGER,
        *(pytest.param(name, marks=pytest.mark.long) for name in ("casanova", "dolce-vita")),
    ],
)
def test_a_crib_is_one_sheet_of_a4_in_every_language(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    box = pages.box_of(name)
    assert box
    for lang in LANGUAGES:
        file = tmp_path / f"{lang}.html"
        file.write_text(crib.document(box, lang), "utf-8")
        assert printed(browser, file) == (1, A4), lang
