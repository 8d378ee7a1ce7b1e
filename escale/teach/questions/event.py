"""What will happen later in this lesson?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from escale.engine.errors import quoted

from ..holes import BadHole, capital, spoken
from ..languages import LANGUAGES
from ..lesson_file import Words
from .question import Choice, Choose

if TYPE_CHECKING:
    from .asked import Asked

NOBODY = "nobody"


@dataclass(frozen=True, kw_only=True)
class AboutEvent(Choose):
    """`event` and `fact`: one fact of an event that comes after this step."""

    field_name = "event"
    more_fields = ("fact", "options")

    @classmethod
    def answers(cls, asked: Asked, options: list[Any]) -> Iterator[tuple[str, Choice]]:
        wanted, fact = asked.table["event"], asked.table.get("fact")
        fact = asked.reader.text(fact, "a question about an event names one of its facts", "fact")
        if not options:
            raise asked.wrong("a question about an event needs options", "event")
        asked.reader.check_event(wanted, "event")
        event = asked.first(wanted)
        answer = NOBODY if event is None else {"seat": event.seat, **event.facts}.get(fact)
        if event is None and NOBODY not in options:
            raise asked.wrong(f"{quoted(wanted)} does not happen in this lesson", "event")
        if answer not in options:
            problem = f"the answer is {quoted(answer)}, which is not among the options"
            raise asked.wrong(problem, "options")
        for i, option in enumerate(options):
            yield str(option), Choice(label(asked, fact, option, i), option == answer)

    @classmethod
    def reason(cls, asked: Asked) -> Words | None:
        return asked.told(asked.first(asked.table["event"]))

    @classmethod
    def deciding(cls, asked: Asked) -> Sequence[str]:
        event = asked.first(asked.table["event"])
        return [event.rule] if event else []


def label(asked: Asked, fact: str, option: Any, number: int) -> Words:
    """An answer to a question about a fact, in words."""
    if option == NOBODY:
        return asked.label("nobody")
    try:
        said = {
            lang: spoken(asked.speech.wrap(fact, option, lang, asked.players[lang], None), "")
            for lang in LANGUAGES
        }
        return {lang: capital(text) for lang, text in said.items()}
    except BadHole as error:
        problem = f"{quoted(option)} is no answer about {fact} ({error})"
        raise asked.wrong(problem, "options", number) from None
