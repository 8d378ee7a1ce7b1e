"""One page that looks at a session: its seat, its language, what it shows, what it is sent.

    viewer = Viewer(session, send, lang="en")          # whoever of the people has the move
    viewer = Viewer(session, send, lang="fr", seat=1)  # the page of one seat
    viewer.receive({"do": "move", "keys": [...], "ply": 0})

Several may look at one session, each with its own scene, log and version. `send` takes a message
for the page, `receive` what comes from it and never raises; `about` is all that a first paint
needs. Which messages there are, in both directions, says `messages`.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from escale.draw.svg import draw
from escale.engine.errors import NotKept
from escale.engine.game import SPECTATOR
from escale.teach.overlays import in_scene

from . import coach, messages, words
from .answers import ANSWERS
from .box import box as make_box
from .hints import Hints
from .perspective import Perspective, Shown
from .session import Asked, Session

if TYPE_CHECKING:
    from escale.engine.game import Game
    from escale.engine.match import Match

    from .frames import Json

log = logging.getLogger("escale")

Send = Callable[["Json"], None]
MakeBox = Callable[["Game[Any, Any]", int], "Json"]
HEARD = 64  # messages of which a page may ask again whether they were heard


class Viewer:
    """One page of a session."""

    def __init__(
        self,
        session: Session,
        send: Send,
        *,
        lang: str,
        seat: int | None = None,
        box: MakeBox = make_box,
    ) -> None:
        self.session = session
        self.send = send
        self.lang = lang
        self.own = seat  #: the seat that this page keeps: see `Perspective`
        self.version = 0  #: of what it shows: a page that has missed one asks for all
        self.hints = Hints(self)
        self._make_box = box
        self.shown: Shown = self.perspective().anew()
        self.heard: deque[str | int] = deque(maxlen=HEARD)  #: ids of what it was asked last
        session.viewers.append(self)

    def close(self) -> None:
        """Nobody looks here any more."""
        if self in self.session.viewers:
            self.session.viewers.remove(self)

    # --- what it shows ------------------------------------------------------------------------

    def perspective(self, match: Match | None = None) -> Perspective:
        """How this page looks at the match, or at one that is about to take its place."""
        session = self.session
        return Perspective(match or session.match, session.seats, session.live, self.lang, self.own)

    @property
    def seat(self) -> int:
        """Whose view is shown."""
        return self.shown.seat

    @property
    def curtain(self) -> int | None:
        """The person to whom the screen is to be passed."""
        return self.shown.curtain

    def box(self) -> Json:
        return self._make_box(self.session.game, len(self.session.match.players))

    def whole(self) -> Json:
        """All that is shown, for a page that comes now."""
        keeper = self.session.keeper
        more = self.session.moves_itself()
        return {
            "protocol": messages.PROTOCOL,
            "version": self.version,
            "name": keeper and keeper.given,
            "meeting": self.session.is_shared or self.session.expects is not None,
            "coach": coach.told(self.session.coach, self.session.seats),
            **self.perspective().whole(self.shown, more),
        }

    def about(self) -> Json:
        """What a first paint needs: which box, and the table as it is."""
        match = self.session.match
        return {"game": match.game.id, "players": len(match.players), "table": self.whole()}

    def svg(self) -> str:
        """The same as a picture."""
        match = self.session.match
        lang = in_scene(match.game.id, self.lang)
        return draw(match.game, match.view(self.seat), lang=lang, names=match.players)

    # --- what it sends ------------------------------------------------------------------------

    def show(self, shown: Shown, frames: list[Json], answer_to: str | int | None = None) -> None:
        """Show this from now on; the frames lead there."""
        self.shown = shown
        self.version += 1
        self.send({"kind": "frames", "version": self.version, "re": answer_to, "frames": frames})

    def show_anew(self, answer_to: str | int | None = None, *, new_box: bool = False) -> None:
        self.send(self.everything(new_box, answer_to))

    def everything(self, new_box: bool, answer_to: str | int | None = None) -> Json:
        """The message that shows all anew."""
        self.version += 1
        message = {"kind": "whole", "re": answer_to, "table": self.whole()}
        return message | {"box": self.box()} if new_box else message

    def say(
        self,
        name: str,
        answer_to: str | int | None = None,
        tone: str = "warn",
        facts: Json | None = None,
        **more: Any,
    ) -> None:
        """One of the house's sentences."""
        self.say_text(self.said(name, **(facts or {})), answer_to, tone, **more)

    def say_text(
        self, text: str, answer_to: str | int | None = None, tone: str = "warn", **more: Any
    ) -> None:
        self.send({"kind": "say", "re": answer_to, "text": text, "tone": tone, **more})

    def said(self, name: str, **facts: Any) -> str:
        return words.said(name, self.lang, **facts)

    # --- what it is asked ---------------------------------------------------------------------

    def receive(self, content: object) -> None:
        """A message from the page, whatever it is. It is answered, and nothing is raised.

        A page whose line broke says again what it has no answer to: that is not done twice.
        """
        try:
            message = messages.read(content)
        except messages.Malformed as wrong:
            return self.say("malformed", wrong.answer_to, facts={"field": wrong.field})
        if message.id is not None:
            if message.id in self.heard:
                return self.send({"kind": "beat", "re": message.id})
            self.heard.append(message.id)
        try:
            ANSWERS[message.do](self, message)
        except NotKept as error:
            self.session.refused(error, Asked(self, message.id))
        except Exception:
            log.exception("a message from the page could not be answered: %r", message.do)
            self.say("trouble", message.id)
        return None

    def speak(self, lang: str, answer_to: str | int | None) -> None:
        """Go on in another language."""
        shown = self.perspective()._replace(lang=lang).again(self.shown)
        self.lang, self.shown = lang, shown
        self.show_anew(answer_to)

    def become_watcher(self, answer_to: str | int | None = None) -> None:
        """The seat of this page is not its own any more: nothing of it stays."""
        self.own, self.hints = None, Hints(self)
        self.shown = self.perspective().anew()
        self.show_anew(answer_to)

    # --- another game at the same session -----------------------------------------------------

    def twin(self, session: Session) -> Viewer:
        """This page at another session, which is about to take the place of this one."""
        seat = self.own if self.session.live else None
        if seat is not None and seat >= len(session.seats):
            seat = SPECTATOR
        twin = Viewer(session, self.send, lang=self.lang, seat=seat, box=self._make_box)
        twin.version = self.version
        return twin

    def take_over(self, twin: Viewer) -> None:
        """Show what the twin shows."""
        self.own, self.shown, self.version = twin.own, twin.shown, twin.version
        self.hints = Hints(self)
