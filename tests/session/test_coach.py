"""The coach: for whom it speaks, what its page is told, and that this is nothing hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pages import Page

import escale
from escale import BadOption, Match, game_names
from escale import game as find_game
from escale.engine.game import SPECTATOR
from escale.session.box import box
from escale.session.coach import Wish, check_wish, told
from escale.session.seats import sit_down
from escale.session.session import Session
from escale.session.viewer import Viewer
from escale.teach.exercises import known
from escale.teach.languages import REQUIRED
from escale.teach.lesson import lesson as read_lesson
from escale.teach.lesson_outline import outlines
from escale.teach.rulebook import problems, rulebook

HOUSE = ["casanova", "dolce-vita", "dominos-florentins"]
ALONE, TWO = ["person", "beginner", "beginner"], ["beginner", "person", "person"]


def opened(name: str, seats: list[str], coach: Wish, seed: int = 3) -> Page:
    match, sitting = sit_down(name, seats=seats, seed=seed)
    session = Session(match, seats=sitting, coach=coach, seed=seed)
    page = Page(Viewer(session, lambda _: None, lang="en"))
    session.start()
    return page


# --- For whom -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "seats", "found"),
    [
        (None, ALONE, None),
        (False, ALONE, None),
        (True, ALONE, {"seat": 0, "on": True}),
        (True, TWO, {"seat": None, "on": False}),  # with several people it waits to be asked
        (2, TWO, {"seat": 2, "on": True}),
        (0, TWO, None),  # a computer sits there by now
        (True, ["beginner"] * 3, None),
    ],
)
def test_it_speaks_for_one_person_and_waits_where_there_are_several(
    wish: Wish, seats: list[str], found: Any
) -> None:
    assert told(wish, seats) == found
    assert opened("casanova", seats, wish).viewer.whole()["coach"] == found


def test_a_learner_has_a_seat_or_a_name() -> None:
    players = ["Gina", "Ana", "Bob"]
    assert check_wish("Bob", players, TWO) == 2
    assert check_wish(1, players, TWO) == 1
    for wrong in ("Gina", "Nobody", 0, 7, 1.0):
        with pytest.raises(BadOption, match="coach"):
            check_wish(wrong, players, TWO)  # type: ignore[arg-type]


def test_a_coached_first_game_is_against_beginners_unless_somebody_says_otherwise() -> None:
    coached = escale.play("casanova", coach=True)
    assert coached.seats == ("person", "beginner", "beginner", "beginner")
    assert coached.whole()["coach"] == {"seat": 0, "on": True}
    assert escale.play("casanova").seats[1] == "sensible"
    assert escale.play("casanova", seats=["person", "random"], coach=True).seats[1] == "random"


def test_the_first_game_deals_the_learner_the_colour_of_the_quick_start() -> None:
    shown = read_lesson("dominos-florentins/quick-start").steps[0]
    learnt = shown.state.colours[0]
    for _ in range(6):
        table = escale.play("dominos-florentins", coach=True)
        assert table.match.origin[1]["colours"][0] == learnt
    page = opened("dominos-florentins", ALONE, None)
    seats = [{"name": f"P{i}", "level": level} for i, level in enumerate(TWO)]
    for _ in range(4):
        page.ask({"do": "new", "seats": seats, "options": {}, "seed": None, "coach": True})
        assert page.session.match.origin[1]["colours"][1] == learnt


def test_a_new_game_of_the_page_brings_the_coach_in_keeps_it_or_sends_it_away() -> None:
    page = opened("casanova", ALONE, None)

    def new(levels: list[str], **more: Any) -> Any:
        seats = [{"name": f"P{i}", "level": level} for i, level in enumerate(levels)]
        page.ask({"do": "new", "seats": seats, "options": {}, "seed": None, **more})
        return page.viewer.whole()["coach"]

    assert new(ALONE) is None
    assert new(ALONE, coach=True) == {"seat": 0, "on": True}
    assert new(ALONE) == {"seat": 0, "on": True}
    assert new(TWO, coach=True) == {"seat": 1, "on": True}, "it was asked for"
    assert new(ALONE, coach=False) is None


# --- What it says ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSE)
def test_every_rule_has_a_short_sentence_and_the_lesson_that_teaches_it(name: str) -> None:
    rules = box(find_game(name), find_game(name).seats[-1])["rules"]["rules"]
    steps = {lesson.id: len(lesson.steps) for lesson in outlines(find_game(name))}
    for rule, entry in rules.items():
        lesson, _, step = entry["step"].partition("#")
        assert 1 <= int(step) <= steps[lesson], rule
        for lang in REQUIRED:
            _, short, _, says, asks = [*entry[lang], "", "", ""][:5]
            assert max(len(short), len(says), len(asks)) <= 90, "a phone has two lines for it"
            assert asks.replace("\u202f", "").endswith("?") or not asks


@pytest.mark.parametrize("name", HOUSE)
def test_a_game_begins_with_its_aim_and_asks_before_choices_that_exist(name: str) -> None:
    game = find_game(name)
    book = [rule for rule in rulebook(game) if rule.coach]
    assert [rule.id for rule in book if rule.coach and rule.coach.start] != []
    match, rng, keys = Match(game, game.seats[-1], seed=1), Random(1), set()
    while not match.over:
        seat = match.actor
        if seat is not None and seat >= 0:
            keys |= {key for move in match.legal() for key in game.path(match.state, move)}
        match.play(rng.choice(match.legal()))
    for rule in book:
        for kind in (rule.coach.before, rule.coach.choice) if rule.coach else ():
            assert any(key.startswith(kind) for key in keys), rule.id


def test_quitte_or_double_is_explained_where_it_is_first_asked() -> None:
    rules = box(find_game("casanova"), 3)["rules"]["rules"]
    [asked] = [
        rule for rule in rules.values() if rule.get("coach", {}).get("choice") == "say:quitte"
    ]
    for lang in REQUIRED:
        assert "Quitte" in asked[lang][3]
        assert "Double" in asked[lang][3]


@pytest.mark.parametrize("name", HOUSE)
def test_the_box_knows_which_rules_a_completed_lesson_has_taught(name: str) -> None:
    lessons = box(find_game(name), find_game(name).seats[-1])["rules"]["lessons"]
    course = {lesson.id for lesson in outlines(find_game(name))}
    assert set(lessons) == course | {f"{name}/quick-start"}
    assert all(lessons.values())


@pytest.mark.parametrize("name", [*HOUSE, "galets"])
def test_the_box_knows_which_rules_a_coach_may_send_to_practice(name: str) -> None:
    rules = box(find_game(name), find_game(name).seats[-1])["rules"]["rules"]
    assert {rule for rule in rules if rules[rule].get("practice")} == set(known(find_game(name)))


def test_casanovas_quick_start_has_taught_how_a_card_is_laid() -> None:
    lessons = box(find_game("casanova"), 3)["rules"]["lessons"]
    assert {"CA-RND-2", "CA-RND-3"} <= set(lessons["casanova/quick-start"])


def test_what_an_author_forgets_of_it_is_said() -> None:
    game = find_game("casanova")
    rule = {"id": "CA-MAT-1", "fr": "a", "en": "b", "short": {"fr": "a", "en": "b"}}
    table = {"section": [{"id": "MAT", "fr": "x", "en": "y"}], "rule": [rule]}
    assert [*problems(table, game)] == []
    for coach in ({"fr": "a"}, {"ask": {"fr": "a", "en": "b"}}, {"before": "x"}, {"odd": 1}):
        rule["coach"] = coach
        assert len([*problems(table, game)]) == 1, coach


@pytest.mark.parametrize("name", HOUSE)
def test_what_the_coach_points_at_is_on_the_table_some_time(name: str) -> None:
    """A piece or a target, or how the keys of some begin."""
    page, rng = opened(name, ["person", *["random"] * 3], True), Random(3)
    match, there = page.session.match, set[str]()
    while not match.over:
        page.session.play(rng.choice(match.legal()))
        scene = page.viewer.shown.scene
        there |= {*scene.pieces, *scene.targets}
        for message in page.sent:  # moments that are only passed through
            for frame in message.get("frames", []):
                there |= frame.get("scene", {}).get("pieces", {}).keys()
        page.sent.clear()
    for rule in rulebook(find_game(name)):
        for at in rule.coach.at if rule.coach else ():
            beginnings = tuple(at.replace("{seat}", str(seat)) for seat in range(4))
            assert any(key.startswith(beginnings) for key in there), (rule.id, at)


# --- What it may know -----------------------------------------------------------------------------


def heard(page: Page) -> list[Any]:
    """All that a coach has to go by: the lines with their rules, and what can be chosen."""
    found = [page.viewer.whole()["coach"]]
    for message in page.sent:
        for frame in message.get("frames", []):
            found.append((frame.get("add"), frame.get("scene", {}).get("choices")))
    return found


@pytest.mark.parametrize("name", game_names())
def test_every_line_has_a_rule_and_every_rule_is_one_of_the_book(name: str) -> None:
    page = opened(name, ["person", *["random"] * (find_game(name).seats[0] - 1)], True)
    rng, match = Random(2), page.session.match
    while not match.over:
        page.session.play(rng.choice(match.legal()))
    book = rulebook(match.game).rules
    for text, rules, _ in page.viewer.shown.lines:
        assert rules, text
        assert set(rules) <= set(book), text


@pytest.mark.parametrize("seat", [0, 1])
def test_it_hears_the_same_whatever_the_others_have_laid(seat: int) -> None:
    """Casanova's cards lie face down until they are turned: before that, nothing tells of them."""

    def game(theirs: int) -> list[Any]:
        people = ["person", "person", "person"]
        match, sitting = sit_down("casanova", seats=people, seed=1)
        page = Page(Viewer(session := Session(match, seats=sitting, coach=seat), lambda _: None,
                           lang="en", seat=seat))  # fmt: skip
        session.make("d2")
        for who in (0, 1, 2):
            session.make(f"c{7 if who == seat else theirs + who}")
        return heard(page)

    assert game(2) == game(9)


@pytest.mark.parametrize("name", HOUSE)
def test_what_it_hears_is_what_its_seat_may_read(name: str) -> None:
    """With several people at one screen the log is for nobody in particular: so is the coach's."""
    seats = ["person", "person", *["random"] * (find_game(name).seats[0] - 2)]
    page, rng = opened(name, seats, 1), Random(5)
    session = page.session
    other = Page(Viewer(session, lambda _: None, lang="en", seat=SPECTATOR))
    while not session.match.over:
        session.play(rng.choice(session.match.legal()))
    assert page.viewer.shown.lines == other.viewer.shown.lines
