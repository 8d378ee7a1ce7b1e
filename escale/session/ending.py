"""How a game ended, in the house's words: for a game that does not say it itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from escale.teach.texts import texts

if TYPE_CHECKING:
    from escale.engine.match import Match


def ended(match: Match, lang: str, reader: int | None = None) -> str:
    """Who has won, or that nobody has; "" while the game is on."""
    outcome = match.outcome
    if outcome is None:
        return ""
    speech, winners = texts(match.game), outcome.winners
    if outcome.draw:
        return speech.label("drawn", lang)
    if len(winners) == 1:
        return speech.words("label", "won", {"seat": winners[0]}, lang, match.players, reader)
    facts = {"seats": list(winners)}
    return speech.words("label", "won-together", facts, lang, match.players, reader)
