"""What has been found: each sentence once, a few of each kind, in the order in which to mend it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from escale.teach.texts import NotWritten

from .inspection import Problems, breakdown

AT_MOST = 20  # problems in one message: nobody mends more at once
AT_MOST_A_CHECK = 3

#: What to do next, in this order: each step needs those before it.
STEPS = (
    "write the rules",
    "make the rules agree with themselves",
    "say it in words",
    "show it on the table",
    "teach it",
    "give it opponents and a box",
)
WRITE, AGREE, SAY, SHOW, TEACH, BOX = range(len(STEPS))


def belongs_to(
    number: int, most: int = AT_MOST_A_CHECK
) -> Callable[[Callable[..., Problems]], Callable[..., Problems]]:
    """What a check finds belongs to this step; so many sentences of it are told."""

    def mark(check: Callable[..., Problems]) -> Callable[..., Problems]:
        check.step, check.most = number, most  # type: ignore[attr-defined]
        return check

    return mark


class Findings:
    """What is wrong, and where it was first seen; apart from it, what is only worth a look."""

    def __init__(self) -> None:
        self.sentences: dict[str, tuple[int, str]] = {}  # what is wrong -> its step, its place
        self.remarks: list[str] = []
        self._of: dict[str, int] = {}  # how many of each check

    def run(self, check: Callable[..., Problems], place: str, *given: Any) -> None:
        """Run one check; if it breaks down, that is a finding too."""
        name, number = check.__name__.replace("_", " "), getattr(check, "step", AGREE)
        most = getattr(check, "most", AT_MOST_A_CHECK)
        if self._of.get(name, 0) >= most:
            return
        try:
            for problem in check(*given):
                self.note(name, problem, place, number, most)
        except NotWritten as error:  # in the words of `texts_are_complete`, so it is told once
            self.note(name, str(error), place, SAY)
        except Exception as error:  # whatever the game does, its author is told in a sentence
            self.note(name, f"{name}: {breakdown(error)}", place, number)

    def note(
        self,
        name: str,
        problem: str,
        place: str,
        number: int = AGREE,
        most: int = AT_MOST_A_CHECK,
    ) -> None:
        count = self._of.get(name, 0)
        if problem not in self.sentences and count < most:
            self.sentences[problem] = SAY if problem.startswith("texts.toml") else number, place
            self._of[name] = count + 1

    def remark(self, name: str, check: Callable[..., Problems], *given: Any) -> None:
        """The same for what may well be so: it is told, and the game passes."""
        try:
            self.remarks += [f"{name} {sentence}" for sentence in check(*given)]
        except Exception as error:
            self.note(check.__name__, breakdown(error), name)

    def __str__(self) -> str:
        """The first step that is not done comes first, under what is to be done."""
        lines: list[str] = []
        found = sorted(self.sentences.items(), key=lambda entry: entry[1][0])
        for problem, (number, place) in found[:AT_MOST]:
            heading = f"{STEPS[number]}:"
            if heading not in lines:
                lines.append(heading)
            lines.append(f"  {place}: {problem}")
        if len(found) > AT_MOST:
            lines.append(f"… and {len(found) - AT_MOST} more")
        return "this is not a game yet. What to do next:\n  " + "\n  ".join(lines)
