"""Is an exercise right? Asked of the engine alone: nothing that makes exercises is imported here.

`complaints` replays the record as `escale replay --json` does and looks whether the answer is what
the engine says, for the reasons that it gives; `blind` is how well somebody does who does not look.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from escale import Match
from escale.app.commands.replay import document
from escale.engine.game import CHANCE
from escale.teach.narrate import narrate

LANGUAGES = ("fr", "en")
#: Rules that no event cites: who is next is seen, not told.
UNCITED = {"CA-SET-2", "CA-RND-12", "DF-SET-5"}
Exercise = dict[str, Any]


def options(exercise: Exercise) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = exercise["told" if exercise["kind"] == "spot" else "options"]
    return found


# --- Is it right? ---------------------------------------------------------------------------------


def complaints(exercise: Exercise) -> Iterator[str]:
    """What is wrong with an exercise."""
    match = Match.from_record(exercise["record"])
    if exercise["format"] != "escale-exercise/1" or match.game.id != exercise["game"]:
        yield "format or game"
    if len(match.players) != exercise["players"] or exercise["seat"] not in range(
        exercise["players"]
    ):
        yield "players or seat"
    texts = [exercise["question"], *(options(exercise) if exercise["kind"] != "reach" else [])]
    if not all(text.get(lang, "").strip() for text in texts for lang in LANGUAGES):
        yield "a text is missing"
    for lang in LANGUAGES:
        said = [text[lang] for text in texts]
        if len({*said}) < len(said):
            yield f"two texts are alike: {said}"
    if exercise["kind"] != "reach":
        yield from _options_complaints(exercise)
    if not exercise["because"]:
        yield "no reason"
    if "misconception" in exercise and exercise["kind"] != "spot":
        yield "a misconception of no option"
    yield from KINDS[exercise["kind"]](exercise, match)


def _options_complaints(exercise: Exercise) -> Iterator[str]:
    given = options(exercise)
    if not all(0 <= index < len(given) for index in exercise["answer"]):
        yield "answer"
    if exercise["kind"] == "what" and any(
        given[index]["misconception"] for index in exercise["answer"]
    ):
        yield "a misconception is right"


def _is_so(value: dict[str, Any], events: list[dict[str, Any]], after: dict[str, Any]) -> bool:
    """Does the value of an option say what happened?"""
    if "next" in value:
        return bool(after.get("next", {}).get("seat") == value["next"])
    (form,) = {"event", "never", "each"} & {*value}
    wanted = {name: part for name, part in value.items() if name != form}
    seats = wanted.pop("seats") if form == "each" else None
    found = [
        event
        for event in events
        if event["kind"] == value[form]
        and all(event.get(name) == part for name, part in wanted.items() if name != "kept")
    ]
    if form == "each":
        return sorted({event["seat"] for event in found}) == seats
    return bool(found) == (form == "event")


def _what(exercise: Exercise, match: Match) -> Iterator[str]:
    before = match.ply
    for move in (exercise["move"], *exercise["then"]):
        match.play(move)
    after = document(match)
    events = [event for ply in after["plies"][before:] for event in ply["events"]]
    right = [
        i for i, option in enumerate(exercise["options"]) if _is_so(option["value"], events, after)
    ]
    if right != exercise["answer"]:
        yield f"{right} is right, not {exercise['answer']}"
    turns = any("next" in option["value"] for option in exercise["options"])
    if not turns and not {*exercise["because"]} - UNCITED <= {event["rule"] for event in events}:
        yield f"{exercise['because']} is not what decides"


def _may(exercise: Exercise, match: Match) -> Iterator[str]:
    seat = exercise["seat"]
    legal = document(match)["next"]["legal"]
    moves = [option["value"] for option in exercise["options"]]
    if match.actor != seat:
        yield "somebody else is to move"
    if [i for i, move in enumerate(moves) if move in legal] != exercise["answer"]:
        yield "the answer is not what is legal"
    refusing = {v.rule for move in moves if move not in legal for v in match.why_not(move, seat)}
    if not {*exercise["because"]} - {exercise["rule"]} <= refusing:
        yield f"{exercise['because']} is not what forbids"


def _why(exercise: Exercise, match: Match) -> Iterator[str]:
    forbid = {violation.rule for violation in match.why_not(exercise["move"], exercise["seat"])}
    rules = [option["value"] for option in exercise["options"]]
    if match.actor != exercise["seat"] or len({*rules}) < 4:
        yield "who is to move, or too few rules"
    if [i for i, rule in enumerate(rules) if rule in forbid] != exercise["answer"]:
        yield f"it is forbidden by {forbid}"
    if {*exercise["because"]} != {rules[i] for i in exercise["answer"]}:
        yield "because"


def _reach(exercise: Exercise, match: Match) -> Iterator[str]:
    found = []
    legal = document(match)["next"]["legal"]
    for move in legal:
        tried = match.fork()
        tried.play(move)
        if _is_so(exercise["goal"], document(tried)["plies"][-1]["events"], {}):
            found.append(move)
    if match.actor != exercise["seat"] or sorted(found) != sorted(exercise["answer"]) or not found:
        yield f"{found} reach it, not {exercise['answer']}"
    if len(found) == len(legal):
        yield "every move reaches it"


def _spot(exercise: Exercise, match: Match) -> Iterator[str]:
    seat = exercise["seat"]
    for lang in LANGUAGES:
        log = {
            line.text for line in narrate(match.game, match.events(seat), lang, match.players, seat)
        }
        false = [i for i, told in enumerate(exercise["told"]) if told[lang] not in log]
        if false != exercise["answer"]:
            yield f"{false} did not happen, not {exercise['answer']} ({lang})"
    if not {*exercise["because"]} - UNCITED <= {event.rule for event in match.events()}:
        yield f"{exercise['because']} is not what decides"


KINDS: dict[str, Callable[[Exercise, Match], Iterator[str]]] = {
    "may": _may, "why": _why, "what": _what, "reach": _reach, "spot": _spot,
}  # fmt: skip


# --- Does it follow from what the seat may know? --------------------------------------------------


def redrawn(exercise: Exercise, rng: Random) -> Iterator[str]:
    """Draw anew what is hidden: is the answer still the same?"""
    match = Match.from_record(exercise["record"])
    game, seat = match.game, exercise["seat"]
    state = game.determinize(match.view(seat), rng)
    kind = exercise["kind"]
    if kind == "spot" or exercise["open"]:
        return
    actor = game.actor(state)
    if kind == "what":
        told: list[Any] = []
        for move in (exercise["move"], *exercise["then"]):
            state = game.apply(state, game.parse(move), told)
        after = {"next": {"seat": game.actor(state)}}
        events = [event.to_json() for event in told]
        given = exercise["options"]
        found: list[Any] = [i for i, o in enumerate(given) if _is_so(o["value"], events, after)]
    elif kind == "may":
        legal = {*map(game.format, game.legal(state, seat))}
        found = [i for i, o in enumerate(exercise["options"]) if o["value"] in legal]
    elif kind == "why":
        forbid = {v.rule for v in game.why_not(state, seat, exercise["move"])}
        found = [i for i, o in enumerate(exercise["options"]) if o["value"] in forbid]
    else:
        found = []
        for move in game.legal(state, seat):
            told = []
            game.apply(state, move, told)
            if _is_so(exercise["goal"], [event.to_json() for event in told], {}):
                found.append(game.format(move))
    if sorted(found) != sorted(exercise["answer"]) or actor not in (seat, CHANCE, match.actor):
        yield f"{found} after a redraw, not {exercise['answer']}"


# --- Does it tell its answer? ---------------------------------------------------------------------


def blind(exercises: Iterable[Exercise]) -> dict[tuple[str, str], dict[str, float]]:
    """By rule and kind: how much better than chance each way of not looking is."""
    groups: dict[tuple[str, str], list[Exercise]] = defaultdict(list)
    for exercise in exercises:
        if exercise["kind"] != "reach":
            groups[exercise["rule"], exercise["kind"]].append(exercise)
    return {group: _gains(found) for group, found in groups.items()}


def _gains(group: list[Exercise]) -> dict[str, float]:
    shown = Counter(option["en"] for exercise in group for option in options(exercise))

    def first(exercise: Exercise) -> list[int]:
        return [0]

    def last(exercise: Exercise) -> list[int]:
        return [len(options(exercise)) - 1]

    def longest(exercise: Exercise) -> list[int]:
        lengths = [len(option["fr"]) for option in options(exercise)]
        return [lengths.index(max(lengths))]

    def most_frequent(exercise: Exercise) -> list[int]:
        often = [shown[option["en"]] for option in options(exercise)]
        return [i for i, number in enumerate(often) if number == max(often)]

    def no_misconception(exercise: Exercise) -> list[int]:
        bare = [i for i, o in enumerate(options(exercise)) if o.get("misconception") is None]
        return bare or [*range(len(options(exercise)))]

    def gain(choice: Callable[[Exercise], list[int]]) -> float:
        total = 0.0
        for exercise in group:
            answer, picked = {*exercise["answer"]}, choice(exercise)
            total += len(answer & {*picked}) / len(picked) - len(answer) / len(options(exercise))
        return total / len(group)

    ways = (first, last, longest, most_frequent, no_misconception)
    return {way.__name__: gain(way) for way in ways} | {"exercises": len(group)}
