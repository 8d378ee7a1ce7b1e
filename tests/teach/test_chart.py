"""The chart of a game's rules: the house's games by their files, others by their rulebook."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import pytest

import escale
from escale.engine.toml import BadFile, parse
from escale.teach import chart as charts
from escale.teach.chart import At, chart, laid_out, problems
from escale.teach.languages import REQUIRED
from escale.teach.rulebook import rulebook

HOUSE = ("casanova", "dolce-vita", "dominos-florentins")
house = pytest.mark.parametrize("name", HOUSE)


def touching(one: At, other: At) -> bool:
    """Hexagons of one column touch two half rows apart, those of the next column one apart."""
    aside, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return (aside, down) in {(0, 2), (1, 1)}


def overlapping(one: At, other: At) -> bool:
    aside, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return (aside == 0 and down < 2) or (aside == 1 and down < 1)


def islands(tiles: Iterable[tuple[str, charts.Tile]]) -> dict[str, list[At]]:
    found = defaultdict(list)
    for rule, tile in tiles:
        found[rule.split("-")[1]].append(tile.at)
    return found


def connected(places: list[At]) -> bool:
    reached, left = {places[0]}, set(places[1:])
    while near := {at for at in left if any(touching(at, there) for there in reached)}:
        reached, left = reached | near, left - near
    return not left


@pytest.mark.parametrize("name", [*HOUSE, "galets"])
def test_every_rule_has_a_place_and_every_section_is_one_island(name: str) -> None:
    found = chart(escale.game(name))
    assert list(found.tiles) == list(rulebook(escale.game(name)).rules)
    places = islands(found.tiles.items())
    assert list(places) == list(found.titles)
    assert all(map(connected, places.values()))
    for section, island in places.items():
        for at in island:
            others = [there for there in island if there is not at]
            assert not any(overlapping(at, there) for there in others)
            for other, elsewhere in places.items():
                assert other == section or not any(touching(at, there) for there in elsewhere)


@house
def test_a_label_is_short_and_nobody_else_has_it(name: str) -> None:
    tiles = chart(escale.game(name)).tiles
    for lang in REQUIRED:
        labels = [tile.label[lang] for tile in tiles.values()]
        assert max(len(label.split()) for label in labels) <= 4
        sections = [(rule.split("-")[1], tile.label[lang]) for rule, tile in tiles.items()]
        assert len(set(sections)) == len(sections)


@house
def test_without_its_file_a_game_gets_a_chart_too(name: str) -> None:
    book = rulebook(escale.game(name))
    tiles = laid_out(book)
    assert list(tiles) == list(book.rules)
    assert all(map(connected, islands(tiles.items()).values()))
    assert len({tile.at for tile in tiles.values()}) == len(tiles)
    assert max(tile.at[0] for tile in tiles.values()) < charts.COLUMNS + 1
    assert tiles[next(iter(tiles))].label["fr"] == next(iter(tiles))


def complaints(text: str) -> list[str]:
    book = rulebook(escale.game("galets"))
    return [problem for _, problem in problems(parse(text, "chart.toml").table, book)]


def test_what_is_wrong_in_a_chart_is_said_rule_by_rule() -> None:
    ids = list(rulebook(escale.game("galets")).rules)
    good = {
        rule: f'[rule.{rule}]\nat = [{i}, 0]\nfr = "x"\nen = "x"\n' for i, rule in enumerate(ids)
    }
    assert complaints("".join(good.values())) == []
    first, second = ids[:2]
    missing = "".join(text for rule, text in good.items() if rule != first)
    assert complaints(missing) == [f"{first} is not on the chart"]
    same = "".join(good.values()).replace("at = [1, 0]", "at = [0, 0]")
    assert complaints(same) == [f"{second} lies where {first} is"]
    far = "".join(good.values()).replace("at = [1, 0]", "at = [1, -3]")
    assert complaints(far)[0].startswith(f"{second}: `at` is a column")
    mute = "".join(good.values()).replace('at = [0, 0]\nfr = "x"\n', "at = [0, 0]\n")
    assert complaints(mute) == [f"{first}: its label is missing in one language"]
    more = "".join(good.values()) + '[rule.XX-A-1]\nat = [9, 9]\nfr = "x"\nen = "x"\n'
    assert complaints(more) == ["there is no rule 'XX-A-1'"]
    island = "".join(good.values()) + '[section.NIX]\nfr = "x"\nen = "x"\n'
    assert "section 'NIX'" in complaints(island)[0]


def test_a_broken_chart_names_its_file_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    document = parse('[rule.GA-MAT-1]\nat = 7\nfr = "x"\nen = "x"\n', "chart.toml")
    monkeypatch.setattr(charts, "game_file", lambda *_: document)
    with pytest.raises(BadFile, match=r"chart\.toml"):
        chart.__wrapped__(escale.game("galets"))
