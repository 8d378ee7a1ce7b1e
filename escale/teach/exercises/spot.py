"""Which of these sentences about what just happened is wrong?

The last moments of a game are told in sentences; one of them is as a misconception would have it.
Where a rule only nearly applies, a true sentence that cites it is among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ..languages import REQUIRED
from ..texts import practice_texts
from .model import Altered, At, subject
from .saying import say, tells

if TYPE_CHECKING:
    from escale.engine.game import Event
    from escale.engine.match import Match

TOLD = 4  #: sentences
BACK = 12  #: moves that count as the last moments


class Sentence(NamedTuple):
    """A sentence of the log, with the rules that it tells of."""

    text: dict[str, str]
    rules: tuple[str, ...]
    early: bool  #: is it of moves of which the board tells nothing any more?


def practises(at: At) -> Iterator[tuple[str, bool]]:
    alterations = [*subject(at.game).altered(at)]
    if not alterations:
        return
    wrong = {one.idea.rule for one in alterations}
    cited = {event.rule for event in at.events}
    yield from (
        (one.idea.rule, one.idea.over)
        for one in alterations
        if one.idea.over or one.idea.rule in cited
    )
    around = {event.rule for event in at.events if _is_told(at, event)}
    yield from ((rule, True) for rule in around if wrong - {rule})


def make(
    at: At, rule: str, contrast: bool, rng: Random, wanted: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, Any]]]:
    exact = _alterations(at, rule, contrast)
    rng.shuffle(exact)
    exact.sort(key=lambda one: one.idea.id not in wanted)
    place, longest = rng.randrange(TOLD), rng.random() * TOLD < 1
    seat = rng.randrange(at.players)
    log = _log(at, seat) if exact else []
    for one in exact:
        around = _around(at, one, seat, log)
        if around is None:
            continue
        for _ in range(4):
            told = _told(around, rule, place, longest, rng)
            if told is None:
                continue
            yield (
                int(tells(told, [place], longest)),
                {
                    "seat": seat,
                    "open": False,
                    "record": at.match.fork(at.ply + 1).record(),
                    "question": say(at, "label", "spot", {}, seat),
                    "told": told,
                    "answer": [place],
                    "misconception": one.idea.id,
                    "because": [_reason(at, one)],
                },
            )


def _alterations(at: At, rule: str, contrast: bool) -> list[Altered]:
    """What can be told wrongly for that rule."""
    found = [*subject(at.game).altered(at)]
    exact = [one for one in found if (one.idea.rule, one.idea.over) == (rule, contrast)]
    if contrast and any(event.rule == rule and _is_told(at, event) for event in at.events):
        exact += [one for one in found if one.idea.rule != rule]
    return exact


def offered(at: At, rule: str, contrast: bool, shared: bool = False) -> Iterator[str]:
    """The misconceptions that an exercise for that rule at that moment can offer."""
    yield from (one.idea.id for one in _alterations(at, rule, contrast))


def truth(match: Match, seat: int, wrong: dict[str, str]) -> Event | None:
    """What happened in the last move instead of what this altered sentence says."""
    at = At(match, len(match.plies) - 1)
    found = (one for one in subject(at.game).altered(at) if _text(at, one.event, seat) == wrong)
    return next((at.events[one.at].seen_by(seat) for one in found), None)


def _reason(at: At, one: Altered) -> str:
    """The rule that the wrong sentence breaks, if the engine cites it; else that of the truth."""
    cited = {event.rule for event in at.events}
    broken = one.idea.rule in cited and not one.idea.over
    return one.idea.rule if broken else at.events[one.at].rule


class Around(NamedTuple):
    """An altered sentence, and the true ones before and after it."""

    wrong: dict[str, str]
    before: list[Sentence]
    after: list[Sentence]


def _around(at: At, one: Altered, seat: int, log: list[Sentence]) -> Around | None:
    """None if the altered sentence would be true of some moment."""
    wrong = _text(at, one.event, seat)
    truth = _text(at, at.events[one.at], seat)
    true_texts = [sentence.text for sentence in log]
    if wrong in true_texts or _has_happened(at, one.event, wrong, seat):
        return None
    here = true_texts.index(truth) if truth in true_texts else len(log)
    before = [s for s in log[:here] if s.text != truth]
    return Around(wrong, before, [s for s in log[here:] if s.text != truth])


def _told(
    around: Around, rule: str, place: int, longest: bool, rng: Random
) -> list[dict[str, str]] | None:
    """The altered sentence at its place among true ones from before and after it."""
    wrong, every, after = around
    before = [s for s in every if not s.early]
    after = [s for s in after if not s.early]
    earlier = [s for s in every if s.early]
    if earlier and place > 1 and not longest:
        # Something of the part before, and what ended it: so nobody takes it for this one.
        *first, ending = earlier
        long = [s for s in first if all(len(s.text[x]) > len(wrong[x]) for x in REQUIRED)]
        rest = long and _told(Around(wrong, before, after), rule, place - 2, True, rng)
        if rest:
            return [rng.choice(long).text, ending.text, *rest[: TOLD - 2]]

    def wanted(sentence: Sentence) -> bool:
        """Is it to be among them: does it cite the rule, or hide the wrong one's length?"""
        length = max(len(sentence.text[lang]) - len(wrong[lang]) for lang in REQUIRED)
        return rule in sentence.rules or (not longest and length > 0 and rng.random() < 0.5)

    return _arranged(wrong, before, after, wanted, place, rng)


