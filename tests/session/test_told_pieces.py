"""A piece that somebody touches where nothing can be picked is told, before why not."""

from __future__ import annotations

from random import Random

from pages import Page, play

from escale.games.dominos_florentins.board import board_of, space_key
from escale.games.dominos_florentins.spaces import CELLS


def test_a_space_is_told_by_colour_state_and_gems() -> None:
    page = Page(play("dominos-florentins", 2, lang="en", seats=["person", "person"], seed=5))
    match, rng = page.match, Random(5)
    while match.ply < 24:
        match.play(rng.choice(match.legal()))
    state = match.state
    found = board_of(state.deck, state.placed, state.black).spaces
    cell = next(name for name, lie in zip(CELLS, state.placed, strict=True) if lie)
    for space in found:
        key = space_key(space)
        asked = {"do": "why", "keys": [f"cell:{cell}"], "ply": match.ply, "piece": key}
        (answer,) = page.ask(asked)
        assert answer["piece"] == key
        (said, rules), *why = answer["lines"]
        assert rules == []
        assert ("closed" in said.split(":")[0].split(",")[1]) == space.closed
        assert ("without a gem" in said) == (not space.gems)
        assert str(len(space.gems)) in said or not space.gems
        assert why, "why not comes after it"


def test_a_piece_that_is_not_there_is_not_told() -> None:
    page = Page(play("dominos-florentins", 2, lang="en", seed=5))
    asked = {"do": "why", "keys": ["cell:a1"], "ply": page.match.ply, "piece": "space:a1N.3"}
    (answer,) = page.ask(asked)
    assert "piece" not in answer
    assert all(rules for _, rules in answer["lines"])
