"""Hints in two stages: what to look at, then a move; each with its reasons, in plain words.

The reasons are what the moves lead to (`escale.players.advice`), said in the game's own words:
[foresight.KIND] in its texts.toml, with `look` for what may be said before the move is named.
It is thought about in slices, like a strong computer's move (`thinking`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Scene
from escale.engine.game import Event, Game
from escale.players.advice import Advice, compared, tempting
from escale.players.search import search
from escale.teach.texts import texts

from . import words
from .session import Asked
from .thinking import Thinking, think

if TYPE_CHECKING:
    from .messages import Message
    from .session import Session
    from .viewer import Viewer

Said = tuple[str, tuple[str, ...]]  #: a sentence and its rules

THOUGHT = 1.0  # s for a hint
BRIEF = re.compile(r"\s*[,:;.(]")  # where the name of a thing ends and its description begins


class Voice:
    """Says things about a game in one language, to one of its players."""

    def __init__(
        self, game: Game[Any, Any], lang: str, players: Sequence[str], reader: int | None
    ) -> None:
        self.game, self.lang, self.players, self.reader = game, lang, players, reader

    def of(self, event: Event, look: bool = False) -> Said:
        speech = texts(self.game)
        text = speech.foresight(event, self.lang, self.players, self.reader, look)
        return text, (event.rule,)

    def all_of(self, events: Iterable[Event]) -> list[Said]:
        return [self.of(event) for event in events]

    def house(self, name: str, **facts: Any) -> Said:
        return words.said(name, self.lang, **facts), ()

    def move(self, state: Any, move: Any, scene: Scene) -> str:
        """A move as the table calls what one touches for it, in short.

        Where that is not all of it, as with a card that is turned, also as it is written.
        """
        path, written = self.game.path(state, move), self.game.format(move)
        keys = [key for key in path if key in scene.targets]
        names = [BRIEF.split(scene.targets[key].label, maxsplit=1)[0] for key in keys]
        if not names:
            return written
        said = ", ".join(name[:1].lower() + name[1:] for name in names)
        return said if len(keys) == len(path) else f"{said} ({written})"


def look(voice: Voice, advice: Advice) -> list[Said]:
    """The first stage: where the moves part."""
    telling = (*advice.reasons, *advice.against)
    return [voice.of(telling[0], look=True) if telling else voice.house("hint-compare")]


def explain(voice: Voice, advice: Advice, best: str, other: str) -> list[Said]:
    """The second stage: a move, what speaks for it, and what against the other one."""
    lines = [voice.house("hint-play", move=best), *voice.all_of(advice.reasons)]
    if advice.other is not None:
        lines += [voice.house("hint-rather", move=other), *voice.all_of(advice.against)]
        if advice.answer:
            lines += [voice.house("hint-answer"), *voice.all_of(advice.answer)]
        shares = [round(100 * advice.shares[move]) for move in (advice.best, advice.other)]
        lines.append(voice.house("hint-shares", best=shares[0], other=shares[1]))
    return lines


class Hint(Thinking):
    """A hint being thought about, for this state and no other, for whoever has the move."""

    def __init__(self, session: Session, *asked: Asked) -> None:
        super().__init__(session, *asked)
        match, game = session.match, session.game
        seat = match.actor
        assert seat is not None
        self.view = match.view(seat)
        legal = game.legal(match.state, seat)
        self.others = tempting(game, self.view, legal, match.ply)
        rng = Random(match.ply)
        self.thoughts = search(game, self.view, legal, rng, seconds=THOUGHT, always=self.others)

    def end(self) -> None:
        session = self.session
        if session.match.state != self.state:  # changed from outside
            return
        advice = compared(session.game, self.view, self.thought, self.others)
        for viewer, id in self.asked:
            if viewer is not None:
                viewer.hints.tell(advice, 1, id)
        waiting, self.asked = self.asked, []
        for viewer, _ in waiting:
            if viewer is not None:
                viewer.hints.known = self.state, advice


class Hints:
    """The hints of one page: what it has been told, and for which state."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        #: the last advice that this page has had the first stage of, and the state it was for
        self.known: tuple[Any, Advice] | None = None

    def ask(self, answer_to: str | int | None) -> None:
        """The next stage: first something to look at, then a move."""
        session = self.viewer.session
        if self.known is not None and self.known[0] == session.match.state:
            self.tell(self.known[1], 2, answer_to)
        else:
            think(session, Hint, Asked(self.viewer, answer_to))

    def tell(self, advice: Advice, stage: int, answer_to: str | int | None) -> None:
        viewer, match = self.viewer, self.viewer.session.match
        game = match.game
        voice = Voice(game, viewer.lang, match.players, viewer.seat)
        path = game.path(match.state, advice.best)
        if stage == 1:
            lines, keys = look(voice, advice), path[1:2]
        else:
            moves = [
                "" if move is None else voice.move(match.state, move, viewer.shown.scene)
                for move in (advice.best, advice.other)
            ]
            lines, keys = explain(voice, advice, *moves), path
        viewer.send({"kind": "hint", "re": answer_to, "lines": lines, "keys": list(keys)})


def on_hint(viewer: Viewer, message: Message) -> None:
    """A person asks: first for something to look at, then for a move."""
    match = viewer.session.match
    if not viewer.perspective().hand:
        viewer.say("only-looking", message.id)
    elif message.fields["ply"] != match.ply or match.actor != viewer.seat:
        viewer.say("no-choice", message.id)
    else:
        viewer.hints.ask(message.id)
