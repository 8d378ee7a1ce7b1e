"""The table of Galets: a row of pebbles on the sand, and what each player has taken.

The words are few, so they stand here; a larger game keeps them in its `texts.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Box, Layout, Piece, Scene, Seat, Target

from .rules import PASS, PEBBLES, State

if TYPE_CHECKING:
    from escale.engine.game import View

WORDS = {
    "fr": {
        "heading": "{} galets dans la rangée",
        "yours": "À vous. Prenez un galet à l’un des deux bouts.",
        "yours-pass": "À vous. Aucun bout n’est permis : passez.",
        "theirs": "À {} de jouer.",
        "over": "Partie finie : {} gagne.",
        "pebble": "galet {}",
        "end": "galet {}, à un bout",
        "pass": "Passer",
        "row": "Rangée, de gauche à droite : {}.",
        "empty": "La rangée est vide.",
        "taken": "{} a pris {}, {} en tout.",
        "nothing": "rien",
        "you": "Vous",
    },
    "en": {
        "heading": "{} pebbles in the row",
        "yours": "Your turn. Take a pebble from either end.",
        "yours-pass": "Your turn. Neither end is allowed: pass.",
        "theirs": "{} to play.",
        "over": "The game is over: {} wins.",
        "pebble": "pebble {}",
        "end": "pebble {}, at an end",
        "pass": "Pass",
        "row": "The row, from left to right: {}.",
        "empty": "The row is empty.",
        "taken": "{} has taken {}, {} in all.",
        "nothing": "nothing",
        "you": "You",
    },
}
# Nine stones, no two alike: the outline, and which of three greys.
STONES = (
    "M10 34C6 18 22 8 36 12 52 8 62 22 58 36 56 52 40 60 28 56 14 56 12 46 10 34Z",
    "M8 38C8 22 24 12 38 14 54 14 62 28 58 42 54 54 38 56 26 54 14 54 8 48 8 38Z",
    "M12 30C14 14 34 8 46 16 60 24 60 42 50 52 38 60 20 58 14 46 10 40 11 36 12 30Z",
)


def symbols() -> str:
    """A pebble for each number, and a badge for each seat.

    What a symbol is painted with stands on its parts: the page's rules do not reach inside of it,
    its variables do.
    """
    pebbles = (
        f'<symbol id="ga-{pebble}" viewBox="0 0 68 68"><path d="{stone}" fill="#00000026" '
        f'transform="translate(1 4)"/><path d="{stone}" fill="var(--ga-s{pebble % 3})"/>'
        '<path d="M18 28C20 18 30 15 38 17" fill="none" stroke="#ffffff8c" stroke-width="3" '
        'stroke-linecap="round"/><text x="34" y="45" text-anchor="middle" fill="var(--ga-n)" '
        f'style="font:700 32px var(--es-serif)">{pebble}</text></symbol>'
        for pebble in PEBBLES
        for stone in (STONES[pebble * 2 % 3],)
    )
    badges = (
        f'<symbol id="ga-seat-{seat}" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" '
        f'fill="{colour}"/><text x="12" y="16.5" text-anchor="middle" fill="#fff" '
        f'style="font:700 12px system-ui,sans-serif">{"AB"[seat]}</text></symbol>'
        for seat, colour in enumerate(("#0b6e75", "#9a5b1d"))
    )
    return "".join([*pebbles, *badges])


DAY = (
    "--ga-sand:#efe2c8;--ga-wet:#dccaa6;--ga-foam:#fffdf6;--ga-n:#1f2a30;"
    "--ga-s0:#9fb0b8;--ga-s1:#c7bfb2;--ga-s2:#8f9a8e"
)
NIGHT = (
    "--ga-sand:#332e26;--ga-wet:#29251f;--ga-foam:#5f7f80;--ga-n:#0d1215;"
    "--ga-s0:#7c8d96;--ga-s1:#a39a8c;--ga-s2:#76837a"
)


def style() -> str:
    """The beach by day; by night where the theme, or in `auto` the reader's system, is dark."""
    return (
        f".es-galets{{{DAY}}}.es-galets[data-theme=dark]{{{NIGHT}}}"
        f"@media (prefers-color-scheme:dark){{.es-galets[data-theme=auto]{{{NIGHT}}}}}"
    )


def layouts(players: int) -> Sequence[Layout]:
    return [_layout("narrow", 0, 360, 300, 38), _layout("middle", 560, 840, 420, 84)]


