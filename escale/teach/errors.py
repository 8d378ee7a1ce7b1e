"""What was refused at the door, said to a person in their language.

The errors' own messages are English, for the command line and for programs. A page says the
sentence for the error's `kind` (`[error]` in `house.toml`); one without any is said by its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from escale.engine.errors import quoted

from .texts import Texts, house_texts, texts

if TYPE_CHECKING:
    from escale.engine.errors import BadOption, BadRecord


def said_error(error: BadRecord | BadOption, lang: str) -> str:
    """What is wrong, where, and by which rule, as one sentence."""
    facts = {"where": error.where, **error.facts}
    for name in ("value", "expected"):
        if name in facts:
            facts[name] = quoted(facts[name], 200 if name == "expected" else 60)
    if "why" in facts:
        facts["reason"] = texts(facts["game"]).refusal(facts["why"], lang, facts["players"])
    kind = error.kind if error.kind in house_texts()["error"] else "other"
    sentence = Texts({}, house_texts()).error(kind, facts, lang)
    return f"{sentence} [{error.rule}]" if error.rule else sentence
