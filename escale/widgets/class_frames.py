"""The steps of a class as a page gets them: frames of what may be seen, never a record.

A lesson is the one of its course; a game is told like one, move by move, from the chair of whoever
is to move at its end. An exercise is made into frames by `practice_frames`.
"""

from __future__ import annotations

from escale.engine.match import Match
from escale.session import words
from escale.session.about import about
from escale.teach.languages import FIRST, LANGUAGES
from escale.teach.lesson import Lesson, Step
from escale.teach.narrate import narrate

MOST_MOVES = 15  #: of a game, the last ones: as many steps as a bar has room for
MOST_SENTENCES = 4  #: of a move


def game_as_lesson(match: Match) -> Lesson:
    """A game as a lesson without questions: where it begins, then a step a move."""
    game, first = match.game, max(0, len(match.plies) - MOST_MOVES)
    seat = match.actor if match.actor is not None and match.actor >= 0 else 0
    start = match.state_at(first)
    title = {lang: about(game).title(lang) for lang in LANGUAGES}
    before = "class-begins" if first == 0 else "class-before"
    steps = [_still(match, before, start, first)]
    for ply in range(first, len(match.plies)):
        steps.append(_move(match, seat, ply))
    return Lesson(
        id=f"{game.id}/class",
        game=game,
        title=title,
        about={lang: ", ".join(match.players) for lang in LANGUAGES},
        players=dict.fromkeys(LANGUAGES, match.players),
        seat=seat,
        start=start,
        steps=tuple(steps),
        match=match,
    )


def _still(match: Match, name: str, state: object, ply: int) -> Step:
    title = {lang: words.said(name, lang, ply=ply) for lang in LANGUAGES}
    text = {lang: ", ".join(match.players) + "." for lang in LANGUAGES}
    return Step(title, text, (), (), state, ply, (), (), None)


def _move(match: Match, seat: int, ply: int) -> Step:
    game = match.game
    moments = tuple(game.unfold(match.state_at(ply), match.plies[ply].move))
    events = [event.seen_by(seat) for moment in moments for event in moment.events]
    told = {lang: narrate(game, events, lang, match.players, seat) for lang in LANGUAGES}
    text = {
        lang: " ".join(line.text for line in lines[:MOST_SENTENCES]) for lang, lines in told.items()
    }
    rules = dict.fromkeys(rule for line in told[FIRST][:MOST_SENTENCES] for rule in line.rules)
    title = {lang: words.said("class-move", lang, ply=ply + 1) for lang in LANGUAGES}
    return Step(title, text, tuple(rules), moments, moments[-1].state, ply + 1, (), (), None)
