"""What a page asks while a game is played: a move, why not, back and forth, the curtain, words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Scene, scenes
from escale.engine.errors import CannotUndo
from escale.engine.game import CHANCE, Game
from escale.engine.keys import ROLL
from escale.engine.match import Match
from escale.teach.overlays import in_scene
from escale.teach.texts import house_texts, texts

from . import asking
from .session import Asked

if TYPE_CHECKING:
    from .messages import Message
    from .viewer import Viewer


def on_move(viewer: Viewer, message: Message) -> None:
    session, seat = viewer.session, viewer.seat
    match, game = session.match, session.game
    keys = message.fields["keys"]
    view = viewer.perspective()
    if not view.hand:
        return viewer.say("only-looking", message.id)
    if message.fields["ply"] != match.ply:
        return viewer.say("too-late", message.id)
    asked = Asked(viewer, message.id)
    if match.actor == CHANCE and keys == [ROLL] and viewer.shown.throws:
        session.make(session.chosen(), asked)
        return session.advance_soon()
    if match.actor != seat or seat not in view.persons:
        return viewer.say("not-your-hand", message.id)
    meant = _meant(game, match.state, seat, keys, viewer.shown.scene)
    if len(meant) != 1:
        return viewer.say("no-such-move", message.id)
    session.make(meant[0], asked)
    return session.advance_soon()


def _meant(
    game: Game[Any, Any], state: Any, seat: int, keys: Sequence[str], scene: Scene
) -> list[Any]:
    """The moves that these keys pick: the whole path, or so much of it that the rest is decided."""
    paths = [(move, game.path(state, move)) for move in game.legal(state, seat)]
    wanted = set(keys)
    if not game.ordered:
        fitting = [(move, set(path) - wanted) for move, path in paths if wanted <= set(path)]
    else:
        begun, count = tuple(keys), len(keys)
        fitting = [(move, set(path[count:])) for move, path in paths if path[:count] == begun]
    whole = [move for move, rest in fitting if not rest]
    if whole or game.completes:
        return whole or [move for move, _ in fitting]
    # What lies nowhere on the table nobody could have picked: the page does not know of it.
    return [move for move, rest in fitting if rest.isdisjoint(scene.targets)]


def on_why(viewer: Viewer, message: Message) -> None:
    session = viewer.session
    match, game = session.match, session.game
    view = viewer.perspective()
    if message.fields["ply"] != match.ply:
        return viewer.say("too-late", message.id)
    if not view.hand:
        return _because(viewer, message, [(viewer.said("only-looking"), ())])
    if viewer.curtain is not None:
        return _because(viewer, message, [(viewer.said("not-your-hand"), ())])
    known = game.view(match.state, viewer.seat).state
    keys = message.fields["keys"]
    violations = game.why_not(known, viewer.seat, [*keys] if game.ordered else set(keys))
    if not violations:
        return _because(viewer, message, [(viewer.said("could-be"), ())])
    layouts = scenes(game).layouts(len(match.players))
    looked_at = any(message.fields["keys"][-1] in layout.closeups for layout in layouts)
    if looked_at and all(violation.kind == "unreadable" for violation in violations):
        return _because(viewer, message, [])  # it is no choice, ever: there to be looked at
    speech, reader = texts(game), view.reader
    lines = [
        (
            viewer.said("not-now")
            if violation.kind == "unreadable"
            else speech.refusal(violation, viewer.lang, match.players, reader),
            (violation.rule,),
        )
        for violation in violations
    ]
    return _because(viewer, message, lines)


def _because(
    viewer: Viewer, message: Message, lines: Sequence[tuple[str, tuple[str, ...]]]
) -> None:
    key, piece = message.fields["keys"][-1], message.fields.get("piece", "")
    said = _told(viewer, piece) if piece else ""
    told = {"lines": [(said, ()), *lines], "piece": piece} if said else {"lines": lines}
    viewer.send({"kind": "why", "re": message.id, "key": key, **told})


def _told(viewer: Viewer, piece: str) -> str:
    """What there is to say of a piece that was touched, as whoever looks may know it."""
    game, match = viewer.session.game, viewer.session.match
    tell = getattr(scenes(game), "tell", None)
    if tell is None:
        return ""
    view = game.view(match.state, viewer.shown.seat)
    return str(tell(view, in_scene(game.id, viewer.lang), match.players, piece))


def on_undo(viewer: Viewer, message: Message) -> None:
    asked, seat = Asked(viewer, message.id), viewer.perspective().taker
    try:
        if viewer.session.is_shared:
            asking.take_back(viewer, asked)
        else:
            viewer.session.step(lambda match: match.undo(seat), asked)
    except CannotUndo as refused:
        sentence = house_texts()["undo"][refused.reason][viewer.lang]
        viewer.say_text(sentence, message.id, at="undo")


def on_redo(viewer: Viewer, message: Message) -> None:
    asked, session = Asked(viewer, message.id), viewer.session
    if not session.match.undone or (session.is_shared and not asking.bring_back(viewer, asked)):
        return viewer.say("nothing-to-redo", message.id, at="redo")
    return None if session.is_shared else session.step(Match.redo, asked)


def on_lift(viewer: Viewer, message: Message) -> None:
    """A person has taken the screen: the curtain goes up."""
    if message.fields["seat"] != viewer.curtain:
        return viewer.say("too-late", message.id)
    view = viewer.perspective()
    shown, frames = view.lifted(viewer.shown)
    frames[-1] |= view.head(shown, viewer.session.moves_itself())
    return viewer.show(shown, frames, message.id)


def on_hurry(viewer: Viewer, message: Message) -> None:
    viewer.session.hurry()
    viewer.send({"kind": "beat", "re": message.id})


def on_lang(viewer: Viewer, message: Message) -> None:
    viewer.speak(message.fields["lang"], message.id)


def on_words(viewer: Viewer, message: Message) -> None:
    """The position in sentences."""
    viewer.send({"kind": "words", "re": message.id, "lines": [*viewer.shown.scene.words]})


def on_sync(viewer: Viewer, message: Message) -> None:
    """A page that may have missed something wants all of it."""
    if message.fields.get("version") == viewer.version:
        viewer.send({"kind": "beat", "re": message.id})
        return
    viewer.send({"kind": "whole", "re": message.id, "box": viewer.box(), "table": viewer.whole()})
