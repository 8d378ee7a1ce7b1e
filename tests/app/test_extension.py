"""The extension beside another Jupyter server: where it finds the notebooks of its pages."""

from __future__ import annotations

from pathlib import Path

from escale.app.extension import notebooks_in
from escale.app.notebooks import write


def test_notebooks_that_are_there_are_used_and_a_home_without_any_gets_a_copy(
    tmp_path: Path,
) -> None:
    clone, lab, home = (tmp_path / name for name in ("clone", "lab", "home"))
    write(clone / "notebooks")
    write(lab)
    home.mkdir()
    assert notebooks_in(clone) == clone / "notebooks"
    assert notebooks_in(lab) == lab
    copy = notebooks_in(home)
    assert copy == home / "escale-notebooks"
    own = copy / "fr" / "casanova.ipynb"
    own.write_text("mine")
    (copy / "fr" / "dolce-vita.ipynb").unlink()
    assert notebooks_in(home) == copy
    assert own.read_text() == "mine"
    assert (copy / "fr" / "dolce-vita.ipynb").exists(), "a later escale may bring more"
    assert [one.name for one in home.iterdir()] == ["escale-notebooks"]


def test_a_home_that_cannot_be_written_to_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "escale-notebooks").write_text("a file of somebody's")
    assert notebooks_in(tmp_path) == tmp_path
