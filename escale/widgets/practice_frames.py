"""An exercise as the page gets it: frames of what its seat may know, never the record.

While it is asked, the board does not tell: the game's own picture for that (`asked` in its
`scene.py`), or its scene without signs of whose turn it is. What comes of the move is shown up to
the moment that is asked about; the rest comes along as the frames of the *truth*, with the
sentences that say it, and the page plays them once somebody has answered. So the answer is in the
data of the page, in no element and no attribute, as those of lessons are: practice then starts at
first paint and survives a kernel. What is hidden from the seat is in none of it.

Needs the standard library only: it also runs where a wheel is built.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from escale.draw.scene import SIGNS, TELLING, Scene, addressed, scenes, with_choices, without
from escale.engine.game import Event, Moment, View
from escale.engine.match import Match
from escale.session.box import layout_entry
from escale.session.frames import Json, difference, merged, whole
from escale.session.words import ui
from escale.teach.exercises import Exercise, breaks, offers
from escale.teach.exercises.model import At, happens, subject
from escale.teach.exercises.spot import truth
from escale.teach.languages import FIRST, LANGUAGES
from escale.teach.narrate import Line, narrate
from escale.teach.overlays import in_scene
from escale.teach.rulebook import rulebook
from escale.teach.texts import practice_texts, texts

from .lesson_frames import changed, changes, places

if TYPE_CHECKING:
    from escale.engine.game import Game

FEW = 3  #: sentences of a reply
#: kinds of places at which it can be seen who sits where, and what each has laid
WHO = frozenset(("name", "seat", "row"))

Picture = Callable[[Any, str], Scene]  #: of a state, in a language


def form(exercise: Exercise) -> str:
    """What is asked, so that it can be told whether the same is asked again and again."""
    kind: str = exercise["kind"]
    if kind != "what":
        return kind
    asked = exercise["question"][FIRST].split(". ")[-1]
    names = "|".join(map(re.escape, exercise["record"]["players"]))  # a class has names of its own
    return re.sub(rf"\d+|{names}", "", asked)


def page(exercise: Exercise) -> Json:
    """All that the page needs of an exercise but the box."""
    asked = Asked(exercise)
    told = asked.told(FIRST)
    others = [lang for lang in LANGUAGES if lang != FIRST]
    return {
        **{name: exercise[name] for name in ("players", "seat", "rule", "kind", "because")},
        "contrast": exercise["contrast"],
        "breaks": breaks(exercise),
        "offers": offers(exercise),
        "form": form(exercise),
        "answer": asked.answer(),
        "first": FIRST,  # whole; of the others, what differs
        **asked.narrow(told),
        FIRST: told,
        **{lang: changes(told, asked.told(lang)) for lang in others},
    }


class Asked:
    """An exercise on its way to a page."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.kind: str = exercise["kind"]
        self.seat: int = exercise["seat"]
        self.match = Match.from_record(exercise["record"])
        self.game: Game[Any, Any] = self.match.game
        self.names = self.match.players
        self.moments = [*self._moments()]
        self._moved: dict[str, Json] = {}  # by path, what a move does in any language
        self.shown = self._shown()  #: so many moments are shown before it is asked

    # --- what happens, and how much of it is seen -------------------------------------------------

    def _moments(self) -> Iterator[Moment]:
        """Of the move that is asked about, and of those that follow."""
        if self.kind == "what":
            state = self.match.state
            for text in (self.exercise["move"], *self.exercise["then"]):
                moments = self.game.unfold(state, self.game.parse(text))
                yield from moments
                state = moments[-1].state

    @property
    def right(self) -> Mapping[str, Any]:
        """What the right answer of `what` says."""
        found: Mapping[str, Any] = self.exercise["options"][self.exercise["answer"][0]]["value"]
        return found

    def _shown(self) -> int:
        """All moments before the first that is about the answer; none of a move that is one."""
        if self.kind != "what":
            return min(1, len(self.moments))
        if "next" in self.right:
            return self._own_moments()
        for number, moment in enumerate(self.moments):
            if number and any(self._is_asked(event) for event in moment.events):
                return number
        return len(self.moments) - 1

    def _own_moments(self) -> int:
        """What belongs to the move itself: a card is drawn before it is somebody else's turn."""
        own = 1
        for moment in self.moments[1:-1]:
            if not moment.events or any(e.seat != self._mover for e in moment.events):
                break
            own += 1
        return min(own, len(self.moments))

    @property
    def _mover(self) -> int | None:
        return self.game.actor(self.match.state)

    def _is_asked(self, event: Event) -> bool:
        column = self.right.get("column")
        if column is not None:
            return bool(event.facts.get("column") == column)
        kind = self.right.get("event", self.right.get("each"))
        return event.kind == kind or (kind is None and event.rule in self.exercise["because"])

    def _last(self) -> int:
        """The last moment that the truth has to show."""
        if "next" in self.right:
            return len(self.moments)
        about = [
            number
            for number in range(self.shown, len(self.moments))
            if any(self._is_asked(event) for event in self.moments[number].events)
        ]
        return (about[-1] if about else self.shown) + 1

    # --- pictures ---------------------------------------------------------------------------------

    def _view(self, state: Any) -> View:
        if self.exercise["open"]:
            return View(self.game.id, self.seat, state)
        return self.game.view(state, self.seat)

    def _open(self, state: Any, lang: str) -> Scene:
        """The table as it is at play."""
        made: Scene = scenes(self.game).scene(
            self._view(state), in_scene(self.game.id, lang), self.names
        )
        return self._addressed(made, lang)

    def _closed(self, state: Any, lang: str) -> Scene:
        """The same without what would tell."""
        module: Any = scenes(self.game)
        if hasattr(module, "asked"):
            made: Scene = module.asked(self._view(state), in_scene(self.game.id, lang), self.names)
            return self._addressed(made, lang)
        return without(self._open(state, lang), TELLING)

    def _addressed(self, scene: Scene, lang: str) -> Scene:
        """Questions and answers say "you" to their seat: so does the board."""
        return addressed(scene, ui()["you"][in_scene(self.game.id, lang)])

    # --- one language -----------------------------------------------------------------------------

    def told(self, lang: str) -> Json:
        start, asked = self._start(lang), self._asked(lang)
        told: Json = {
            "names": list(self.names),
            "scene": whole(start),
            "question": self.exercise["question"][lang],
            "mark": [*self._marks(start, asked, lang)],
            "truth": [*self._truth(asked, lang)],
        }
        if start != asked:
            told["made"] = difference(start, asked)
        if self.kind == "spot":
            told["before"] = difference(start, self._earlier(lang))
        return told | KINDS[self.kind](self, asked, lang)

    def _start(self, lang: str) -> Scene:
        if self.kind == "spot":
            return self._open(self.match.state, lang)
        return self._closed(self.match.state, lang)

    def _earlier(self, lang: str) -> Scene:
        """The board before what is told: with the last move, where that is told slowly."""
        ply = self.match.plies[-1]
        before = self.match.state_at(self.match.ply - 1)
        first, *more = self.game.unfold(before, ply.move)
        return self._closed(first.state if more else before, lang)

    def _asked(self, lang: str) -> Scene:
        """The board in front of which it is asked."""
        if self.shown:
            return self._closed(self.moments[self.shown - 1].state, lang)
        scene = self._start(lang)
        if self.kind == "reach":
            lang = in_scene(self.game.id, lang)
            return with_choices(self.game, self._view(self.match.state), scene, lang)
        if self.kind == "may":
            return scene._replace(choices=tuple(path for path in self._paths(scene) if path))
        return scene

    def _marks(self, start: Scene, asked: Scene, lang: str) -> Iterator[str]:
        """What the question is about: what all its answers have in common, and what has moved."""
        if self.kind == "what":
            values = [option["value"] for option in self.exercise["options"]]
            for name, value in values[0].items():
                key = f"{name}:{value}"
                same = all(other.get(name) == value for other in values)
                if same and (key in asked.targets or key in asked.pieces):
                    yield key
            played = self._closed(self.moments[0].state, lang) if "next" in self.right else asked
            yield from (key for key in _moved(start, played) if key in asked.pieces)
        elif self.kind == "why":
            path = self.game.path(self.match.state, self.game.parse(self.exercise["move"]))
            yield from (key for key in path if key in asked.targets)

    def _truth(self, asked: Scene, lang: str) -> Iterator[Json]:
        """From the board that was asked about to what comes of it."""
        if self.kind != "what":
            return
        states = [moment.state for moment in self.moments]
        seen = states[self.shown - 1 : self.shown] if self.shown else []
        pictured = getattr(scenes(self.game), "PICTURED", ())
        if not {self.right.get(name) for name in ("event", "never", "each")} & {*pictured}:
            rest = states[self.shown : self._last()]
            seen += rest[-1:] if "next" in self.right else rest
        before = asked
        for state in seen:
            after = self._open(state, lang)
            if after != before:
                yield difference(before, after)
            before = after

    def narrow(self, told: Json) -> Json:
        """The narrow layout of this very exercise, of a game whose `scene.py` composes one."""
        compose = getattr(scenes(self.game), "phone_lesson", None)
        if compose is None:
            return {}
        scene = told["scene"]
        found: set[str] = set()
        found.update(changed(scene["pieces"], merged(scene, told.get("before", {}))["pieces"]))
        for number, frame in enumerate((told.get("made", {}), *told["truth"])):
            after = merged(scene, frame)
            if number != 1:  # where the table begins to tell, every part of it changes
                found.update(changed(scene["pieces"], after["pieces"]))
            scene = after
        for frame, _ in told.get("moves", {}).values():
            pieces = frame["pieces"]
            found.update(changed({key: scene["pieces"].get(key) for key in pieces}, pieces))
        keys = [*told["mark"], *(key for path in told.get("paths", ()) for key in path)]
        keys += [key for path in told.get("moves", ()) for key in path.split("|")]
        about = [*places(scene, [key for key in keys if key in scene["targets"]])]
        found.update(about, self._within(about, scene))
        if self.kind == "what" and "next" in self.right:  # answered from who sits where
            taken = (place for place, *_ in told["scene"]["pieces"].values())
            found.update(place for place in taken if place.split(":")[0] in WHO)
        layout = layout_entry(compose(len(self.names), frozenset(found)))
        used = {*_used(told)}  # most places of a table are empty at any moment
        kept = {place: box for place, box in layout["places"].items() if place in used}
        return {"narrow": layout | {"places": kept}}

    def _within(self, about: list[str], scene: Json) -> Iterator[str]:
        """The places of the pieces that lie in these places."""
        boxes = scenes(self.game).layouts(len(self.names))[-1].places
        around = [boxes[place] for place in about if place in boxes]
        for place, *_ in scene["pieces"].values():
            if (box := boxes.get(place)) is None:
                continue
            x, y = box.x + box.w / 2, box.y + box.h / 2
            if any(a.x <= x <= a.x + a.w and a.y <= y <= a.y + a.h for a in around):
                yield place

    # --- sentences --------------------------------------------------------------------------------

    def _lines(self, events: Iterable[Event], lang: str) -> list[Line]:
        hidden = not self.exercise["open"]
        seen = [event.seen_by(self.seat) if hidden else event for event in events]
        return narrate(self.game, seen, lang, self.names, self.seat)

    def _rule(self, rule: str, lang: str) -> list[Any]:
        return [rulebook(self.game).rules[rule].short[lang], [rule]]

    def _because(self, lang: str) -> list[Any]:
        """The rules of the answer, as the rulebook says them briefly."""
        return [self._rule(rule, lang) for rule in self.exercise["because"][:FEW]]

    def idea(self, name: str | None, lang: str) -> str:
        """What somebody believes who answers so; "" if nothing in particular."""
        if name is None:
            return ""
        return practice_texts(self.game).words("idea", name, {}, lang, self.names, self.seat)

    def _refused(self, move: Any, lang: str) -> list[Any]:
        found = self.game.refusals(self.match.state, self.seat, move)
        return [
            [texts(self.game).refusal(violation, lang, self.names, self.seat), [violation.rule]]
            for violation in found
        ]

    # --- by kind ----------------------------------------------------------------------------------

    def _options(self, lang: str) -> Json:
        options = self.exercise["options"]
        return {
            "options": [option[lang] for option in options],
            "ideas": [self.idea(option["misconception"], lang) for option in options],
        }

    def what(self, _asked: Scene, lang: str) -> Json:
        """Said are those sentences of the log that cite the rules of the answer: first the answer
        itself, then what the practised rule does, then the rest; in the order of the log."""
        events = [event for moment in self.moments for event in moment.events]
        lines = self._lines(events, lang)
        ranked = []
        for number, line in enumerate(lines):
            after = lines[number + 1].at if number + 1 < len(lines) else len(events)
            told = events[line.at : after]  # silent events belong to the sentence before them
            if not {*line.rules} & {*self.exercise["because"]}:
                continue
            if "column" in self.right and not any(map(self._is_asked, told)):
                continue
            answers = any(self._answers(event) for event in told)
            ranked.append((not answers, self.exercise["rule"] not in line.rules, -number, line))
        best = sorted(ranked, key=lambda entry: entry[:3])[:FEW]
        said = [_said(line) for *_, line in sorted(best, key=lambda entry: -entry[2])]
        return self._options(lang) | self._who() | {"said": said or self._because(lang)}

    def _answers(self, event: Event) -> bool:
        """Is it the right answer that this event tells?"""
        if "each" in self.right:
            return event.kind == self.right["each"] and event.seat in self.right["seats"]
        return "event" in self.right and happens(self.right, (event,))

    def _who(self) -> Json:
        """The players whom the options name, if that is what they differ in."""
        values = [option["value"] for option in self.exercise["options"]]
        who = [value.get("seat", value.get("next")) for value in values]
        return {"who": who} if len({*who} - {None}) > 1 else {}

    def why(self, _asked: Scene, lang: str) -> Json:
        move = self.game.parse(self.exercise["move"])
        return self._options(lang) | {"said": self._refused(move, lang)}

    def may(self, asked: Scene, lang: str) -> Json:
        """To every option that is refused, why; to the others, what a misconception overlooks."""
        moves = [self.game.parse(option["value"]) for option in self.exercise["options"]]
        return self._options(lang) | {
            "paths": [list(path) for path in self._paths(asked)],
            "verdicts": [self._refused(move, lang) for move in moves],
            "permits": [self._permitted(move, lang) for move in moves],
            "said": self._because(lang),
        }

    def _permitted(self, move: Any, lang: str) -> list[Any] | None:
        """The rule that allows a legal move, if one does of which that could be doubted."""
        rule = self._permissions.get(move)
        return self._rule(rule, lang) if rule else None

    @cached_property
    def _permissions(self) -> dict[Any, str]:
        """By legal move, the rule that allows it: what decides about it, as the game tells."""
        tried = self.match.fork()
        legal = tried.legal()
        tried.play(legal[0])
        at = At(tried, self.match.ply)
        decisive = (one for one in subject(self.game).tempting(at) if not one.contrast)
        return {one.move: one.rule for one in decisive if one.idea and one.move in legal}

    def _paths(self, scene: Scene) -> Iterator[tuple[str, ...]]:
        """How each option is picked on the board; () where it cannot be."""
        for option in self.exercise["options"]:
            path = self.game.path(self.match.state, self.game.parse(option["value"]))
            yield path if all(key in scene.targets for key in path) else ()

    def reach(self, asked: Scene, lang: str) -> Json:
        """By the path of every legal move: what it does on the board, and what is said of it."""
        state, made = self.match.state, {}
        for move in self.game.legal(state, self.seat):
            moments = self.game.unfold(state, move)
            path = "|".join(self.game.path(state, move))
            frame = self._moved.get(path)
            if frame is None:
                after = self._open(moments[max(0, len(moments) - 2)].state, lang)
                frame = {"pieces": difference(asked, after).get("pieces", {})}
                if gone := [key for key in asked.targets if key not in after.targets]:
                    frame["targets"] = dict.fromkeys(gone)
                if _is_wordless(frame["pieces"]):
                    self._moved[path] = frame
            events = [event for moment in moments for event in moment.events]
            lines = self._lines(events, lang)
            own = [
                line
                for line in lines
                if happens(self.exercise["goal"], (events[line.at],)) or line.seat == self.seat
            ]
            said = [*map(_said, (own or lines)[-2:])]
            made[path] = [frame, said]
        return {"moves": made, "said": self._because(lang)}

    def spot(self, _asked: Scene, lang: str) -> Json:
        told = [sentence[lang] for sentence in self.exercise["told"]]
        ideas = [""] * len(told)
        ideas[self.exercise["answer"][0]] = self.idea(self.exercise["misconception"], lang)
        return {"options": told, "ideas": ideas, "said": self._because(lang)} | self._real(lang)

    def _real(self, lang: str) -> Json:
        """How it really went where a sentence was altered."""
        wrong = self.exercise["told"][self.exercise["answer"][0]]
        event = truth(self.match, self.seat, wrong)
        text = event and practice_texts(self.game).event(event, lang, self.names, self.seat)
        return {"real": [text, [event.rule]]} if event and text else {}

    def answer(self) -> list[Any]:
        """Indexes of options, or paths of keys."""
        if self.kind != "reach":
            return list(self.exercise["answer"])
        moves = map(self.game.parse, self.exercise["answer"])
        return ["|".join(self.game.path(self.match.state, move)) for move in moves]


