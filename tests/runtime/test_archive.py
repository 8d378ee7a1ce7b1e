"""Python as a page's worker runs it, in Node: whole games of every kind, hints, look backs, trials
and practice on the archive that has only what they need; and the way to all other modules."""

from __future__ import annotations

import gzip
import json
import subprocess
import zipfile
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest
from static_site import GAMES

from escale.app.site import pyodide
from escale.app.site import runtime as making
from escale.engine.registry import game as find_game
from escale.engine.registry import game_names

HERE = Path(__file__).parent

pytestmark = pytest.mark.slow


def run(runtime: Path, code: str) -> Any:
    """What this code leaves in `result`, and how often the second archive was fetched."""
    program, _ = pyodide.node()
    with as_file(files("escale.app.site").joinpath("rehearsal.py")) as rehearsal:
        command = [program, HERE / "play.mjs", runtime, making.FOLDER, rehearsal, code]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


PLAY = """
import json, rehearsal
result = {{}}
for name, players in {wanted}:
    page = rehearsal.whole_game(name, 'en', players)
    result[name] = [len(page.rows), len(page.told)]
rehearsal.everything({games})
result = json.dumps(result)
"""


def plays_on_the_first_archive(runtime: Path, games: Sequence[str]) -> None:
    wanted = [(name, find_game(name).seats[-1]) for name in games]
    told = run(runtime, PLAY.format(wanted=wanted, games=[*games]))
    assert set(told["result"]) == {*games}
    assert all(rows >= 2 and said > 20 for rows, said in told["result"].values())
    assert told["fetched"] == 0


def test_whole_games_hints_look_backs_trials_and_practice_need_the_first_archive_only(
    runtime: Path,
) -> None:
    plays_on_the_first_archive(runtime, GAMES)


@pytest.mark.long
def test_so_do_those_of_every_game(tmp_path: Path) -> None:
    making.write(tmp_path, games=game_names())
    plays_on_the_first_archive(tmp_path, game_names())


def test_any_other_module_is_fetched_once(runtime: Path) -> None:
    code = "import json, statistics, csv, xml.dom.minidom, email.mime.text\n"
    code += "try: import not_there\nexcept ImportError as error: said = str(error)\n"
    code += "result = json.dumps([statistics.mean([1, 3]), said])"
    told = run(runtime, code)
    assert told == {"result": [2, "No module named 'not_there'"], "fetched": 1}


SOON = """
import json, sys
from tomllib import _parser
from escale.widgets.worker import Host
before, read = _parser.Output, []
_parser.Output = lambda: read.append("a text") or before()  # one for each text that is read
host = Host(lambda *_: None, lambda *_: None, lambda *_: None)
host.receive("t", json.dumps({"open": {"kind": "table", "game": "casanova", "lang": "fr"}}))
costly = "escale.teach.lesson_reader", "escale.teach.exercises"
needless = [name for name in costly if name in sys.modules]
result = json.dumps([len(host.places), read, needless])
"""


def test_a_table_is_laid_without_reading_toml_or_importing_lessons(runtime: Path) -> None:
    assert run(runtime, SOON)["result"] == [1, [], []]


def test_a_module_is_in_one_archive_and_nothing_has_a_date(runtime: Path) -> None:
    made = making.modules(runtime)
    assert "escale/widgets/worker.pyc" in made[making.LIBRARY]
    assert "statistics.pyc" in made[making.REST]
    assert not {*made[making.LIBRARY]} & {*made[making.REST]}
    for name in (making.LIBRARY, making.REST):
        with zipfile.ZipFile(runtime / name) as archive:
            assert {info.date_time for info in archive.infolist()} == {making.STAMP}


@pytest.mark.long
def test_the_same_sources_give_the_same_bytes(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled once more, with an empty cache: a site that is built again is the same version."""
    package = pyodide.folder() / pyodide.FILE
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    making.write(tmp_path / "again", games=GAMES, pyodide=package)
    for name in (making.LIBRARY, making.REST):
        assert (tmp_path / "again" / name).read_bytes() == (runtime / name).read_bytes()


def test_what_is_downloaded_before_the_first_move_is_small(runtime: Path) -> None:
    sent = [runtime / making.LIBRARY, runtime / "worker.js"]
    sent += [runtime / making.FOLDER / name for name in ("pyodide.js", "pyodide.asm.js")]
    sent += [runtime / making.FOLDER / "pyodide.asm.wasm"]
    assert sum(len(gzip.compress(file.read_bytes(), 6)) for file in sent) < 7_000_000


def test_a_package_that_is_not_the_one_we_know_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "pyodide.tgz"
    wrong.write_bytes(b"something else")
    with pytest.raises(Exception, match="its sha256 differs"):
        pyodide.parts(wrong)
    with pytest.raises(Exception, match="No such file"):
        pyodide.parts(tmp_path / "nothing.tgz")


def test_npm_that_brings_nothing_is_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By settings that lead nowhere: what npm says is in the sentence, and what to do."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    with pytest.raises(pyodide.NoPyodide, match=r"fetched by npm \(.+\); .*--pyodide") as told:
        pyodide.parts(None)
    assert "\n" not in str(told.value)
    assert not list(tmp_path.glob("escale/*"))
