"""The course of Dolce Vita: the rulebook’s examples, no answer given away.

What every course has to hold stands in `test_courses.py`.
"""

from __future__ import annotations

import re

import pytest
from courses import Case, is_a_step, tables

from escale.draw.scene import Layout
from escale.draw.svg import TEXT_SIZE
from escale.draw.text import text_width
from escale.games.dolce_vita import game
from escale.games.dolce_vita.rules import (
    GOOD_VALUES,
    GOODS,
    HAND,
    HEIGHT,
    MONEY_CARDS,
    PLACEMENTS,
    ROUNDS,
    supply,
)
from escale.games.dolce_vita.scene import layouts, phone_lesson
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import lesson, lessons
from escale.widgets import lesson_frames

#: Where each example of the rulebook and each worked case of the rules page is.
CASES: dict[str, Case] = {
    "example 1: Rouge and Jaune are tied at 3": (
        "ties",
        "3 against 3: nothing for either",
        {"event": "tie", "column": 1, "seats": [0, 1], "total": 3, "numbers": [[1, 2], [3]]},
    ),
    "example 1: Vert takes the bottom object": (
        "ties",
        "Green takes the jewel worth 200",
        {"event": "take", "seat": 2, "object": "bijou-200", "total": 4, "rank": 1},
    ),
    "example 1: Bleu takes the next": (
        "ties",
        "And the house worth 300 goes to Blue",
        {"event": "take", "seat": 3, "object": "maison-300", "total": 1, "rank": 2},
    ),
    "example 2: Rouge is first in the right column": (
        "ties",
        "Each takes the object of their rank",
        {"event": "take", "column": 7, "seat": 0, "object": "montre-400", "rank": 1},
    ),
    "example 2: Jaune is second": (
        "ties",
        "Each takes the object of their rank",
        {"event": "take", "column": 7, "seat": 1, "object": "argent-100", "rank": 2},
    ),
    "example 2: Vert is third": (
        "ties",
        "Each takes the object of their rank",
        {"event": "take", "column": 7, "seat": 2, "object": "argent-100", "rank": 3},
    ),
    "example 2: Bleu has no card there": (
        "ties",
        "The right column",
        {"event": "no-part", "column": 7, "seats": [3]},
    ),
    "example 3: voiture 400 is exchanged for voiture 700": (
        "exchange",
        "The car worth 400 goes back",
        {"event": "exchange", "object": "voiture-700", "old": "voiture-400", "column": 1},
    ),
    "example 3: voiture 400 goes on top": (
        "exchange",
        "The car worth 400 goes back",
        {"event": "back-on-top", "object": "voiture-400", "column": 1},
    ),
    "a bad exchange (700 for 100)": (
        "bad-exchange",
        "700 for 100",
        {"event": "poor-exchange", "object": "voiture-100", "old": "voiture-700"},
    ),
    "a three-way tie": (
        "big-ties",
        "A three-way tie",
        {"event": "many-tied", "seats": [0, 1, 2]},
    ),
    "two ties in one column": (
        "big-ties",
        "Two ties in one column",
        {"event": "two-ties", "ties": [6, 3]},
    ),
    "everything cancelled in a column": (
        "untouched",
        "Column 5 stays put",
        {"event": "all-cancelled", "column": 5},
    ),
    "an untouched column that rotates": (
        "untouched",
        "A forgotten column rotates",
        {"event": "rotate", "column": 1},
    ),
    "a column that runs out": (
        "running-out",
        "The column runs out",
        {"event": "nothing-left", "seat": 2, "column": 1},
    ),
    "a card put back and taken by the next player": (
        "put-back",
        "Put back, taken at once",
        {"event": "just-put-back", "seat": 0, "object": "montre-200", "other": 1},
    ),
    "a shared win": (
        "the-end",
        "A shared win",
        {"event": "shared-win", "seats": [0, 2]},
    ),
}


# --- The course ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_example_and_worked_case_is_a_step(case: Case) -> None:
    assert is_a_step("dolce-vita", case)


def test_the_examples_have_the_names_of_the_rulebook() -> None:
    ties = lesson("dolce-vita/ties")
    assert ties.players["fr"] == ["Rouge", "Jaune", "Vert", "Bleu"]
    totals = next(e for m in ties.steps[1].moments for e in m.events if e.kind == "totals")
    assert totals.facts["totals"] == [3, 3, 4, 1]


def test_the_numbers_of_the_box_are_those_of_the_game() -> None:
    box = lesson("dolce-vita/objects")
    goods, money = len(GOODS) * len(GOOD_VALUES), supply(game.options["money_100"].default)
    for lang in LANGUAGES:
        of_all = [int(n) for n in re.findall(r"\d+", box.steps[0].text[lang])][:3]
        assert of_all == [goods + MONEY_CARDS, goods, MONEY_CARDS]
        cards = (money["argent-100"], money["argent-200"])
        assert re.findall(r"\d+", box.steps[2].text[lang])[2:6:2] == [str(n) for n in cards]
        rounds = lesson("dolce-vita/set-up").steps[4].text[lang]
        assert [int(n) for n in re.findall(r"\d", rounds)] == [ROUNDS[4], ROUNDS[3], ROUNDS[5]]


