"""Which of these sentences is right?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from escale.engine.errors import quoted

from ..languages import FALLBACK
from ..lesson_file import Words
from .asked import is_event
from .question import Choice, Choose

if TYPE_CHECKING:
    from escale.engine.game import Violation

    from .asked import Asked


@dataclass(frozen=True, kw_only=True)
class Sentence(Choose):
    """`right`: the number of the option that is right, with a `proof` by the engine."""

    field_name = "right"
    more_fields = ("options", "proof")

    @classmethod
    def answers(cls, asked: Asked, options: list[Any]) -> Iterator[tuple[str, Choice]]:
        labels = [asked.said(option, "options", i) for i, option in enumerate(options)]
        right = asked.table["right"]
        if type(right) is not int or not 0 <= right < len(labels):
            raise asked.wrong("right is the number of an option; the first is 0", "right")
        check_proof(asked, asked.table.get("proof"))
        for index, label in enumerate(labels):
            yield str(index), Choice(label, index == right)

    @classmethod
    def reason(cls, asked: Asked) -> Words | None:
        proof = asked.table["proof"]
        if "event" in proof:
            return asked.told(asked.first(proof))
        return asked.forbidden(_refused(asked, proof)) if "refused" in proof else None

    @classmethod
    def deciding(cls, asked: Asked) -> Sequence[str]:
        proof = asked.table["proof"]
        if "refused" in proof:
            return [violation.rule for violation in _refused(asked, proof)]
        event = asked.first(proof) if "event" in proof else None
        return [event.rule] if event else []


def check_proof(asked: Asked, proof: Any) -> None:
    """A chosen sentence is right because the engine says so."""
    if not isinstance(proof, Mapping):
        raise asked.wrong("a chosen sentence needs a proof by the engine", "proof")
    kinds = [kind for kind in PROOFS if kind in proof]
    if len(kinds) != 1:
        raise asked.wrong(f"a proof has one of {', '.join(PROOFS)}", "proof")
    fields, holds = PROOFS[kinds[0]]
    if fields:
        asked.reader.known(proof, fields, f"a proof by {kinds[0]}", "proof")
    if not holds(asked, proof):
        raise asked.wrong(f"the engine does not confirm that {_claimed(asked, proof)}", "proof")


def _claimed(asked: Asked, proof: Mapping[str, Any]) -> str:
    """What a proof says, as a sentence for whoever wrote it."""
    if "legal" in proof:
        return f"{proof['legal']} may be played here"
    if "refused" in proof:
        by = f" by {proof['rule']}" if "rule" in proof else ""
        found = ", ".join(violation.rule for violation in _refused(asked, _but_rule(proof)))
        return f"{proof['refused']} is refused{by} here" + (f" (but by {found})" if found else "")
    if "event" in proof:
        facts = ", ".join(f"{name} {quoted(v)}" for name, v in proof.items() if name != "event")
        return f"{proof['event']} happens later in this lesson" + (facts and f" with {facts}")
    if "state" in proof:
        there = quoted(asked.state._asdict()[proof["state"]])
        return f"{proof['state']} is {quoted(proof.get('is'))} here: it is {there}"
    return f"{quoted(proof['nowhere'])} is nowhere on the table"


def _but_rule(proof: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in proof.items() if name != "rule"}


def _is_legal(asked: Asked, proof: Mapping[str, Any]) -> bool:
    return not asked.refusals(proof["legal"], None, "proof", "legal")


def _is_refused(asked: Asked, proof: Mapping[str, Any]) -> bool:
    seat, rules = proof.get("seat"), asked.reader.rules
    if seat is not None and (
        type(seat) is not int or seat not in range(len(asked.players[FALLBACK]))
    ):
        raise asked.wrong(f"there is no seat {quoted(seat)}", "proof", "seat")
    if "rule" in proof and proof["rule"] not in [*rules]:
        problem = f"{asked.game.id} has no rule {quoted(proof['rule'])}"
        raise asked.wrong(problem, "proof", "rule")
    return bool(_refused(asked, proof))


def _refused(asked: Asked, proof: Mapping[str, Any]) -> list[Violation]:
    """The reasons against a move, if it matters those by the rule that the proof names."""
    found = asked.refusals(proof["refused"], proof.get("seat"), "proof", "refused")
    return [violation for violation in found if violation.rule == proof.get("rule", violation.rule)]


def _happens(asked: Asked, proof: Mapping[str, Any]) -> bool:
    asked.reader.check_event(proof, "proof")
    return any(is_event(event, proof) for event in asked.later)


def _is_so(asked: Asked, proof: Mapping[str, Any]) -> bool:
    fields = asked.state._asdict()
    if not isinstance(proof["state"], str) or proof["state"] not in fields:
        problem = f"a state has no {quoted(proof['state'])}; it has {', '.join(fields)}"
        raise asked.wrong(problem, "proof", "state")
    return bool(fields[proof["state"]] == _frozen(proof.get("is")))


def _is_nowhere(asked: Asked, proof: Mapping[str, Any]) -> bool:
    return not _holds(asked.state, proof["nowhere"])


Proof = Callable[["Asked", Mapping[str, Any]], bool]

#: By what a sentence can be proved: the fields of the proof (of an event, all its facts), the test.
PROOFS: dict[str, tuple[tuple[str, ...], Proof]] = {
    "legal": (("legal",), _is_legal),
    "refused": (("refused", "seat", "rule"), _is_refused),
    "event": ((), _happens),
    "state": (("state", "is"), _is_so),
    "nowhere": (("nowhere",), _is_nowhere),
}


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _holds(state: Any, value: Any) -> bool:
    """Is this value anywhere in a state?"""
    if isinstance(state, (tuple, list)):
        return any(_holds(part, value) for part in state)
    return bool(state == value)
