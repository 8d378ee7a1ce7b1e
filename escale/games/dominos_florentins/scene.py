"""The table of Dominos Florentins: a goldsmith's bench, stones inlaid in a frame of wood and brass.

A card that has been placed is no longer seen as a card: it lies, with a key of its own, below the
*spaces*, one path each, that cover it with one stone across all cards of that colour. A space that
is open spills into the cells beside it, one that is closed is set in gold. See `board`.

Keys. `card:BBOR` is a card wherever the reader knows it: in the hand, open, on the square. It
shows its name's rotation, and `turn` the way it lies. What the reader may not know has no name:
`held:SEAT/I` is the I-th card in somebody's hand. Two more only travel, in the moments of `unfold`:

- `play:SEAT`, the last card in a hand, is the one that its owner plays: it goes where the card
  goes and turns over; then `card:BBOR` comes to lie exactly on it.
- `pile:N`, the top of a pile of N, goes to whoever draws; then what is drawn comes to lie on it.

The stage lets a new piece begin where one with the same drawing is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from escale.draw.scene import TELLING, Later, Piece, Scene, Seat, Target, without
from escale.draw.svg import TEXT_SIZE
from escale.draw.text import cut
from escale.teach.holes import capital
from escale.teach.scene_words import Reader

from . import deck as decks
from . import game
from .bench import FEW, LAID, MANY
from .board import Board, board_of
from .deck import GEMS, LETTERS
from .drawings import colours, degrees, face_of, lie, style, symbols
from .layouts import layouts
from .openings import cross_complete
from .phone import NAME, phone_lesson, result_name, rim_of_plate
from .rules import BLACK, DRAWN, HAND, HANDS, OVER, PLAYED, STOCK, State
from .spaces import CELL, CELLS, COLUMNS, CROSS, EDGES, MIDDLE, ROWS
from .words import bare, black_words, card_words, cell_words, edge_words, spaces_words, tell, told

if TYPE_CHECKING:
    from escale.engine.game import View

__all__ = [
    "TOLD",
    "asked",
    "colours",
    "layouts",
    "lie",
    "phone_lesson",
    "players",
    "scene",
    "style",
    "symbols",
    "tell",
    "told",
]

TOLD: Final = "space:"
READING: Final = tuple(column + row for row in reversed(ROWS) for column in COLUMNS)


class BenchScene:
    """A scene in the making."""

    def __init__(self, view: View, lang: str, names: Sequence[str]) -> None:
        self.state: State = view.state
        self.deck = decks.find(self.state.deck)
        self.reader = view.seat if 0 <= view.seat < len(names) else None
        self.to = Reader(game, lang, tuple(names), self.reader)
        self.pieces: dict[str, Piece] = {}
        #: Has placing come to its end? Then it is all about the black cards.
        self.ending = self.state.phase in (BLACK, OVER) or any(self.state.black)
        #: Is there a pile, or has everybody still to lay a hand open?
        self.waits = bool(self.state.pile) or any(self.state.hands)
        self.fresh = self._on_its_way()
        self.board = self._board()

    # --- what lies on the table

    def _on_its_way(self) -> int | None:
        """In the middle of a move: the cell of the card that is on its way to it."""
        placed = self.state.placed
        cells = (CELL[opening[:2]] for opening in self.state.openings)
        return next((cell for cell in cells if placed[cell]), None)

    def _board(self) -> Board:
        """The square; a card on its way to it is not yet part of its stones."""
        state = self.state
        placed, black = state.placed, state.black
        if self.fresh is not None:
            placed = (*placed[: self.fresh], "", *placed[self.fresh + 1 :])
        elif state.phase == PLAYED:
            black = (*black[: state.turn], "", *black[state.turn + 1 :])
        return board_of(state.deck, placed, black)

    def lay_board(self) -> None:
        state = self.state
        self.pieces.update(self.board.pieces)
        for seat, (colour, edge) in enumerate(zip(state.colours, state.black, strict=True)):
            letter = LETTERS[colour]
            if edge:
                self.pieces[f"black:{colour}"] = Piece(f"rim:{edge}", f"df-rim{letter}")
                continue
            kept = self.ending and self.has_decided(seat)
            self.pieces[f"black:{colour}"] = Piece(
                f"black:{seat}", f"df-black{letter}", style="dim" if kept else ""
            )

    def has_decided(self, seat: int) -> bool:
        state = self.state
        return (seat - state.turn) % len(self.to.names) >= state.undecided

    def face(self, card: str) -> str:
        return f"df-{face_of(self.deck, card)}"

    def lay_hands(self) -> None:
        state = self.state
        moving = state.phase in (PLAYED, DRAWN)
        for seat, hand in enumerate(state.hands):
            mine, moves = seat == self.reader, moving and seat == state.turn
            for i, card in enumerate(hand[:HAND]):
                place = f"hand:{i}" if mine else f"held:{seat}/{i}"
                last = i == len(hand) - 1
                if last and moves and state.phase == DRAWN:
                    key = f"pile:{len(state.pile) + 1}"
                elif mine and card:
                    key = f"card:{card}"
                else:
                    key = f"play:{seat}" if last and not moves else f"held:{seat}/{i}"
                symbol = self.face(card) if card else "df-back"
                look = "" if key.startswith("card:") else "flips"
                self.pieces[key] = Piece(place, symbol, style=look)
        if moving:
            self.lay_moving()

    def lay_moving(self) -> None:
        """What is being played. Somebody else's card comes out of the hand and turns over."""
        state = self.state
        theirs = state.turn != self.reader and state.hands[state.turn]
        if self.fresh is not None:
            lie_ = state.placed[self.fresh]
            card = self.deck.card[lie_]
            self.pieces[f"play:{state.turn}" if theirs else f"card:{card}"] = Piece(
                f"cell:{CELLS[self.fresh]}",
                self.face(card),
                style="flips",
                turn=degrees(self.deck, lie_),
            )
        elif theirs and state.phase == PLAYED and state.stock:
            laid = self.pieces.pop(f"card:{state.stock[-1]}")
            self.pieces[f"play:{state.turn}"] = laid._replace(style=f"{laid.style} flips")

    def lay_stock(self) -> None:
        state = self.state
        self.lay_pile()
        sizes = FEW if self.waits else MANY
        size = next(size for size in sizes if len(state.stock) <= size)
        name = "open" if self.waits else "left" if state.phase == OVER else "common"
        self.stock_place = f"{name}:{size}/"
        self.asked_place = self.stock_place.replace("open:", "asked:")
        look = "locked" if self.waits else "dim" if self.ending else ""
        for i, card in enumerate(state.stock):
            place = f"{self.stock_place}{i}"
            self.pieces[f"card:{card}"] = Piece(place, self.face(card), style=look)

    def lay_pile(self) -> None:
        """The top three, each known by how many lie below it."""
        left = len(self.state.pile)
        for i in range(min(left, 3)):
            self.pieces[f"pile:{left - i}"] = Piece(f"pile:{2 - i}", "df-back", style="flips")
        if left:
            self.pieces["pile:disc"] = Piece("pile:disc", "df-disc")
            self.pieces["pile:count"] = Piece(
                "pile:count", text=str(left), style="bold count counts"
            )

    def lay_plates(self) -> None:
        state = self.state
        for seat, colour in enumerate(state.colours):
            letter = LETTERS[colour]
            look = "bold start you" if seat == self.reader else "bold start"
            for place, width, height in self.rooms_for_name(seat):
                name = cut(self.to.names[seat], width, height * TEXT_SIZE)
                self.pieces[place] = Piece(place, text=name, style=look)
            self.pieces[f"kind:{seat}"] = Piece(
                f"kind:{seat}", text=self.kind(seat), style="soft start"
            )
            self.pieces[f"gem:{seat}"] = Piece(f"gem:{seat}", f"df-gem{letter}")
            self.pieces[f"score:{seat}"] = Piece(
                f"score:{seat}", text=str(self.count(seat)), style="serif bold counts"
            )
        outcome = game.outcome(state)
        if outcome is None:
            self.pieces["turn"] = Piece(f"turn:{state.turn}", "df-turn")
            rim = rim_of_plate(len(self.to.names))
            self.pieces["now"] = Piece(f"now:{state.turn}", path=rim, style="now")
        else:
            for seat in outcome.winners:
                self.pieces[f"winner:{seat}"] = Piece(f"winner:{seat}", "df-laurel")

    def lay_results(self) -> None:
        """On a phone, once it is over: what everybody has, in the room that the cards leave."""
        if self.state.phase != OVER:
            return
        width, height = result_name(len(self.to.names))
        outcome = game.outcome(self.state)
        for seat, colour in enumerate(self.state.colours):
            gem, count = f"df-gem{LETTERS[colour]}", str(self.count(seat))
            name = cut(self.to.names[seat], width, height * TEXT_SIZE)
            self.pieces[f"end:gem/{seat}"] = Piece(f"end:gem/{seat}", gem)
            self.pieces[f"end:score/{seat}"] = Piece(
                f"end:score/{seat}", text=count, style="serif bold start"
            )
            look = "bold you" if seat == self.reader else "bold"
            self.pieces[f"end:name/{seat}"] = Piece(f"end:name/{seat}", text=name, style=look)
            if outcome is not None and seat in outcome.winners:
                self.pieces[f"end:laurel/{seat}"] = Piece(f"end:laurel/{seat}", "df-laurel")

    def rooms_for_name(self, seat: int) -> Iterator[tuple[str, float, float]]:
        """Where a name may stand, and how much of it has room there."""
        yield f"name:{seat}@lesson", *NAME
        for layout in layouts(len(self.to.names)):
            place = f"name:{seat}@{layout.name}"
            yield place, layout.places[place].w, layout.places[place].h

    def lay_titles(self) -> None:
        state = self.state

        def title(place: str, label: str, style: str = "serif bold start") -> None:
            self.pieces[place] = Piece(place, text=self.to.say(label), style=style)

        if self.waits:
            title("title", "watching" if self.reader is None else "your-hand")
            title("stock:title", "pile-title")
            title("stock:note", "locked", "soft start")
            title("note@phone", "locked-cards", "soft start")
            self.pieces["lock"] = Piece("lock", "df-lock")
            self.pieces["lock@phone"] = Piece("lock@phone", "df-lock")
            if self.reader is None:
                title("title:none", "watching", "serif bold")
        elif not self.ending:
            title("title", "stock-title")
        elif state.stock:
            title("title", "left-title")

    def lay_turner(self) -> None:
        """Where the house has its button to turn a card, as long as there are cards to place."""
        if self.reader is not None and not self.ending:
            place = "turner:hand" if self.waits else "turner:common"
            self.pieces["turner"] = Piece(place, "df-turner")

    # --- what a person can pick

    def targets(self) -> dict[str, Target]:
        """Cells and edges first: what comes and goes stands at the end."""
        state, lang = self.state, self.to.lang
        asked = {opening[:2]: opening[2:] for opening in state.openings}
        found = {}
        for name in READING:
            lie_ = state.placed[CELL[name]]
            label = cell_words(state.deck, name, lie_, asked.get(name), lang)
            found[f"cell:{name}"] = Target(f"cell:{name}", label)
        for edge in EDGES:
            found[f"edge:{edge}"] = Target(f"edge:{edge}", edge_words(self.to, state, edge))
        self.add_closeups(found)
        if self.reader is not None:
            self.add_button(found)
        label = "locked-card" if self.waits else "stock-card"
        for i, card in enumerate(state.stock):
            card_said = card_words(state.deck, card, lang)
            found[f"stock:{card}"] = Target(
                f"{self.asked_place}{i}", self.to.say(label, card=card_said)
            )
        for i, held in enumerate(() if self.reader is None else state.hands[self.reader]):
            if held:
                said = self.to.say("hand-card", card=card_words(state.deck, held, lang))
                found[f"hand:{held}"] = Target(f"hand:{i}", said)
        return found

    def add_closeups(self, found: dict[str, Target]) -> None:
        """What a phone folds: a tap there shows it enlarged, and says it."""
        for seat in range(len(self.to.names)):
            found[f"player:{seat}"] = Target(f"player:{seat}", self.player_words(seat))
        if self.waits and (count := len(self.state.stock)):
            label = self.to.say("stock-count", count=count)
            found["stock"] = Target(f"seen:{min(count, LAID)}", label)

    def add_button(self, found: dict[str, Target]) -> None:
        phase = self.state.phase
        if self.waits:
            place = f"lay:{min(len(self.state.stock), LAID)}"
            found["open"] = Target(place, self.to.say("lay-open-words"), self.to.say("lay-open"))
        elif self.ending and phase != OVER:
            found["say:pass"] = Target(
                "keep", self.to.say("keep-black-words"), self.to.say("keep-black")
            )
        elif phase != OVER:
            found["say:pass"] = Target("pass", self.to.say("pass-words"), self.to.say("pass"))

    # --- what is said

    def count(self, seat: int) -> int:
        return self.state.gems[list(LETTERS).index(self.state.colours[seat])]

    def gems(self, colour: str, count: int) -> str:
        return self.to.say(f"gems-{GEMS[LETTERS[colour]]}", count=count)

    def kind(self, seat: int) -> str:
        return self.to.say(f"kind-{self.state.colours[seat]}")

    def heading(self) -> str:
        state = self.state
        if state.phase == OVER:
            return self.to.say("over")
        if self.ending:
            return self.to.say("black-cards")
        if not cross_complete(state.placed):
            return self.to.say("cross", count=sum(1 for cell in CROSS if state.placed[cell]))
        return self.to.say("square" if self.waits else "common-stock")

    def status(self) -> str:
        state, turn = self.state, self.state.turn
        if state.phase == HANDS:
            return self.to.about(turn, "place" if state.placed[MIDDLE] else "first")
        if state.phase == STOCK:
            return self.to.about(turn, "take")
        if state.phase == BLACK:
            return self.to.about(turn, "decide" if len(game.legal(state, turn)) > 1 else "keep")
        outcome = game.outcome(state)
        if outcome is None:
            return self.to.about(turn, "moving")
        most = max(outcome.scores)
        if len(outcome.winners) > 1:
            players = self.to.people(outcome.winners)
            return capital(self.to.say("share", players=players, count=most))
        seat = outcome.winners[0]
        return self.to.about(seat, "wins", gems=self.gems(state.colours[seat], most))

    def sentences(self) -> list[str]:
        """The position, for somebody who does not see it; the rest is said by cells and cards."""
        state = self.state
        lines = [self.player_words(seat) for seat in range(len(state.colours))]
        if state.pile:
            lines.append(self.to.say("pile-count", count=len(state.pile)))
        common = "stock-count" if self.waits else "stock-count-common"
        lines.append(self.to.say(common, count=len(state.stock)))
        mine = None if self.reader is None else state.colours[self.reader]
        lines += spaces_words(self.to, self.board.spaces, mine)
        return lines

    def player_words(self, seat: int) -> str:
        colour, edge = self.state.colours[seat], self.state.black[seat]
        gems = self.gems(colour, self.count(seat))
        line = self.to.about(seat, "plays", colour=colour, gems=gems)
        return f"{line} {black_words(self.to, seat, edge)}" if edge else line

    def seats(self) -> list[Seat]:
        over = self.state.phase == OVER
        return [
            Seat(
                self.to.names[seat],
                f"df-badge{LETTERS[colour]}",
                str(self.count(seat)),
                turn=not over and self.state.turn == seat,
                note=self.kind(seat),
            )
            for seat, colour in enumerate(self.state.colours)
        ]


def players(state: State) -> int:
    return len(state.colours)


def asked(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The same while an exercise is asked."""
    return bare(without(scene(view, lang, names), TELLING), view.state.deck, lang)


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """What lies on the table, as this seat sees it."""
    made = BenchScene(view, lang, names)
    made.lay_board()
    made.lay_stock()
    made.lay_hands()
    made.lay_plates()
    made.lay_titles()
    made.lay_turner()
    made.lay_results()
    return Scene(
        made.pieces,
        made.targets(),
        made.seats(),
        made.heading(),
        made.status(),
        Later(made.sentences),
    )
