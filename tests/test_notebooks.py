"""The notebooks: French and English in step, every lesson and rule in its place, all of them run.

They are made from `notebooks/source` by `notebooks/build.py`; the tests look at what is committed.
"""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import escale
from escale.teach.lesson import with_quick_start
from escale.teach.rulebook import rulebook

FOLDER = Path(__file__).parents[1] / "notebooks"
GAMES = ("casanova", "dolce-vita", "dominos-florentins")
DOORS = ("play", "practice", "explore")
NAMES = ("start", *GAMES, *(f"{door}-{game}" for game in GAMES for door in DOORS))
PAGES = [f"{lang}/{name}" for lang in ("fr", "en") for name in NAMES]
FEW = ["fr/start", *(f"fr/{name}" for name in NAMES if name.endswith("casanova"))]  # one game's

RULE = re.compile(r"\b(?:CA|DV|DF)-[A-Z]{3}-\d+\b")
MARKED = re.compile(r"`((?:CA|DV|DF)-[A-Z]{3}-\d+)`(\\\*)?")
LESSON = re.compile(r'escale\.lesson\("([^"]+)"')
LINK = re.compile(r"\]\(([^)]+)\)")


def page(name: str) -> Any:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code(name: str) -> list[str]:
    return [cell.source for cell in page(name).cells if cell.cell_type == "code"]


def prose(name: str) -> list[str]:
    return [cell.source for cell in page(name).cells if cell.cell_type == "markdown"]


def without_strings(source: str) -> str:
    """The code of a cell with every text blanked, and without comments and magics."""
    lines = [line for line in source.splitlines() if not line.startswith("%")]
    tree = ast.parse("\n".join(lines))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebooks_build", FOLDER / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- What is committed ----------------------------------------------------------------------------


def test_the_notebooks_are_what_their_source_says(build: ModuleType) -> None:
    assert build.stale() == [], "run: python notebooks/build.py"


def test_a_source_with_a_cell_in_one_language_only_is_refused(build: ModuleType) -> None:
    title = "%% title\nUn || One\n\n"
    for cells in ("%% fr\nOui", "%% en\nYes", "%% fr\nOui\n%% code\n1\n%% en\nYes"):
        with pytest.raises(build.BadSource):
            build.notebook("x", title + cells, "fr")


def test_all_pages_are_there_and_no_others() -> None:
    there = {f"{file.parent.name}/{file.stem}" for file in FOLDER.glob("??/*.ipynb")}
    assert there == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_a_valid_notebook_without_outputs(name: str) -> None:
    notebook = page(name)
    nbformat.validate(notebook)
    assert notebook.metadata.lang == name[:2]
    assert notebook.metadata.title
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.parametrize("name", PAGES)
def test_a_page_begins_with_words_and_its_code_with_the_import(name: str) -> None:
    assert page(name).cells[0].cell_type == "markdown"
    lines = [line for line in code(name)[0].splitlines() if not line.startswith("#")]
    assert lines[0] == "import escale"


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_pages_that_are_there(name: str) -> None:
    folder = (FOLDER / name).parent
    for target in LINK.findall("\n".join(prose(name))):
        assert folder.joinpath(target).resolve().is_file(), target


# --- French and English in step -------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_cells(name: str) -> None:
    french, english = page(f"fr/{name}").cells, page(f"en/{name}").cells
    assert [cell.cell_type for cell in french] == [cell.cell_type for cell in english]
    for ours, theirs in zip(french, english, strict=True):
        assert ours.id == theirs.id
        assert RULE.findall(ours.source) == RULE.findall(theirs.source)
        assert LESSON.findall(ours.source) == LESSON.findall(theirs.source)
        if ours.cell_type == "code":
            assert without_strings(ours.source) == without_strings(theirs.source)
        else:
            assert ours.source != theirs.source
            assert ours.source.count("\n\n") == theirs.source.count("\n\n")
            assert len(LINK.findall(ours.source)) == len(LINK.findall(theirs.source))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_speaks_one_language_throughout(name: str) -> None:
    asked = re.findall(r'lang="(\w+)"', "\n".join(code(name)))
    assert set(asked) <= {name[:2]}


@pytest.mark.parametrize("name", NAMES)
def test_french_spaces_and_apostrophes(name: str) -> None:
    for text in prose(f"fr/{name}"):
        text = re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)
        assert not re.search(r"'|\.\.\.|« | »| [:;!?]|\w[;!?»]|«\w", text), text
    for text in prose(f"en/{name}"):
        assert "'" not in re.sub(r"`[^`]*`", "", text), text


# --- Lessons and rules ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_walkthrough_has_every_lesson_of_its_course_in_order(game: str, lang: str) -> None:
    shown = [name for source in code(f"{lang}/{game}") for name in LESSON.findall(source)]
    assert shown == with_quick_start(game)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_walkthrough_says_after_a_lesson_what_to_remember_and_ends_with_practice(
    game: str, lang: str
) -> None:
    """After it, not before: a paragraph above a lesson would answer its questions."""
    cells = page(f"{lang}/{game}").cells
    lessons = [number for number, cell in enumerate(cells) if LESSON.search(cell.source)]
    for number in lessons:
        after = cells[number + 1]
        assert after.cell_type == "markdown", cells[number].source
        label = "**À retenir.** " if lang == "fr" else "**Remember:** "
        assert after.source.startswith(label), after.source
    practised = [n for n, cell in enumerate(cells) if "escale.practice(" in cell.source]
    assert practised
    assert practised[0] > lessons[-1]
    assert not [cell for cell in cells[practised[0] + 1 :] if cell.cell_type == "code"]


@pytest.mark.parametrize("game", GAMES)
def test_a_walkthrough_names_every_rule_and_marks_our_rulings(game: str) -> None:
    rules = rulebook(escale.game(game)).rules
    named = MARKED.findall("\n".join(prose(f"fr/{game}")))
    assert {rule for rule, _ in named} == set(rules)
    _, *rest = prose(f"fr/{game}")  # the first cell says what an asterisk means
    for rule, star in MARKED.findall("\n".join(rest)):
        assert bool(star) == rules[rule].ruling, rule


@pytest.mark.parametrize("name", PAGES)
def test_every_rule_that_is_named_exists(name: str) -> None:
    known = {rule for game in GAMES for rule in rulebook(escale.game(game)).rules}
    named = {rule for text in prose(name) for rule in RULE.findall(text)}
    assert named <= known


# --- They run -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(  # the other language has the same code: see above; the games nearly
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * (name not in FEW)) for name in PAGES],
)
def test_a_page_runs_from_top_to_bottom(name: str) -> None:
    notebook = page(name)
    folder = str((FOLDER / name).parent)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}).execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error"
            assert output.get("name") != "stderr", output.text
    last = [cell for cell in notebook.cells if cell.cell_type == "code"][-1]
    assert last.outputs, "the last cell shows nothing"
