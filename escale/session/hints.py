"""Hints in two stages: what to look at, then a move; each with its reasons, in plain words.

The reasons are what the moves lead to (`escale.players.advice`), said in the game's own words:
[foresight.KIND] in its texts.toml, with `look` for what may be said before the move is named.
It is thought about in slices, like a strong computer's move (`thinking`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.draw.scene import Scene, Target, scenes
from escale.engine.game import Event, Game
from escale.players.advice import Advice, compared, tempting
from escale.players.search import search
from escale.teach.overlays import in_scene
from escale.teach.texts import texts

from . import words
from .session import Asked
from .thinking import Thinking, think

if TYPE_CHECKING:
    from .messages import Message
    from .session import Session
    from .viewer import Viewer

#: A sentence and its rules; where a move is named, also what a page can draw in it, if anything.
Said = tuple[str, tuple[str, ...]] | tuple[str, tuple[str, ...], "Drawn"]

THOUGHT = 1.0  # s for a hint
BRIEF = re.compile(r"\s*[,:;.(]")  # where the name of a thing ends and its description begins


class Drawn(NamedTuple):
    """A piece that a page draws in the middle of a sentence."""

    words: str  #: those of the sentence that it stands for, or before which it stands
    symbol: str
    turn: int  #: in degrees
    instead: bool  #: for the words, which are then only heard; else beside them


class Named(NamedTuple):
    """A move in words, and what of it can be drawn."""

    text: str
    drawn: Drawn | None = None


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

    def shares(self, name: str, advice: Advice) -> Said:
        """How often two moves win, of a hundred times; what they are worth, where draws count."""
        best, other = (round(100 * advice.shares[move]) for move in (advice.best, advice.other))
        return self.house(f"{name}-draws" if self.game.draws else name, best=best, other=other)

    def about(self, name: str, move: Named) -> Said:
        """One of the house's sentences about a move."""
        text = words.said(name, self.lang, move=move.text)
        return (text, ()) if move.drawn is None else (text, (), move.drawn)

    def move(self, state: Any, move: Any, scene: Scene) -> Named:
        """A move as a person says it, never as it is written: in the game's own words, or as the
        table calls what one touches for it, in short."""
        path, module = self.game.path(state, move), scenes(self.game)
        told, named, lie = (getattr(module, name, None) for name in ("told", "named", "lie"))
        symbol = _symbol(scene, path[0])
        turn = (lie(state, move) or 0) if lie else 0
        if told is not None:
            text, part = told(state, move, in_scene(self.game.id, self.lang))
            drawn = Drawn(part, symbol, turn, True) if part and symbol else None
            return Named(text, drawn)
        if named is not None:
            return Named(named(state, move, in_scene(self.game.id, self.lang)))
        names = [_name(scene.targets[key]) for key in path if key in scene.targets]
        if not names:
            return Named(words.said("hint-this-move", self.lang))
        drawn = Drawn(names[0], symbol, turn, False) if symbol else None
        return Named(", ".join(names), drawn)


def _name(target: Target) -> str:
    """What a target is called in a sentence: by its name, or by the beginning of its label."""
    label = BRIEF.split(target.label, maxsplit=1)[0]
    return target.name or label[:1].lower() + label[1:]


def _symbol(scene: Scene, key: str) -> str:
    """What is drawn where one touches first for a move; "" if it is not one thing."""
    target = scene.targets.get(key)
    place = target and target.place
    shown = [piece.symbol for piece in scene.pieces.values() if piece.place == place]
    return shown[0] if len(shown) == 1 else ""


def look(voice: Voice, advice: Advice) -> list[Said]:
    """The first stage: where the moves part."""
    telling = (*advice.reasons, *advice.against)
    return [voice.of(telling[0], look=True) if telling else voice.house("hint-compare")]


def explain(voice: Voice, advice: Advice, best: Named, other: Named) -> list[Said]:
    """The second stage: a move, what speaks for it, and what against the other one."""
    lines = [voice.about("hint-play", best), *voice.all_of(advice.reasons)]
    if advice.other is not None:
        lines += [voice.about("hint-rather", other), *voice.all_of(advice.against)]
        if advice.answer:
            lines += [voice.house("hint-answer"), *voice.all_of(advice.answer)]
        lines.append(voice.shares("hint-shares", advice))
    return lines


def look_back(voice: Voice, advice: Advice, best: Named, played: Named) -> list[Said]:
    """The same after the game: what was played, what that led to, and what was better."""
    lines = [voice.about("review-was-played", played), *voice.all_of(advice.against)]
    if advice.answer:
        lines += [voice.house("hint-answer"), *voice.all_of(advice.answer)]
    lines += [voice.about("review-better", best), *voice.all_of(advice.reasons)]
    return [*lines, voice.shares("review-shares", advice)]


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
                Named("") if move is None else voice.move(match.state, move, viewer.shown.scene)
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
