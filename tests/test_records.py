"""The golden records: whole games that must stay readable, legal and told the same way.

`make golden` makes them anew and shows what has changed.
"""

from __future__ import annotations

import json
from pathlib import Path

import make_golden
import pytest

from escale import Match

RECORDS = sorted(make_golden.RECORDS.glob("*.json"))


def test_every_game_has_a_golden_record_for_every_number_of_players() -> None:
    missing = {name for name, _, _ in make_golden.names()} - {path.stem for path in RECORDS}
    assert not missing, "run make golden"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_replays_to_the_same_legal_moves_and_events(path: Path) -> None:
    text = path.read_text("utf-8")
    match = Match.from_record(text)  # checks every move, the legal moves of every ply, the result
    record = json.loads(text)
    assert match.over
    assert path.stem == f"{match.game.id}-{len(match.players)}"
    assert make_golden.told(match) == path.with_suffix(".events").read_text("utf-8")
    assert len(record.pop("legal")) == len(record["moves"])
    assert match.record() == record
