"""Still pictures: some named positions as they were drawn when somebody last looked at them.

A snapshot is what lies on the table, a piece a line; symbols, style and scenery are left out.
`make golden` (this file as a script) makes them anew; look at the difference before it is kept.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import escale
from escale import Match
from escale.app.commands.rule_coverage import house_games
from escale.draw.scene import Layout, picture, scenes
from escale.draw.svg import draw, draw_captions, draw_pieces, layout_for, sheet_markup
from escale.engine.game import CHANCE, SPECTATOR, Game, View
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import lesson

SNAPSHOTS = Path(__file__).parent / "snapshots"
RECORDS = Path(__file__).parent.parent / "records"
THEMES = ("light", "dark", "auto")
SVG = "{http://www.w3.org/2000/svg}"

#: What somebody may call themselves, and what must not break a picture.
NAMES = ("Zoé & <Co>", 'Léa "la Belle"', "O’Neill", "]]>", "Ж" * 60)


# --- Named positions --------------------------------------------------------------------------


class Position:
    """A view, whose it is, and in which picture."""

    def __init__(
        self, game: Game[Any, Any], view: View, players: tuple[str, ...], lang: str, width: int
    ) -> None:
        self.game, self.view, self.players = game, view, players
        self.lang, self.width = lang, width

    def text(self) -> str:
        layout = layout_for(self.game, len(self.players), self.width)
        scene = picture(self.game, self.view, self.lang, self.players)
        shown = draw_pieces(self.game, scene, layout) + draw_captions(scene, layout)
        size = f"{layout.width:g} {layout.height:g}"
        lines = shown.replace("</g><g ", "</g>\n<g ")
        return f'<svg xmlns="{SVG[1:-1]}" viewBox="0 0 {size}">\n{lines}\n</svg>\n'


def the_tie(width: int) -> Position:
    """Dolce Vita: Red and Yellow both have 3 in the rulebook's left column."""
    ties = lesson("dolce-vita/ties")
    state = ties.steps[0].state  # placing is over, nothing is taken yet
    view = ties.game.view(state, ties.seat)
    return Position(ties.game, view, tuple(ties.players["fr"]), "fr", width)


def recorded(name: str, moment: Callable[[Match], int], lang: str, width: int) -> Position:
    """A moment of a golden game, as its first player sees it."""
    match = Match.from_record((RECORDS / f"{name}.json").read_text("utf-8"))
    match.goto(moment(match))
    return Position(match.game, match.view(0), match.players, lang, width)


def after_the_roll(match: Match) -> int:
    game = match.game
    return next(i for i in range(match.ply) if game.actor(match.state_at(i)) == CHANCE) + 1


POSITIONS: dict[str, Callable[[], Position]] = {
    "dolce-vita-tie-wide": lambda: the_tie(1200),
    "dolce-vita-tie-narrow": lambda: the_tie(360),
    "casanova-after-the-roll": lambda: recorded("casanova-3", after_the_roll, "fr", 800),
    "dominos-middle": lambda: recorded("dominos-florentins-3", lambda m: m.ply // 2, "en", 1200),
    "galets-start": lambda: _start("galets"),
}


def _start(name: str) -> Position:
    match = Match(name, ["Ana", "Bo"], seed=5)
    return Position(match.game, match.view(0), match.players, "en", 360)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_looks_as_it_did(name: str) -> None:
    kept = (SNAPSHOTS / f"{name}.svg").read_text("utf-8")
    drawn = POSITIONS[name]().text()
    assert drawn.splitlines() == kept.splitlines(), "if that is wanted: make golden"


def test_there_is_no_snapshot_without_its_position() -> None:
    assert {path.stem for path in SNAPSHOTS.iterdir()} == set(POSITIONS)


# --- Every picture ----------------------------------------------------------------------------


def pictures(name: str) -> Iterator[tuple[Match, View, Layout]]:
    """A game by each number of players, at its start and after some moves, in every layout."""
    game = escale.game(name)
    for players in game.seats:
        match = Match(game, NAMES[:players], seed=1)
        for seat in (0, SPECTATOR):
            for layout in scenes(game).layouts(players):
                yield match, match.view(seat), layout
            for _ in range(2 * players):
                match.play(match.legal()[0])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [*(game.id for game in house_games()), "galets"])
def test_every_picture_is_well_formed_and_whole(name: str, lang: str, theme: str) -> None:
    for match, view, layout in pictures(name):
        game, names, width = match.game, match.players, max(layout.least, 1)
        svg = draw(game, view, lang=lang, names=names, width=width, theme=theme)
        root = ET.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert root.get("data-theme") == theme
        assert root.get("viewBox") == f"0 0 {layout.width:g} {layout.height:g}"
        ids = [one.get("id") for one in root.iter() if one.get("id")]
        assert len(ids) == len(set(ids))
        used = {use.get("href", "#")[1:] for use in root.iter(f"{SVG}use")}
        assert used <= set(ids)
        keys = [piece.get("data-piece") for piece in root.iter(f"{SVG}g")]
        assert len(set(keys) - {None}) > 10


@pytest.mark.parametrize("name", ["casanova", "dominos-florentins", "galets"])
def test_a_sheet_renders_what_paints_and_hides_what_is_only_copied(name: str) -> None:
    """A gradient or a pattern in what is not rendered would paint nothing in some browsers."""
    sheet = scenes(escale.game(name)).symbols()
    seen, hidden = sheet_markup(sheet).split('<svg style="display:none">')
    assert sheet.count("<symbol") == (seen + hidden).count("<symbol")
    assert hidden.count("<symbol") > 10 * seen.count("<symbol")
    assert hidden.count(" id=") == hidden.count("<symbol"), "nothing in there can paint"


def renew() -> None:
    SNAPSHOTS.mkdir(exist_ok=True)
    for name, position in POSITIONS.items():
        (SNAPSHOTS / f"{name}.svg").write_text(position().text(), "utf-8")


if __name__ == "__main__":
    renew()
