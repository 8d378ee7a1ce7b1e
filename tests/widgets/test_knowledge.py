"""The map of what one knows as a widget: what its page gets, and that nothing comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

import escale
from escale.engine.errors import UnknownGame
from escale.engine.toml import BadFile
from escale.teach.languages import LANGUAGES
from escale.teach.rulebook import rulebook
from escale.widgets import map_data
from escale.widgets.map_data import game_map


def test_the_map_has_all_games_or_the_one_asked_for() -> None:
    every = escale.knowledge(lang="fr")
    assert {game["id"] for game in every.data["langs"]["fr"]["games"]} >= {"casanova", "dolce-vita"}
    one = escale.knowledge("dolce-vita", lang="en")
    assert (one.game, one.lang, one.widget) == ("dolce-vita", "en", "knowledge")
    assert list(one.data["langs"]) == list(LANGUAGES)
    assert [game["id"] for game in one.data["langs"]["en"]["games"]] == ["dolce-vita"]
    with pytest.raises(UnknownGame):
        escale.knowledge("chess")


def test_a_page_cannot_change_what_the_kernel_has() -> None:
    map_ = escale.knowledge("casanova")
    before = map_.data
    map_.set_state({"data": {}, "game": "dolce-vita", "lang": "xx"})
    assert (map_.data, map_.game) == (before, "casanova")


def test_every_rule_leads_to_its_lesson_and_says_whether_it_can_be_practised() -> None:
    for name in ("casanova", "dolce-vita", "dominos-florentins"):
        game = game_map(escale.game(name), "fr")
        assert [rule["id"] for rule in game["rules"]] == list(rulebook(escale.game(name)).rules)
        for rule in game["rules"]:
            lesson, _, step = rule["seen"][0].partition("#")
            assert rule["id"] in game["lessons"][lesson]["rules"]
            assert int(step) >= 1
        assert 0 < sum(rule["practise"] for rule in game["rules"]) < len(game["rules"])


def test_a_game_of_somebody_elses_without_chart_and_exercises_is_on_the_map() -> None:
    game = game_map(escale.game("galets"), "en")
    assert {rule["label"] for rule in game["rules"]} == {rule["id"] for rule in game["rules"]}
    assert not any(rule["practise"] for rule in game["rules"])


def test_a_game_whose_chart_is_broken_is_left_out_and_the_others_are_there(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = map_data.chart

    def broken(game: Any) -> Any:
        if game.id == "galets":
            raise BadFile("chart.toml", 3, "GA-MAT-1 is not on the chart")
        return whole(game)

    monkeypatch.setattr(map_data, "chart", broken)
    map_data.game_map.cache_clear()
    found = [game["id"] for game in map_data.game_maps(["casanova", "galets"], "fr")]
    map_data.game_map.cache_clear()
    assert found == ["casanova"]
    assert "galets is not on the map" in caplog.text


def test_what_goes_to_the_page_is_json_of_a_few_dozen_kilobytes() -> None:
    assert len(json.dumps(escale.knowledge().data)) < 150_000
