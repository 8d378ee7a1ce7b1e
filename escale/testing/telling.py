"""Every move: what is told of it, and whether it can be said to everybody in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from escale.engine.errors import quoted
from escale.engine.game import Event, Violation
from escale.teach.holes import NoFact, names
from escale.teach.languages import LANGUAGES, REQUIRED
from escale.teach.speech import subjects

from .inspection import Inspection, Made, Problems, Spot, is_plain, rule_is_known, who

HOLE, WORD = re.compile(r"\{[^}]*\}"), re.compile(r"[^\W\d_]+")
TWICE = re.compile(r"(?<![\d.,’'-])(\d+) \1 [^\W\d_]")  # "3 3 lanterns"
THE_SAME_REFUSAL = 40  # is said no more often than that, with other facts


def events_are_told(made: Made) -> Problems:
    if not made.events:
        yield "nothing is told: every move needs an event"
    for event in made.events:
        yield from event_is_sound(made.before, event)


def event_is_sound(at: Spot, event: Event) -> Problems:
    whose = f"the event {event.kind!r}"
    yield from rule_is_known(at.of, event.rule, whose)
    if event.seat is not None and event.seat not in at.seats:
        yield f"{whose} has the seat {event.seat!r}, which nobody has"
    for name in sorted({"rule", "kind", "seat"} & set(event.facts)):
        yield f"{whose} has a fact {name!r}: that name is taken"
    if not is_plain(event.facts):
        yield f"{whose} has facts that JSON does not keep: {quoted(event.facts)}"
    for name in event.secret:
        if name not in event.facts:
            yield f"{whose} keeps {name!r} secret, which is not among its facts"
    if event.secret:
        if not at.game.secrets:
            yield f"{whose} has secret facts, but the game says `secrets = False`"
        if event.seat is None:
            yield f"{whose} has secret facts, but no seat that may know them"
        for seat in at.viewers:
            seen = event.seen_by(seat).facts
            if seat != event.seat and any(seen.get(name) is not None for name in event.secret):
                yield f"{whose} shows a secret to {who(seat)}"
    yield from event_can_be_said(at, event)


def event_can_be_said(at: Spot, event: Event) -> Problems:
    speech, once = at.of.speech, f"event {event!r}"
    if speech is None or once in at.of.said:
        return
    at.of.said.add(once)
    at.of.spoken.add(("event", event.kind))
    note_who_is_named(at.of, "event", event)
    for reader in (None, *at.viewers):
        seen = event if reader is None else event.seen_by(reader)
        for lang in REQUIRED:
            say = partial(speech.event, seen, lang, at.match.players, reader)
            yield from can_be_said(f"event.{event.kind}", lang, say)
    if event.secret:
        entry = speech.table.get("event", {}).get(event.kind, {})
        spoken = set().union(*(names(entry[lang]) for lang in REQUIRED if lang in entry))
        for name in sorted(spoken & set(event.secret)):
            if name not in speech.table.get("hidden", {}):
                yield f"texts.toml: [hidden.{name}] must say what others hear for this secret"


def violations_are_sound(at: Spot, violations: Sequence[Violation]) -> Problems:
    speech, said = at.of.speech, at.of.said
    for violation in violations:
        kind, once = f"{violation.rule} {violation.kind}", f"violation {violation!r}"
        if once in said or at.of.refused[kind] >= THE_SAME_REFUSAL:
            continue
        said.add(once)
        at.of.refused[kind] += 1
        yield from rule_is_known(at.of, violation.rule, f"the refusal {violation.kind!r}")
        if not is_plain(violation.facts):
            yield f"the refusal {violation.kind!r} has facts that JSON does not keep"
        at.of.spoken.add(("refusal", violation.kind))
        if speech is not None:
            for lang in REQUIRED:
                for reader in (None, *at.viewers):
                    say = partial(speech.refusal, violation, lang, at.match.players, reader)
                    yield from can_be_said(f"refusal.{violation.kind}", lang, say)


def note_who_is_named(of: Inspection, group: str, event: Event) -> None:
    """A reader in another hole than `seat` before a verb: said by name, and worth a better text."""
    if of.speech is None:
        return
    entry = of.speech.table.get(group, {}).get(event.kind, {})
    for lang in REQUIRED:
        template = entry.get(lang) if isinstance(entry, Mapping) else None
        for hole in subjects(template, lang) if isinstance(template, str) else ():
            fact = str(hole.path[0])
            if fact != "seat" and of.speech.is_person(fact) and type(event.facts.get(fact)) is int:
                of.by_name.add(f"[{group}.{event.kind}] {lang} {{{fact}}}")


def readers_called_by_name(of: Inspection) -> Problems:
    if of.by_name:
        yield (
            f"calls a reader by name before a verb: {', '.join(sorted(of.by_name))}. To say “you”, "
            "write both verbs: {other} {other:~has|have} …"
        )


def texts_in_one_language(of: Inspection) -> Problems:
    """Sentences that are letter by letter the same in two languages: one was not translated."""
    if of.speech is None:
        return
    alike = []
    for group in ("event", "refusal", "foresight"):
        for kind, entry in of.speech.table.get(group, {}).items():
            said = [entry.get(lang) for lang in REQUIRED] if isinstance(entry, Mapping) else []
            words = WORD.findall(HOLE.sub("", str(said[0]))) if said else []
            if len(words) > 2 and len(set(map(str, said))) == 1:
                alike.append(f"[{group}.{kind}]")
    if alike:
        yield f"says the same in {' and '.join(REQUIRED)}: {', '.join(alike)}"


def can_be_said(name: str, lang: str, say: Callable[[], str]) -> Problems:
    try:
        sentence = say()
    except NoFact as error:
        yield f"texts.toml: [{name}] {lang} asks for {error.name!r}, which is not there"
    except KeyError as error:  # the whole entry
        yield f"texts.toml: {str(error.args[0]).removesuffix(' in texts.toml')}"
    except Exception as error:
        yield f"texts.toml: [{name}] cannot be said in {lang}: {error}"
    else:
        if "{" in sentence or "}" in sentence:
            yield f"texts.toml: [{name}] says a brace in {lang}: {quoted(sentence)}"
        if slip := LANGUAGES[lang].slip(sentence):
            yield f"texts.toml: [{name}] says “{slip}” in {lang}: {quoted(sentence)}"
        if twice := TWICE.search(sentence):
            yield (
                f"texts.toml: [{name}] says “{twice[0].strip()}” in {lang}: a form with | writes "
                "its number itself; {hole:~one|many} is the word alone"
            )
        if not sentence and name.startswith("refusal"):
            yield f"texts.toml: [{name}] says nothing in {lang}: a refusal gives its reason"


def a_move_is_one_move(made: Made) -> Problems:
    """With events wanted or not, told at once or slowly, it is the same move."""
    at, move = made.before, made.move
    game, state = at.game, at.state
    if game.apply(state, move) != made.state:
        yield "apply leads elsewhere when no events are wanted"
    before = Event("", "before", None, {})
    events = [before]
    game.apply(state, move, events)
    if events[:1] != [before] or tuple(events[1:]) != made.events:
        yield "apply must append to the list of events that it is given, and nothing else"
    moments = game.unfold(state, move)
    if not moments or moments[-1].state != made.state:
        yield "unfold does not end where apply does"
    if tuple(event for moment in moments for event in moment.events) != made.events:
        yield "unfold tells other events than apply"


def a_veil_hides_from_others_only(made: Made) -> Problems:
    at, text = made.before, made.before.game.format(made.move)
    assert at.actor is not None
    for seat in at.viewers:
        veiled = at.game.veil(made.move, at.actor, at.state, seat, made.state)
        if veiled != text and (seat == at.actor or not at.game.secrets):
            yield f"{who(seat)} made the move {text} or may see it, but veil shows {veiled!r}"
