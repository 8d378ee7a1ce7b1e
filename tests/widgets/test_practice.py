"""Exercises on their way to a page: what it gets, and that the board does not tell."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any

import pytest

import escale
from escale.draw.scene import scenes
from escale.engine.errors import BadOption
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.session.frames import merged
from escale.teach.exercises import known, practice
from escale.teach.languages import LANGUAGES
from escale.teach.texts import practice_texts
from escale.widgets import practice_cache, practice_frames
from escale.widgets.lesson_cache import unpack
from escale.widgets.lesson_frames import restored
from escale.widgets.practice import PracticeWidget

pytestmark = pytest.mark.slow

GAMES = ("casanova", "dolce-vita", "dominos-florentins")
#: keys of pieces that say what an exercise asks: totals, ranks, ties, scores, whose turn it is
TELLING = re.compile(r"^(total|equal|claim|score|turn|now|hint|crown|winner)\b")

games = pytest.mark.parametrize("name", GAMES)


def exercises(name: str, count: int = 6, **wanted: Any) -> list[dict[str, Any]]:
    """So many of each kind that there is, or of what is wanted."""
    if wanted:
        return [*islice(practice(name, seed=3, **wanted), count)]
    kinds = {kind for kinds in known(find_game(name)).values() for kind in kinds}
    return [one for kind in sorted(kinds) for one in exercises(name, count, kind=kind)]


def told(page: dict[str, Any], lang: str) -> dict[str, Any]:
    first: dict[str, Any] = page[page["first"]]
    return first if lang == page["first"] else restored(first, page[lang])


def asked_scene(said: dict[str, Any]) -> dict[str, Any]:
    return merged(said["scene"], said.get("made", {}))


@games
def test_a_page_gets_what_it_needs_and_never_the_record(name: str) -> None:
    kinds = set()
    for exercise in exercises(name):
        page = practice_frames.page(exercise)
        kinds.add(page["kind"])
        assert "escale/1" not in json.dumps(page)
        assert not {"record", "move", "then"} & page.keys()
        for lang in LANGUAGES:
            said = told(page, lang)
            assert said["question"] == exercise["question"][lang]
            assert said["said"]
            assert all(text for text, _ in said["said"])
            if page["kind"] == "reach":
                assert {*page["answer"]} < said["moves"].keys()
            else:
                assert len(said["options"]) == len(exercise.get("options") or exercise["told"])
                assert page["answer"] == exercise["answer"]
    assert kinds >= {"may", "what", "reach", "spot"}


@games
def test_every_picture_is_that_of_what_the_seat_may_know(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(name)
    module, drawn = scenes(game), []
    for look in ("scene", "asked"):
        draw = getattr(module, look, None)
        if draw is not None:

            def spying(view: Any, *rest: Any, draw: Any = draw) -> Any:
                drawn.append(view)
                return draw(view, *rest)

            monkeypatch.setattr(module, look, spying)
    for exercise in exercises(name):
        if exercise["open"]:
            continue
        drawn.clear()
        practice_frames.page(exercise)
        assert drawn
        for view in drawn:
            assert view.seat == exercise["seat"]
            assert game.mask(view.state, view.seat) == view.state


@games
def test_while_it_is_asked_the_board_does_not_tell(name: str) -> None:
    for exercise in exercises(name):
        if exercise["kind"] == "spot":
            continue  # it shows what has happened, and tells it wrongly
        for lang in LANGUAGES:
            said = told(practice_frames.page(exercise), lang)
            for scene in (said["scene"], asked_scene(said)):
                assert not [key for key in scene["pieces"] if TELLING.match(key)], exercise["rule"]
                assert scene["status"] == ""
                assert not any(len(row) > 3 and row[3] for row in scene["seats"])
            assert exercise["rule"] not in said["question"]


def test_dominos_does_not_say_when_face_up_cards_may_be_placed_while_it_is_asked() -> None:
    found = 0
    for exercise in exercises("dominos-florentins", 8, rule="DF-SET-3"):
        for lang, locked in (("en", "not yet"), ("fr", "pas encore")):
            scene = asked_scene(told(practice_frames.page(exercise), lang))
            labels = [target[1] for target in scene["targets"].values()]
            assert not [label for label in labels if locked in label]
            assert not {"lock", "lock@phone", "stock:note", "note@phone"} & scene["pieces"].keys()
            found += any(key.startswith("stock:") for key in scene["targets"])
    assert found


def test_dolce_vita_is_asked_with_cards_as_laid_and_told_with_ranks() -> None:
    for exercise in exercises("dolce-vita", 12, rule="DV-AWA-5", kind="what"):
        said = told(practice_frames.page(exercise), "fr")
        after = asked_scene(said)
        words = [*after["words"], *(target[1] for target in after["targets"].values())]
        assert not any("égalité" in text for text in words)
        for frame in said["truth"]:
            after = merged(after, frame)
        assert any(key.startswith("total:") for key in after["pieces"])
        if "DV-AWA-5" in exercise["because"]:
            assert any("galité" in text for text, _ in said["said"])


def test_the_reply_to_a_misconception_quotes_it() -> None:
    for exercise in exercises("dolce-vita", 20, kind="what"):
        said = told(practice_frames.page(exercise), "en")
        for option, idea in zip(exercise["options"], said["ideas"], strict=True):
            assert bool(option["misconception"]) == bool(idea)


@pytest.mark.parametrize("name", ["casanova", "dolce-vita", "dominos-florentins"])
def test_to_an_altered_sentence_the_reply_says_how_it_really_went(name: str) -> None:
    for exercise in islice(practice(name, kind="spot", seed=3), 6):
        made = practice_frames.page(exercise)
        for lang in ("fr", "en"):
            told = made["fr"] if lang == "fr" else restored(made["fr"], made[lang])
            text, rules = told["real"]
            assert text, exercise["told"]
            assert text not in told["options"]
            assert rules, text


@games
def test_what_is_told_can_be_looked_up_on_the_board_before_it(name: str) -> None:
    """In Dolce Vita the cards as laid: once the columns are awarded they are in the hands again."""
    for exercise in exercises(name, 6, kind="spot"):
        page = practice_frames.page(exercise)
        for lang in LANGUAGES:
            said = told(page, lang)
            before = merged(said["scene"], said["before"])
            assert before["pieces"] != said["scene"]["pieces"]
            assert not [key for key in before["pieces"] if TELLING.match(key)]
            if name == "dolce-vita":
                laid = [row for row in before["pieces"].values() if row[0].startswith("row:")]
                assert len(laid) > exercise["players"]
                if "narrow" in page:
                    assert {row[0] for row in laid} & page["narrow"]["places"].keys()


def test_of_casanova_nothing_is_told_of_a_round_that_is_no_more_on_the_table() -> None:
    for exercise in exercises("casanova", 40, kind="spot"):
        match = Match.from_record(exercise["record"])
        if not any(event.kind == "put-away" for event in match.plies[-1].events):
            continue
        begun = max(n for n, ply in enumerate(match.plies[:-1]) if ply.move.kind == "d")
        speech, seat = practice_texts(match.game), exercise["seat"]
        this_round = {
            speech.event(event.seen_by(seat), "en", match.players, seat)
            for ply in match.plies[begun:]
            for event in ply.events
        }
        false = exercise["answer"][0]
        true = [one["en"] for n, one in enumerate(exercise["told"]) if n != false]
        if true[0] not in this_round:  # of the one before, with what ended it
            assert false > 1
            assert true[1].startswith("Round")
            true = true[2:]
        assert {*true} <= this_round


@pytest.mark.parametrize("name", GAMES[1:])  # Casanova's rows are there always
def test_a_phone_shows_who_sits_where_when_it_is_asked_whose_turn_it_is(name: str) -> None:
    """And in Dolce Vita all cards that have been laid: there the last one ends the round."""
    asked = 0
    for exercise in exercises(name, 120, kind="what"):
        if not re.search(r"Whose turn|next card|decides first", exercise["question"]["en"]):
            continue
        asked += 1
        page = practice_frames.page(exercise)
        pieces = asked_scene(told(page, "en"))["pieces"].values()
        kinds = ("gem", "row", "seat")
        shown = {place for place, *_ in pieces if place.split(":")[0] in kinds}
        assert shown
        assert shown <= page["narrow"]["places"].keys(), exercise["question"]["en"]
    assert asked


def test_whoever_has_played_has_also_drawn_when_it_is_asked_whose_turn_it_is() -> None:
    drawn = 0
    for exercise in exercises("dominos-florentins", 12, kind="what", rule="DF-SET-5"):
        match = Match.from_record(exercise["record"])
        had = len(match.state.pile)
        match.play(exercise["move"])
        if len(match.state.pile) < had:
            drawn += 1
            pieces = asked_scene(told(practice_frames.page(exercise), "en"))["pieces"]
            assert pieces["pile:count"][2] == str(len(match.state.pile))
    assert drawn


@games
def test_what_may_be_done_is_told_with_the_reason_of_every_option(name: str) -> None:
    reasons = 0
    for exercise in exercises(name, 20, kind="may"):
        said = told(practice_frames.page(exercise), "en")
        for number, refused in enumerate(said["verdicts"]):
            permit = said["permits"][number]
            assert bool(refused) == (number not in exercise["answer"])
            if permit:
                assert not refused
                assert permit[0]
                reasons += 1
    assert reasons or name == "casanova"  # there nothing needs a rule that allows it


def test_one_die_is_one_and_who_wins_with_others_is_you() -> None:
    speech = practice_texts(find_game("casanova"))
    one = speech.words("ask", "massimo", {"faces": [2], "dice": 1}, "en")
    two = speech.words("ask", "massimo", {"faces": [2, 3], "dice": 2}, "en")
    assert one.startswith("The die shows 2.")
    assert two.startswith("The dice show 2 and 3.")
    facts = {"seats": [0, 1], "card": 7, "table": 6}
    for reader, lang, said in (
        (0, "en", "each of you"),
        (0, "fr", "Ana et Bob gagnent"),  # in company everybody has a name
        (2, "en", "each of them"),
        (2, "fr", "Ana et Bob gagnent"),
    ):
        assert said in speech.words("ask", "share", facts, lang, ("Ana", "Bob", "Léa"), reader)


def test_the_widget_makes_more_exercises_and_answers_nothing_else() -> None:
    widget = escale.practice("dolce-vita", rule="DV-AWA-5", lang="en")
    sent: list[dict[str, Any]] = []
    widget.send = sent.append  # type: ignore[method-assign, assignment]
    widget._receive(None, {"do": "more", "rule": "DV-AWA-3", "seed": 5}, [])
    widget._receive(None, {"do": "more", "rule": "DV-AWA-99", "seed": 5}, [])
    widget._receive(None, {"do": "record"}, [])
    made, sorry = sent
    assert made["exercise"]["rule"] == "DV-AWA-3"
    assert sorry["kind"] == "say"
    widget.set_state({"rule": "<b>", "lang": "fr"})
    assert (widget.rule, widget.lang) == ("DV-AWA-5", "fr")


def test_what_comes_with_a_widget_can_be_asked_at_once() -> None:
    widget = PracticeWidget(find_game("casanova"))
    data = unpack(widget.practice)
    assert data["stock"]["rule"]
    assert {*data["stock"]["rule"]} <= {*data["rules"]}
    assert all(str(players) in data["layouts"] for players in data["stock"]["players"])


@pytest.mark.parametrize(
    ("rule", "said"),
    [("DV-AWA-99", "no rule"), ("DV-MAT-1", "has no exercises: ")],
)
def test_a_rule_that_cannot_be_practised_is_refused_with_the_reason(rule: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        escale.practice("dolce-vita", rule=rule)


def test_a_wheel_brings_exercises_for_every_rule(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("casanova")
    kept = json.loads(practice_cache.stock_file(game))
    monkeypatch.setattr(practice_cache, "files", lambda _package: tmp_path)
    (tmp_path / "practice-frames.json").write_text(json.dumps(kept), "utf-8")
    practice_cache._kept.cache_clear()
    try:
        assert practice_cache.from_wheel(game)
        stock = unpack(practice_cache.prepared(game).data)["stock"]
        assert {*stock["rule"]} == {*practice_cache.rules(game)}
        (tmp_path / "practice-frames.json").write_text(json.dumps(kept | {"stamp": "old"}), "utf-8")
        practice_cache._kept.cache_clear()
        assert not practice_cache.from_wheel(game)
    finally:
        practice_cache._kept.cache_clear()


@games
def test_a_stock_asks_about_a_rule_in_two_ways_where_there_are_two(name: str) -> None:
    game = find_game(name)
    forms: dict[str, set[str]] = {}
    for e in practice_cache.stock(game):
        forms.setdefault(e["rule"], set()).add(practice_frames.form(e))
    alike = {rule for rule, found in forms.items() if len(found) == 1}
    several = {rule for rule, kinds in known(game).items() if len(kinds) > 1}
    # a rule whose second exercise offers a misconception that nothing else does may ask twice alike
    assert len(alike & several) <= len(several) / 4


def test_a_stock_asks_about_a_rule_in_other_words_the_second_time() -> None:
    asked = [e["question"]["en"] for e in practice_cache.stock(find_game("dolce-vita"))
             if e["rule"] == "DV-PLA-2"]  # fmt: skip
    assert len({*asked}) == len(asked) == practice_cache.FEW


def test_where_all_cards_are_shown_none_lies_face_down() -> None:
    found = [one for one in exercises("casanova", 12, kind="reach") if one["open"]]
    assert found
    for exercise in found:
        pieces = asked_scene(told(practice_frames.page(exercise), "fr"))["pieces"]
        laid = [row for row in pieces.values() if row[0].startswith(("laid:", "fold:"))]
        assert laid
        assert not [row for row in laid if row[1] == "ca-back"]


@games
def test_the_board_says_you_to_whom_the_question_does(name: str) -> None:
    for exercise in exercises(name, 2):
        page = practice_frames.page(exercise)
        own = exercise["record"]["players"][exercise["seat"]]
        for lang, you in (("en", "You"), ("fr", "Vous")):
            written = [
                piece[2]
                for piece in asked_scene(told(page, lang))["pieces"].values()
                if len(piece) > 2
            ]
            assert you in written, exercise["rule"]
            assert own not in written
