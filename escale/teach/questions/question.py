"""What all kinds of questions have in common, and those that are answered by choosing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self

from escale.engine.errors import quoted
from escale.engine.game import Moment

from ..lesson_file import Words

if TYPE_CHECKING:
    from ..lesson_types import Lesson, Step
    from .asked import Asked

#: The fields of `[step.ask]` that every kind has.
COMMON = {"text", "look", "hint", "wrong", "rules", "because"}

#: The ways to answer that a page knows: by an option, or by a move on the board.
WAYS = ("choose", "move")


class Choice(NamedTuple):
    """One answer of a question: what it says, whether it is right, what to say if it is not."""

    label: Words
    right: bool
    wrong: Words | None = None


class Picture(Protocol):
    """The board before which a question is asked, as whoever draws it offers it to a kind."""

    @property
    def lesson(self) -> Lesson: ...

    @property
    def step(self) -> Step: ...

    @property
    def lang(self) -> str: ...

    @property
    def then(self) -> Any:
        """The state with which the lesson goes on; None where it ends."""

    def shows(self, key: str) -> bool:
        """Is there a piece or a target of that key?"""

    def moved(self, *moments: Moment) -> list[Any]:
        """What lies elsewhere after each of these moments, which are not the lesson's own."""

    def refused(self) -> tuple[Any, Any]:
        """Why what can be picked here is refused, by keys, and the sentences that say it."""


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """A question and all that the engine knows about its answers."""

    field_name: ClassVar[str]  #: of `[step.ask]`, by which its kind is known
    more_fields: ClassVar[tuple[str, ...]] = ()  #: that may stand beside it
    kind: ClassVar[str]  #: the way in which a page lets it be answered

    text: Words
    rules: tuple[str, ...]
    look: tuple[str, ...]
    hint: Words | None
    because: Words | None  #: why the right answer is right
    choices: tuple[Choice, ...] = ()
    moves: tuple[tuple[Any, bool], ...] = ()  #: every legal move, and whether it reaches the goal
    replies: Mapping[str, Words] = field(default_factory=dict)  #: to a move's text, or to "other"

    @classmethod
    @abstractmethod
    def read(cls, asked: Asked) -> Self:
        """Read and check the fields of this kind; raises `BadLesson`."""

    def page(self, picture: Picture) -> dict[str, Any]:
        """What the page gets, in one language."""
        lang = picture.lang
        return {
            "kind": self.kind,
            "text": self.text[lang],
            "rules": self.rules,
            "look": self.look,
            "hint": self.hint[lang] if self.hint else "",
            "because": self.because[lang] if self.because else "",
        }

    @abstractmethod
    def solution(self, step: Step, lesson: Lesson, lang: str, labels: Mapping[str, str]) -> str:
        """The right answer in words, for print; `labels` says what the keys of the board are."""


@dataclass(frozen=True, kw_only=True)
class Choose(Question):
    """A question with options, one of which is right."""

    kind = "choose"

    @classmethod
    @abstractmethod
    def answers(cls, asked: Asked, options: list[Any]) -> Iterator[tuple[str, Choice]]:
        """The answers, each with its name in the table `wrong`; `options` are the file's."""

    @classmethod
    def reason(cls, asked: Asked) -> Words | None:
        """Why the right answer is right, if the engine has a sentence for it."""
        return None

    @classmethod
    def deciding(cls, asked: Asked) -> Sequence[str]:
        """The rules by which the engine knows the answer, if it names any."""
        return ()

    @classmethod
    def read(cls, asked: Asked) -> Self:
        options = asked.table.get("options", [])
        if not isinstance(options, list):
            raise asked.wrong("options is a list of answers", "options")
        found = list(cls.answers(asked, options))
        check_replies(asked, [name for name, _ in found], "is none of the answers")
        choices = tuple(
            choice if choice.right else choice._replace(wrong=asked.replies.get(name, choice.wrong))
            for name, choice in found
        )
        if sum(choice.right for choice in choices) != 1 or len(choices) < 2:
            raise asked.wrong("exactly one of two or more answers must be right", "options")
        because = asked.because or cls.reason(asked)
        rules = first(asked.rules, cls.deciding(asked))
        return cls(**asked.common() | {"because": because, "rules": rules}, choices=choices)

    def page(self, picture: Picture) -> dict[str, Any]:
        lang = picture.lang
        options = [
            [choice.label[lang], choice.right, choice.wrong[lang] if choice.wrong else ""]
            for choice in self.choices
        ]
        return super().page(picture) | {"options": options}

    def solution(self, step: Step, lesson: Lesson, lang: str, labels: Mapping[str, str]) -> str:
        return next(choice.label[lang] for choice in self.choices if choice.right)


def first(rules: Sequence[str], deciding: Sequence[str]) -> tuple[str, ...]:
    """The rules of a question, those that decide it before the others: after an answer a page shows
    the first one."""
    return tuple(sorted(rules, key=lambda rule: rule not in deciding))


def check_replies(asked: Asked, known: Sequence[str], problem: str) -> None:
    """Is every answer that the table `wrong` replies to one that can be given?"""
    for name in asked.replies:
        if name not in known:
            raise asked.wrong(f"wrong: {quoted(name)} {problem}", "wrong", name)