def _layout(name: str, least: int, width: int, height: int, step: int) -> Layout:
    """A row in the middle, a line of taken pebbles above (the other) and below (mine)."""
    places: dict[str, Box] = {}
    middle, stone, small = height / 2, step * 1.02, step * 0.66
    for half in range(17):  # a row of any length stands in the middle, on half steps
        x = width / 2 + (half - 8) * step / 2 - stone / 2
        places[f"row/{half}"] = Box(x, middle - stone / 2, stone, stone, 2)
    for line, y in (("other", height * 0.08), ("mine", height * 0.92 - small)):
        tall = max(small * 0.45, 18)
        places[f"{line}/name"] = Box(width * 0.04, y + (small - tall) / 2, small * 3, tall, 1)
        for i in range(len(PEBBLES)):
            places[f"{line}/{i}"] = Box(width * 0.27 + i * small * 1.08, y, small, small, 3)
    places["pass"] = Box(width / 2 - 60, middle + step * 0.72, 120, 44, 4)
    wave = f"M0 {height * 0.27:g}q{width / 12:g} -14 {width / 6:g} 0" + f"t{width / 6:g} 0" * 5
    low = f"M0 {height * 0.73:g}q{width / 12:g} 14 {width / 6:g} 0" + f"t{width / 6:g} 0" * 5
    back = f"q{-width / 12:g} -14 {-width / 6:g} 0" + f"t{-width / 6:g} 0" * 5  # low, from its end
    scenery = (
        f'<rect fill="var(--ga-wet)" width="{width}" height="{height}" rx="12"/>'
        f'<path fill="var(--ga-sand)" d="{wave}V{height * 0.73:g}{back}Z"/>'
        f'<path d="{wave}{low}" fill="none" stroke="var(--ga-foam)" stroke-width="4" opacity=".8"/>'
    )
    return Layout(name, least, width, height, places, scenery)


def players(state: State) -> int:
    return len(state.taken)


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    words, state = WORDS[lang], view.state
    me = view.seat if view.seat >= 0 else 0
    last = state.last or None
    pieces: dict[str, Piece] = {}
    targets: dict[str, Target] = {}
    for i, pebble in enumerate(state.row):
        place = f"row/{len(PEBBLES) - len(state.row) + 2 * i}"
        pieces[f"pebble:{pebble}"] = Piece(place, symbol=f"ga-{pebble}")
        at_end = i in (0, len(state.row) - 1)
        targets[f"pebble:{pebble}"] = Target(
            place, words["end" if at_end else "pebble"].format(pebble)
        )
    for seat, taken in enumerate(state.taken):
        line = "mine" if seat == me else "other"
        name = words["you"] if seat == view.seat else names[seat]
        pieces[f"name:{seat}"] = Piece(f"{line}/name", text=name, style="start bold")
        for i, pebble in enumerate(taken):
            mark = "last" if pebble == last and i == len(taken) - 1 else ""
            pieces[f"pebble:{pebble}"] = Piece(f"{line}/{i}", symbol=f"ga-{pebble}", style=mark)
    if state.turn is not None and view.seat >= 0:
        targets["say:pass"] = Target("pass", words["pass"], words["pass"])
    return Scene(
        pieces,
        targets,
        _seats(state, names),
        words["heading"].format(len(state.row)),
        _status(view, words, names),
        _words(state, words, names),
    )


def _seats(state: Any, names: Sequence[str]) -> list[Seat]:
    return [
        Seat(names[seat], f"ga-seat-{seat}", str(sum(state.taken[seat])), state.turn == seat)
        for seat in range(len(names))
    ]


def _status(view: View, words: dict[str, str], names: Sequence[str]) -> str:
    from . import game

    state = view.state
    if state.turn is None:
        outcome = game.outcome(state)
        assert outcome is not None
        return words["over"].format(names[outcome.winners[0]])
    if state.turn != view.seat:
        return words["theirs"].format(names[state.turn])
    return words["yours-pass" if game.legal(state, view.seat) == (PASS,) else "yours"]


def _words(state: Any, words: dict[str, str], names: Sequence[str]) -> list[str]:
    row = words["row"].format(", ".join(map(str, state.row))) if state.row else words["empty"]
    return [
        row,
        *(
            words["taken"].format(
                names[seat], ", ".join(map(str, taken)) or words["nothing"], sum(taken)
            )
            for seat, taken in enumerate(state.taken)
        ),
    ]
