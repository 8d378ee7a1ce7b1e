"""What a learner reads is in words: no notation in a hint, a look back, a reason or the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from pages import Page, play

from escale import Match, game
from escale.draw.scene import picture
from escale.engine.game import CHANCE
from escale.players.advice import Advice
from escale.players.knowledge import knowledge
from escale.players.levels import level
from escale.players.play_out import play_out
from escale.players.review import Review, Turn
from escale.session.hints import Voice, explain, look, look_back
from escale.session.review import explained, reviewed
from escale.session.review_chart import COLOURS, chart
from escale.teach.languages import LANGUAGES
from escale.teach.narrate import narrate
from escale.teach.texts import texts

#: What a record writes. A cell of Dominos (d4) is a place with its name beside it, as in chess.
NOTATION = {
    "casanova": re.compile(r"\b[cdr]\d+\b|c\?"),
    "dolce-vita": re.compile(r"\d>\d|\b[a-z]+-\d00\b"),
    "dominos-florentins": re.compile(r"[BORV]{4}|[@*]|\b[NESW]\d\b"),
    "galets": re.compile(r"[@*>]"),
}

every_game = pytest.mark.parametrize("name", NOTATION)


def moments(name: str) -> Iterator[Match]:
    """Every third moment of random games, with every number of players."""
    for players in game(name).seats:
        match, rng = Match(name, players, seed=players), Random(players)
        while not match.over:
            if match.actor != CHANCE and match.ply % 3 == 0:
                yield match
            match.play(rng.choice(match.legal()))


def sentences(match: Match, lang: str, rng: Random) -> Iterator[str]:
    """What may be said to whoever has the move."""
    found, seat = match.game, match.actor
    assert seat is not None
    view, legal = match.view(seat), match.legal()
    voice, foresee = Voice(found, lang, match.players, seat), knowledge(found).foresee
    best, other = rng.choice(legal), rng.choice(legal)
    reasons, against = (tuple(foresee(view, move)) if foresee else () for move in (best, other))
    advice = Advice(best, other, {best: 0.5, other: 0.4}, reasons, against, reasons[:1])
    scene = picture(found, view, lang, match.players)
    moves = [voice.move(match.state, move, scene) for move in (best, other)]
    for lines in (look(voice, advice), explain(voice, advice, *moves)):
        yield from (line[0] for line in lines)
    yield from (line[0] for line in look_back(voice, advice, *moves))
    keys = rng.sample([*scene.targets], 2)
    for violation in found.why_not(view.state, seat, set(keys)):
        if violation.kind != "unreadable":
            yield texts(found).refusal(violation, lang, match.players, seat)
    last = match.plies[-1:]
    for ply in last:
        told = [event.seen_by(seat) for event in ply.events]
        yield from (line.text for line in narrate(found, told, lang, match.players, seat))


@every_game
def test_no_sentence_that_a_learner_reads_has_notation_in_it(name: str) -> None:
    rng, said = Random(1), 0
    for match in moments(name):
        for lang in LANGUAGES:
            for sentence in sentences(match, lang, rng):
                assert not NOTATION[name].search(sentence), sentence
                said += 1
    assert said > 40


def test_a_card_without_a_name_is_drawn_as_it_comes_to_lie_and_said_side_by_side() -> None:
    match, rng = Match("dominos-florentins", 2, seed=3), Random(3)
    for _ in range(4):
        match.play(rng.choice(match.legal()))
    assert match.actor is not None
    view = match.view(match.actor)
    scene, voice = picture(match.game, view, "en", match.players), Voice(match.game, "en", (), 0)
    turned = 0
    for move in match.legal():
        text, drawn = voice.move(match.state, move, scene)
        assert drawn is not None
        assert drawn.words in text
        assert drawn.instead
        assert re.fullmatch(r"\(north .*, east .*, south .*, west .*\)", drawn.words)
        turned += drawn.turn != 0
    assert turned


def test_a_card_that_has_a_number_keeps_its_words_beside_the_drawing() -> None:
    page = Page(play("casanova", seats=["person", "random"], lang="fr", seed=5))
    page.session.play("d2")
    for _ in range(2):
        page.ask({"do": "hint", "ply": page.match.ply, "id": "x-1"})
    text, rules, drawn = page.of("hint")["lines"][0]
    assert text.startswith("Un bon coup")
    assert not rules
    words, symbol, turn, instead = drawn
    assert words in text
    assert symbol.startswith("ca-")
    assert not turn
    assert not instead


# --- The look back --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished() -> Match:
    match = Match("galets", ["Ana", "Bob"], seed=3, persons=[0])
    play_out(match, [level(match.game, "random"), level(match.game, "strong")], Random(1))
    return match


def test_a_look_back_says_what_was_played_first_and_then_what_was_better(finished: Match) -> None:
    found = reviewed(finished, 0)
    assert found.turns
    for turn in found.turns:
        first, *rest = [line[0] for line in explained(finished, 0, turn, "en")]
        assert first.startswith("You played: ")
        assert any(line.startswith("A better move: ") for line in rest)
        assert "A good move" not in " ".join([first, *rest])
        assert turn.advice.loss >= 0.05, "so little has not turned the game"


def test_players_of_the_chart_have_the_colours_that_they_have_in_the_game() -> None:
    match = Match("dominos-florentins", ["Alix", "Gina", "Otto"], seed=1)
    names = {"rouge": "red", "ocre": "ochre", "vert": "green", "bleu": "blue"}
    wanted = [COLOURS[names[colour]] for colour in match.state.colours]
    assert wanted != [*COLOURS.values()][:3], "with this deal there is nothing to see"
    found = Review(0, ((0.4, 0.3, 0.3), (0.5, 0.2, 0.3)), (), 1)
    drawn = re.findall(r'<g fill="none" stroke="(#\w+)"', chart(match, found, "fr"))
    assert drawn == wanted


def test_a_turning_point_of_the_chart_has_the_colour_of_whoever_looks_back() -> None:
    match = Match("dominos-florentins", ["Alix", "Gina"], seed=1)
    match.play(match.legal()[0])
    advice = Advice(match.plies[0].move, None, {}, (), (), ())
    found = Review(0, ((0.5, 0.5), (0.4, 0.6)), (Turn(0, match.plies[0].move, advice),), 1)
    drawn = chart(match, found, "fr")
    own = re.findall(r'<g fill="none" stroke="(#\w+)"', drawn)[0]
    assert re.findall(r'<circle[^>]* stroke="(#\w+)"', drawn) == [own]
