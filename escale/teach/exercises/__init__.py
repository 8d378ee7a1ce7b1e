"""Exercises without end: questions with a known answer and a known reason, from random games.

`practice` yields them as the contract has them (`escale-exercise/1`). The engine gives positions,
answers and reasons, the game's texts give the sentences; by hand is only what a misconception is
(`misconceptions.py`, `exercises.py` and `practice.toml` in the game's folder, docs/practice.md).
Pages, mastery and scheduling are left to others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from escale.engine.errors import BadOption, quoted
from escale.engine.game import check_players
from escale.engine.match import check_seed
from escale.engine.registry import game as find_game

from ..rulebook import rulebook
from ..texts import game_file
from . import may, probes, reach, source, spot, what, why
from .looks import Looks
from .model import At, Idea, subject
from .source import Moment

if TYPE_CHECKING:
    from escale.engine.game import Game

#: Every kind of exercise. A module says what it can practise at a moment, and makes exercises.
KINDS: dict[str, ModuleType] = {"may": may, "why": why, "what": what, "reach": reach, "spot": spot}
FORMAT = "escale-exercise/1"
TRIES = 6  #: moments looked at for an exercise that does not give itself away

Exercise = dict[str, Any]


def practice(
    game: str | Game[Any, Any],
    *,
    players: int | None = None,
    rule: str | None = None,
    kind: str | None = None,
    seed: int = 0,
) -> Iterator[Exercise]:
    """Exercises without end; the same seed gives the same ones.

    Raises `BadOption` for what this game cannot practise.
    """
    found = find_game(game)
    choices = _choices(found, players, rule, kind)
    check_seed(seed)
    stream = f"{found.id}/{players}/{rule}/{kind}/{seed}"
    return _stream(found, choices, stream)


def _stream(
    game: Game[Any, Any],
    choices: dict[str, dict[str, tuple[list[Moment], list[Moment]]]],
    stream: str,
) -> Iterator[Exercise]:
    counts: dict[tuple[str, str], int] = {}
    looks: dict[tuple[str, str], Looks] = {}
    number = 0
    while True:
        rng = Random(f"{stream}/{number}")
        number += 1
        rule = rng.choice([*choices])
        kind = rng.choice([*choices[rule]])
        count = counts[rule, kind] = counts.get((rule, kind), -1) + 1
        contrast = _contrast(f"{stream}/{rule}/{kind}", kind, count)
        told_by = looks.setdefault((rule, kind), Looks())
        exercise = _made(game, choices[rule][kind][contrast], rule, kind, contrast, rng, told_by)
        if exercise is not None:
            told_by.see(exercise)
            yield exercise


def _contrast(stream: str, kind: str, count: int) -> bool:
    """Does the rule only nearly apply? Once in two, in an order that the seed draws."""
    size = 3 if kind == "why" else 2
    group, place = divmod(count, size)
    decides = Random(f"{stream}/{group}").randrange(size)
    return place != decides


def _made(
    game: Game[Any, Any],
    moments: list[Moment],
    rule: str,
    kind: str,
    contrast: bool,
    rng: Random,
    looks: Looks,
) -> Exercise | None:
    """An exercise whose looks do not tell its answer, or the one that tells least."""
    best: tuple[int, dict[str, Any]] | None = None
    for moment in rng.sample(moments, min(TRIES, len(moments))):
        at = source.moment(game, tuple(moment))  # type: ignore[arg-type]
        for length, body in KINDS[kind].make(at, rule, contrast, rng):
            told = length + looks.tell(body)
            if best is None or told < best[0]:
                best = told, body
            if told == 0:
                break
        if best and best[0] == 0:
            break
    if best is None:
        return None
    return _whole(game, rule, kind, contrast, best[1])


def _whole(
    game: Game[Any, Any], rule: str, kind: str, contrast: bool, body: dict[str, Any]
) -> Exercise:
    """An exercise as the contract has it."""
    head = {
        "format": FORMAT,
        "game": game.id,
        "players": len(body["record"]["players"]),
        "seat": body.pop("seat"),
        "rule": rule,
        "kind": kind,
        "contrast": contrast,
    }
    return head | body


def probe(game: Game[Any, Any], rule: str, wanted: Sequence[str], seed: int = 0) -> Exercise:
    """An exercise of that rule that offers some of these misconceptions; any, if none can."""
    rng = Random(f"{game.id}/{rule}/{wanted}/{seed}")
    found = [*probes.offering(game, KINDS, rule, wanted, rng)]
    if not found:
        return next(practice(game, rule=rule, seed=seed))
    best, body = found[-1]
    return _whole(game, rule, best.kind, best.contrast, body)


def offers(exercise: Exercise) -> list[str]:
    """The misconceptions with which an exercise is answered wrongly."""
    return probes.offers(find_game(exercise["game"]), exercise)


def ideas(game: Game[Any, Any]) -> dict[str, list[str]]:
    """By rule, the misconceptions about it that exercises can offer."""
    return probes.ideas(game)


def _choices(
    game: Game[Any, Any], players: int | None, rule: str | None, kind: str | None
) -> dict[str, dict[str, tuple[list[Moment], list[Moment]]]]:
    """What is known of that rule and kind, for that number of players."""
    if players is not None:
        check_players(game, players)
    if rule is not None and rule not in rulebook(game).rules:
        raise BadOption("rule", f"{game.id} has no rule {quoted(rule)}")
    if kind is not None and kind not in KINDS:
        raise BadOption("kind", f"must be one of {', '.join(KINDS)}, not {quoted(kind)}")
    found: dict[str, dict[str, tuple[list[Moment], list[Moment]]]] = {}
    for id_, by_kind in source.index(game).items():
        for name, (decides, near) in by_kind.items():
            if rule in (None, id_) and kind in (None, name):
                both = [
                    [moment for moment in moments if players in (None, moment[0])]
                    for moments in (decides, near)
                ]
                if all(both):
                    found.setdefault(id_, {})[name] = (both[0], both[1])
    if not found:
        raise BadOption("rule" if rule else "kind" if kind else "game", _nothing(game, rule, kind))
    return found


def _nothing(game: Game[Any, Any], rule: str | None, kind: str | None) -> str:
    reason = not_exercised(game).get(rule or "")
    if reason:
        return f"{rule} has no exercises: {reason}"
    about = " ".join(
        filter(None, [rule or game.id, "has no exercises", kind and f"of kind {kind}"])
    )
    return f"{about} for that"


def known(game: Game[Any, Any]) -> dict[str, dict[str, int]]:
    """For every rule with exercises: how many positions are known of each kind."""
    return {
        rule: {kind: sum(map(len, both)) for kind, both in by_kind.items()}
        for rule, by_kind in source.index(game).items()
    }


def breaks(exercise: Exercise) -> list[str]:
    """For every option or sentence of an exercise: the rule that its misconception breaks, or "".

    Whoever answers so has that rule wrong, which need not be the one that is practised.
    """
    game = find_game(exercise["game"])
    practised = known(game)
    rules = {idea.id: idea.rule for idea in subject(game).ideas() if idea.rule in practised}
    if exercise["kind"] == "spot":
        broken = rules.get(exercise["misconception"], "")
        return [broken if i in exercise["answer"] else "" for i in range(len(exercise["told"]))]
    return [rules.get(option["misconception"], "") for option in exercise.get("options", ())]


def not_exercised(game: Game[Any, Any]) -> dict[str, str]:
    """The rules that no exercise can practise, each with the reason."""
    try:
        document = game_file(game, "practice.toml")
    except FileNotFoundError:
        return {}
    found: dict[str, str] = document.table.get("no-exercise", {})
    return found


def scan(game: Game[Any, Any], games: int | None = None) -> source.Index:
    """Look for positions anew, in the first random games of each number of players."""
    return source.whole(sides(game, games))


def sides(game: Game[Any, Any], games: int | None = None) -> source.Index:
    """The same with what was found of one side only: where a rule decides, or nearly applies."""
    kinds = {kind: module.practises for kind, module in KINDS.items()}

    def makes(kind: str, at: At, rule: str, contrast: bool) -> bool:
        return any(True for _ in KINDS[kind].make(at, rule, contrast, Random(rule)))

    return source.sides(game, kinds, makes, games or subject(game).GAMES)


def without_exercises(game: Game[Any, Any], found: source.Index) -> dict[str, str]:
    """Rules with ideas of which no exercise came, each with what is missing."""
    there, excused = source.whole(found), not_exercised(game)
    about: dict[str, list[Idea]] = {}
    for idea in subject(game).ideas():
        if idea.rule not in there and idea.rule not in excused:
            about.setdefault(idea.rule, []).append(idea)
    return {rule: _missing(found.get(rule, {}), ideas) for rule, ideas in sorted(about.items())}


def _missing(by_kind: Mapping[str, tuple[list[Moment], list[Moment]]], ideas: list[Idea]) -> str:
    decides, near = (any(both[side] for both in by_kind.values()) for side in (0, 1))
    if decides and near:
        return "no kind of question found it both where it decides and where it nearly applies"
    if not decides and all(idea.over for idea in ideas):
        return "all its ideas are `over=True`: it needs one about where it decides"
    if near:
        return "never found where it decides: rare at random, or not among a case’s `because`?"
    if decides:
        return "never found where it only nearly applies: that is what `over=True` is for"
    return "never found at all: no question has one of its ideas among its wrong answers"


def scan_probes(game: Game[Any, Any]) -> list[probes.Probe]:
    """Look anew, among the positions of the index, for those that offer misconceptions."""
    return probes.scan(game, KINDS)


source.look = scan
