"""The kinds of questions that a lesson asks: one class each, in one table.

A question is a table `[step.ask]`, and one of its fields says of which kind it is: `event` (what
will happen?), `goal` (make a move), `allowed` (may this be played?), `right` (choose a sentence).
A kind reads and checks its fields, knows the right answer from the engine and says why it is
right, and makes what the page gets. A new one is a class like these and an entry of `KINDS`; if
it is answered in a new *way*, it is also a module of the page (`frontend/src/questions.js`).
"""

from __future__ import annotations

from .allowed import Allowed
from .asked import Asked, is_event
from .event import AboutEvent
from .goal import Goal
from .question import COMMON, WAYS, Choice, Choose, Picture, Question
from .sentence import Sentence

__all__ = [
    "KINDS", "AboutEvent", "Allowed", "Asked", "Choice", "Choose", "Goal", "Picture", "Question",
    "Sentence", "ask_fields", "checked", "is_event", "read_question",
]  # fmt: skip


def checked(*kinds: type[Question]) -> dict[str, type[Question]]:
    """Kinds by the field that tells them; a TypeError says what is wrong with one."""
    found: dict[str, type[Question]] = {}
    for kind in kinds:
        name = kind.__name__
        if kind.kind not in WAYS:
            raise TypeError(f"{name}: a page lets nobody answer by {kind.kind!r}, only by {WAYS}")
        if kind.field_name in found or kind.field_name in COMMON:
            raise TypeError(f"{name}: the field {kind.field_name!r} means something else already")
        found[kind.field_name] = kind
    return found


#: By the field of `[step.ask]` that says of which kind a question is.
KINDS = checked(AboutEvent, Goal, Allowed, Sentence)


def ask_fields() -> set[str]:
    """All that may stand in `[step.ask]`."""
    return COMMON.union(*({field, *kind.more_fields} for field, kind in KINDS.items()))


def read_question(asked: Asked) -> Question:
    """The question of a step, read and checked by its kind; raises `BadLesson`."""
    kinds = [name for name in KINDS if name in asked.table]
    if len(kinds) != 1:
        raise asked.wrong(f"a question has one of {', '.join(KINDS)}")
    return KINDS[kinds[0]].read(asked)
