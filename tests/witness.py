"""What a page may have been sent of a game, made from views alone; and words that tell secrets.

Everything that a table sends is *explained*: put together again, it is at every moment exactly the
picture of that seat's view and the log as that seat may hear it, and there is no field besides.
"""

from __future__ import annotations

import json
from typing import Any

from escale import Match
from escale.draw.scene import Scene, picture, scenes
from escale.engine.game import SPECTATOR
from escale.session.frames import merged, whole
from escale.session.words import NAMES
from escale.teach.narrate import narrate
from escale.teach.texts import house_texts

Json = dict[str, Any]

NO_UNDO = {"", *(reason["fr"] for reason in house_texts()["undo"].values())}
KINDS = {"frames", "kept", "why", "say", "beat", "whole", "company"}
FIELDS = {
    "kind",
    "re",
    "version",
    "frames",
    "token",
    "text",
    "tone",
    "key",
    "lines",
    "aside",
    "piece",
}
FIELDS |= {"table", "box", "company"}
FRAME = {"scene", "add", "ply", "seat", "over", "more", "no_undo", "redo", "curtain"}
WHOLE = {"protocol", "version", "lang", "hand", "reader", "names", "levels", "options", "name"}
WHOLE |= {"tempers", "log", "coach", "meeting"}

COMPANY = {"mine", "lead", "watching", "chairs", "asked"}
CHAIR = {"who", "taken", "here", "away", "device"}


class Witness:
    """What a page may have been sent, move by move, made from views alone."""

    def __init__(self, record: Json, levels: list[str], own: int | None = None) -> None:
        self.match = Match.from_record(record)
        self.persons = [seat for seat, who in enumerate(levels) if who == "person"]
        self.own = own  # the one seat of a page where each has its own; SPECTATOR for a watcher
        if own is not None:
            self.persons = [seat for seat in self.persons if seat == own]
        self.reader = self.persons[0] if len(self.persons) == 1 else None

    def pictures(self, ply: int, seat: int) -> list[Json]:
        """Every picture that this seat may see in the course of the move that leads there."""
        game, players = self.match.game, self.match.players
        states = [self.match.state_at(ply)]
        if ply:
            move = self.match.plies[ply - 1].move
            states += [one.state for one in game.unfold(self.match.state_at(ply - 1), move)]
        found = []
        for state in states:
            view = game.view(state, seat)
            bare = scenes(game).scene(view, "fr", players)
            rolls = bare._replace(choices=(("roll",),))
            found += [bare, rolls]
            if seat != SPECTATOR and game.actor(state) == seat:
                found.append(picture(game, view, "fr", players))
        called = [self.called(scene, seat) for scene in found]
        return [json.loads(json.dumps(whole(scene, asked=True))) for scene in called]

    def called(self, scene: Scene, seat: int) -> Scene:
        """The name of a page's only reader, who gave none, is "Vous"; nothing else is changed."""
        if seat != self.reader or self.match.players[seat] != NAMES[seat]:
            return scene
        pieces = {
            key: one._replace(text="Vous"[: len(one.text)] if len(one.text) == 1 else "Vous")
            if "you" in one.style.split()
            else one
            for key, one in scene.pieces.items()
            if one.text != "vous"
        }
        return scene._replace(pieces=pieces)

    def hides(self, ply: int) -> bool:
        state = self.match.state_at(ply)
        return bool(self.match.game.mask(state, SPECTATOR) != state)

    def lines(self, ply: int) -> list[str]:
        """The log up to there, as the page's reader may hear it."""
        ear = SPECTATOR if self.reader is None else self.reader
        events = [e.seen_by(ear) for one in self.match.plies[:ply] for e in one.events]
        told = narrate(self.match.game, events, "fr", self.match.players, self.reader)
        return [line.text for line in told]

    def unexplained(self, messages: list[Json]) -> list[str]:
        """All that cannot be explained by what the seat at the screen may know."""
        problems: list[str] = []
        scene: Json = {}
        log: list[str] = []
        ply = seat = 0
        for message in messages:
            if message["kind"] in ("state", "whole"):
                table = message["table"]
                extra = set(table) - WHOLE - FRAME
                scene, log = table["scene"], [line[0] for line in table["log"]]
                ply, seat = table["ply"], table["seat"]
                frames: list[Json] = [{}]
            else:
                extra = {*message} - FIELDS | ({message["kind"]} - KINDS)
                frames = message.get("frames", [])
            for i, frame in enumerate(frames):
                extra |= set(frame) - FRAME
                if frame.get("no_undo", "") not in NO_UNDO:
                    problems.append(f"ply {ply}: why nothing can be taken back")
                ply = frame.get("ply", ply)
                before, seat = seat, frame.get("seat", seat)
                if self.own not in (None, seat):
                    problems.append(f"ply {ply}: the view of seat {seat}")
                scene = merged(scene, frame.get("scene", {}))
                log += [line[0] for line in frame.get("add", [])]
                seen = {before if i < len(frames) - 1 else seat, seat}
                if not any(scene in self.pictures(ply, who) for who in seen):
                    problems.append(f"ply {ply}: a picture that seat {seat} cannot see")
                if seat != before and SPECTATOR not in (seat, before) and self.hides(ply):
                    problems.append(f"ply {ply}: no curtain before seat {seat}")
            if frames and log != self.lines(ply)[: len(log)]:
                problems.append(f"ply {ply}: words that are not for the reader: {log[-1]}")
            company = message.get("company") or {}
            extra |= set(company) - COMPANY
            for chair in company.get("chairs", []):
                extra |= set(chair) - CHAIR
            problems += [f"ply {ply}: {name}" for name in extra]
        return problems


def secrets(match: Match, ply: int, seats: list[int]) -> list[bytes]:
    """Words that would give away what none of these seats may know after so many moves."""
    game = match.game
    state = match.state_at(ply)
    words = [str(match.seed).encode()] if match.seed is not None else []
    if game.id == "dominos-florentins":
        views = [game.view(state, seat).state for seat in seats]
        shown = {card for view in views for hand in view.hands for card in hand if card}
        hidden = [card for hand in state.hands for card in hand] if state.pile else []
        hidden += state.pile
        words += [card.encode() for card in hidden if card not in shown]
    return words
