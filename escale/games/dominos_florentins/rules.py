"""Dominos Florentins, rule by rule, in the order of the rulebook; ids stand where enforced.

First the hands are played, each turn one card placed or laid open and one drawn; when the pile is
empty all cards lie open, and the common stock is played until nothing fits; then each player
decides about the black card; then gems are counted.

A card is its name ("BBOR"), a placed card is the way it lies ("ORBB"), see `deck`. Cells are
numbers inside a state and names ("d5") in moves and events, see `spaces`. What a move is stands in
`moves`, where a card may go in `openings`, and what a record may say of a set-up or a position in
`positions`, which is loaded on first use.

Three kinds of rules need no line here. The material is the deck's (DF-MAT-1 to -3, DF-MAT-6). A
card may be turned (DF-PLA-4): each way that it can lie is a move. And with 48 cards for 49 cells
a corner stays free (DF-OPE-5): nothing looks at it, there is no card for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from escale.engine.game import (
    Event,
    Game,
    Moment,
    Option,
    Outcome,
    Unreadable,
    View,
    Violation,
    new,
)

from . import deck as decks
from .deck import COLOURS, GEMS, LETTERS, Deck
from .moves import (
    NOTATION,
    NOWHERE,
    PASS,
    Black,
    Lay,
    Move,
    Pass,
    Placement,
    card_of,
    choices_of,
    moves_with,
    numbered,
    written,
)
from .openings import cross_complete, openings, openings_after
from .spaces import (
    BESIDE,
    CELL,
    CELLS,
    CROSS,
    EDGES,
    EMPTY,
    INWARD,
    MIDDLE,
    SIDES,
    TOUCHING,
    TRIANGLES,
    Space,
    closed_at,
    spaces,
    walled,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from random import Random

# --- Set-up ---------------------------------------------------------------------------------------

LEARNT: Final = "rouge"  #: the learner's colour in the quick start
HAND: Final = 4  # DF-SET-2
LAID_OPEN: Final = {2: 8, 3: 4, 4: 0}  # DF-SET-3: by the number of players
PILE: Final = 32  # DF-SET-4
FIRST_OPENINGS: Final = tuple(openings(EMPTY))

RANK: Final = {letter: rank for rank, letter in enumerate(COLOURS)}

# The parts of a game, in order.
HANDS, STOCK, BLACK, OVER = "hands", "stock", "black", "over"

# The moments of a move, seen in `unfold` only: a card is on its way, has come to lie, is drawn.
PLAYED, LANDED, DRAWN = "played", "landed", "drawn"


class State(NamedTuple):
    """A moment of the game. Seats count from 0, clockwise."""

    deck: str  #: the name of the deck
    colours: tuple[str, ...]  #: of each seat: "rouge"
    phase: str
    turn: int
    placed: tuple[str, ...]  #: for each of the 49 cells the card as it lies there, "" for none
    openings: tuple[str, ...]  #: where a card may go and the colours asked for, see `openings`
    hands: tuple[tuple[str | None, ...], ...]  #: None where a view does not show a card
    stock: tuple[str, ...]  #: what lies open: first from the set-up, then as it was laid
    pile: tuple[str | None, ...]  #: next to be drawn first
    out: tuple[str, ...]  #: cards that are not in this game (lessons have few)
    black: tuple[str, ...]  #: the edge place of each seat's black card, "" for none
    undecided: int  #: how many seats, from `turn` on, have still to decide about theirs
    gems: tuple[int, ...]  #: the gems in closed spaces, by colour, in the order of COLOURS


class DominosFlorentins(Game[State, Move]):
    """Dominos Florentins, for 2 to 4 players."""

    id = "dominos-florentins"
    prefix = "DF"
    seats = range(2, 5)
    options: ClassVar[Mapping[str, Option]] = {
        "deck": Option(decks.OURS, "DF-MAT-5", names=decks.names),
    }
    secrets = True
    reveals = frozenset({"draw", "open-hands"})

    # --- Set-up -----------------------------------------------------------------------------------

    def deal(self, players: int, options: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        """Shuffle. The colours fall at random too: a record has them before the first move.

        At a table the players choose them, in seat order from the youngest (DF-SET-6): whoever
        hosts one asks them, writes their answers over `colours`, and hands the set-up to the match.
        """
        cards = list(decks.find(options["deck"]).cards)
        rng.shuffle(cards)
        dealt, shown = players * HAND, LAID_OPEN[players]
        return {
            "colours": rng.sample(list(LETTERS), players),  # DF-SET-1
            "hands": [cards[HAND * seat : HAND * (seat + 1)] for seat in range(players)],
            "open": cards[dealt : dealt + shown],
            "pile": cards[dealt + shown :],
        }

    def familiar(self, setup: Mapping[str, Any], seat: int) -> bool:
        return bool(setup["colours"][seat] == LEARNT)

    def initial(self, players: int, options: Mapping[str, Any], setup: Mapping[str, Any]) -> State:
        from .positions import read_setup

        deck = decks.find(options["deck"])
        colours, hands, stock, pile = read_setup(deck, players, setup)
        return State(
            deck.name, colours, HANDS, 0,  # DF-SET-5: seat 0 is the youngest
            EMPTY, FIRST_OPENINGS, hands, stock, pile, (),
            ("",) * players, players, (0,) * len(COLOURS),
        )  # fmt: skip

    # --- A turn -----------------------------------------------------------------------------------

    def actor(self, state: State) -> int | None:
        return None if state.phase == OVER else state.turn

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        phase = state.phase
        if seat != state.turn or phase == OVER:
            return ()
        if phase == BLACK:
            return self._black_choices(state, seat)
        choices = choices_of(state.deck)
        found: list[int] = []
        if phase == HANDS:
            hand = state.hands[seat]
            cards: frozenset[Any] = frozenset(hand)  # DF-PLA-2
            if state.placed[MIDDLE]:  # DF-PLA-7
                found += map(choices.lay.__getitem__, filter(None, hand))  # DF-PLA-5
        else:
            cards = frozenset(state.stock)  # DF-OPE-2; nothing else is offered: DF-OPE-4
        place = choices.place
        for asked in state.openings:
            fitting, ways = place[asked]
            for card in cards & fitting:
                found += ways[card]
        found.sort()
        return numbered(found, choices.every)

    def refusals(self, state: State, seat: int, move: Move) -> tuple[Violation, ...]:
        phase = state.phase
        if phase == OVER:
            return (Violation("DF-SCO-3", "over", {}),)
        if seat == state.turn and phase != BLACK:  # most moves: the short way to say yes
            cards = state.hands[seat] if phase == HANDS else state.stock
            if isinstance(move, Placement):
                asked, card = choices_of(state.deck).played.get(move, NOWHERE)
                if card in cards and asked in state.openings:
                    return ()
            elif isinstance(move, Lay) and phase == HANDS:
                if move.card in cards and state.placed[MIDDLE]:
                    return ()
        found: list[Violation] = []
        if seat != state.turn:
            found.append(self._out_of_turn(state, seat))
        if isinstance(move, Placement):
            self._refuse_place(state, seat, move, found)
        elif isinstance(move, Lay):
            self._refuse_lay(state, seat, move, found)
        elif isinstance(move, Black):
            self._refuse_black(state, seat, move, found)
        elif phase == HANDS:
            found.append(Violation("DF-PLA-5", "no-pass", {}))
        elif phase == STOCK:
            found.append(Violation("DF-OPE-4", "must-place", {}))
        return tuple(found)

    def _out_of_turn(self, state: State, seat: int) -> Violation:
        players = len(state.colours)
        if state.phase == BLACK and 0 <= seat < players:
            if (seat - state.turn) % players >= state.undecided:
                return Violation("DF-BLA-3", "decided", {"seat": seat})
        return Violation("DF-SET-5", "not-your-turn", {"seat": seat, "other": state.turn})

    def apply(self, state: State, move: Move, events: list[Event] | None = None) -> State:
        if isinstance(move, Placement):
            return self._place(state, move, events)
        if isinstance(move, Lay):
            return self._lay(state, move, events)
        return self._decide(state, move.edge if isinstance(move, Black) else "", events)

    # --- Placing ----------------------------------------------------------------------------------

    def _refuse_place(
        self, state: State, seat: int, move: Placement, found: list[Violation]
    ) -> None:
        lie, name = move
        card = decks.find(state.deck).card.get(lie, "")
        if state.phase == BLACK:
            found.append(Violation("DF-OPE-3", "placing-over", {}))
        self._refuse_card(state, seat, card, lie, found)
        cell = CELL.get(name)
        if cell is None:
            found.append(Violation("DF-SQU-1", "outside", {"cell": name}))
            return
        placed = state.placed
        if placed[cell]:
            rule = "DF-SQU-2" if cross_complete(placed) else "DF-CRO-1"
            found.append(Violation(rule, "taken", {"cell": name, "card": placed[cell]}))
            return
        touching = 0
        for side, other, facing in BESIDE[cell]:
            neighbour = placed[other]
            if neighbour:
                touching += 1
                if card and neighbour[facing] != lie[side]:
                    facts = {
                        "card": lie, "cell": name, "side": SIDES[side], "beside": CELLS[other],
                        "colour": COLOURS[lie[side]], "asked": COLOURS[neighbour[facing]],
                    }  # fmt: skip
                    found.append(Violation("DF-PLA-3", "mismatch", facts))
        if not placed[MIDDLE]:
            if cell != MIDDLE:
                found.append(Violation("DF-PLA-1", "not-middle", {"cell": name, "middle": "d4"}))
        elif cell in CROSS:
            [(_, before, _)] = INWARD[cell]
            if not placed[before]:
                found.append(Violation("DF-CRO-1", "gap", {"cell": name, "before": CELLS[before]}))
        elif not cross_complete(placed):
            missing = sum(1 for arm in CROSS if not placed[arm])
            found.append(Violation("DF-CRO-2", "between-arms", {"cell": name, "missing": missing}))
        elif touching < 2:
            kind = "one-side" if touching else "no-side"
            found.append(Violation("DF-SQU-2", kind, {"cell": name}))

    def _refuse_card(
        self, state: State, seat: int, card: str, written: str, found: list[Violation]
    ) -> None:
        """May this seat play this card now, wherever it goes?"""
        if not card:
            found.append(Violation("DF-MAT-5", "no-such-card", {"card": written[:12]}))
            return
        hand = state.hands[seat] if 0 <= seat < len(state.hands) else ()
        if card in (hand if state.phase == HANDS else state.stock):  # DF-PLA-2, DF-OPE-2
            return
        rule = "DF-PLA-2" if state.phase == HANDS else "DF-OPE-2"
        facts: dict[str, Any] = {"card": card}
        if card in state.stock:  # the pile is not empty yet
            if state.stock.index(card) < LAID_OPEN[len(state.hands)]:
                found.append(Violation("DF-SET-3", "locked-from-start", facts))
            else:
                found.append(Violation("DF-PLA-6", "locked", facts))
            return
        name = decks.find(state.deck).card
        cell = next((c for c, lie in enumerate(state.placed) if lie and name[lie] == card), None)
        if cell is not None:
            found.append(Violation(rule, "already-placed", {"card": card, "cell": CELLS[cell]}))
        elif card in state.out:
            found.append(Violation(rule, "out-of-game", facts))
        else:
            found.append(Violation(rule, "not-in-hand", facts))

    def _place(self, state: State, move: Placement, events: list[Event] | None) -> State:
        lie, name = move
        deck, seat = state.deck, state.turn
        asked, card = choices_of(deck).played[move]
        cell = CELL[name]
        layout = [*state.placed]
        layout[cell] = lie
        placed = tuple(layout)
        in_hand = state.phase == HANDS
        if events is not None:
            self._tell_place(state, card, move, events)
            events += matches(seat, asked)
            if in_hand:
                self._tell_draw(state, "DF-PLA-2", events)
            self._tell_layout(placed, cell, seat, events)
        # It matches what it touches (DF-PLA-3) and so joins it: no other space can close.
        gems = self._close(state, placed, (), TOUCHING[cell], decks.find(deck), events)
        free = openings_after(state.openings, placed, cell, asked)
        if in_hand:
            return self._draw(state, card, placed, free, state.stock, gems, events)
        stock = without(state.stock, card)
        return self._next(state, placed, free, state.hands, stock, (), gems, events)

    def _tell_place(self, state: State, card: str, move: Placement, events: list[Event]) -> None:
        lie, name = move
        seat, cell = state.turn, CELL[name]
        facts = {"card": card, "lie": lie, "cell": name}
        if cell not in CROSS:
            events.append(new(Event, ("DF-SQU-2", "corner", seat, facts, ())))
        elif cell != MIDDLE:
            events.append(new(Event, ("DF-CRO-1", "arm", seat, facts, ())))
        else:
            events.append(Event("DF-PLA-1", "middle", seat, facts))
        if state.phase == STOCK:
            rule = "DF-OPE-6" if cell in CROSS else "DF-OPE-2"
            events.append(new(Event, (rule, "take", seat, {"card": card}, ())))

    def _tell_draw(self, state: State, rule: str, events: list[Event]) -> None:
        """The card is for the eyes of its player alone."""
        pile = state.pile
        facts = {"card": pile[0], "left": len(pile) - 1}
        events.append(new(Event, (rule, "draw", state.turn, facts, ("card",))))

    def _tell_layout(
        self, placed: Sequence[str], cell: int, seat: int, events: list[Event]
    ) -> None:
        """What the card on this cell has made of the layout."""
        if cell in CROSS:
            if cross_complete(placed):
                events.append(Event("DF-CRO-2", "cross-complete", None, {}))
            return
        (one, _, _), (other, _, _) = INWARD[cell]
        lie = placed[cell]
        if lie[one] == lie[other]:  # side by side, so that they are one space
            facts = {"cell": CELLS[cell], "colour": COLOURS[lie[one]]}
            events.append(Event("DF-SCO-1", "join", seat, facts))

    def _refuse_lay(self, state: State, seat: int, move: Lay, found: list[Violation]) -> None:
        if state.phase == STOCK:
            found.append(Violation("DF-OPE-4", "must-place", {}))
        elif state.phase == BLACK:
            found.append(Violation("DF-OPE-3", "placing-over", {}))
        elif not state.placed[MIDDLE]:
            found.append(Violation("DF-PLA-7", "first-must-place", {}))
        known = move.card if move.card in decks.find(state.deck).turns else ""
        self._refuse_card(state, seat, known, move.card, found)

    def _lay(self, state: State, move: Lay, events: list[Event] | None) -> State:
        card = move.card
        if events is not None:
            events.append(Event("DF-PLA-5", "lay-open", state.turn, {"card": card}))
            self._tell_draw(state, "DF-PLA-5", events)
        stock = (*state.stock, card)  # DF-PLA-6: there it waits
        return self._draw(state, card, state.placed, state.openings, stock, state.gems, events)

    def _draw(
        self,
        state: State,
        gone: str,
        placed: tuple[str, ...],
        free: tuple[str, ...],
        stock: tuple[str, ...],
        gems: tuple[int, ...],
        events: list[Event] | None,
    ) -> State:
        """A card has left the hand; a new one comes, and with the last one all hands open."""
        seat, hands = state.turn, state.hands
        drawn, pile = state.pile[0], state.pile[1:]
        hands = (*hands[:seat], (*without(hands[seat], gone), drawn), *hands[seat + 1 :])
        if not pile:  # DF-OPE-1
            brought = [card for hand in hands for card in hand if card]
            stock = (*stock, *brought)
            hands = ((),) * len(hands)
            if events is not None:
                facts = {"cards": brought, "stock": list(stock)}
                events.append(Event("DF-OPE-1", "open-hands", None, facts))
        return self._next(state, placed, free, hands, stock, pile, gems, events)

    # --- The pile is empty ------------------------------------------------------------------------

    def _next(
        self,
        state: State,
        placed: tuple[str, ...],
        free: tuple[str, ...],
        hands: tuple[tuple[str | None, ...], ...],
        stock: tuple[str, ...],
        pile: tuple[str | None, ...],
        gems: tuple[int, ...],
        events: list[Event] | None,
    ) -> State:
        """The turn goes on, clockwise (DF-SET-5)."""
        deck, colours, _, turn, _, _, _, _, _, out, black, undecided, _ = state
        turn = (turn + 1) % len(colours)
        phase = HANDS if pile else phase_without_pile(deck, free, stock)
        if phase == BLACK and events is not None:
            events.append(Event("DF-OPE-3", "nothing-fits", None, {"left": len(stock)}))
            events.append(Event("DF-BLA-3", "black-cards", turn, {}))
        return new(State, (
            deck, colours, phase, turn, placed, free, hands, stock, pile, out,
            black, undecided, gems,
        ))  # fmt: skip

    # --- The black cards --------------------------------------------------------------------------

    def _black_choices(self, state: State, seat: int) -> tuple[Move, ...]:
        """DF-BLA-2: where a border card shows the player's colour outwards."""
        letter = LETTERS[state.colours[seat]]
        placed, taken = state.placed, state.black
        found: list[Move] = []
        for edge, triangle in EDGES.items():
            lie = placed[triangle >> 2]
            if lie and lie[triangle & 3] == letter and edge not in taken:
                found.append(Black(edge))
        return (*found, PASS)  # DF-BLA-1: it is optional

    def _refuse_black(self, state: State, seat: int, move: Black, found: list[Violation]) -> None:
        if state.phase != BLACK:
            found.append(Violation("DF-BLA-1", "black-too-early", {}))
        edge = move.edge
        triangle = EDGES.get(edge)
        if triangle is None:
            found.append(Violation("DF-BLA-2", "no-such-edge", {"edge": edge}))
            return
        lie, name = state.placed[triangle >> 2], CELLS[triangle >> 2]
        if edge in state.black:
            facts = {"edge": edge, "colour": state.colours[state.black.index(edge)]}
            found.append(Violation("DF-BLA-2", "edge-taken", facts))
        if not lie:
            found.append(Violation("DF-BLA-2", "edge-empty", {"edge": edge, "cell": name}))
        elif 0 <= seat < len(state.colours):
            colour, asked = state.colours[seat], COLOURS[lie[triangle & 3]]
            if colour != asked:
                facts = {"edge": edge, "cell": name, "colour": colour, "asked": asked}
                found.append(Violation("DF-BLA-2", "edge-colour", facts))

    def _decide(self, state: State, edge: str, events: list[Event] | None) -> State:
        """The player's one decision (DF-BLA-3): an edge place, or "" to keep the black card."""
        (
            deck, colours, phase, seat, placed, free, hands, stock, pile, out,
            black, undecided, gems,
        ) = state  # fmt: skip
        if edge:
            black = (*black[:seat], edge, *black[seat + 1 :])
            if events is not None:
                facts = {"edge": edge, "cell": CELLS[EDGES[edge] >> 2], "colour": colours[seat]}
                events.append(Event("DF-BLA-2", "black", seat, facts))
            # The gems are those of the layout: a black card has none (DF-MAT-7).
            found = decks.find(deck)
            gems = self._close(state, placed, walled(black), (EDGES[edge],), found, events)
        elif events is not None:
            events.append(Event("DF-BLA-1", "pass", seat, {"colour": colours[seat]}))
        undecided -= 1
        if not undecided:
            phase = OVER
            if events is not None:
                events += self._ending(colours, gems)
        turn = (seat + 1) % len(colours)
        return State(
            deck, colours, phase, turn, placed, free, hands, stock, pile, out,
            black, undecided, gems,
        )  # fmt: skip

    # --- Scoring ----------------------------------------------------------------------------------

    def _close(
        self,
        state: State,
        placed: Sequence[str],
        walls: Collection[int],
        starts: Iterable[int],
        deck: Deck,
        events: list[Event] | None,
    ) -> tuple[int, ...]:
        """Which of the spaces that hold these triangles are closed now? The new count of gems."""
        gems, colours = state.gems, state.colours
        for members in closed_at(placed, walls, deck, starts):  # DF-SCO-2
            letter = placed[members[0] >> 2][members[0] & 3]
            count = gems_in(members, placed, deck)
            if count:
                counts = [*gems]
                counts[RANK[letter]] += count
                gems = tuple(counts)
            if events is not None:
                colour = COLOURS[letter]
                owner = colours.index(colour) if colour in colours else None
                triangles = [TRIANGLES[triangle] for triangle in members]
                facts = {"colour": colour, "gems": count, "triangles": triangles}
                kind = "close" if count else "close-without-gem"
                events.append(new(Event, ("DF-SCO-2", kind, owner, facts, ())))
        return gems

    def spaces(self, state: State) -> tuple[Space, ...]:
        """All spaces as they are now, closed and open (DF-SCO-1, DF-SCO-2)."""
        return spaces(state.placed, state.black, decks.find(state.deck))

    def outcome(self, state: State) -> Outcome | None:
        return result(state.colours, state.gems) if state.phase == OVER else None

    def _ending(self, colours: tuple[str, ...], gems: tuple[int, ...]) -> Iterator[Event]:
        scores, winners = result(colours, gems)
        for seat, colour in enumerate(colours):
            facts = {"colour": colour, "gem": GEMS[LETTERS[colour]], "gems": scores[seat]}
            yield Event("DF-SCO-3", "score", seat, facts)
        unused = [colour for colour in LETTERS if colour not in colours]
        if unused:
            facts = {"colours": unused, "gems": sum(gems) - sum(scores)}
            yield Event("DF-SCO-4", "unused", None, facts)
        most = scores[winners[0]]
        if len(winners) == 1:
            yield Event("DF-SCO-3", "win", winners[0], {"gems": most})
        else:
            yield Event("DF-SCO-5", "shared-win", None, {"winners": list(winners), "gems": most})

    # --- The same, told slowly --------------------------------------------------------------------

    def moments(
        self, state: State, move: Move, events: Sequence[Event], after: State
    ) -> list[Moment]:
        from .moments import moments

        return moments(state, move, events, after)

    # --- Who may know what ------------------------------------------------------------------------

    def mask(self, state: State, seat: int) -> State:
        """Hides the other hands and the pile, until DF-OPE-1 opens everything."""
        if not state.pile:
            return state
        hands = tuple(
            [
                hand if other == seat else (None,) * len(hand)
                for other, hand in enumerate(state.hands)
            ]
        )
        return state._replace(hands=hands, pile=(None,) * len(state.pile))

    def determinize(self, view: View, rng: Random) -> State:
        """Deals the cards that this view does not show to where it shows none."""
        state: State = view.state
        shown = set(cards_shown(state))
        unseen = [card for card in decks.find(state.deck).cards if card not in shown]
        rng.shuffle(unseen)
        hands = tuple([tuple([card or unseen.pop() for card in hand]) for hand in state.hands])
        pile = tuple([card or unseen.pop() for card in state.pile])
        return state._replace(hands=hands, pile=pile)

    def open_to(self, state: State, seat: int, other: int) -> bool:
        return seat == other or not state.pile

    def census(self, state: State) -> Mapping[str, Any]:
        return {"cards": Counter(cards_shown(state)), "black cards": len(state.black)}

    # --- Writing ----------------------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        if text == PASS.word:
            return PASS
        match = NOTATION.fullmatch(text)
        if match is None:
            raise Unreadable(text)
        lie, cell, card, edge = match.groups()
        if lie:
            return Placement(lie, cell)
        if edge:
            return Black(edge)
        if decks.name_of(card) != card:  # a card that is laid open goes by its name
            raise Unreadable(text)
        return Lay(card)

    def format(self, move: Move) -> str:
        return written(move)

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        if isinstance(move, Black):
            return (f"edge:{move.edge}",)
        if isinstance(move, Pass):
            return (f"say:{move.word}",)
        card = card_of(move)
        picked = f"stock:{card}" if card in state.stock else f"hand:{card}"
        if isinstance(move, Placement):
            return (picked, f"cell:{move.cell}", f"turn:{move.lie}")
        return (picked, "open")

    def moves(self, state: State) -> Iterable[Move]:
        """Every card in this game, everywhere and every way round, and all the rest."""
        every = choices_of(state.deck).every
        return [move for move in every if card_of(move) not in state.out] if state.out else every

    def containing(self, state: State, keys: AbstractSet[str]) -> list[Move]:
        """There are some ten thousand moves: look only at those of a card or of a cell."""
        if not keys:
            return [*self.moves(state)]
        ways = moves_with(state.deck)
        fewest = min([ways.get(key, ()) for key in keys], key=len)
        return [
            move
            for move in fewest
            if keys <= {*self.path(state, move)} and card_of(move) not in state.out
        ]

    def governing(self, state: State) -> str:
        if state.phase == HANDS:
            return "DF-PLA-2" if state.placed[MIDDLE] else "DF-PLA-1"
        return {STOCK: "DF-OPE-3", BLACK: "DF-BLA-3", OVER: "DF-SCO-3"}[state.phase]

    def why_not_any(self, state: State, seat: int, keys: AbstractSet[str]) -> tuple[Violation, ...]:
        """Where only the colours are in the way, says so of the whole choice, not of one turn."""
        reasons = super().why_not_any(state, seat, keys)
        picked = dict(key.partition(":")[::2] for key in keys)
        if (
            not reasons
            or seat != state.turn
            or state.phase not in (HANDS, STOCK)
            or not picked.keys() <= {"hand", "stock", "cell", "turn"}
        ):
            return reasons
        cell, lie = picked.get("cell"), picked.get("turn")
        card = picked.get("hand") or picked.get("stock") or decks.name_of(lie or "")
        cards = state.hands[seat] if state.phase == HANDS else state.stock
        asked = {opening[:2]: opening[2:] for opening in state.openings}
        if (card and card not in cards) or (cell and cell not in asked) or (cell and lie):
            return reasons
        if card and cell:
            colours = [COLOURS[letter] for letter in asked[cell]]
            facts = {"card": card, "cell": cell, "colours": colours}
            return (Violation("DF-PLA-3", "no-turn-fits", facts),)
        if cell:
            return (Violation("DF-PLA-3", "no-card-fits", {"cell": cell}),)
        return (Violation("DF-PLA-3", "fits-nowhere", {"card": lie or card}),)

    # --- Positions --------------------------------------------------------------------------------

    def from_position(
        self, players: int, options: Mapping[str, Any], position: Mapping[str, Any]
    ) -> State:
        from .positions import read_position

        return read_position(decks.find(options["deck"]), players, position)

    def to_position(self, state: State) -> dict[str, Any] | None:
        from .positions import write_position

        return write_position(state)


