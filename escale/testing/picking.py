"""Every moment: how moves are written, and how they are picked on the table."""

from __future__ import annotations

from random import Random
from typing import Any

from escale.engine.errors import quoted
from escale.engine.game import CHANCE, Unreadable

from .inspection import Problems, Spot, breakdown, keys_said
from .telling import violations_are_sound

#: What no game can read, or reads as a move that it then refuses.
NONSENSE = (
    "", " ", "?", "xyzzy", "-1", "0", "007", "99>99", "c", "@", "1e3", "٣", "pass pass", "ça\n",
    "99", "#" * 999,
)  # fmt: skip
MOST_ELSEWHERE = 400  # moves that are remembered, to be asked about at other moments


def moves_can_be_written(at: Spot) -> Problems:
    game = at.game
    for move in at.some([*at.legal, *at.some(at.moves)]):
        text = game.format(move)
        try:
            read = game.parse(text)
        except Unreadable:
            yield f"{quoted(move)} is written {text!r}, which parse cannot read"
            continue
        if read != move:
            yield f"{quoted(move)} is written {text!r}, which parse reads as {quoted(read)}"


def nonsense_is_refused(at: Spot) -> Problems:
    game, state = at.game, at.state
    mover = CHANCE if at.actor is None else at.actor
    legal = [game.format(move) for move in at.legal]
    nearly = [near for text in at.some(legal, 2) for near in (f" {text}", f"{text}\n", f"{text} ")]
    arabic = [text.translate(ARABIC) for text in at.some(legal, 2) if not text.isalpha()]
    for text in (*at.some(NONSENSE, 5), *nearly, *arabic):
        if text in legal:
            continue
        try:
            violations = game.why_not(state, mover, text)
        except Exception as error:
            yield f"the text {quoted(text)} is not refused but breaks the game: {breakdown(error)}"
            continue
        if not violations:
            yield f"the text {quoted(text)} is taken for a legal move"
        yield from violations_are_sound(at, violations)


def moves_of_other_moments_get_an_answer(at: Spot) -> Problems:
    """What was legal at another moment can be typed or handed in at this one."""
    known, legal = at.of.elsewhere, {at.game.format(move) for move in at.legal}
    rng = Random(f"{at.match.ply} {at.match.seed} {len(known)}")  # the games stay the same
    mover = CHANCE if at.actor is None else at.actor
    for text in rng.sample(known, min(4, len(known))):
        if text in legal:
            continue
        try:
            violations = at.game.why_not(at.state, mover, text)
        except Exception as error:
            yield f"{text}, legal at another moment, breaks the game: {breakdown(error)}"
            continue
        if not violations:
            yield f"{text} was legal at another moment and is not now, but nothing refuses it"
        yield from violations_are_sound(at, violations)
    if len(known) < MOST_ELSEWHERE:
        known += sorted(legal - {*known})[: MOST_ELSEWHERE - len(known)]


ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")  # digits to `int`, but not to a record


def paths_are_distinct(at: Spot) -> Problems:
    """No two moves are picked alike, and none on the way to another one."""
    game, ordered = at.game, getattr(at.game, "ordered", False)
    if at.actor == CHANCE:
        return
    paths: dict[Any, str] = {}
    for move in at.legal:
        path, text = game.path(at.state, move), game.format(move)
        if not path or not all(isinstance(key, str) and key for key in path):
            yield f"the path of {text} must be a tuple of keys, not {quoted(path)}"
            continue
        keys = path if ordered else frozenset(path)
        if keys in paths:
            yield f"{paths[keys]} and {text} have the same path {quoted(path)}"
        paths[keys] = text
    for keys, text in at.some(paths.items(), 12):
        longer = next((other for other in paths if is_part(keys, other)), None)
        if longer:
            yield f"the path of {text} is a part of that of {paths[longer]}: it can never be picked"


def is_part(keys: Any, other: Any) -> bool:
    """Is one on the way to the other: a part of it, or where the order counts its beginning?"""
    if isinstance(keys, frozenset):
        return bool(keys < other)
    return len(keys) < len(other) and other[: len(keys)] == keys


def incomplete_choices_agree(at: Spot) -> Problems:
    """A key on the table is refused exactly if no legal move contains it."""
    game, state, ordered = at.game, at.state, getattr(at.game, "ordered", False)
    if at.actor is None or at.actor == CHANCE:
        return
    if len(at.moves) > 1_000 and at.rng.random() > 0.1:  # each choice looks at all moves
        return
    paths = [game.path(state, move) for move in at.some(at.moves, 3) + at.some(at.legal, 2)]
    starts = {path[:length] for path in paths for length in range(1, len(path) + 1)}
    starts.add(("no:such-key",))
    legal_paths = [game.path(state, move) for move in at.legal]
    for start in at.some(sorted(starts), 6 if len(at.moves) < 1_000 else 1):
        keys: Any = [*start] if ordered else frozenset(start)
        violations = game.why_not(state, at.actor, keys)
        if ordered:
            possible = any(path[: len(start)] == start for path in legal_paths)
        else:
            possible = any(keys <= {*path} for path in legal_paths)
        said = " then ".join(start) if ordered else keys_said(start)
        if possible and violations:
            yield f"the choice {said} leads to a legal move, but why_not refuses it"
        if not possible and not violations:
            yield f"the choice {said} leads to no legal move, but why_not has no reason"
        yield from violations_are_sound(at, violations)
