"""Makes the golden records anew and shows the difference: `make golden`.

For every game of the house and every number of players there is one whole game in
`tests/records`: `casanova-2.json`, a record with the legal moves of every ply, and beside it
`casanova-2.events`, what happened in it, a line an event. `tests/test_records.py` replays them.

A game that is there is replayed: the same moves, so that only what the change of a rule changes
is different. A game that is not there, or whose moves the rules no longer allow, is played anew
by random players; `--fresh` plays all of them anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

from escale import EscaleError, Match
from escale.app.commands.replay import with_legal
from escale.app.commands.rule_coverage import house_games
from escale.app.commands.simulate import plan, play

RECORDS = Path(__file__).parent / "records"
CANDIDATES = 40  # games, of which the one that meets the most rules is kept


def names() -> Iterator[tuple[str, str, int]]:
    """Every record that there should be: its name, the game and the number of players."""
    for game in house_games():
        for players in game.seats:
            yield f"{game.id}-{players}", game.id, players


def written(record: dict[str, Any]) -> str:
    """A record as text in which a change shows: a field a line, and a ply a line."""
    fields = []
    for name, value in record.items():
        text = json.dumps(value, ensure_ascii=False)
        if name == "legal":
            plies = (json.dumps(moves, ensure_ascii=False) for moves in value)
            text = "[\n  " + ",\n  ".join(plies) + "]"
        fields.append(f"{json.dumps(name)}: {text}")
    return "{" + ",\n ".join(fields) + "}\n"


def told(match: Match) -> str:
    """What happened in a match, an event a line, under the number and the text of its move."""
    lines = []
    for number, ply in enumerate(match.plies, start=1):
        lines.append(f"{number} {match.game.format(ply.move)}")
        for event in ply.events:
            facts = event.to_json()
            rule, kind = facts.pop("rule"), facts.pop("kind")
            lines.append(f"  {rule} {kind} {json.dumps(facts, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def kept(name: str) -> Match | None:
    """The match of a record that is there, if its moves can still be played."""
    path = RECORDS / f"{name}.json"
    if not path.exists():
        return None
    record = json.loads(path.read_text("utf-8"))
    start = {key: record[key] for key in ("options", "seed", "setup")}
    try:
        match = Match(record["game"], record["players"], **start)
        for move in record["moves"]:
            match.play(move)
    except EscaleError as error:
        print(f"{name}: played anew, since {error}")
        return None
    return match if match.over else None


def fresh(game: str, players: int) -> Match:
    """The game among many that meets the most rules."""
    series = plan(game, players, CANDIDATES, seed=players)
    return max(
        (play(series, number) for number in range(CANDIDATES)),
        key=lambda match: len({event.rule for event in match.events()}),
    )


def main(arguments: list[str]) -> None:
    RECORDS.mkdir(exist_ok=True)
    wanted = set()
    for name, game, players in names():
        match = (None if "--fresh" in arguments else kept(name)) or fresh(game, players)
        for suffix, new in ((".json", written(with_legal(match))), (".events", told(match))):
            path = RECORDS / (name + suffix)
            wanted.add(path)
            old = path.read_text("utf-8") if path.exists() else ""
            if old == new:
                continue
            path.write_text(new, "utf-8")
            difference = list(unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))
            print(f"{path.name}: {'changed' if old else 'new'}")
            if old:
                print("\n".join(line[:160] for line in difference[:60]))
    for path in sorted(set(RECORDS.iterdir()) - wanted):
        print(f"{path.name}: belongs to no game")


if __name__ == "__main__":
    main(sys.argv[1:])
