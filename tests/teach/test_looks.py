"""The most frequent text and the longest one are not those to guess."""

from __future__ import annotations

from typing import Any

from escale.teach.exercises.looks import Looks


def exercise(texts: str, right: int) -> dict[str, Any]:
    return {"told": [{"fr": text} for text in texts.split()], "answer": [right]}


def test_once_the_most_frequent_text_was_right_it_is_to_be_wrong() -> None:
    looks = Looks()
    assert looks.tell(exercise("aa bb cc dd", 0)) == 0  # nothing was shown, all are as long
    looks.see(exercise("aa bb cc dd", 0))
    assert looks.tell(exercise("aa ee ff gg", 0)) == 1
    assert looks.tell(exercise("aa ee ff gg", 1)) == 0


def test_what_it_has_lost_before_it_may_gain_again() -> None:
    looks = Looks()
    for texts in ("aa bb cc dd", "aa ee ff gg", "aa hh ii jj", "aa kk ll mm"):
        looks.see(exercise(texts, 1))
    assert looks.tell(exercise("aa nn oo pp", 0)) == 0


def test_so_with_the_longest() -> None:
    looks = Looks()
    assert looks.tell(exercise("a bb ccc dddd", 3)) == 1
    assert looks.tell(exercise("a bb ccc dddd", 0)) == 0
