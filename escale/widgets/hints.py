"""Hints in two stages: what to look at, then a move; each with its reasons, in plain words.

The reasons are what the moves lead to (`escale.players.advice`), said in the game's own words:
[foresight.KIND] in its texts.toml, with `look` for what may be said before the move is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Scene
from escale.engine.game import Event, Game
from escale.players.advice import Advice, advise
from escale.teach.texts import texts

from . import keeping, wire

if TYPE_CHECKING:
    from .messages import Message
    from .table import Table

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
        return wire.said(name, self.lang, **facts), ()

    def move(self, state: Any, move: Any, scene: Scene) -> str:
        """A move as the table calls what one touches for it, in short, and as it is written."""
        keys = [key for key in self.game.path(state, move) if key in scene.targets]
        names = [BRIEF.split(scene.targets[key].label, maxsplit=1)[0] for key in keys]
        written = self.game.format(move)
        if not names:
            return written
        return f"{', '.join(name[:1].lower() + name[1:] for name in names)} ({written})"


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


def on_hint(table: Table, message: Message) -> None:
    """A person asks: first for something to look at, then for a move."""
    match, game = table.match, table.game
    if not table._hand:
        return table._say(table._said("only-looking"), message.id)
    if message.fields["ply"] != match.ply or match.actor != table.seat:
        return table._say(table._said("no-choice"), message.id)
    seat, state = table.seat, match.state
    view, legal = match.view(seat), game.legal(match.state, seat)
    if table._advice is None or table._advice[0] != state:
        with keeping.giving_signs(table):
            advice = advise(game, view, legal, match.ply, seconds=THOUGHT)
        table._advice, stage = (state, advice), 1
    else:
        (_, advice), stage = table._advice, 2
    voice = Voice(game, table.lang, match.players, seat)
    path = game.path(state, advice.best)
    scene = table._scene
    if stage == 1:
        lines, keys = look(voice, advice), path[1:2]
    else:
        best = voice.move(state, advice.best, scene)
        other = "" if advice.other is None else voice.move(state, advice.other, scene)
        lines, keys = explain(voice, advice, best, other), path
    table.send({"kind": "hint", "re": message.id, "lines": lines, "keys": list(keys)})
    return None