# --- Small things ---------------------------------------------------------------------------------


@cache
def matches(seat: int, asked: str) -> tuple[Event, ...]:
    """DF-PLA-3, told of a card in this opening. All games share it: nobody may change its facts."""
    name, colours = asked[:2], asked[2:]
    return tuple([
        Event("DF-PLA-3", "match", seat, {"cell": name, "beside": CELLS[other], "colour": colour})
        for (_, other, _), colour in zip(INWARD[CELL[name]], map(COLOURS.get, colours), strict=True)
    ])  # fmt: skip


def phase_without_pile(deck: str, free: Iterable[str], stock: tuple[str, ...]) -> str:
    """The stock is played while anything fits (DF-OPE-3); the black cards come last (DF-BLA-1)."""
    place = choices_of(deck).place
    for asked in free:
        if not place[asked][0].isdisjoint(stock):
            return STOCK
    return BLACK


def without(cards: tuple[Any, ...], card: str) -> tuple[Any, ...]:
    """The same cards in the same order, but for one."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def cards_shown(state: State) -> list[str]:
    """Every card that this state, or this view, shows somewhere."""
    name = decks.find(state.deck).card
    placed = [name[lie] for lie in state.placed if lie]
    in_hands = [card for cards in (*state.hands, state.pile) for card in cards if card]
    return [*placed, *state.stock, *state.out, *in_hands]


def gems_in(members: Iterable[int], placed: Sequence[str], deck: Deck) -> int:
    """How many of these triangles have a gem of the colour's own kind (DF-MAT-4)."""
    counted, gems = deck.counted, 0
    for triangle in members:
        if triangle & 3 in counted[placed[triangle >> 2]]:
            gems += 1
    return gems


def count_gems(found: Iterable[Space]) -> tuple[int, ...]:
    """The gems in closed spaces, by colour."""
    count = dict.fromkeys(COLOURS.values(), 0)
    for space in found:
        if space.closed:
            count[space.colour] += len(space.gems)
    return tuple(count.values())


def result(colours: tuple[str, ...], gems: tuple[int, ...]) -> Outcome:
    """DF-SCO-3: each his own colour and the most win; other colours count for nobody (DF-SCO-4)."""
    scores = tuple([gems[RANK[LETTERS[colour]]] for colour in colours])
    most = max(scores)
    winners = tuple([seat for seat, score in enumerate(scores) if score == most])  # DF-SCO-5
    return Outcome(scores, winners)
