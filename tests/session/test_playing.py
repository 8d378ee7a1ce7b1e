"""A session without a browser: who is shown what, and what a page may ask for."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import Page, board, lay, play

import escale
from escale import Match, game, game_names
from escale.draw.scene import scenes
from escale.engine.game import CHANCE, SPECTATOR
from escale.session import messages, words
from escale.session.box import layout_of
from escale.session.session import BREATH


@pytest.fixture
def galets() -> Page:
    return Page(play("galets", lang="fr", seed=5))


def test_a_complete_path_plays_the_move_and_the_computer_answers(galets: Page) -> None:
    first, answer = galets.move(*galets.path())
    assert first["kind"] == answer["kind"] == "frames"
    assert first["re"] == "x-1"
    assert galets.match.ply == 2
    assert first["frames"][-1]["more"]
    assert not answer["frames"][-1]["more"]
    assert answer["frames"][-1]["ply"] == 2


def test_a_computers_dice_fall_by_themselves_and_a_persons_wait() -> None:
    page = Page(play("casanova", seats=["person", "random"], seed=3))
    throwers = set()
    for _ in range(40):
        if page.match.over:
            break
        waits = page.match.actor == CHANCE
        if waits:
            throwers.add(page.match.state.active)
        page.move(*(["roll"] if waits else page.path()))
    assert throwers == {0}
    assert {
        event.seat for ply in page.match.plies for event in ply.events if event.kind == "roll"
    } == {0, 1}


def test_in_a_kernel_computers_answer_one_at_a_time_and_the_page_is_heard_in_between() -> None:
    async def playing() -> None:
        page = Page(play("dolce-vita", lang="fr", seed=5))
        match = page.match
        (mine,) = page.move("hand:3", "column:2")
        assert mine["frames"][-1]["more"]
        assert match.ply == 1
        while match.ply == 1:
            await asyncio.sleep(0)
        assert match.ply == 2, "one at a time"
        (said,) = page.move("hand:4", "column:2")
        assert said["kind"] == "say", "it is not a person's turn"
        (undone,) = page.ask({"do": "undo"})
        assert undone["frames"][0]["redo"] == 1
        await asyncio.sleep(4 * BREATH)
        assert match.ply == 0, "who was about to answer has nothing to answer to"
        page.ask({"do": "redo"})
        page.ask({"do": "lang", "lang": "en"})
        page.session.refresh()
        assert match.actor == 0, "code finds the computers' answers made"
        page.move(*page.path())
        seats = [{"name": name, "level": "person"} for name in "ABC"]
        page.ask({"do": "new", "seats": seats, "options": {}, "seed": 1})
        await asyncio.sleep(2 * BREATH)
        assert page.match.ply == 0
        versions = [sent["version"] for sent in page.sent if sent["kind"] == "frames"]
        assert versions == sorted(set(versions))

    asyncio.run(playing())


@pytest.mark.parametrize("broken", ["narrate", "picture"])
def test_a_move_that_cannot_be_told_is_not_made(
    monkeypatch: pytest.MonkeyPatch, galets: Page, broken: str
) -> None:
    session, path = galets.session, galets.path()
    before, record = galets.viewer.whole(), galets.match.record()

    def fail(*_: object) -> None:
        raise RuntimeError("no words")

    with monkeypatch.context() as patch:
        patch.setattr(f"escale.session.perspective.{broken}", fail)
        session.seats = ("person", "person")  # the next scene has choices too
        (answer,) = galets.move(*path)
        session.seats = ("person", "sensible")
    assert answer["kind"] == "say"
    assert galets.viewer.whole() == before
    assert galets.match.record() == record
    galets.move(*path)
    assert galets.match.ply == 2


@pytest.mark.parametrize(
    ("broken", "game"),
    [
        ("perspective.narrate", "galets"),
        ("perspective.Perspective._scene", "casanova"),
        ("viewer.Viewer.box", "casanova"),
    ],
)
def test_a_game_that_cannot_be_shown_does_not_begin_and_the_old_one_goes_on(
    monkeypatch: pytest.MonkeyPatch, galets: Page, broken: str, game: str
) -> None:
    async def playing() -> None:
        galets.move(*galets.path())  # and the computer is about to answer
        before, record = galets.viewer.whole(), galets.match.record()
        other = Match(game, 2, seed=1)
        if broken == "perspective.narrate":
            other.play(other.legal()[0])  # or there is nothing to tell
        text = json.dumps(other.record())

        def fail(*_: object) -> None:
            raise RuntimeError("no words")

        with monkeypatch.context() as patch:
            patch.setattr(f"escale.session.{broken}", fail)
            (answer,) = galets.ask({"do": "load", "text": text, "id": "x-2"})
        assert answer["text"] == words.said("trouble", "fr")
        assert galets.viewer.whole() == before
        assert galets.match.record() == record
        for _ in range(200):
            if galets.match.ply == 2:
                break
            await asyncio.sleep(0.01)
        assert galets.match.ply == 2
        galets.ask({"do": "load", "text": text})
        assert galets.match.game.id == game

    asyncio.run(playing())


@pytest.mark.parametrize("step", [{"do": "undo"}, {"do": "redo"}, {"do": "lang", "lang": "en"}])
@pytest.mark.parametrize("broken", ["narrate", "Perspective._scene"])
def test_a_step_that_cannot_be_shown_is_not_taken(
    monkeypatch: pytest.MonkeyPatch, galets: Page, broken: str, step: dict[str, Any]
) -> None:
    for _ in range(3):
        galets.move(*galets.path())
    galets.ask({"do": "undo"})
    before, record = galets.viewer.whole(), galets.match.record()

    def fail(*_: object) -> None:
        raise RuntimeError("no words")

    with monkeypatch.context() as patch:
        patch.setattr(f"escale.session.perspective.{broken}", fail)
        (answer,) = galets.ask(step)
    assert answer["text"] == words.said("trouble", "fr")
    assert galets.viewer.whole() == before
    assert galets.match.record() == record
    assert galets.ask(step)[0]["kind"] in ("frames", "whole")
    assert galets.viewer.whole() != before


def test_keys_may_come_in_any_order() -> None:
    page = Page(play("dolce-vita", seats=["person", "random", "random"], seed=1))
    page.move("column:3", "hand:5")
    assert page.match.plies[0].move == (5, 3)


def test_a_move_for_an_earlier_moment_is_ignored_with_a_sentence(galets: Page) -> None:
    path = galets.path()
    galets.move(*path)
    record = galets.match.record()
    (answer,) = galets.move(*path, ply=0)
    assert answer["kind"] == "say"
    assert answer["re"] == "x-1"
    assert galets.match.record() == record


def test_what_a_page_says_again_after_a_break_is_done_once(galets: Page) -> None:
    """It cannot know whether it was heard; an undo twice would be two."""
    for _ in range(2):
        galets.move(*galets.path())
    undo = {"do": "undo", "id": "x-9"}
    galets.ask(undo)
    assert galets.match.ply == 2
    galets.sent.clear()
    galets.viewer.receive(undo)
    assert galets.sent == [{"kind": "beat", "re": "x-9"}]
    assert galets.match.ply == 2


def test_a_path_that_is_no_move_changes_nothing(galets: Page) -> None:
    (answer,) = galets.move("pebble:99")
    assert answer["kind"] == "say"
    assert galets.match.ply == 0


def test_why_not_comes_in_the_readers_language_with_its_rules(galets: Page) -> None:
    middle = galets.match.state.row[4]
    why = {"do": "why", "keys": [f"pebble:{middle}"], "ply": 0, "id": "x-2"}
    (answer,) = galets.ask(why)
    assert answer["kind"] == "why"
    assert answer["key"] == f"pebble:{middle}"
    assert answer["lines"] == [[f"Le {middle} n’est pas à un bout de la rangée.", ["GA-TUR-1"]]]
    galets.ask({"do": "lang", "lang": "en"})
    (answer,) = galets.ask(why)
    assert answer["lines"][0][0].startswith("The ")


def test_what_is_there_to_be_looked_at_is_not_told_that_it_cannot_be_played(
    galets: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = scenes(game("galets"))
    middle = galets.match.state.row[4]
    ask = {"do": "why", "ply": 0}
    assert galets.ask(ask | {"keys": ["river"]})[0]["lines"][0][0] == "Pas maintenant."
    (whole, *_) = layouts = module.layouts(2)
    looked_at = [whole._replace(closeups={"river": whole, f"pebble:{middle}": whole})]
    monkeypatch.setattr(module, "layouts", lambda players: [*looked_at, *layouts[1:]])
    assert galets.ask(ask | {"keys": ["river"]})[0]["lines"] == []
    assert galets.ask(ask | {"keys": [f"pebble:{middle}"]})[0]["lines"], "a rule forbids that one"
    entry = galets.viewer.box()["layouts"][0]
    assert entry["closeups"]["river"]["places"]
    assert layout_of(entry).closeups["river"].places.keys() == whole.places.keys()


def test_undo_takes_back_the_computers_answer_too(galets: Page) -> None:
    galets.move(*galets.path())
    (answer,) = galets.ask({"do": "undo"})
    assert galets.match.ply == 0
    assert answer["frames"][0]["keep"] == 0
    assert answer["frames"][0]["redo"] == 1
    galets.ask({"do": "redo"})
    assert galets.match.ply == 2


def test_an_undo_that_is_not_fair_says_why() -> None:
    page = Page(play("casanova", seats=["person", "random"], lang="en", seed=2))
    assert page.viewer.whole()["no_undo"] == "There is nothing to take back."
    page.move("dice:1")
    assert page.viewer.whole()["no_undo"] == ""
    page.move("hand:7")
    if "roll" in page.viewer.shown.scene.targets and page.match.actor == CHANCE:
        page.move("roll")
    (answer,) = page.ask({"do": "undo"})
    assert answer["kind"] == "say"
    assert "dice have fallen" in answer["text"]
    assert page.viewer.whole()["no_undo"] == answer["text"], "it was said before it was asked"


def test_a_new_game_can_have_other_players(galets: Page) -> None:
    page = Page(play("dolce-vita", 3, seed=1))
    seats = [{"name": f"N{i}", "level": "person" if i == 0 else "random"} for i in range(5)]
    new = {"do": "new", "seats": seats, "options": {"money_100": 9}, "seed": 7, "id": 1}
    whole, *_ = page.ask(new)
    assert whole["kind"] == "whole"
    assert whole["box"]["players"] == 5
    assert page.match.players == ("N0", "N1", "N2", "N3", "N4")
    assert page.match.seed == 7


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ([{"name": "A", "level": "person"}], {}),
        ([{"name": "", "level": "person"}, {"name": "B", "level": "random"}], {}),
        ([{"name": "A", "level": "genius"}, {"name": "B", "level": "random"}], {}),
        ([{"name": "A", "level": "person"}, {"name": "B", "level": "random"}], {"no": 1}),
    ],
)
def test_a_new_game_that_cannot_be_is_refused(
    galets: Page, seats: list[dict[str, str]], options: dict[str, int]
) -> None:
    record = galets.match.record()
    (answer,) = galets.ask({"do": "new", "seats": seats, "options": options, "seed": None})
    assert answer["kind"] == "say"
    assert galets.match.record() == record


def test_a_game_is_saved_and_opened_again(galets: Page) -> None:
    galets.move(*galets.path())
    (file,) = galets.ask({"do": "save"})
    assert file["name"] == "galets.json"
    other = Page(play("dolce-vita", seed=1))
    whole, *_ = other.ask({"do": "load", "text": file["text"]})
    assert whole["box"]["game"] == "galets"
    record = galets.match.record()
    assert other.match.record() == {key: record[key] for key in record if key != "seed"}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "escale/9"}', "\x00", "null"])
def test_a_file_that_is_no_record_is_refused_with_a_sentence(galets: Page, text: str) -> None:
    record = galets.match.record()
    (answer,) = galets.ask({"do": "load", "text": text})
    assert answer["kind"] == "say"
    assert answer["text"].startswith("Ce fichier ne s’ouvre pas. ")
    assert not {"must", "not", "missing", "this"} & set(answer["text"].split())
    assert galets.match.record() == record


def test_a_game_with_secrets_is_saved_only_when_it_is_over() -> None:
    page = Page(play("casanova", seats=["person", "random"], seed=2))
    (answer,) = page.ask({"do": "save"})
    assert answer["kind"] == "say"
    rng = Random(1)
    while not page.match.over:
        page.session.play(rng.choice(page.match.legal()))
    (answer,) = page.ask({"do": "save"})
    assert answer["kind"] == "file"
    assert Match.from_record(answer["text"]).over


def test_each_person_sees_their_own_view_when_it_is_their_turn() -> None:
    page = Page(play("casanova", seats=["person", "person"], seed=2))
    assert page.viewer.seat == 0
    page.move("dice:1")
    page.move("hand:7")
    mine, nobodys = page.sent[-1]["frames"]
    assert mine["scene"]["choices"] == {}, "nobody picks while the view changes"
    assert (nobodys["seat"], nobodys["curtain"]) == (SPECTATOR, 1)
    (answer,) = page.ask({"do": "lift", "seat": 1})
    assert page.viewer.seat == 1
    (theirs,) = answer["frames"]
    assert (theirs["seat"], theirs["curtain"]) == (1, None)
    assert len(theirs["scene"]["choices"]["paths"]) == 13


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in escale.game_names() if escale.game(name).secrets]
)
@pytest.mark.parametrize("others", ["person", "random"])
def test_the_page_never_learns_what_its_seat_may_not_know(name: str, others: str) -> None:
    """Resampling what is hidden changes nothing that is shown: scenes come from views."""
    page = Page(play(name, 3, seats=["person", others, others], lang="fr", seed=2))
    rng, match, viewer = Random(3), page.match, page.viewer
    for _ in range(80):
        if match.over:
            break
        twin = match.fork()
        twin._go(match.game.determinize(match.view(viewer.seat), rng))
        assert viewer.perspective(twin).again(viewer.shown).scene == viewer.shown.scene
        page.session.play(rng.choice(match.legal()))


@pytest.mark.parametrize("name", game_names())
def test_the_log_is_told_move_by_move_as_it_is_told_anew(name: str) -> None:
    """Also where a silent event stands in another moment than the sentence it lends its rule to."""
    viewer, rng = play(name, seats=["person"] * game(name).seats[0], lang="en", seed=3), Random(3)
    session = viewer.session
    while not session.match.over:
        session.play(rng.choice(session.match.legal()))
    assert viewer.shown.lines == viewer.perspective().again(viewer.shown).lines


def test_a_newcomer_gets_the_table_as_it_is(galets: Page) -> None:
    galets.move(*galets.path())
    state = galets.viewer.whole()
    assert state["ply"] == 2
    assert state["version"] == 2
    assert len(state["log"]) == 2


def test_a_board_is_for_looking() -> None:
    match = Match("galets", ["Ana", "Bob"], seed=5)
    page = Page(board(match, lang="en"))
    assert page.viewer.seat == SPECTATOR
    move = match.legal()[0]
    (answer,) = page.move(*match.game.path(match.state, move))
    assert answer["kind"] == "say"
    match.play(move)
    page.sent.clear()
    page.session.refresh()
    assert page.sent[0]["table"]["ply"] == 1


# --- Whatever comes from a page -----------------------------------------------------------------

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
fields = ("do", "id", "keys", "ply", "lang", "seats", "options", "seed", "text")
almost = st.builds(
    lambda base, changes: {**base, **changes},
    st.sampled_from(
        [
            {"do": "move", "keys": ["pebble:1"], "ply": 0},
            {"do": "why", "keys": ["pebble:5", "say:pass"], "ply": 0},
            {"do": "new", "seats": [{"name": "A", "level": "person"}], "options": {}, "seed": None},
            {"do": "load", "text": "{}"},
            {"do": "lang", "lang": "fr"},
            {"do": "sync"},
            {"do": "save"},
            {"do": "redo"},
        ]
    ),
    st.dictionaries(st.sampled_from(fields) | st.text(max_size=5), json_values, max_size=3),
)


@given(json_values | almost)
def test_anything_malformed_is_answered_and_changes_nothing(content: Any) -> None:
    page = Page(lay(Match("galets", ["Ana", "Bob"], seed=5), lang="fr"))
    record = page.match.record()
    try:
        messages.read(content)
    except messages.Malformed:
        (answer,) = page.ask(content)
        assert answer["kind"] == "say"
        assert answer["text"].endswith("Rien n’a changé.")
        assert page.match.record() == record
    else:
        assert page.ask(content), "every message is answered"


def test_half_a_character_in_the_id_of_a_message_is_refused() -> None:
    with pytest.raises(messages.Malformed):
        messages.read({"do": "undo", "id": "\ud800"})
