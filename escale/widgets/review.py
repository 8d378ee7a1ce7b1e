"""A look back on the stage: a chart of the chances, the turning points, and what was better.

    escale.review(match)              # a match, or a record
    escale.review(record, seat=1)

It is shown by the player of lessons: each turning point is a step, before the move and after it,
and "try it from here" plays on. `page` makes one self-contained page of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Scene, picture
from escale.engine.errors import BadOption, quoted
from escale.engine.match import Match
from escale.players.review import Review, Turn, learner
from escale.players.review import review as look_back
from escale.session import words
from escale.session.frames import Json
from escale.teach.languages import FIRST, LANGUAGES
from escale.teach.lesson import Lesson, Step, Words
from escale.teach.narrate import narrate

from .hints import Said, Voice, explain
from .thinking import Thinking, think

if TYPE_CHECKING:
    from escale.session.messages import Message

    from .lesson import LessonPlayer
    from .table import Table

WIDTH, HEIGHT = 340, 176  # of the chart, which a phone shows a little smaller
LEFT, RIGHT, TOP, BOTTOM = 47, 92, 11, 26  # its margins
LETTERS = 13  # the size of its words: still legible on a phone
#: Colours never speak alone: each line has its own dashes, and its name at its end, with a piece of
#: the line, as several names may end at one height. In the order of the house's players.
LINES = (
    ("#d0453a", ""),
    ("#b87a1e", "9 3 2 3"),
    ("#2e9e55", "2 3"),
    ("#3f7fe0", "7 3"),
    ("#9a63cf", "1 4"),
)


def review(
    match: Match | Mapping[str, Any] | str,
    seat: int | None = None,
    *,
    lang: str | None = None,
) -> LessonPlayer:
    """A look back at a match or a record, from `seat`; by default from the first who lost."""
    from .lesson import LessonPlayer  # it builds on tables, and these on us

    found = match if isinstance(match, Match) else Match.from_record(match)
    return LessonPlayer(as_lesson(found, reviewed(found, seat)), lang=lang)


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
    turns = words.said("review-turns", lang, count=len(found.turns))
    return " ".join([*told, turns if found.turns else words.said("review-no-turns", lang)])


def _before(match: Match, found: Review, number: int, turn: Turn) -> Step:
    said = {lang: explained(match, found.seat, turn, lang) for lang in LANGUAGES}
    text = {lang: " ".join(line for line, _ in lines) for lang, lines in said.items()}
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
    scene: Scene = picture(game, game.view(state, seat), lang, match.players)
    best, played = (voice.move(state, move, scene) for move in (turn.advice.best, turn.move))
    return explain(voice, turn.advice, best, played)


def _rules(lines: Sequence[Said]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for _, rules in lines for rule in rules))


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
        text[lang] = " ".join(line.text for line in last) or words.said("review-open", lang)
    return Step(
        _words("review-end"), text, (), (), match.state, len(match.plies), (), (), None
    )  # fmt: skip


# --- The chart ----------------------------------------------------------------------------------


def chart(match: Match, found: Review, lang: str) -> str:
    """The chances of everybody as lines; the turning points are doors to their steps."""
    plies, sign = len(found.curve) - 1, "\u00a0%" if lang == "fr" else "%"
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(ply: int) -> float:
        return round(LEFT + wide * ply / max(plies, 1), 1)

    def y(share: float) -> float:
        return round(TOP + tall * (1 - share), 1)

    parts = [
        f'<path d="M{LEFT} {y(at)}H{WIDTH - RIGHT}" stroke="currentColor" opacity=".2"/>'
        f'<text x="{LEFT - 5}" y="{y(at) + 4.5}" text-anchor="end">{round(100 * at)}{sign}</text>'
        for at in (0, 0.5, 1)
    ]
    parts.append(
        f'<text x="{LEFT}" y="{HEIGHT - 6}">0</text><text x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" '
        f'text-anchor="end">{escape(words.said("review-plies", lang, count=plies))}</text>'
    )
    heights = _apart([y(share) for share in found.curve[-1]])
    for seat, name in enumerate(match.players):
        colour, dashes = LINES[seat % len(LINES)]
        points = " ".join(f"{x(ply)},{y(now[seat])}" for ply, now in enumerate(found.curve))
        bold = 2.5 if seat == found.seat else 1.5
        key = f"M{WIDTH - RIGHT + 5} {heights[seat]}h14"
        parts.append(
            f'<g fill="none" stroke="{colour}" stroke-width="{bold}" stroke-dasharray="{dashes}" '
            f'stroke-linejoin="round"><polyline points="{points}"/><path d="{key}"/></g>'
            f'<text x="{WIDTH - RIGHT + 23}" y="{heights[seat] + 4.5}">'
            f"{escape(name[:9])}</text>"
        )
    mine = LINES[found.seat % len(LINES)][0]
    for number, turn in enumerate(found.turns, start=1):
        at, share = x(turn.ply), y(found.curve[turn.ply][found.seat])
        label = escape(words.said("review-turn", lang, number=number, ply=turn.ply + 1))
        parts.append(
            f'<a href="#" role="button" data-do="go" data-step="{2 * number - 1}" '
            f'data-ply="{turn.ply}" aria-label="{label}"><title>{label}</title>'
            f'<circle cx="{at}" cy="{share}" r="9.5" fill="#fff" stroke="{mine}" '
            f'stroke-width="2"/><text x="{at}" y="{share + 4.5}" text-anchor="middle" fill="#111">'
            f"{number}</text></a>"
        )
    label = escape(words.said("review-chart", lang))
    return (
        f'<svg class="es-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{label}" '
        f'font-size="{LETTERS}" fill="currentColor">{"".join(parts)}</svg>'
    )


def _apart(heights: Sequence[float], least: float = 1.1 * LETTERS) -> list[float]:
    """The heights of names, moved so that none lies on another, nor below the chart."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed, last = list(heights), -least
    for seat in order:
        last = placed[seat] = max(placed[seat], last + least)
    last = HEIGHT - BOTTOM + least
    for seat in reversed(order):
        last = placed[seat] = min(placed[seat], last - least)
    return placed


# --- On a table ---------------------------------------------------------------------------------


def on_review(table: Table, message: Message) -> None:
    """A person wants to look back at the game that is over."""
    match = table.match
    if not match.over or not match.plies:
        return table._say(table._said("review-open"), message.id)
    return think(table, LookBack, message)


class LookBack(Thinking):
    """A look back at a game, for as long as it stays the one at the table."""

    def __init__(self, table: Table, *asked: str | int | None) -> None:
        super().__init__(table, *asked)
        self.match = table.match.fork()
        self.thoughts = look_back(self.match, learner(self.match))

    def end(self) -> None:
        table = self.table
        if table.match.state != self.state:  # changed from outside
            return
        told = _told(self.match, self.thought, table.lang)
        for asked in self.asked:
            table.send({"kind": "review", "re": asked, **told})
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


def on_again(table: Table, message: Message) -> None:
    """Play on from a moment of the game that is over; that one stays as it was."""
    ply, match = message.fields["ply"], table.match
    if not match.over or ply >= match.ply:
        return table._say(table._said("too-late"), message.id)
    other = match.fork(ply)
    other.seed = None  # it goes its own way: its dice and its computers decide anew
    return table._begin(other, table.seats, message.id)


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
                    {"text": text, "rules": list(rules)}
                    for text, rules in explained(match, found.seat, turn, lang)
                ],
            }
            for turn in found.turns
        ],
    }