def _arranged(
    wrong: dict[str, str],
    before: list[Sentence],
    after: list[Sentence],
    wanted: Callable[[Sentence], bool],
    place: int,
    rng: Random,
) -> list[dict[str, str]] | None:
    """In the order in which it happened, if there is enough before and after; else mixed."""
    reach = rng.choice((1, 4, 12))  # how far around it sentences are taken from

    def pick(sentences: list[Sentence], count: int) -> list[Sentence]:
        """So many of them, rather the first and those that are wanted."""
        weighed = sorted(
            (not wanted(sentence), number + reach * rng.random(), number)
            for number, sentence in enumerate(sentences)
        )
        return [sentences[number] for number in sorted(number for _, _, number in weighed[:count])]

    if len(before) >= place and len(after) >= TOLD - 1 - place:
        chosen = [*pick(before[::-1], place)[::-1], *pick(after, TOLD - 1 - place)]
    else:
        if len(before) + len(after) < TOLD - 1:
            return None
        chosen = pick([*after[::-1], *before[::-1]], TOLD - 1)
        rng.shuffle(chosen)
    return [*(s.text for s in chosen[:place]), wrong, *(s.text for s in chosen[place:])]


def _log(at: At, seat: int) -> list[Sentence]:
    """The sentences of the last moves, none twice."""
    found: dict[str, Sentence] = {}
    first, since = max(0, at.ply + 1 - BACK), subject(at.game).since(at)
    for number, ply in enumerate(at.match.plies[first : at.ply + 1], first):
        for event in ply.events:
            text = _text(at, event.seen_by(seat), seat)
            key = text[REQUIRED[0]]
            if not key:
                continue
            if key in found and found[key].early and number >= since:
                del found[key]  # said of the part before, too: now it is of this one
            found.setdefault(key, Sentence(text, (event.rule,), number < since))
    return [*found.values()]


def _has_happened(at: At, wrong: Event, text: dict[str, str], seat: int) -> bool:
    """Was it true of an earlier moment? It would be no lie then."""
    return any(
        event.kind == wrong.kind and event.seat == wrong.seat and _text(at, event, seat) == text
        for ply in at.match.plies[: at.ply]
        for event in ply.events
    )


def _text(at: At, event: Event, seat: int) -> dict[str, str]:
    speech, players = practice_texts(at.game), at.match.players
    return {lang: speech.event(event, lang, players, seat) for lang in REQUIRED}


def _is_told(at: At, event: Event) -> bool:
    return not practice_texts(at.game).entry("event", event.kind).get("silent")
