"""Lessons are data: a position, moves, and steps with captions and questions, written in TOML.

A teacher who does not program can write one. `lessons/04-ties.toml` in a game's folder is the
lesson `dolce-vita/ties`, the fourth of its course; `lessons/quick-start.toml` is what somebody new
does before a first game, and no course counts it:

    title.fr = "À égalité, personne ne prend"
    title.en = "A tie takes nothing"
    about.fr = "…"                            # one line for the list of lessons
    about.en = "…"
    players.fr = ["Rouge", "Jaune", "Vert"]
    players.en = ["Red", "Yellow", "Green"]
    seat = 0                                  # whose eyes the learner has (0 unless told)
    plain = true                              # without what the table works out for its players
                                              #   (ties struck, who would take what): false unless
                                              #   told, and not every game works something out
    optional = true                           # in the last chapter of the course, of rare cases
    alone = true                              # without help, until an answer was wrong

    [position]                                # as in a record; or [setup], or `seed = 7`
    …

    [[step]]
    title.fr = "3 contre 3"                   # a step: what happened, why, and the rule
    title.en = "3 against 3"
    text.fr = "{tie.seats:^} ont chacun {tie.total} : leurs cartes reviennent en main."
    text.en = "…"
    rules = ["DV-AWA-5"]
    play = "5>3"                              # a move, or a list of moves, made before the picture
    show = "tie"                              # stop at the moment of that event; or
    show = {event = "take", column = 1}       #   ... of the event with these facts
    mark = ["column:1"]                       # what to look at: keys of pieces or targets
    arrow = [["hand:2", "column:1"]]          # drawn from one to the other
    hide = ["score:*"]                        # pieces and things to pick that would give the answer
                                              #   away: left out of this step's picture (`*` stands
                                              #   for any ending)

A hole names an event of this step and one of its facts: `{tie.total}`, `{take.object:le}`; the
second event of a kind is `{take[1].object:le}`. `{player[2]}` is a player, `{state.round}` a value
of the state, `{state.columns[0][2]:le}` a thing in it, `{later.take.total}` a fact of what happens
after this step in the lesson. A fact that does not happen is an error: a lesson cannot claim what
the engine does not do. A hole names facts and nothing else (see `holes`).

A question is asked before the answer is shown, and the engine knows the answer:

    [step.ask]
    text.fr = "Qui prend la maison ?"
    text.en = "Who takes the house?"
    event = {event = "take", object = "maison-300"}   # what will happen later in this lesson ...
    fact = "seat"                                      # ... and what is asked about it
    options = [0, 1, 2, "nobody"]
    look = ["column:1"]                       # first hint: where to look
    hint.fr = "…"                             # second hint: what to see there
    hint.en = "…"
    wrong.0.fr = "…"                          # what to say to that answer (optional)
    wrong.0.en = "…"
    because.fr = "…"                          # why the right answer is right; unless told, the
    because.en = "…"                          #   engine's: what happens, or what forbids it

    [step.ask]                                # or: make a move
    goal = "legal"                            # any legal one; or
    goal = {event = "take", seat = 0}         # one that makes this happen; or
    goal = ["5>3"]                            # one of these
    wrong."6>3".fr = "…"                      # what to say to that move (optional); and
    wrong.other.fr = "…"                      #   to every other that misses the goal

    [step.ask]                                # or: may this be played?
    allowed = "9>3"                           # the answer is yes or no

    [step.ask]                                # or: choose a sentence, with a proof by the engine
    options = [{fr = "…", en = "…"}, {fr = "…", en = "…"}]
    right = 0
    proof = {refused = "9>3", rule = "DV-SET-2"}      # or {legal = "5>3"}, {event = …}, {state = …}
    proof = {nowhere = "maison-300"}          # or: nowhere on the table
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from escale.engine import toml
from escale.engine.errors import BadOption, quoted
from escale.engine.registry import game as find_game

from . import lesson_file
from .lesson_file import COVERAGE, LESSON, BadLesson, Words, lesson_files, quick_start_file
from .lesson_outline import StepOutline, outlines
from .lesson_reader import FIELDS, STEP_FIELDS, LessonReader
from .lesson_types import Lesson, Step
from .questions import Choice, Question, ask_fields

if TYPE_CHECKING:
    from escale.engine.game import Game

__all__ = [
    "ASK_FIELDS", "FIELDS", "LESSON", "STEP_FIELDS", "BadLesson", "Choice", "Lesson", "Question",
    "Step", "Words", "lesson", "lessons", "not_practised", "practised", "read", "read_file",
    "taught", "with_quick_start",
]  # fmt: skip

ASK_FIELDS = ask_fields()


def lessons(game: str | Game[Any, Any]) -> list[str]:
    """The ids of a game's lessons in the order of its course."""
    return list(lesson_files(find_game(game)))


def with_quick_start(game: str | Game[Any, Any]) -> list[str]:
    """The same, and before them the quick start, which no course counts."""
    return [*quick_start_file(find_game(game)), *lessons(game)]


def lesson(name: str) -> Lesson:
    """The lesson of that id ("dolce-vita/ties")."""
    game_id = str(name).partition("/")[0]
    game = find_game(game_id)
    known = quick_start_file(game) | lesson_files(game)
    if name not in known:
        raise BadOption("lesson", f"there is no lesson {quoted(name)}; {game_id} has: "
                        + (", ".join(known) or "none"))  # fmt: skip
    return _lesson(game, name)


@cache
def _lesson(game: Game[Any, Any], name: str) -> Lesson:
    return read_file(game, name, (quick_start_file(game) | lesson_files(game))[name])


def taught(game: Game[Any, Any]) -> dict[str, list[str]]:
    """For every rule that a lesson names, the steps that teach it: `dolce-vita/ties#3`."""
    return _by_rule(game, lambda step: step.rules)


def practised(game: Game[Any, Any]) -> dict[str, list[str]]:
    """For every rule that a question is about, the steps that ask it."""
    return _by_rule(game, lambda step: step.asked or ())


def not_practised(game: Game[Any, Any]) -> dict[str, str]:
    """The rules that a learner cannot get wrong, each with the reason."""
    source = files(game.package).joinpath("lessons", COVERAGE)
    if not source.is_file():
        return {}
    document = toml.load(source)
    found = document.table.get("not-practised")
    if not isinstance(found, dict) or not all(isinstance(why, str) for why in found.values()):
        raise document.wrong("[not-practised] is a table of rules and reasons", "not-practised")
    return found


def _by_rule(
    game: Game[Any, Any], rules: Callable[[StepOutline], Sequence[str]]
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for outline in outlines(game):
        for number, step in enumerate(outline.steps, start=1):
            for rule in rules(step):
                found.setdefault(rule, []).append(f"{outline.id}#{number}")
    return found


def read(game: Game[Any, Any], name: str, source: str | bytes, file: str = "lesson.toml") -> Lesson:
    """Read, check and play out a lesson; raises `BadLesson` with file and line."""
    return LessonReader(game, name, lesson_file.parse(source, file)).lesson()


def read_file(game: Game[Any, Any], name: str, file: Traversable) -> Lesson:
    """The same for a lesson in a file."""
    return read(game, name, lesson_file.read(file), file.name)