KINDS: Mapping[str, Callable[[Asked, Scene, str], Json]] = {
    "may": Asked.may,
    "why": Asked.why,
    "what": Asked.what,
    "reach": Asked.reach,
    "spot": Asked.spot,
}


def _used(told: Json) -> Iterator[str]:
    """The places that anything lies at, or can be picked at, in any of these frames."""
    moves = [frame for frame, _ in told.get("moves", {}).values()]
    made = [told.get("made", {}), told.get("before", {})]
    for scene in (told["scene"], *made, *told["truth"], *moves):
        for table in ("pieces", "targets"):
            yield from (row[0] for row in scene.get(table, {}).values() if row)


def _said(line: Line) -> list[Any]:
    return [line.text, list(line.rules)]


def _moved(start: Scene, asked: Scene) -> Iterator[str]:
    """The pieces that the move has brought to where they lie, if they are few."""
    found = [
        key
        for key, piece in asked.pieces.items()
        if key.partition(":")[0] not in SIGNS and piece.symbol and key in start.pieces
        if _room(start.pieces[key].place) != _room(piece.place)
    ]
    yield from found if len(found) <= FEW else ()


def _is_wordless(pieces: Json) -> bool:
    """Are these pieces the same in every language? A longer number is not."""
    texts = (row[2] for row in pieces.values() if row and len(row) > 2 and row[2])
    return all(text.isdigit() for text in texts)


def _room(place: str) -> str:
    """Moving up in a hand is no travel."""
    return place.partition(":")[0]
