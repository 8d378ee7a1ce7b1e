"""The table of Dolce Vita: a beach on the Riviera.

The columns hang on the shoreline, aligned at the bottom, so that the k-th object from the bottom
reads straight across. Below each of them, on the sand, lies one row a player: badge, towels (the
number cards), total; the best first, next to the object that it takes; ties last and marked.

Keys. A good is unique: `object:maison-300`. A number card is `card:SEAT/NUMBER`. Money cards look
alike, and a state does not say which is which, so each is named by what stays beside it: in a
column by the nearest good above it (else below it) and the distance, since cards leave from the
bottom; a seat's own by counting. So all keep their keys while a column slides down. One that is
taken gets a new key at its new place, with the same symbol: the stage lets a piece that appears
take over from one that looks like it and goes away.

Keys name players by their seats; places by how far they sit to the left of the reader, who has
place 0 of each (`score:0`): a phone shows one's own things below and folds the others above.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING

from escale.draw.scene import PATH_UNITS, Box, Later, Piece, Scene, Seat, Target
from escale.draw.svg import TEXT_SIZE
from escale.draw.text import cut
from escale.teach.holes import capital
from escale.teach.scene_words import Reader

from . import game
from .drawings import COLOURS, LEVELS, style, symbols
from .layouts import layouts
from .phone_lesson import phone_lesson
from .rows import rows
from .rules import (
    CATEGORY,
    COLUMNS,
    MONEY,
    NUMBERS,
    ROUNDS,
    SETTLING,
    VALUE,
    Cards,
    Objects,
    State,
    worth,
)
from .words import column_words, letter_of, own_words

if TYPE_CHECKING:
    from escale.engine.game import View

__all__ = ["asked", "layouts", "phone_lesson", "plain", "players", "scene", "style", "symbols"]

# --- The parts of the table ---------------------------------------------------------------------


#: Kinds of events that the table tells beforehand: badges lie on what would be taken.
PICTURED = frozenset({"take"})

#: What is kept of a reader's table: from one move to the next most of it stays as it was.
RECENT = 24


@lru_cache(maxsize=512)
def column_keys(column: int, objects: Objects) -> list[str]:
    """The keys of the objects of a column, bottom first."""
    goods = [i for i, face in enumerate(objects) if CATEGORY[face] != MONEY]
    keys = []
    for i, face in enumerate(objects):
        if CATEGORY[face] != MONEY:
            keys.append(f"object:{face}")
            continue
        near = next((j for j in goods if j > i), goods[-1] if goods else None)
        beside = f"{column}" if near is None else objects[near]
        away = len(objects) - i if near is None else near - i
        keys.append(f"object:{face}@{beside}{away:+}")
    return keys


# Most of the table stays as it is from one move to the next: its parts are made once.


@lru_cache(maxsize=512)
def stack(column: int, objects: Objects) -> dict[str, Piece]:
    """The objects of a column."""
    return {
        key: Piece(f"column:{column}/{k + 1}", f"dv-{objects[k]}")
        for k, key in enumerate(column_keys(column, objects))
    }


@lru_cache(maxsize=RECENT)
def sand(
    to: Reader,
    column: int,
    cards: Cards,
    claims: int,
    served: frozenset[int],
    plain: bool,
    asked: bool = False,
) -> dict[str, Piece]:
    """What lies below a column, and who would take what if it were settled as it lies: so many
    `claims` at most, and those in `served` have theirs. `asked`: only what lies there."""
    pieces: dict[str, Piece] = {}
    waiting = count(1)
    for place, row in enumerate(rows(cards, plain, asked), start=1):
        where, key = f"{column}/{place}", f"{column}/{row.seat}"
        badge = f"dv-badge-{letter_of(to, row.seat)}"
        look = "tied" if row.tied else ""
        plate = "void" if row.tied else "mine" if row.seat == to.seat else ""
        pieces[f"plate:{key}"] = Piece(f"plate:{where}", "dv-plate", style=plate)
        pieces[f"row:{key}"] = Piece(f"row:{where}", badge)
        lie = "laid" if len(row.numbers) <= 3 else "many"
        for i, number in enumerate(row.numbers, start=1):
            pieces[f"card:{row.seat}/{number}"] = Piece(
                f"{lie}:{where}/{i}", f"dv-{COLOURS[row.seat]}{number}", style=look
            )
        if asked:
            continue
        look = "serif bold end struck tie" if row.tied else "serif bold end"
        pieces[f"total:{key}"] = Piece(f"total:{where}", text=str(row.total), style=look)
        if row.tied:
            pieces[f"equal:{key}"] = Piece(f"equal:{where}", "dv-equal")
        elif row.seat not in served and (k := next(waiting)) <= claims:
            pieces[f"claim:{key}"] = Piece(f"claim:{column}/{k}", badge)
    return pieces


@lru_cache(maxsize=RECENT)
def collection(to: Reader, seat: int, own: Objects) -> dict[str, Piece]:
    """A player and what is theirs."""
    chair = chair_of(to, seat)
    pieces = {f"seat:{seat}": Piece(f"seat:{chair}", f"dv-badge-{letter_of(to, seat)}")}

    def write(what: str, text: str, look: str, layout: str = "") -> None:
        pieces[f"{what}:{seat}{layout}"] = Piece(f"{what}:{chair}{layout}", text=text, style=look)

    for layout in layouts(len(to.names)):
        box = layout.places[f"name:{chair}@{layout.name}"]
        name = cut(to.names[seat], box.w, box.h * TEXT_SIZE)
        look = "bold start you" if seat == to.seat else "bold start"
        write("name", name, look, f"@{layout.name}")
        if spine := layout.places.get(f"spine:{chair}@{layout.name}"):
            key = f"spine:{seat}@{layout.name}"
            cloth = f"cloth-{COLOURS[seat]}"
            pieces[key] = Piece(f"spine:{chair}@{layout.name}", path=stripe(spine), style=cloth)
    write("score", to.amount(worth(own)), "serif bold end counts")
    if seat == to.seat:
        write("note", to.say("you"), "soft start")
    kinds: dict[str, int] = {}
    for face in own:
        if (kind := CATEGORY[face]) != MONEY:
            # Two of a kind lie there only in the moment between taking and giving back.
            place = f"own:{chair}/{kind}" + ("/2" if kind in kinds else "")
            pieces[f"object:{face}"] = Piece(place, f"dv-{face}")
            kinds[kind] = max(VALUE[face], kinds.get(kind, 0))
    money = [face for face in own if CATEGORY[face] == MONEY]
    seen: Counter[str] = Counter()
    for i, face in enumerate(money, start=1):
        seen[face] += 1
        place = f"own:{chair}/{MONEY}/{min(len(money) - i, 2) + 1}"
        pieces[f"object:{face}@{seat}/{seen[face]}"] = Piece(place, f"dv-{face}")
    if money:
        kinds[MONEY] = worth(money)
    if len(money) > 1:
        pieces[f"pile:{seat}"] = Piece(f"pile:{chair}", "dv-sum")
        write("sum", to.amount(worth(money)), "serif bold end money counts")
    if chair:  # on a phone only one's own things are shown whole
        for kind, value in kinds.items():
            level = f"dv-level-{min(value // 100, LEVELS)}"
            pieces[f"bar:{seat}/{kind}"] = Piece(f"bar:{chair}/{kind}", level, style=kind)
    return pieces


def chair_of(to: Reader, seat: int) -> int:
    """How far a player sits to the left of the reader; somebody who watches sits with the first."""
    return (seat - (to.seat or 0)) % len(to.names)


def stripe(box: Box) -> str:
    """A bar with round ends that fills a box, as the path of a piece."""
    w, h = PATH_UNITS, round(PATH_UNITS * box.h / box.w)
    end = f"a{w // 2} {w // 2} 0 0 1 "
    return f"M0 {w // 2}{end}{w} 0V{h - w // 2}{end}-{w} 0z"


# --- The scene ----------------------------------------------------------------------------------


class BeachScene:
    """A scene in the making."""

    def __init__(
        self,
        view: View,
        lang: str,
        names: Sequence[str],
        *,
        plain: bool = False,
        asked: bool = False,
    ) -> None:
        self.state: State = view.state
        self.plain, self.asked = plain, asked
        self.seat = view.seat if 0 <= view.seat < len(names) else None
        self.to = Reader(game, lang, tuple(names), self.seat)
        settling, *served = (not asked and self.state.settling) or (0,)
        self.settling: int = settling  # the column
        self.served: list[int] = served  # the seats that have taken in it
        turns = self.state.turn is not None and self.state.turn != SETTLING
        self.placing = turns and not asked
        self.outcome = None if asked else game.outcome(self.state)
        self.pieces: dict[str, Piece] = {}

    # --- what lies on the table

    def write(self, place: str, text: str, look: str) -> None:
        """A text whose key is its place."""
        self.pieces[place] = Piece(place, text=text, style=look)

    def lay_columns(self) -> None:
        for column in COLUMNS:
            look = "now" if column == self.settling else "odd" if column % 2 else "even"
            self.write(f"number:{column}", str(column), f"serif bold {look}")
            objects, cards = self.state.columns[column - 1], self.state.laid[column - 1]
            self.pieces |= stack(column, objects)
            served = frozenset(self.served if column == self.settling else ())
            claims = 0 if self.plain or column < self.settling else len(objects)
            self.pieces |= sand(self.to, column, cards, claims, served, self.plain, self.asked)
            if self.lays(cards):
                place = f"plate:{column}/{len({seat for seat, _ in cards}) + 1}"
                self.pieces[f"now:lay/{column}"] = Piece(place, "dv-lay", style="lay")
        if self.settling:
            self.pieces["now"] = Piece(f"now:{self.settling}", "dv-now")

    def lays(self, cards: Cards) -> bool:
        """Can the reader still begin a row of their own there?"""
        if not self.placing or self.seat is None or len(self.state.hands[self.seat]) < 2:
            return False
        return all(seat != self.seat for seat, _ in cards)

    def lay_hands(self) -> None:
        for seat, hand in enumerate(self.state.hands):
            place = "hand:" if seat == self.seat else f"held:{self.chair(seat)}/"
            for number in hand:
                face = f"dv-{COLOURS[seat]}{number}"
                if seat == self.seat:  # elsewhere a badge beside it has the letter
                    face += f"-{letter_of(self.to, seat)}"
                self.pieces[f"card:{seat}/{number}"] = Piece(f"{place}{number}", face)
        title = "watching" if self.seat is None else "your-hand"
        self.write("hand:title", self.to.say(title), "serif bold start")
        if self.placing and self.seat is not None:
            left = len(self.state.hands[self.seat]) - 1
            note = self.to.say("to-lay", left=left) if left else self.to.say("all-laid")
            self.write("hand:note", note, "soft start")

    def lay_collections(self) -> None:
        state = self.state
        for seat, own in enumerate(state.own):
            self.pieces |= collection(self.to, seat, own)
            if self.asked:
                del self.pieces[f"score:{seat}"]
        if self.placing:
            turn = self.chair(state.turn or 0)
            self.pieces["turn"] = Piece(f"turn:{turn}", "dv-ball")
            if turn:  # the reader's own things are the whole lower edge of a phone
                self.pieces["turn:rim"] = Piece(f"rim:{turn}", f"dv-rim-{len(state.own)}")
        if self.outcome is None:
            self.pieces["first"] = Piece(f"first:{self.chair(state.first)}", "dv-parasol")
        else:
            for seat in self.outcome.winners:
                self.pieces[f"winner:{seat}"] = Piece(f"crown:{self.chair(seat)}", "dv-crown")

    def chair(self, seat: int) -> int:
        return chair_of(self.to, seat)

    # --- what a person can pick, and what is said

    def targets(self) -> dict[str, Target]:
        found = {f"column:{c}": Target(f"column:{c}", self.column_words(c)) for c in COLUMNS}
        if self.seat is not None:
            for number in NUMBERS:
                found[f"hand:{number}"] = Target(f"pick:{number}", self.card_words(number))
        # On a phone: what opens a column, or a player's things, enlarged.
        for column in COLUMNS:
            found[f"fan:{column}"] = Target(f"fan:{column}", self.to.say("fan", column=column))
        for seat in range(len(self.state.own)):
            at = f"player:{self.chair(seat)}"
            found[at] = Target(at, self.to.about(seat, "player"))
        return found

    def column_words(self, column: int, *, brief: bool = False) -> str:
        objects, laid = self.state.columns[column - 1], self.state.laid[column - 1]
        looks = {"plain": self.plain, "asked": self.asked}
        return column_words(self.to, column, objects, laid, brief=brief, **looks)

    def card_words(self, number: int) -> str:
        for column in COLUMNS:
            if (self.seat, number) in self.state.laid[column - 1]:
                return self.to.say("card-laid", number=number, column=column)
        return self.to.say("card", number=number)

    def heading(self) -> str:
        if self.outcome is not None:
            return self.to.say("over")
        state = self.state
        return self.to.say("round", round=state.round, rounds=ROUNDS[len(state.own)])

    def status(self) -> str:
        to, turn = self.to, self.state.turn
        if self.asked:
            return ""
        if self.outcome is not None:
            scores, winners = self.outcome
            score = to.amount(max(scores))
            if len(winners) == 1:
                return to.about(winners[0], "wins", score=score)
            return capital(to.say("share", players=to.people(winners), score=score))
        if turn == SETTLING or turn is None:
            column = self.settling
            return to.say("settling", column=column) if column else to.say("laid-out")
        if turn == self.seat:
            return to.say("your-turn")
        return to.say("their-turn", player=to.names[turn])

    def sentences(self) -> list[str]:
        """The whole position, for somebody who does not see it."""
        to, state = self.to, self.state
        said = [self.column_words(c, brief=True) for c in COLUMNS]
        said += [own_words(to, seat, own, self.asked) for seat, own in enumerate(state.own)]
        for seat, hand in enumerate(state.hands):
            if hand:
                numbers = to.join([str(number) for number in hand])
                said.append(to.about(seat, "holds", numbers=numbers))
        return said

    def seats(self) -> list[Seat]:
        return [
            Seat(
                self.to.names[seat],
                f"dv-badge-{letter_of(self.to, seat)}",
                "" if self.asked else self.to.amount(worth(own)),
                turn=self.placing and self.state.turn == seat,
                note=self.to.say("you") if seat == self.seat else "",
            )
            for seat, own in enumerate(self.state.own)
        ]


def players(state: State) -> int:
    return len(state.hands)


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """What lies on the table, as this seat sees it."""
    return described(BeachScene(view, lang, names))


def plain(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The same without what the table works out: who would take what, and who is tied."""
    return described(BeachScene(view, lang, names, plain=True))


def asked(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The same in an exercise that is not answered: without totals, ranks, worth, and turn."""
    return described(BeachScene(view, lang, names, plain=True, asked=True))


def described(made: BeachScene) -> Scene:
    made.lay_columns()
    made.lay_hands()
    made.lay_collections()
    return Scene(
        made.pieces,
        made.targets(),
        made.seats(),
        made.heading(),
        made.status(),
        Later(made.sentences),
    )
