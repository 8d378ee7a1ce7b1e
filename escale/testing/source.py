"""What a game's source can tell (`teach/cited.py`) has its words and its rule."""

from __future__ import annotations

from escale.teach.cited import told, words_of

from .findings import SAY, belongs_to
from .inspection import Inspection, Problems
from .picking import NONSENSE


@belongs_to(SAY, most=12)
def rare_things_can_be_said(of: Inspection) -> Problems:
    """What the source can tell has its words and its rule, also where no random game gets."""
    if of.speech is None:
        return
    for group, kind, rule, place in told(of.game):
        try:
            of.speech.entry(group, kind)
        except KeyError as error:
            yield f"texts.toml: {str(error.args[0]).removesuffix(' in texts.toml')} ({place})"
        if rule and of.rules is not None and rule not in of.rules:
            yield f"{place} cites {rule}, which is not in rulebook.toml"


def texts_never_spoken(of: Inspection, games: int) -> Problems:
    """Texts that no game has needed: nobody has heard them yet."""
    if of.speech is None:
        return
    where = {(one.group, one.kind): one.place for one in reversed(told(of.game))}
    silent = [
        f"{group}.{kind} ({where.get((group, kind), 'nothing in the source tells it')})"
        for group in ("event", "refusal", "foresight")
        for kind, entry in of.speech.table.get(group, {}).items()
        if (group, kind) not in of.spoken and not (hasattr(entry, "get") and entry.get("silent"))
    ]
    if silent:
        nonsense = (
            ". A refusal of what no key of the table can make is heard only if `parse` reads it: "
            f"tried are {', '.join(repr(text) for text in NONSENSE if 1 < len(text) < 6)}, and "
            "moves of other moments"
        )
        refusal = any(text.startswith("refusal.") for text in silent)
        yield (
            f"has texts that nobody has heard in {games} games: {', '.join(silent)}. Random games "
            f'do not get there: start near it, check_game("{of.game.id}", positions=[…]), with '
            f"what to_position(state) writes{nonsense if refusal else ''}"
        )


def rules_that_nobody_cites(of: Inspection) -> Problems:
    """Rules of the book that no event, refusal, option, lesson or line of the source names."""
    if of.rules is None:
        return
    words = words_of(of.game.package)
    idle = [rule for rule in sorted(of.rules - of.cited) if rule not in words]
    if idle:
        yield (
            f"has rules that nothing cites: {', '.join(idle)}. An event, a refusal, a lesson's "
            "step or lessons/coverage.toml names each of them"
        )
