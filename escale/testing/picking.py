"""Every moment: how moves are written, and how they are picked on the table."""

from __future__ import annotations

from escale.engine.errors import quoted
from escale.engine.game import CHANCE, Unreadable

from .inspection import Problems, Spot, breakdown, keys_said
from .telling import violations_are_sound

#: What no game can read, or reads as a move that it then refuses.
NONSENSE = (
    "", " ", "?", "xyzzy", "-1", "0", "007", "99>99", "c", "@", "1e3", "٣", "pass pass", "ça\n",
    "#" * 999,
)  # fmt: skip


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


ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")  # digits to `int`, but not to a record


def paths_are_distinct(at: Spot) -> Problems:
    game = at.game
    if at.actor == CHANCE:
        return
    paths: dict[frozenset[str], str] = {}
    for move in at.legal:
        path, text = game.path(at.state, move), game.format(move)
        if not path or not all(isinstance(key, str) and key for key in path):
            yield f"the path of {text} must be a tuple of keys, not {quoted(path)}"
            continue
        keys = frozenset(path)
        if keys in paths:
            yield f"{paths[keys]} and {text} have the same path {quoted(path)}"
        paths[keys] = text
    for keys, text in at.some(paths.items(), 12):
        longer = next((other for other in paths if keys < other), None)
        if longer:
            yield f"the path of {text} is a part of that of {paths[longer]}: it can never be picked"


def incomplete_choices_agree(at: Spot) -> Problems:
    """A key on the table is refused exactly if no legal move contains it."""
    game, state = at.game, at.state
    if at.actor is None or at.actor == CHANCE:
        return
    if len(at.moves) > 1_000 and at.rng.random() > 0.1:  # each choice looks at all moves
        return
    legal_paths = [frozenset(game.path(state, move)) for move in at.legal]
    paths = [game.path(state, move) for move in at.some(at.moves, 3) + at.some(at.legal, 2)]
    choices = {frozenset(path[:length]) for path in paths for length in range(1, len(path) + 1)}
    choices.add(frozenset({"no:such-key"}))
    for keys in at.some(sorted(choices, key=sorted), 6 if len(at.moves) < 1_000 else 1):
        violations = game.why_not(state, at.actor, keys)
        possible = any(keys <= path for path in legal_paths)
        if possible and violations:
            yield f"the choice {keys_said(keys)} leads to a legal move, but why_not refuses it"
        if not possible and not violations:
            yield f"the choice {keys_said(keys)} leads to no legal move, but why_not has no reason"
        yield from violations_are_sound(at, violations)
