"""Hints: the reasons come from what the moves lead to, with their rules and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from escale import Match, View, game
from escale.engine.game import CHANCE
from escale.players.advice import Advice, _answer, compared, tempting
from escale.players.knowledge import knowledge
from escale.players.search import search
from escale.session.hints import Named, Voice, explain, look
from escale.teach.languages import LANGUAGES
from escale.teach.rulebook import rulebook
from escale.teach.texts import texts

GAMES = ["casanova", "dolce-vita", "dominos-florentins"]


def moments(name: str) -> Iterator[Match]:
    """Moments of random games at which somebody has the move, and one that is rare."""
    if name == "casanova":  # nobody can follow any more
        hands = [[12, 13], [1, 2]]
        position = {"coins": [5, 1], "hands": hands, "table": 0, "round": 12, "active": 0}
        match = Match(name, 2, position=position)
        for move in ("d1", "c13", "c1", "r4"):
            match.play(move)
        yield match
    for players in game(name).seats:
        for seed in range(4):
            match, rng = Match(name, players, seed=seed), Random(seed)
            while not match.over:
                if match.actor != CHANCE:
                    yield match
                match.play(rng.choice(match.legal()))


def advise(match: Match, view: View, others: Sequence[Any], playouts: int) -> Advice:
    """Advice for whoever has the move, held against what others would do."""
    *_, thought = search(match.game, view, match.legal(), Random(1), playouts, always=others)
    return compared(match.game, view, thought, others)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_move_leads_to_can_be_said_in_both_languages(name: str) -> None:
    """And every kind that has words comes up."""
    found, rng = game(name), Random(1)
    foresee, speech, kinds = knowledge(found).foresee, texts(found), set()
    rules = {rule.id for rule in rulebook(found)}
    assert foresee is not None
    for match in moments(name):
        actor, legal = match.actor, match.legal()
        assert actor is not None
        for move in rng.sample(legal, min(6, len(legal))):
            for event in foresee(match.view(actor), move):
                kinds.add(event.kind)
                assert event.rule in rules
                for lang, reader, only in product(LANGUAGES, (None, actor), (False, True)):
                    said = speech.foresight(event, lang, match.players, reader, only)
                    assert said
                    assert "{" not in said
    assert kinds == speech.table["foresight"].keys()


def test_a_tie_in_dolce_vita_is_told_with_its_rule_and_numbers() -> None:
    """Vert has 4 there; with a 4 so would I, and both would get nothing. The rest is elsewhere."""
    position = {
        "columns": [["argent-200", "maison-100"], ["bijou-600"]] + [["argent-100"]] * 5,
        "own": [[], [], []],
        "hands": [[1, 2, 4, 5, 6], [1, 2, 3, 5, 6], [1, 2, 3, 4, 5, 6]],
        "laid": [[[0, 3], [1, 4]], [], [], [], [], [], []],
        "round": 1,
        "first": 0,
        "turn": 2,
    }
    match = Match("dolce-vita", ["Rouge", "Vert", "Bleu"], position=position)
    foresee = knowledge(match.game).foresee
    assert foresee is not None
    tie, spoil = foresee(match.view(2), match.game.parse("4>1"))
    voice = Voice(match.game, "en", match.players, 2)
    assert voice.of(tie) == (
        "With your 4 you would have 4 below column 1, like Vert: a tie, and neither your cards nor "
        "theirs would get anything.",
        ("DV-AWA-5",),
    )
    assert spoil.facts["other"] == 1
    advice = advise(match, match.view(2), [match.game.parse("4>1")], 200)
    assert advice.other == match.game.parse("4>1")
    assert tie in advice.against
    assert advice.loss > 0
    lines = explain(voice, advice, Named("X"), Named("Y"))
    assert ("Rather than: Y.", ()) in lines
    assert voice.of(tie) in lines
    assert look(voice, advice)[0][1]


@pytest.mark.parametrize("name", [*GAMES, "galets"])
def test_advice_knows_the_view_only_and_is_the_same_each_time(name: str) -> None:
    found = game(name)
    match, rng = Match(name, found.seats[0], seed=2), Random(2)
    while match.ply < 6 or match.actor in (None, CHANCE) or len(match.legal()) < 2:
        match.play(rng.choice(match.legal()))
    assert match.actor is not None
    view = match.view(match.actor)
    hidden: View = found.view(found.determinize(view, Random(9)), match.actor)
    others = tempting(found, view, match.legal(), 1)
    assert others == tempting(found, hidden, match.legal(), 1)
    first = advise(match, view, others, 40)
    assert first == advise(match, hidden, others, 40)
    assert first.best in match.legal()
    assert first.other is None or first.loss > 0
    voice = Voice(found, "fr", match.players, match.actor)
    assert look(voice, first)
    assert explain(voice, first, Named("a"), Named("b"))


def test_nobody_is_said_to_answer_a_card_that_they_cannot_see() -> None:
    match = Match("casanova", 2, seed=1)
    match.play("d2")
    know, move = knowledge(match.game), match.legal()[0]
    assert match.game.actor(match.game.apply(match.state, move)) == 1
    assert _answer(match.game, know, match.view(0), move) == ()
    open_ = Match("dolce-vita", 3, seed=1)
    assert _answer(open_.game, knowledge(open_.game), open_.view(0), open_.legal()[0])
