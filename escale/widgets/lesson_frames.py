"""A lesson as the page gets it: every frame of every step at once, in both languages.

So stepping needs no kernel: it is instant, survives a dead one, and works in an exported page.
A question brings all its answers along: what is right, what happens after a wrong move, and why
an illegal one is refused, each from the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.draw.scene import SIGNS, Layout, Scene, scenes, with_choices
from escale.engine.errors import EscaleError
from escale.engine.keys import is_turn
from escale.session.box import layout_entry, layout_of
from escale.session.frames import Json, difference, merged, scene_of, whole
from escale.teach.languages import FIRST, LANGUAGES
from escale.teach.lesson import Lesson, Step, lessons
from escale.teach.overlays import in_scene
from escale.teach.texts import texts

if TYPE_CHECKING:
    from escale.engine.game import Game, Moment, Violation


def page(lesson: Lesson) -> Json:
    """All that the player needs but the box."""
    course = lessons(lesson.game)
    first, others = FIRST, [lang for lang in LANGUAGES if lang != FIRST]
    told = _in_language(lesson, first)
    narrow = _narrow(lesson, told)
    return {
        "id": lesson.id,
        "first": first,  # whole; of the others, what differs
        "number": course.index(lesson.id) + 1 if lesson.id in course else 0,
        "count": len(course),
        "seat": lesson.seat,
        **({"alone": True} if lesson.alone else {}),
        **({"narrow": narrow} if narrow else {}),  # in the place of the box's
        first: told,
        **{lang: changes(told, _in_language(lesson, lang)) for lang in others},
    }


def changes(old: Any, new: Any) -> Any:
    """What to change in `old` to get `new`: most of a lesson is the same in every language.

    A table or a list of the same length becomes {"~": {name: change}}; all else is given anew.
    """
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        pairs = [(name, old[name], value) for name, value in new.items()]
    elif isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)) and len(old) == len(new):
        pairs = [(str(i), a, b) for i, (a, b) in enumerate(zip(old, new, strict=True))]
    else:
        return new
    return {"~": {name: changes(a, b) for name, a, b in pairs if a != b}}


def restored(old: Any, change: Any) -> Any:
    """What `changes` has taken apart, put together again."""
    if not isinstance(change, dict) or "~" not in change:
        return change
    table = isinstance(old, dict)
    new = dict(old) if table else list(old)
    for name, value in change["~"].items():
        at = name if table else int(name)
        new[at] = restored(old[at], value)
    return new


def still(page: Json, step: int, lang: str) -> Scene:
    """The picture of a step out of what the page gets."""
    said = told(page, lang)
    frames = [frame["scene"] for part in said["steps"][: step + 1] for frame in part["frames"]]
    return scene_of(reduce(merged, frames, said["scene"]))


def told(page: Json, lang: str) -> Json:
    """A lesson in one language, out of what the page gets."""
    first: Json = page[FIRST]
    return first if lang == FIRST else restored(first, page[lang])


# --- The layout of a lesson on a phone ------------------------------------------------------------


def _narrow(lesson: Lesson, told: Json) -> Json | None:
    """The narrow layout of this very lesson, of a game whose `scene.py` composes one."""
    compose = getattr(scenes(lesson.game), "phone_lesson", None)
    if compose is None:
        return None
    return layout_entry(compose(len(lesson.players[FIRST]), touched(told)))


def layouts(page: Json, game: Game[Any, Any], players: int) -> list[Layout]:
    """The layouts of a lesson, out of what the page gets."""
    own = layout_of(page["narrow"]) if "narrow" in page else None
    found = scenes(game).layouts(players)
    return [
        own._replace(least=layout.least) if own and own.name == layout.name else layout
        for layout in found
    ]


def touched(told: Json) -> frozenset[str]:
    """The places that a lesson's steps are about, for `phone_lesson`: what a step moves a piece to
    or from, shows otherwise than before, marks or asks about."""
    found: set[str] = set()
    scene = told["scene"]
    for step in told["steps"]:
        for frame in step["frames"]:
            after = merged(scene, frame["scene"])
            found.update(changed(scene["pieces"], after["pieces"]))
            scene = after
        arrows = [key for ends in step.get("arrow", ()) for key in ends]
        found.update(places(scene, [*step.get("mark", ()), *arrows]))
        if "ask" in step:
            found.update(_asked(scene, step["ask"]))
    return frozenset(found)


def changed(old: Json, new: Json) -> Iterator[str]:
    """Where a piece comes from, goes to, or lies and looks otherwise (a style alone is no look)."""
    for key in [*old, *new]:
        before, after = old.get(key), new.get(key)
        sign = key.partition(":")[0] in SIGNS
        if not sign and (before is None or after is None or before[:4] != after[:4]):
            yield from (piece[0] for piece in (before, after) if piece is not None)


def places(scene: Json, keys: Iterable[str]) -> Iterator[str]:
    """Where keys are: those of pieces, of targets, or places themselves."""
    for key in keys:
        there = [scene[table][key][0] for table in ("pieces", "targets") if key in scene[table]]
        yield from there or [key]


def _asked(scene: Json, ask: Json) -> Iterator[str]:
    """What a question points at, what answers it, and where pieces go by an answer."""
    paths = [*ask.get("right", ()), *ask.get("wrong", ())]
    answers = [key for path in paths for key in path.split("|") if key in scene["targets"]]
    yield from places(scene, [*ask["look"], *ask.get("tried", ()), *answers])
    moved = [ask.get("made", {}), *ask.get("right", {}).values()]
    for _, *moments in ask.get("wrong", {}).values():
        moved += moments
    for pieces in moved:
        yield from changed({key: scene["pieces"].get(key) for key in pieces}, pieces)


def _in_language(lesson: Lesson, lang: str) -> Json:
    names = lesson.players[lang]
    scene = _scene(lesson, lesson.start, lang)
    told: Json = {
        "title": lesson.title[lang],
        "about": lesson.about[lang],
        "names": list(names),
        "scene": whole(scene),
        "steps": [],
    }
    if lesson.chart is not None:
        told["chart"] = lesson.chart[lang]
    for step, after in zip(lesson.steps, [*lesson.steps[1:], None], strict=True):
        then = after.moments[0].state if after and after.moments else None
        frames = []
        for moment in step.moments[:-1]:  # in passing only the pieces are seen
            passing = _without(step.hide, _scene(lesson, moment.state, lang))
            passing = scene._replace(pieces=passing.pieces)
            frames.append({"scene": difference(scene, passing)})
            scene = passing
        asked = step.question is not None and step.question.kind == "move"
        shown = _without(step.hide, _scene(lesson, step.state, lang, choices=asked))
        if step.moments or shown != scene:
            frames.append({"scene": difference(scene, shown)})
            scene = shown
        told["steps"].append(_step(lesson, step, lang, frames, scene, then))
    return told


def picture_of(lesson: Lesson, step: Step, lang: str) -> Scene:
    """A step as it ends, without motion: for print."""
    return _without(step.hide, _scene(lesson, step.state, lang))


def _scene(lesson: Lesson, state: Any, lang: str, *, choices: bool = False) -> Scene:
    game = lesson.game
    view = game.view(state, lesson.seat)
    names = lesson.players[lang]
    module: Any = scenes(game)
    if lesson.plain and not hasattr(module, "plain"):
        raise EscaleError(f"{lesson.id}: the table of {game.id} has no plain picture")
    scene: Scene = (module.plain if lesson.plain else module.scene)(
        view, in_scene(game.id, lang), names
    )
    return with_choices(game, view, scene, in_scene(game.id, lang)) if choices else scene


def _without(hidden: Sequence[str], scene: Scene) -> Scene:
    """The scene without what would give an answer away."""
    if not hidden:
        return scene

    def left(table: Mapping[str, Any]) -> dict[str, Any]:
        return {
            key: entry
            for key, entry in table.items()
            if not any(fnmatchcase(key, pattern) for pattern in hidden)
        }

    return scene._replace(pieces=left(scene.pieces), targets=left(scene.targets))


def _step(
    lesson: Lesson, step: Step, lang: str, frames: list[Json], scene: Scene, then: Any
) -> Json:
    told: Json = {
        "title": step.title[lang],
        "text": step.text[lang],
        "rules": step.rules,
        "ply": step.ply,
        "frames": frames,
    }
    if step.mark:
        told["mark"] = step.mark
    if step.arrow:
        told["arrow"] = step.arrow
    if step.question is not None:
        told["ask"] = step.question.page(_Picture(lesson, step, lang, scene, then))
    return told


class _Picture(NamedTuple):
    """The board before which a step asks its question: a `questions.Picture`."""

    lesson: Lesson
    step: Step
    lang: str
    scene: Scene
    then: Any

    def shows(self, key: str) -> bool:
        return key in self.scene.pieces or key in self.scene.targets

    def moved(self, *moments: Moment) -> list[Json]:
        found, before = [], self.scene
        for moment in moments:
            after = _without(self.step.hide, _scene(self.lesson, moment.state, self.lang))
            found.append(difference(before, after).get("pieces", {}))
            before = after
        return found

    def refused(self) -> tuple[Json, list[Any]]:
        targets = frozenset(self.scene.targets)
        return _refusals(self.lesson, self.step.state, self.lang, targets)


def _refusals(
    lesson: Lesson, state: Any, lang: str, visible: frozenset[str]
) -> tuple[Json, list[Any]]:
    """Why what can be picked here is refused: by one key, or by the keys of a whole move."""
    seat, names, speech = lesson.seat, lesson.players[lang], texts(lesson.game)
    sentences: list[Any] = []
    why: Json = {}
    for keys, violations in _reasons(lesson.game, state, seat, visible).items():
        numbers = []
        for violation in violations:
            line = [speech.refusal(violation, lang, names, seat), [violation.rule]]
            if line not in sentences:
                sentences.append(line)
            numbers.append(sentences.index(line))
        why[keys] = numbers
    return why, sentences


@lru_cache(maxsize=32)  # a lesson's questions: the second language asks again
def _reasons(
    game: Game[Any, Any], state: Any, seat: int, visible: frozenset[str]
) -> dict[str, tuple[Violation, ...]]:
    """The reasons that all moves with these keys share, or else those of one of them."""
    groups: dict[tuple[str, ...], list[tuple[Violation, ...]]] = {}
    for move in game.moves(state):
        keys = tuple(key for key in game.path(state, move) if not is_turn(key))
        if not visible.issuperset(keys):
            continue
        refusals = game.refusals(state, seat, move)
        for count in range(1 if game.ordered else len(keys), len(keys) + 1):
            groups.setdefault(keys[:count], []).append(refusals)
    for keys, reasons in list(groups.items()):
        if len(keys) > 1 and not game.ordered:
            for key in keys:
                groups.setdefault((key,), []).extend(reasons)
    found = {}
    for keys, reasons in groups.items():
        if () not in reasons:
            common = tuple(v for v in reasons[0] if all(v in other for other in reasons))
            found["|".join(keys if game.ordered else sorted(keys))] = (
                common or sorted(reasons, key=len)[0]
            )
    return found
