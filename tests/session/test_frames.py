"""What goes to the page is small, whole, and comes apart as it was put together."""

from __future__ import annotations

import gzip
import json
import re
from random import Random
from typing import Any

import pytest
from pages import Page, play

from escale import Match, game, game_names
from escale.draw.scene import picture, scenes
from escale.session import words
from escale.session.box import box as make_box
from escale.session.frames import choices, difference, merged, whole
from escale.widgets import bundle

GAMES = game_names()


def unpacked(choices: dict[str, Any]) -> set[tuple[str, ...]]:
    return {tuple(choices["keys"][n] for n in path) for path in choices["paths"]}


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_frame_leads_from_one_scene_to_the_next(name: str, asked: bool) -> None:
    match = Match(name, game(name).seats[-1], seed=3)
    rng = Random(1)
    shown = picture(match.game, match.view(0), "fr", match.players)
    page = json.loads(json.dumps(whole(shown, asked=asked)))
    for _ in range(60):
        if match.over:
            break
        match.play(rng.choice(match.legal()))
        scene = picture(match.game, match.view(0), "fr", match.players)
        frame = json.loads(json.dumps(difference(shown, scene, asked=asked)))
        page = merged(page, frame)
        assert page == json.loads(json.dumps(whole(scene, asked=asked)))
        assert list(page["targets"]) == list(scene.targets), "the reading order is kept"
        shown = scene


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_the_legal_moves_as_paths(name: str) -> None:
    match = Match(name, seed=4)
    seat = match.actor
    assert seat is not None
    scene = picture(match.game, match.view(seat), "en", match.players)
    paths = {match.game.path(match.state, move) for move in match.legal()}
    assert unpacked(choices(scene.choices, scene.lies)) == paths


@pytest.mark.parametrize("name", GAMES)
def test_the_box_has_everything_that_scenes_refer_to(name: str) -> None:
    found = game(name)
    box = make_box(found, found.seats[-1])
    json.dumps(box)
    names = [f"P{seat}" for seat in range(found.seats[-1])]
    view = Match(found, found.seats[-1], seed=1).view(0)
    scene = scenes(found).scene(view, "fr", names)
    symbols = {piece.symbol for piece in scene.pieces.values() if piece.symbol}
    assert symbols <= set(box["sizes"])
    assert {seat.badge for seat in scene.seats} <= set(box["sizes"])
    assert [layout["least"] for layout in box["layouts"]] == sorted(
        layout["least"] for layout in box["layouts"]
    )


def test_the_number_of_a_deal_is_asked_for_only_where_something_is_dealt() -> None:
    deals = {name: make_box(game(name), game(name).seats[0])["deals"] for name in GAMES}
    assert deals.pop("casanova") is False
    assert all(deals.values())


def test_both_languages_say_the_same_with_the_same_holes() -> None:
    import re

    for name, entry in words.ui().items():
        assert set(entry) == {"fr", "en"}, name
        found = [set(re.findall(r"\{(\w+)[:}]", entry[lang])) for lang in ("fr", "en")]
        assert found[0] == found[1], name


@pytest.mark.parametrize(
    ("lang", "plies", "told"),
    [
        ("fr", 0, "après 0 coup."),
        ("fr", 1, "après 1 coup."),
        ("fr", 2, "après 2 coups."),
        ("en", 0, "after 0 moves."),
        ("en", 1, "after 1 move."),
        ("en", 2, "after 2 moves."),
    ],
)
def test_one_move_is_not_said_as_several(lang: str, plies: int, told: str) -> None:
    assert words.said("resumed", lang, plies=plies).endswith(told)


def test_the_page_asks_only_for_words_that_exist() -> None:
    asked = set(re.findall(r'\bt\("([\w-]+)"', bundle.script()))
    assert len(asked) > 50
    assert asked <= set(words.ui()), asked - set(words.ui())


def test_script_and_style_stay_small() -> None:
    assert len(gzip.compress(bundle.script().encode())) <= 61_000
    assert len(gzip.compress(bundle.style().encode())) <= 12_500


def weight(message: Any) -> int:
    return len(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode())


@pytest.mark.parametrize(
    ("name", "settles"),
    [("dolce-vita", "DV-AWA-1"), ("casanova", "CA-RND-6"), ("dominos-florentins", "DF-SCO-2")],
)
def test_an_ordinary_move_of_a_whole_game_is_small(name: str, settles: str) -> None:
    """With its new choices. A move that settles something brings several moments, and more."""
    page = Page(play(name, game(name).seats[-1], lang="fr", seed=5))
    sent, rng = page.sent, Random(2)
    while not page.match.over:
        page.session.play(rng.choice(page.match.legal()))
    told = [[line[1] for frame in m["frames"] for line in frame.get("add", ())] for m in sent]
    settling = [any(settles in rules for rules in lines) for lines in told]
    ordinary = sorted(weight(m) for m, more in zip(sent, settling, strict=True) if not more)
    assert len(ordinary) > len(sent) / 3, "the rules that settle something are still these"
    assert ordinary[len(ordinary) * 19 // 20 - 1] <= 4096, ordinary
    assert sorted(map(weight, sent))[len(sent) * 3 // 4] <= 4096, "nor is the usual one large"


def test_no_text_ends_the_script_that_data_is_written_into() -> None:
    data = {"text": "</script><!-- <script> « é » & \u2028"}
    text = words.in_script(data)
    assert "<" not in text
    assert json.loads(text) == data


@pytest.mark.parametrize("count", [1, 8, 9, 20])
def test_as_many_names_as_players_and_no_two_the_same(count: int) -> None:
    assert len(set(words.names(count))) == len(words.names(count)) == count
