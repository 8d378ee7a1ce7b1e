"""Practice, pages with prose and things to try: all optional, and whole where they are there."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

from escale.app.notebooks import brought
from escale.engine.errors import EscaleError
from escale.engine.toml import BadFile
from escale.teach import exercises
from escale.teach.chart import chart
from escale.teach.exercises import source
from escale.teach.exercises.model import subject
from escale.teach.experiments import ExploreWords, experiments
from escale.teach.languages import REQUIRED
from escale.teach.lesson import with_quick_start
from escale.teach.texts import practice_texts

from .findings import TEACH, belongs_to
from .inspection import Inspection, Problems, breakdown

GAMES = (4, 30)  # that are looked through for positions; the second only if something is missing
TRIED = 12  # exercises that are made of them
LESSON = re.compile(r'escale\.lesson\(\\"([^"\\]+)')


@belongs_to(TEACH, most=8)
def practice_can_be_made(of: Inspection) -> Problems:
    """`exercises.py` answers for every moment of a few games, and everything can be said."""
    game = of.game
    try:
        about = subject(game)
    except ModuleNotFoundError as error:
        if error.name != f"{game.package}.exercises":
            yield f"exercises.py cannot be imported: {breakdown(error)}"
        return
    except Exception as error:
        yield f"exercises.py cannot be imported: {breakdown(error)}"
        return
    try:
        speech = practice_texts(game)
    except FileNotFoundError:
        yield "practice.toml is missing: exercises.py needs its words"
        return
    except BadFile as error:
        yield str(error)
        return
    for idea in about.ideas():
        said = speech.table.get("idea", {}).get(idea.id, {})
        for lang in REQUIRED:
            if not str(said.get(lang, "")).strip():
                yield f"practice.toml: [idea.{idea.id}] says nothing in {lang}"
        if of.rules is not None and idea.rule not in of.rules:
            yield f"the misconception {idea.id} is about {idea.rule}, which is not in rulebook.toml"
    for rule in exercises.not_exercised(game):
        of.cited.add(rule)
        if of.rules is not None and rule not in of.rules:
            yield f"practice.toml: [no-exercise] names {rule}, which is not in rulebook.toml"
    try:
        sides = exercises.sides(game, GAMES[0])
        missing = {*exercises.without_exercises(game, sides)}
        found = source.whole(sides)
        if not found or missing - {*exercises.known(game)}:
            sides = exercises.sides(game, GAMES[1])
            found = source.whole(sides)
        if found and exercises.known(game):
            for exercise in islice(exercises.practice(game, seed=1), TRIED):
                assert exercise["answer"]
    except KeyError as error:
        yield f"practice.toml: {error.args[0]}"
    except EscaleError as error:
        yield f"exercises.py: {error}"
    except Exception as error:
        yield f"exercises.py breaks down: {breakdown(error)}"
    else:
        if not found:
            of.doubt(
                f"has an exercises.py, but no exercise came of {GAMES[-1]} games: a rule is "
                "practised where it decides and where it only nearly applies, see docs/practice.md"
            )
            return
        for rule, why in exercises.without_exercises(game, sides).items():
            if rule not in exercises.known(game):
                of.doubt(f"has ideas about {rule} in exercises.py, but no exercise: {why}")


@belongs_to(TEACH)
def pages_can_be_made(of: Inspection) -> Problems:
    """The notebooks with prose, the chart of the map and the things to try that a game brings."""
    game = of.game
    try:
        there = {*with_quick_start(game)}
        for name, text in brought(game).items():
            for lesson in LESSON.findall(text):
                if lesson.partition("/")[0] == game.id and lesson not in there:
                    yield f"notebooks: {name} shows {lesson}, which is no lesson"
    except EscaleError as error:
        yield str(error)
    if of.rules is not None:
        try:
            chart(game)
        except EscaleError as error:
            yield str(error)
    try:
        tried = experiments(game)
    except Exception as error:
        yield f"explore.py cannot be imported: {breakdown(error)}"
        return
    for name, experiment in tried.items():
        for lang in REQUIRED:
            try:
                chosen = experiment.start() | {"seed": Random(1).randrange(2**32)}
                experiment.show(chosen, ExploreWords(game, lang))
            except Exception as error:
                yield f"explore.py: {name} cannot be shown in {lang}: {breakdown(error)}"
