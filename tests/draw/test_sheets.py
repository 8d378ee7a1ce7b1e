"""The files of a game's pictures, and a layout in the making."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from escale.draw.scene import Box, Layout
from escale.draw.sheets import drawings_of, read_file, style_of
from escale.draw.sketch import Sketch


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "toy_pictures"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    sheet = '<svg xmlns="s"><!-- made by hand -->\n<symbol id="to-a"/>\n</svg>\n'
    (folder / "symbols.svg").write_text(sheet)
    (folder / "scene.css").write_text(
        ".es-toy{--a:1}.es-toy[data-theme=dark]{--a:2}.es-toy .b{color:red}"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield folder.name
    sys.modules.pop(folder.name, None)
    for cached in (drawings_of, style_of):
        cached.cache_clear()


def test_the_drawings_are_what_stands_between_the_comment_and_the_end(package: str) -> None:
    assert drawings_of(package) == '<symbol id="to-a"/>'
    assert "made by hand" in read_file(package, "symbols.svg")


def test_the_dark_colours_hold_also_where_the_system_is_dark(package: str) -> None:
    assert style_of(package, "toy") == (
        ".es-toy{--a:1}.es-toy[data-theme=dark]{--a:2}.es-toy .b{color:red}"
        "@media (prefers-color-scheme:dark){.es-toy[data-theme=auto]{--a:2}}"
    )


def test_a_sketch_becomes_a_layout() -> None:
    sketch = Sketch("narrow", 0, 360)
    sketch.put("hand", 1.234, 2, 30, 40.005)
    sketch.put("pile", 0, 0, 10, 10, 7, 90)
    sketch.paint("<rect/>")
    sketch.paint("<path/>")
    places = {"hand": Box(1.23, 2, 30, 40.01, 0), "pile": Box(0, 0, 10, 10, 7, 90)}
    layout = Layout("narrow", 0, 360, 566, places, "<rect/><path/>", seats=False)
    found = sketch.done(566, seats=False)
    assert found._replace(places={}) == layout._replace(places={})
    assert found.places["pile"] == places["pile"]
    assert found.places["hand"] == pytest.approx(places["hand"], abs=0.006)
