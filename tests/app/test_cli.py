"""The command line, as programs and people use it: `escale replay`, `simulate`, `rules` ..."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commandline import Escale, Said

from escale import Match, game, game_names
from escale.app.commands.rule_coverage import house_games, rule_ids
from escale.app.commands.simulate import BATCH, plan, play

ESCALE = [sys.executable, "-m", "escale.app"]

RECORD: dict[str, Any] = {
    "format": "escale/1",
    "game": "casanova",
    "players": ["Ana", "Bob", "Chloé"],
    "options": {},
    "seed": 7,
    "setup": {},
    "moves": ["d2", "c7", "c5", "c12", "r35", "double", "call", "fold"],
}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The contract's own example in a file."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(RECORD), "utf-8")
    return path


def is_one_sentence(said: Said) -> bool:
    """Non-zero, nothing on standard output, one line on standard error."""
    return (
        said.code != 0
        and said.out == ""
        and said.err.startswith("escale: ")
        and said.err.count("\n") == 1
        and said.err.endswith("\n")
        and "Traceback" not in said.err
    )


# --- as programs use it -------------------------------------------------------------------------


def test_replay_prints_every_ply_with_its_legal_moves_and_events(record: Path) -> None:
    done = subprocess.run([*ESCALE, "replay", record, "--json"], capture_output=True, check=True)
    found = json.loads(done.stdout)
    assert done.stderr == b""
    assert list(found) == ["game", "plies", "over", "scores", "winners", "next"]
    assert [ply["move"] for ply in found["plies"]] == RECORD["moves"]
    assert [ply["seat"] for ply in found["plies"]] == [0, 0, 1, 2, "chance", 0, 1, 2]
    announce, lay, *_ = found["plies"]
    assert announce["legal"] == ["d1", "d2", "d3"]
    assert announce["events"] == [{"rule": "CA-RND-1", "kind": "announce", "seat": 0, "dice": 2}]
    assert lay["legal"] == sorted(f"c{card}" for card in range(1, 14))
    assert len(found["plies"][4]["legal"]) == 36
    assert (found["over"], found["scores"], found["winners"]) == (False, None, None)
    assert found["next"] == {"seat": 1, "legal": ["d1", "d2", "d3"]}


def test_replay_reads_standard_input(record: Path) -> None:
    done = subprocess.run(
        [*ESCALE, "replay", "-", "--json"],
        input=record.read_bytes(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["game"] == "casanova"


def test_simulate_writes_records_that_replay_to_their_result(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    subprocess.run(
        [*ESCALE, "simulate", "casanova", "--players", "3", "--games", "4", "--seed", "11"]
        + ["--jsonl", out, "--players-are", "random,random,random", "--legal"],
        check=True,
    )
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == 4
    for line in lines:
        match = Match.from_record(line)  # checks the legal moves too
        assert match.over
        assert len(match.players) == 3
        assert len(json.loads(line)["legal"]) == match.ply
    assert len(set(lines)) == 4
    assert os.listdir(tmp_path) == ["games.jsonl"]


@pytest.mark.parametrize("name", [one.id for one in house_games()])
def test_a_finished_game_replays_without_next(escale: Escale, tmp_path: Path, name: str) -> None:
    out = tmp_path / "game.jsonl"
    assert escale("simulate", name, "--seed", 3, "--jsonl", out).code == 0
    found = escale("replay", out, "--json").json
    result = json.loads(out.read_text("utf-8"))["result"]
    assert "next" not in found
    assert (found["over"], found["scores"], found["winners"]) == (True, *result.values())
    for ply in found["plies"]:
        assert ply["legal"] == sorted(ply["legal"])
        assert ply["move"] in ply["legal"]
        assert all(event["rule"].startswith(game(name).prefix) for event in ply["events"])


@pytest.mark.slow
@pytest.mark.parametrize("name", [one.id for one in house_games()])
def test_the_same_seed_gives_the_same_records_whatever_the_number_of_workers(
    escale: Escale, tmp_path: Path, name: str
) -> None:
    written = []
    for workers in (1, 2, 3):
        out = tmp_path / f"{workers}.jsonl"
        games = 2 * BATCH + 3
        assert escale(
            "simulate", name, "--games", games, "--seed", 5, "--workers", workers, "--jsonl", out
        ) == (0, "", "")
        written.append(out.read_bytes())
    assert written[0].count(b"\n") == games
    assert written[0] == written[1] == written[2]
    escale("simulate", name, "--games", 3, "--seed", 6, "--jsonl", tmp_path / "other")
    assert not written[0].startswith((tmp_path / "other").read_bytes())


def test_the_first_games_of_a_longer_series_are_those_of_a_shorter_one(escale: Escale) -> None:
    short = escale("simulate", "casanova", "--games", 2, "--seed", 4).out
    long = escale("simulate", "casanova", "--games", 3, "--seed", 4).out
    assert long.startswith(short)


def test_rules_lists_every_rule_in_both_languages(escale: Escale) -> None:
    rules = escale("rules", "--json").json
    assert {rule["game"] for rule in rules} == set(game_names())
    assert {rule["id"] for rule in rules} >= set(rule_ids())
    for rule in rules:
        assert list(rule) == ["id", "game", "section", "ruling", "fr", "en"]
        assert rule["fr"] != rule["en"]
    casanova = escale("rules", "casanova", "--json").json
    assert casanova == [rule for rule in rules if rule["game"] == "casanova"]
    assert {rule["id"]: rule["ruling"] for rule in casanova}["CA-RND-12"] is True


def test_coverage_lists_every_rule_of_the_house(escale: Escale) -> None:
    rows = escale("coverage", "--json").json
    assert [row["id"] for row in rows] == rule_ids()
    for row in rows:
        columns = ["id", "enforced", "tested", "taught", "practised", "exercises", "note"]
        assert list(row) == columns
        assert row["enforced"], row["id"]
        assert row["tested"], row["id"]


def test_practice_writes_an_exercise_a_line_and_the_same_seed_gives_the_same_lines(
    escale: Escale, tmp_path: Path
) -> None:
    asked = ("practice", "dolce-vita", "--rule", "DV-AWA-5", "--kind", "what", "--count", 3)
    assert escale(*asked, "--seed", 4, "--jsonl", tmp_path / "exercises").code == 0
    lines = (tmp_path / "exercises").read_text("utf-8")
    assert escale(*asked, "--seed", 4).out == lines != escale(*asked, "--seed", 5).out
    for exercise in map(json.loads, lines.splitlines()):
        assert (exercise["rule"], exercise["kind"]) == ("DV-AWA-5", "what")
        right = [exercise["options"][index] for index in exercise["answer"]]
        assert [option["misconception"] for option in right] == [None]


def test_coverage_counts_the_positions_of_exercises_or_says_why_there_are_none(
    escale: Escale,
) -> None:
    rows = {row["id"]: row for row in escale("coverage", "--json").json}
    assert {"what", "spot"} <= {*rows["DV-AWA-5"]["exercises"]}
    assert all(number > 9 for number in rows["DV-AWA-5"]["exercises"].values())
    assert rows["DV-SET-1"]["exercises"] == {}
    assert "The software deals" in rows["DV-SET-1"]["note"]


def test_json_is_utf_8_whatever_the_terminal_speaks() -> None:
    done = subprocess.run(
        [*ESCALE, "rules", "casanova", "--json"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert "à" in done.stdout.decode("utf-8")


def test_a_terminal_without_the_letters_is_no_reason_to_fail() -> None:
    done = subprocess.run(
        [*ESCALE, "rules", "casanova", "--lang", "fr"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert b"CA-RND-1 " in done.stdout


# --- what one seat may know ---------------------------------------------------------------------


def seen(escale: Escale, path: Path, record: dict[str, Any], seat: int) -> str:
    path.write_text(json.dumps(record), "utf-8")
    said = escale("replay", path, "--json", "--seat", seat)
    assert said.code == 0, said.err
    return said.out


def test_face_down_cards_read_c_with_a_question_mark_until_they_are_turned(
    escale: Escale, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    laid = RECORD | {"moves": RECORD["moves"][:5]}
    found = json.loads(seen(escale, path, laid, 1))
    assert [ply["move"] for ply in found["plies"]] == ["d2", "c?", "c5", "c?", "r35"]
    assert [event["card"] for ply in found["plies"][1:4] for event in ply["events"]] == [
        None,
        5,
        None,
    ]
    turned = json.loads(seen(escale, path, RECORD, 1))
    assert [ply["move"] for ply in turned["plies"]] == RECORD["moves"]


def test_legal_moves_of_other_seats_are_null_while_hands_are_closed(
    escale: Escale, tmp_path: Path
) -> None:
    laid = RECORD | {"moves": RECORD["moves"][:3]}
    found = json.loads(seen(escale, tmp_path / "game.json", laid, 1))
    assert [ply["legal"] is None for ply in found["plies"]] == [True, True, False]
    assert found["next"] == {"seat": 2, "legal": None}


def test_what_casanova_hides_does_not_change_what_a_seat_is_shown(
    escale: Escale, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    shown = {
        seen(
            escale,
            path,
            RECORD | {"seed": card, "moves": ["d2", "c7", f"c{card}", "c12", "r35"]},
            0,
        )
        for card in range(1, 14)
    }
    assert len(shown) == 1


def dominos() -> dict[str, Any]:
    """The beginning of a game of dominoes: six moves of random players."""
    record = play(plan("dominos-florentins", 3, 1, seed=2), 0).record()
    del record["result"]
    record["moves"] = record["moves"][:6]
    return record


@pytest.mark.parametrize("seat", range(3))
def test_no_card_that_a_seat_of_the_dominoes_cannot_see_is_in_its_output(
    escale: Escale, tmp_path: Path, seat: int
) -> None:
    record = dominos()
    match = Match.from_record(record)
    state = match.state
    hidden = {
        *(card for other, hand in enumerate(state.hands) if other != seat for card in hand),
        *state.pile,
    }
    assert len(hidden) > 30
    out = seen(escale, tmp_path / "game.json", record, seat)
    assert not [card for card in hidden if card in out]
    assert str(record["seed"]) not in out
    assert all(card in out or seat != match.actor for card in state.hands[seat])


@pytest.mark.parametrize("seat", range(3))
def test_swapping_hidden_cards_of_the_dominoes_changes_nothing_in_a_seats_output(
    escale: Escale, tmp_path: Path, seat: int
) -> None:
    record = dominos()
    state = Match.from_record(record).state
    other = json.loads(json.dumps(record))
    hidden = {card for at, hand in enumerate(state.hands) if at != seat for card in hand}
    dealt = [(at, place) for at in range(3) for place in range(4) if at != seat]
    hand, place = next((h, p) for h, p in dealt if record["setup"]["hands"][h][p] in hidden)
    pile = other["setup"]["pile"]
    pile[-1], other["setup"]["hands"][hand][place] = other["setup"]["hands"][hand][place], pile[-1]
    pile[-2], pile[-3] = pile[-3], pile[-2]
    path = tmp_path / "game.json"
    assert seen(escale, path, record, seat) == seen(escale, path, other, seat)


def test_sentences_for_a_seat_keep_the_secrets_too(escale: Escale, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    told = set()
    for card in (3, 9):
        path.write_text(json.dumps(RECORD | {"moves": ["d2", "c7", f"c{card}"]}), "utf-8")
        told.add(escale("replay", path, "--seat", 0).out)
    assert len(told) == 1


# --- as people read it --------------------------------------------------------------------------


def test_replay_tells_the_game_in_sentences_with_rules(escale: Escale, record: Path) -> None:
    french = escale("replay", record, "--lang", "fr").out
    english = escale("replay", record, "--lang", "en").out
    for told in (french, english):
        assert "Ana" in told
        assert "CA-RND-1" in told
        assert "CA-WIN-1" in told
    assert french != english


def test_the_language_is_that_of_the_environment(
    escale: Escale, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = escale("replay", record).out
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert escale("replay", record).out != english
    assert escale("replay", record, "--lang", "en").out == english


def test_the_rulebook_is_printed_by_section_with_rulings_and_their_reasons(escale: Escale) -> None:
    told = escale("rules", "casanova", "--lang", "fr").out
    assert told.index("Une manche") < told.index("CA-RND-1 ") < told.index("Qui gagne la manche")
    assert told.count("Notre décision\u00a0: ") == sum(
        rule["ruling"] for rule in escale("rules", "casanova", "--json").json
    )
    assert "Our decision: " in escale("rules", "casanova", "--lang", "en").out


def test_coverage_is_summed_up_for_people(escale: Escale) -> None:
    told = escale("coverage").out
    assert f"{len(rule_ids())} rules: {len(rule_ids())} enforced" in told
    assert [rule for rule in rule_ids() if rule not in told] == [], "each has its line"
    assert re.search(r"(may|what|why|reach|spot) \d+", told)
    assert "cards, dice and" in " ".join(told.split()), "and what has none says why"


def test_coverage_keeps_its_first_columns_where_room_is_short(escale: Escale) -> None:
    lines = escale("coverage", "--game", "dolce-vita", "--lang", "en").out.splitlines()
    assert lines[0].split() == ["rule", "enforced", "tested", "taught", "practised", "exercises"]
    assert any(line.startswith("DV-AWA-5 ") for line in lines)
    assert max(map(len, lines)) <= 88


def test_the_demo_shows_every_game(escale: Escale) -> None:
    told = escale("demo", "--lang", "fr")
    assert told.code == 0
    for name in game_names():
        assert f"escale rules {name}" in told.out


def test_help_says_what_there_is_and_loads_no_game() -> None:
    code = (
        "import sys; from escale.app.commands.cli import run; code = run(['--help'])\n"
        "print([name for name in sys.modules if name.startswith(('escale.games', 'rich'))])\n"
        "sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for command in ("replay", "simulate", "rules", "coverage", "demo"):
        assert f"  {command}" in done.stdout
    assert done.stdout.endswith("[]\n")


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [[], ["serve"], ["lab", "nowhere"]])
def test_the_app_says_which_extra_it_lacks(arguments: list[str], tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['voila'] = sys.modules['jupyterlab'] = None\n"
        f"from escale.app.commands.cli import run; sys.exit(run({arguments}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path
    )
    said = Said(done.returncode, done.stdout, done.stderr)
    assert is_one_sentence(said)
    assert "pip install " in said.err
    assert "[app]' (escale --help" in said.err
    assert not list(tmp_path.iterdir())


def test_without_typer_it_says_how_to_install_it() -> None:
    code = (
        "import sys; sys.modules['typer'] = None\n"
        "from escale.app.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert is_one_sentence(Said(done.returncode, done.stdout, done.stderr))
    assert "pip install " in done.stderr
    assert "[cli]'" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
def test_simulate_shows_a_bar_on_a_terminal_only(tmp_path: Path) -> None:
    command = [*ESCALE, "simulate", "casanova", "--games", "60", "--jsonl", tmp_path / "games"]
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        subprocess.run(command, stderr=theirs, check=True)
        os.close(theirs)
        assert b"60/60" in terminal.read(100_000)
    silent = subprocess.run(command, capture_output=True, check=True)
    assert (silent.stdout, silent.stderr) == (b"", b"")


# --- bad input ----------------------------------------------------------------------------------

FOREIGN = {
    "empty": b"",
    "truncated": json.dumps(RECORD).encode()[:-20],
    "not UTF-8": b'{"format": "escale/1\xff"}',
    "a list": b"[]",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00",
    "nested": b"[" * 3000,
    "too long": b" " * 10_000_000,
    "unknown game": json.dumps(RECORD | {"game": "chess"}).encode(),
    "illegal": json.dumps(RECORD | {"moves": ["d2", "c99"]}).encode(),
    "wrong result": json.dumps(RECORD | {"result": {"scores": [1], "winners": [0]}}).encode(),
    "hostile field": json.dumps(RECORD | {"\x1b[2J\n\n": 1}).encode(),
    "hostile move": json.dumps(RECORD | {"moves": ["\x1b[2J\n"]}).encode(),
    "half a character": json.dumps(RECORD | {"players": ["\ud800", "b", "c"]}).encode(),
    "hostile name": json.dumps(RECORD | {"players": ["\x1b[2J", "b", "c"]}).encode(),
    "NaN": b'{"format": NaN}',
}


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("as_json", [["--json"], []], ids=["json", "told"])
def test_a_bad_record_is_refused_in_one_sentence(
    escale: Escale, tmp_path: Path, name: str, as_json: list[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(FOREIGN[name])
    said = escale("replay", path, *as_json)
    assert is_one_sentence(said), said
    assert "\x1b" not in said.err
    assert "bad.json: " in said.err


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ("nonsense", "nonsense"),
        ("--nonsense", "--nonsense"),
        ("replay", "FILE"),
        ("replay missing.json", "missing.json: No such file"),
        ("replay .", "directory"),
        ("replay RECORD --seat 3", "seats 0 to 2, not 3"),
        ("replay RECORD --seat -1", "not -1"),
        ("replay RECORD --seat x", "--seat"),
        ("replay RECORD RECORD", "unexpected"),
        ("replay RECORD --lang de", "fr or en, not 'de'"),
        ("replay RECORD --seat", "--seat"),
        ("simulate", "GAME"),
        ("simulate chess", "'chess'"),
        ("simulate ../casanova", "no game"),
        ("simulate casanova --players 1", "2 to 4 players, not 1"),
        ("simulate casanova --players 99", "2 to 4 players, not 99"),
        ("simulate casanova --players -2", "2 to 4 players, not -2"),
        ("simulate casanova --players two", "--players"),
        ("simulate casanova --games 0", "at least 1, not 0"),
        ("simulate casanova --games -3", "at least 1, not -3"),
        ("simulate casanova --games 1.5", "--games"),
        ("simulate casanova --seed abc", "--seed"),
        ("simulate casanova --workers -1", "not -1"),
        ("simulate casanova --players-are genius", "'genius'"),
        ("simulate casanova --players 2 --players-are random,random,random", "3 levels for 2"),
        ("simulate casanova --players-are random,", "no level ''"),
        ("simulate casanova --option colour=red", "colour"),
        ("simulate casanova --option colour", "NAME=VALUE"),
        ("simulate casanova --jsonl .", "directory"),
        ("practice", "GAME"),
        ("practice chess", "'chess'"),
        ("practice dolce-vita --players 9", "3 to 5 players, not 9"),
        ("practice dolce-vita --rule CA-WIN-1", "no rule 'CA-WIN-1'"),
        ("practice dolce-vita --kind guess", "may, why, what, reach, spot"),
        ("practice dolce-vita --count 0", "at least 1, not 0"),
        ("practice dolce-vita --jsonl .", "directory"),
        ("simulate casanova --jsonl missing/out.jsonl", "No such file"),
        ("simulate casanova --jsonl RECORD/out.jsonl", "Not a directory"),
        ("rules chess", "'chess'"),
        ("rules casanova --lang de", "'de'"),
        ("rules casanova casanova", "unexpected"),
        ("coverage --lang de", "'de'"),
        ("coverage casanova", "unexpected"),
        ("demo --lines 0", "at least 6, not 0"),
        ("demo --lang de", "'de'"),
        ("serve --lang de", "fr or en, not 'de'"),
        ("serve --port 99999", "--port"),
        ("serve --warm -1", "--warm"),
        ("serve --cull x", "--cull"),
        ("serve --name Server_1", "up to 8 small letters and digits"),
        ("serve --grace -1", "--grace"),
        ("lab notebooks --port 0", "--port"),
        ("lab notebooks --lang de", "fr or en, not 'de'"),
        ("doctor --lang de", "fr or en, not 'de'"),
    ],
)  # fmt: skip
def test_bad_arguments_are_refused_in_one_sentence(
    escale: Escale,
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    word: str,
) -> None:
    monkeypatch.chdir(record.parent)
    said = escale(*arguments.replace("RECORD", str(record)).split())
    assert is_one_sentence(said), said
    assert word in said.err
    assert os.listdir() == ["game.json"]


def test_a_file_that_may_not_be_written_stays_as_it_was(escale: Escale, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text("mine", "utf-8")
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("root may write everything")
    assert is_one_sentence(escale("simulate", "casanova", "--jsonl", path))
    assert path.read_text("utf-8") == "mine"


@pytest.mark.slow
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    for arguments in (["rules", "--json"], ["rules"], ["simulate", "casanova", "--games", "20"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [*ESCALE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert is_one_sentence(Said(done.returncode, "", done.stderr)), done.stderr
        assert "No space left" in done.stderr


def test_a_device_is_written_to_and_not_replaced(escale: Escale, tmp_path: Path) -> None:
    assert escale("simulate", "casanova", "--jsonl", "/dev/null").code == 0
    assert not os.path.isfile("/dev/null")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    assert escale("simulate", "casanova", "--jsonl", link).code == 0
    assert link.is_symlink()
    assert (tmp_path / "real").read_text("utf-8").endswith("\n")


MANY = ["simulate", "casanova", "--games", "1000000", "--seed", "1"]


@pytest.mark.parametrize(
    ("sent", "code", "sentence"),
    [(signal.SIGINT, 130, "escale: interrupted\n"), (signal.SIGTERM, 143, "")],
    ids=["interrupted", "ended"],
)
@pytest.mark.slow
def test_a_simulation_that_is_stopped_leaves_nothing_behind(
    tmp_path: Path, sent: int, code: int, sentence: str
) -> None:
    with subprocess.Popen(
        [*ESCALE, *MANY, "--jsonl", "games.jsonl", "--workers", "2"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        while not any(path.stat().st_size for path in tmp_path.iterdir()):
            time.sleep(0.05)
        if sent == signal.SIGINT:
            os.killpg(running.pid, sent)  # as a terminal does on Ctrl-C: to the workers too
        else:
            running.send_signal(sent)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (code, sentence)
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_reader_that_goes_away_ends_the_simulation(workers: str) -> None:
    with subprocess.Popen(
        [*ESCALE, *MANY, "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert json.loads(running.stdout.readline())["game"] == "casanova"
        running.stdout.close()
        assert running.stderr.read() == "escale: nobody reads the output any more\n"
    assert running.returncode == 141