def test_the_learner_lays_all_five_cards_of_the_first_round() -> None:
    last = lesson("dolce-vita/first-round")
    asked = [step for step in last.steps if step.question and step.question.kind == "move"]
    assert len(asked) == PLACEMENTS
    for step in asked:
        assert step.question is not None
        right = {game.format(move) for move, reaches in step.question.moves if reaches}
        ply = last.match.plies[step.ply]
        assert ply.seat == last.seat
        assert game.format(ply.move) in right  # what the lesson goes on with


# --- The table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", lessons("dolce-vita"))
def test_the_picture_does_not_give_an_answer_away(name: str) -> None:
    """A badge tells who will take an object, a struck total who is tied: not while it is asked."""
    one = lesson(name)
    for step in one.steps:
        question = step.question
        if question is None or "take" not in question.text["en"]:
            continue
        if {choice.label["en"] for choice in question.choices} & set(one.players["en"]):
            # Other columns do no harm.
            (column,) = step.state.settling[:1] or (1,)
            for key, piece in lesson_frames.picture_of(one, step, "en").pieces.items():
                assert not key.startswith((f"claim:{column}/", f"equal:{column}/")), name
                assert not (key.startswith(f"total:{column}/") and "struck" in piece.style), name


def test_positions_could_have_come_about() -> None:
    """Columns are as high as the round allows, and of collections only what matters is shown."""
    for file, table in tables("dolce-vita"):
        position = table.get("position")
        if position is None:
            continue
        players, before = len(table["players"]["en"]), position["round"] - 1
        assert position.get("first", before % players) == before % players, file
        for column in position["columns"]:
            assert HEIGHT - len(column) <= players * before, file
        for own in position["own"]:
            assert len(own) <= PLACEMENTS * before, file
        assert sum(map(len, position["laid"])) < PLACEMENTS * players, file
        assert all(1 <= number <= len(HAND) for cards in position["laid"] for _, number in cards)


# --- On a phone -----------------------------------------------------------------------------------

#: What a phone shows nowhere but in a close-up, or not at all.
FOLDED = re.compile(r"claim:.*|hand:note|(pile|sum):[1-4]")


@pytest.mark.parametrize("name", lessons("dolce-vita"))
def test_on_a_phone_all_that_steps_touch_is_there_and_can_be_read_and_hit(name: str) -> None:
    one = lesson(name)
    page = lesson_frames.page(one)
    for lang in LANGUAGES:
        told = lesson_frames.told(page, lang)
        touched = lesson_frames.touched(told)
        layout = phone_lesson(len(one.players[lang]), touched)
        assert (layout.name, layout.width) == ("narrow", 390)
        assert layout.height <= 364
        assert {place for place in touched if place not in layout.places} <= {
            place for place in touched if FOLDED.fullmatch(place)
        }
        for box in layout.places.values():
            assert min(box.x, box.y) >= -0.5
            assert box.x + box.w <= layout.width + 0.1
            assert box.y + box.h <= layout.height + 0.1
        for place in layout.places:
            if place.startswith("pick:") or re.fullmatch(r"column:\d", place):
                assert min(layout.places[place][2:4]) >= 40, place
        for number, step in enumerate(told["steps"]):
            scene = lesson_frames.still(page, number, lang)
            for key, piece in scene.pieces.items():
                box = layout.places.get(piece.place)
                if piece.text and box:
                    size = box.h * TEXT_SIZE
                    assert size >= 12, key
                    wide = text_width(piece.text, size) * (0.85 if "serif" in piece.style else 1)
                    assert wide <= box.w + 1.5, (key, piece.text)
            for key in (*step.get("mark", ()), *step.get("ask", {}).get("look", ())):
                if key in scene.pieces:
                    assert seen(layout, scene.pieces[key].place), (number, key)


def seen(layout: Layout, place: str) -> bool:
    """Can the header of an object be read there? (What a fan has no room for lies in a pile.)"""
    found = re.fullmatch(r"column:(\d)/(\d)", place)
    if not found or found[2] == "1":
        return place in layout.places
    column, k = found.groups()
    below = layout.places[f"column:{column}/{int(k) - 1}"]
    box = layout.places[place]
    return below.y - box.y >= box.w / 112 * 36


def test_on_a_phone_a_lesson_leaves_out_what_none_of_its_steps_is_about() -> None:
    few = phone_lesson(3, frozenset({"column:2/1", "own:0/montre", "row:2/1"}))
    assert {place for place in few.places if place.startswith("column:")} == {
        "column:2",
        *(f"column:2/{k}" for k in range(1, HEIGHT + 1)),
    }
    assert not [place for place in few.places if place.startswith(("seat:", "pick:", "bar:"))]
    assert {place for place in few.places if place.startswith("own:")} == {
        "own:0/montre",
        "own:0/montre/2",
    }
    table = layouts(3)[0]
    assert few.places["column:2/1"].w > table.places["column:2/1"].w, "and the rest is larger"
