"""The distribution's name: ours, the same everywhere, and never a stranger's in what we advise."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import escale
from escale.app.commands import doctor
from escale.install import DISTRIBUTION, advice

REPOSITORY = Path(__file__).parents[2]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
OURS = {"escale-games", "escale-galets"}

Installed = Callable[..., Path]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Puts a distribution's metadata onto the path, before all others."""

    def install(name: str, version: str = "0.1.0", **files: str) -> Path:
        folder = tmp_path / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}")
        for file, text in files.items():
            (folder / file.replace("__", ".")).write_text(text, "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        return folder

    return install


# --- The name -----------------------------------------------------------------------------------


def test_the_distribution_is_ours_and_the_module_and_command_keep_their_name() -> None:
    assert PROJECT["project"]["name"] == DISTRIBUTION == "escale-games"
    assert list(PROJECT["project"]["scripts"]) == ["escale"]
    found = metadata.distribution(DISTRIBUTION)
    games = {entry.name for entry in found.entry_points.select(group="escale.games")}
    assert games == {"casanova", "dolce-vita", "dominos-florentins"}


def resolved(*wanted: str) -> Iterator[str]:
    """Everything that these requirements bring, from the metadata of what is installed."""
    todo, seen = [Requirement(name) for name in wanted], set()
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        if (name, frozenset(requirement.extras)) in seen:
            continue
        seen.add((name, frozenset(requirement.extras)))
        found = metadata.distribution(name)
        assert requirement.specifier.contains(found.version, prereleases=True), requirement
        yield name
        for text in found.requires or ():
            needed = Requirement(text)
            environments = [{"extra": extra} for extra in ("", *requirement.extras)]
            if not needed.marker or any(needed.marker.evaluate(e) for e in environments):
                todo.append(needed)


def test_the_app_resolves_and_brings_no_distribution_called_escale() -> None:
    brought = set(resolved(f"{DISTRIBUTION}[app]", "escale-galets"))
    assert {"voila", "jupyterlab", "anywidget", "typer", "ipywidgets", "tornado"} <= brought
    assert {name for name in brought if name.startswith("escale")} == OURS


# --- What our texts advise ----------------------------------------------------------------------

TEXTS = (
    ".md", ".py", ".toml", ".txt", ".sh", ".js", ".css", ".html", ".j2", ".json", ".yaml", ".ipynb",
    ".cfg", "", ".lock",
)  # fmt: skip
FOLDERS = ("escale", "docs", "notebooks", "examples", "binder", "benchmarks", ".ci")


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the repository that people read or machines run."""
    tops = [path for path in REPOSITORY.iterdir() if path.is_file() and path.name != ".git"]
    deep = [path for name in FOLDERS for path in (REPOSITORY / name).rglob("*") if path.is_file()]
    for path in sorted([*tops, *deep]):
        if path.suffix in TEXTS and "__pycache__" not in path.parts:
            yield path.relative_to(REPOSITORY).as_posix(), path.read_text("utf-8", "replace")


#: `pip install` and what follows on the line, with the backslashes that JSON puts before quotes
PIP = re.compile(r"(?:pip3?|\$\(PIP\)) install ([^`|&;<>]*?)(?=[`|&;<>)]|\\n|\n|$)")


def advised(text: str) -> Iterator[str]:
    """The distributions that a text tells somebody to install, by name."""
    for line in PIP.findall(text):
        line = re.sub(r"(--group|--requirement|-r) \S+", "", line)
        words = re.sub(r"[\\\"']", " ", line).split()
        for word in words:
            if not re.match(r"[A-Za-z][\w.-]*(\[[\w,-]*\])?([<>=~!].*)?$", word) or "/" in word:
                continue  # an option, a folder, a variable
            yield canonicalize_name(re.split(r"[\[<>=~!]", word)[0])


def test_the_scan_finds_what_is_advised() -> None:
    found = {name for _, text in texts() for name in advised(text)}
    assert {"build", "hatchling"} <= found
    assert list(advised("`pip install 'escale[app]'` or\npip install -e '.[x]' \"b>=2\"")) == [
        "escale",
        "b",
    ]


def test_no_text_of_ours_names_a_distribution_that_is_not_ours() -> None:
    declared = {
        canonicalize_name(Requirement(need).name)
        for needs in (
            *PROJECT["project"]["optional-dependencies"].values(),
            PROJECT["dependency-groups"]["test"],
        )
        for need in needs
    }
    wrong = {
        (file, name)
        for file, text in texts()
        for name in advised(text)
        if name not in declared | OURS | {"pip"}
    }
    wrong |= {(file, hit) for file, text in texts() for hit in re.findall(r"\bescale\[[a-z]", text)}
    assert not wrong


# --- Advice that is right for how this copy was installed ---------------------------------------


def test_advice_in_an_editable_clone_installs_that_clone(
    installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = tmp_path / "my clone"
    clone.mkdir()
    origin = {"url": clone.as_uri(), "dir_info": {"editable": True}}
    installed(DISTRIBUTION, direct_url__json=json.dumps(origin))
    assert advice("app").endswith(f"pip install --editable '{clone}[app]'")
    monkeypatch.chdir(clone)
    assert advice("app").endswith("pip install --editable '.[app]'")
    assert advice().endswith("pip install --force-reinstall --no-deps --editable .")
    monkeypatch.chdir(tmp_path)
    assert advice("app").endswith("pip install --editable './my clone[app]'")


def test_advice_for_a_wheel_installs_that_wheel_and_for_a_lost_one_our_name(
    installed: Installed, tmp_path: Path
) -> None:
    wheel = tmp_path / "escale_games-0.1.0-py3-none-any.whl"
    wheel.write_bytes(b"")
    installed(
        DISTRIBUTION, direct_url__json=json.dumps({"url": wheel.as_uri(), "archive_info": {}})
    )
    assert advice("app").endswith(f"pip install '{wheel}[app]'")
    wheel.unlink()
    assert advice("app").endswith("pip install 'escale-games[app]'")


def test_advice_for_a_commit_installs_that_commit(installed: Installed) -> None:
    origin = {"url": "https://x.example/y.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}}
    installed(DISTRIBUTION, direct_url__json=json.dumps(origin))
    wanted = "'escale-games[app] @ git+https://x.example/y.git@abc'"
    assert advice("app").endswith(f"pip install {wanted}")


@pytest.mark.parametrize("origin", ["", "{", "[]", "null", '{"url": 5}'])
def test_advice_for_what_came_from_an_index_installs_our_name(
    installed: Installed, origin: str
) -> None:
    installed(DISTRIBUTION, **({"direct_url__json": origin} if origin else {}))
    assert advice("dask").endswith("pip install 'escale-games[dask]'")
    assert advice().endswith("pip install --force-reinstall --no-deps escale-games")


def test_advice_names_the_pip_of_this_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # nothing is found there
    monkeypatch.chdir(tmp_path)
    assert advice("cli").startswith(f"{sys.executable} -m pip install ")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert advice("cli").startswith("pip install ")


@pytest.mark.slow
def test_pip_takes_what_is_advised() -> None:
    command = [*shlex.split(advice("cli")), "--dry-run", "--no-index", "--no-build-isolation"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# --- Without the packages of an extra ------------------------------------------------------------

WIDGETS = ("play('casanova')", "board(None)", "lesson('dolce-vita/ties')", "review(None)", "Table")


@pytest.mark.parametrize("blocked", ["anywidget", "traitlets"])
def test_a_widget_without_its_packages_says_in_one_sentence_what_to_install(blocked: str) -> None:
    code = f"import sys; sys.modules[{blocked!r}] = None; import escale\n"
    for asked in WIDGETS:
        code += (
            f"try: escale.{asked}\n"
            "except escale.EscaleError as error:\n"
            "    assert isinstance(error, ImportError); print(error.name, error, sep=';')\n"
        )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == ""
    said = done.stdout.splitlines()
    assert len(said) == len(WIDGETS)
    for asked, line in zip(WIDGETS, said, strict=True):
        assert line.startswith(f"{blocked};escale.{asked.partition('(')[0]} needs {blocked}: ")
        assert line.endswith("[widgets]'")


def test_lessons_are_listed_and_games_played_without_the_widgets_packages() -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['anywidget', 'ipywidgets', 'traitlets']))\n"
        "import escale; print('dolce-vita/ties' in escale.lessons('dolce-vita'))\n"
        "escale.Match('casanova', seed=1).play('d1')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


# --- Others by our name -------------------------------------------------------------------------


def told(lang: str, capsys: pytest.CaptureFixture[str]) -> str:
    doctor.tell(doctor.examine(), lang)
    return capsys.readouterr().out


def test_the_doctor_is_content_where_nobody_else_has_our_name() -> None:
    found = [finding for finding in doctor.examine() if finding.name in ("former", "stranger")]
    assert not found


def test_the_doctor_finds_somebody_elses_package_that_owns_our_module(
    installed: Installed, capsys: pytest.CaptureFixture[str]
) -> None:
    installed("Escale-Sync", "2.0", RECORD="escale/__init__.py,,\nbin/sync,,\n")
    said = told("en", capsys)
    assert "✗ module escale" in said
    assert "another program goes by this name: Escale-Sync 2.0" in said
    assert "pip uninstall --yes escale-sync && " in said
    assert "--force-reinstall --no-deps" in said
    assert "un autre logiciel porte ce nom\u00a0: Escale-Sync 2.0" in told("fr", capsys)


@pytest.mark.parametrize("record", ["escale/__init__.py,,\n", "_editable_impl_escale.pth,,\n"])
def test_the_doctor_finds_this_package_under_its_old_name(
    installed: Installed, capsys: pytest.CaptureFixture[str], record: str
) -> None:
    games = "[escale.games]\ncasanova = escale.games.casanova:game\n"
    installed("escale", RECORD=record, entry_points__txt=games)
    said = told("en", capsys)
    assert "also installed under its old name: escale 0.1.0" in said
    assert "pip uninstall --yes escale && " in said


def test_a_package_that_brings_a_game_is_no_intruder(installed: Installed) -> None:
    games = "[escale.games]\nother = escale_other:game\n"
    installed("escale-other", RECORD="escale_other/__init__.py,,\n", entry_points__txt=games)
    assert not [finding for finding in doctor.examine() if finding.name == "stranger"]


def test_the_doctor_says_which_copy_of_escale_this_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = told("en", capsys)
    assert f"{escale.__version__} ({Path(escale.__file__).parent})" in said


# --- An environment of before -------------------------------------------------------------------


def test_make_takes_the_old_name_out_before_it_installs_the_new_one(tmp_path: Path) -> None:
    command = ["make", "--dry-run", f"VENV={tmp_path}", f"{tmp_path}/.done/app"]
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
    )
    steps = done.stdout.splitlines()
    removed = [number for number, step in enumerate(steps) if "uninstall --yes escale" in step]
    put = [number for number, step in enumerate(steps) if "install" in step and ".whl" in step]
    assert len(removed) == 1
    assert removed[0] < min(put)
