"""A look back at a game: the turning points, what was better and why, and the course of chances.

It is shown by the player of lessons: each turning point is a step, before the move and after it,
and "try it from here" plays on (`as_lesson`). At a table it comes as a message (`on_review`). The
chart is in `chart`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Scene, picture
from escale.engine.errors import BadOption, quoted
from escale.engine.match import Match
from escale.players.review import Review, Turn, learner
from escale.players.review import review as look_back
from escale.teach.languages import FIRST, LANGUAGES
from escale.teach.lesson import Lesson, Step, Words
from escale.teach.narrate import narrate
from escale.teach.overlays import in_scene

from . import words
from .ending import ended
from .frames import Json
from .hints import Said, Voice
from .hints import look_back as said_back
from .review_chart import chart
from .session import Asked
from .thinking import Thinking, think

if TYPE_CHECKING:
    from .messages import Message
    from .session import Session
    from .viewer import Viewer


def reviewed(match: Match, seat: int | None = None) -> Review:
    """The whole look back at once."""
    if not match.plies:
        raise BadOption("record", "there are no moves to look back at")
    count = len(match.players)
    if seat is not None and (type(seat) is not int or not 0 <= seat < count):
        raise BadOption("seat", f"must be from 0 to {count - 1}, not {quoted(seat)}")
    *_, found = look_back(match, learner(match) if seat is None else seat)
    return found


# --- As a lesson --------------------------------------------------------------------------------


def as_lesson(match: Match, found: Review) -> Lesson:
    """The steps: the course of the game, two for each turning point, and the end."""
    who = match.players[found.seat]
    steps = [_course(match, found)]
    for number, turn in enumerate(found.turns, start=1):
        steps += [_before(match, found, number, turn), _played(match, found, turn)]
    steps.append(_end(match, found))
    chart_ = {lang: chart(match, found, lang) for lang in LANGUAGES}
    return Lesson(
        id=f"{match.game.id}/review",
        game=match.game,
        title=_words("review-title", who=who),
        about=_words("review-about"),
        players=dict.fromkeys(LANGUAGES, match.players),
        seat=found.seat,
        start=match.state_at(0),
        steps=tuple(steps),
        match=_open(match),
        chart=chart_,
    )


def _open(match: Match) -> Match:
    """A copy in which one may go anywhere."""
    twin = match.fork()
    twin.policy = "free"
    return twin


def _words(name: str, **facts: Any) -> Words:
    return {lang: words.said(name, lang, **facts) for lang in LANGUAGES}


def _course(match: Match, found: Review) -> Step:
    text = {lang: course_in_words(match, found, lang) for lang in LANGUAGES}
    start = match.state_at(0)
    return Step(_words("review-course"), text, (), (), start, 0, (), (), None)


def course_in_words(match: Match, found: Review, lang: str) -> str:
    """How the chances went, for whoever does not see the chart."""
    moments = [0, len(found.curve) // 2, len(found.curve) - 1]
    told = [
        words.said(name, lang, share=round(100 * found.curve[at][found.seat]))
        for name, at in zip(("review-first", "review-middle", "review-last"), moments, strict=True)
    ]
    if match.outcome is not None and match.outcome.draw:
        told.append(words.said("review-drawn", lang))
    turns = words.said("review-turns", lang, count=len(found.turns))
    return " ".join([*told, turns if found.turns else words.said("review-no-turns", lang)])


def _before(match: Match, found: Review, number: int, turn: Turn) -> Step:
    said = {lang: explained(match, found.seat, turn, lang) for lang in LANGUAGES}
    text = {lang: " ".join(line[0] for line in lines) for lang, lines in said.items()}
    state, game = match.state_at(turn.ply), match.game
    title = _words("review-turn", number=number, ply=turn.ply + 1)
    mark = tuple(game.path(state, turn.advice.best))
    scene = picture(game, game.view(state, found.seat), FIRST, match.players)
    mark = tuple(key for key in mark if key in scene.targets)
    rules = _rules(said[FIRST])
    return Step(title, text, rules, (), state, turn.ply, mark, (), None)


def explained(match: Match, seat: int, turn: Turn, lang: str) -> list[Said]:
    """What was better than what was played, and why."""
    game, state = match.game, match.state_at(turn.ply)
    voice = Voice(game, lang, match.players, seat)
    scene: Scene = picture(game, game.view(state, seat), in_scene(game.id, lang), match.players)
    best, played = (voice.move(state, move, scene) for move in (turn.advice.best, turn.move))
    return said_back(voice, turn.advice, best, played)


def _rules(lines: Sequence[Said]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for line in lines for rule in line[1]))


def _played(match: Match, found: Review, turn: Turn) -> Step:
    game, seat = match.game, found.seat
    moments = tuple(game.unfold(match.state_at(turn.ply), turn.move))
    events = [event.seen_by(seat) for moment in moments for event in moment.events]
    told = {lang: narrate(game, events, lang, match.players, seat) for lang in LANGUAGES}
    text = {lang: " ".join(line.text for line in lines[:4]) for lang, lines in told.items()}
    rules = tuple(dict.fromkeys(rule for line in told[FIRST][:4] for rule in line.rules))
    state = moments[-1].state
    return Step(_words("review-played"), text, rules, moments, state, turn.ply + 1, (), (), None)


def _end(match: Match, found: Review) -> Step:
    text = {}
    for lang in LANGUAGES:
        last = narrate(match.game, match.plies[-1].events, lang, match.players, found.seat)[-1:]
        told = " ".join(line.text for line in last)
        text[lang] = told or ended(match, lang, found.seat) or words.said("review-open", lang)
    return Step(
        _words("review-end"), text, (), (), match.state, len(match.plies), (), (), None
    )  # fmt: skip


# --- At a table ---------------------------------------------------------------------------------


def on_review(viewer: Viewer, message: Message) -> None:
    """A person wants to look back at the game that is over."""
    match = viewer.session.match
    if not match.over or not match.plies:
        return viewer.say("review-open", message.id)
    return think(viewer.session, LookBack, Asked(viewer, message.id))


class LookBack(Thinking):
    """A look back at a game, for as long as it stays the one that is played at."""

    def __init__(self, session: Session, *asked: Asked) -> None:
        super().__init__(session, *asked)
        self.match = session.match.fork()
        self.thoughts = look_back(self.match, learner(self.match))

    def end(self) -> None:
        if self.session.match.state != self.state:  # changed from outside
            return
        for viewer, id in self.asked:
            if viewer is not None:
                told = _told(self.match, self.thought, viewer.lang)
                viewer.send({"kind": "review", "re": id, **told})
        self.asked.clear()


def _told(match: Match, found: Review, lang: str) -> Json:
    points = [
        {
            "ply": turn.ply,
            "title": words.said("review-turn", lang, number=number, ply=turn.ply + 1),
            "lines": explained(match, found.seat, turn, lang),
        }
        for number, turn in enumerate(found.turns, start=1)
    ]
    text = course_in_words(match, found, lang)
    return {"chart": chart(match, found, lang), "text": text, "points": points}


# --- For programs -------------------------------------------------------------------------------


def document(match: Match, found: Review, lang: str) -> dict[str, Any]:
    """A look back as JSON."""
    game = match.game
    return {
        "game": game.id,
        "players": list(match.players),
        "seat": found.seat,
        "chances": [[round(share, 4) for share in now] for now in found.curve],
        "turns": [
            {
                "ply": turn.ply,
                "played": game.format(turn.move),
                "better": game.format(turn.advice.best),
                "loss": round(turn.advice.loss, 4),
                "why": [
                    {"text": line[0], "rules": list(line[1])}
                    for line in explained(match, found.seat, turn, lang)
                ],
            }
            for turn in found.turns
        ],
    }
