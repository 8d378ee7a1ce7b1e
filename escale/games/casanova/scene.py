"""The table of Casanova: Venice by night, and one idea, the rack.

Every seat has 13 slots. A played card lies open in its own slot, a number that is still to come is
a dashed one; once the dice have fallen a gold line stands right of the massimo in every rack, and
what lies beyond it is hatched.

Keys are chosen so that things travel, and tell nothing that the reader may not know:

- `card:SEAT/7` is a card that the reader knows: in the hand, on the table, in its slot.
- `laid:SEAT` is the card that somebody else lays. It waits in the sleeve, lies face down, and is
  turned. When the coins have been paid, `card:SEAT/7` comes to lie exactly on it and goes to its
  slot, while `laid:SEAT` is back in the sleeve for the next round.
- `coin:N` is the N-th coin on the table. The one that comes next waits, unseen, in the purse of
  whoever may stake it; those that have been won go to the winner's purse and are counted there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from escale.draw.scene import Later, Piece, Scene, Seat, Target, without
from escale.draw.text import cut
from escale.teach.scene_words import Reader

from . import game
from .drawings import PILE, style, symbols
from .layouts import layouts
from .night import HIGHEST
from .phone import NAME as PHONE_NAME
from .phone import phone_lesson
from .rules import (
    ANNOUNCE,
    ANSWER,
    AWAY,
    CARDS,
    COINS,
    DICE,
    HIDDEN,
    LAY,
    NONE,
    OVER,
    PAID,
    ROLL,
    ROUNDS,
    SAY,
    SETTLE,
    State,
)
from .words import TableWords, is_open, massimo_of

if TYPE_CHECKING:
    from escale.engine.game import View

__all__ = ["asked", "layouts", "phone_lesson", "players", "scene", "style", "symbols"]

STEPS = {ANNOUNCE: 1, LAY: 2, ROLL: 3, SAY: 4, ANSWER: 4, SETTLE: 5, PAID: 5, AWAY: 5, OVER: 6}
NAME = 9.0  # ems: what every layout has room for


def players(state: State) -> int:
    return len(state.coins)


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The table as a seat sees it."""
    return NightScene(view, lang, names).scene()


def asked(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The same in an exercise that is not answered: without turn, hints and crowns. Where the cards
    that lie face down are told to everybody, they lie open."""
    made = NightScene(view, lang, names, known=True)
    return without(made.scene(), ("turn", "hint", "crown"))


class NightScene:
    """A moment of the table, from one seat; `known`: cards that this seat knows lie open, if it
    knows all of them."""

    def __init__(self, view: View, lang: str, names: Sequence[str], *, known: bool = False) -> None:
        self.state: State = view.state
        others = {card for seat, card in enumerate(view.state.laid) if seat != view.seat}
        self.known = known and HIDDEN not in others and others != {NONE}
        self.seats = range(len(self.state.coins))
        self.reader = view.seat if view.seat in self.seats else None
        self.to = Reader(game, lang, tuple(names), self.reader)
        self.words = TableWords(self.state, self.to)
        self.bottom = self.reader or 0
        self.massimo = massimo_of(self.state)

    def scene(self) -> Scene:
        state = self.state
        pieces = dict(self.pieces())
        over = state.step == OVER
        heading = (
            self.to.say("over") if over else self.to.say("round", round=state.round, rounds=ROUNDS)
        )
        seats = [self.seat(seat) for seat in self.seats]
        return Scene(
            pieces,
            dict(self.targets()),
            seats,
            heading,
            self.words.status(),
            Later(self.words.sentences),
        )

    # --- whom and what

    def at(self, seat: int) -> int:
        """Where a seat is on the table: clockwise from the reader."""
        return (seat - self.bottom) % len(self.seats)

    def followers(self) -> list[int]:
        """Who has staked a second coin, the active player first."""
        state = self.state
        if state.step not in (ANSWER, SETTLE):
            return []
        first = sum(card != NONE for card in state.laid)
        still_in = sorted(
            set(state.playing) - set(state.folded),
            key=lambda seat: (seat - state.active) % len(self.seats),
        )
        return still_in[: state.table - state.carried - first]

    # --- pieces

    def pieces(self) -> Iterator[tuple[str, Piece]]:
        yield from self.steps()
        for seat in self.seats:
            yield from self.player(seat)
            yield from self.cards(seat)
        yield from self.marks()
        yield from self.stakes()
        yield from self.middle()
        yield from self.coins()
        yield from self.hints()

    def steps(self) -> Iterator[tuple[str, Piece]]:
        now = STEPS[self.state.step]
        for step in range(1, 6):
            lamp = "done" if step < now else "now" if step == now else "next"
            yield f"lamp:{step}", Piece(f"lamp:{step}", f"ca-lamp-{lamp}")
            style = "start ca-rim " + ("ca-now" if step == now else "soft")
            yield (
                f"step:{step}",
                Piece(f"step:{step}", text=self.to.say(f"step-{step}"), style=style),
            )

    def player(self, seat: int) -> Iterator[tuple[str, Piece]]:
        at, state = self.at(seat), self.state
        dim = "" if seat in state.playing or seat in state.winners else " dim"
        mine = " you" if at == 0 and self.to.seat is not None else ""
        purse = state.coins[seat]
        yield f"token:{seat}", Piece(f"token:{at}", f"ca-token-{seat}", style=dim[1:])
        letter = self.to.names[seat].strip()[:1].upper()
        style = f"serif bold ca-letter{dim}{mine}"
        yield f"letter:{seat}", Piece(f"letter:{at}", text=letter, style=style)
        name = cut(self.to.names[seat], NAME)
        yield f"name:{seat}", Piece(f"name:{at}", text=name, style=f"bold start{dim}{mine}")
        name = cut(self.to.names[seat], PHONE_NAME)
        yield f"short:{seat}", Piece(f"short:{at}", text=name, style=f"bold start{dim}{mine}")
        style = f"serif bold ca-gilt counts end{dim}"
        yield f"coins:{seat}", Piece(f"coins:{at}", text=str(purse), style=style)
        if seat not in state.playing:
            style = f"soft {'start' if at else 'end'}"
            yield f"out:{seat}", Piece(f"out:{at}", text=self.to.say("out"), style=style)
            return
        for pile in range(-(-purse // PILE) or 1):
            many = min(PILE, purse - PILE * pile)
            yield f"pile:{seat}/{pile}", Piece(f"purse:{at}/{pile}", f"ca-pile-{many}")

    def cards(self, seat: int) -> Iterator[tuple[str, Piece]]:
        """What a seat has played, what it has laid, and the reader's hand."""
        at, state = self.at(seat), self.state
        card, hand = state.laid[seat], state.hands[seat]
        out = seat not in state.playing
        dim = " ca-out" if out and seat not in state.winners else ""
        away = state.step == AWAY
        for played in CARDS:
            if played not in hand and (away or played != card):
                style = "ca-lies last" if played == card else "ca-lies" + dim
                place = f"rack:{at}/{played}"
                yield f"card:{seat}/{played}", Piece(place, f"ca-s{played}", style=style)
        lies = card != NONE and not away
        place = f"{'fold' if seat in state.folded else 'laid'}:{at}"
        style = "flips ca-lies" + (" ca-out" if seat in state.folded else "")
        if lies and state.step == PAID and seat in state.winners:
            style += " last"
        turned = is_open(state, seat) or self.known
        if seat == self.reader:
            if lies:
                symbol = f"ca-{card}" if turned else "ca-back"
                yield f"card:{seat}/{card}", Piece(place, symbol, style=style)
            if lies and not turned:
                yield "tag", Piece("tag", f"ca-s{card}", style="ca-lies fades")
            for held in hand:
                if held != card:
                    yield (
                        f"card:{seat}/{held}",
                        Piece(f"hand:{held}", f"ca-{held}", style=f"flips ca-lies{dim}"),
                    )
        elif lies:
            yield f"laid:{seat}", Piece(place, f"ca-{card}" if turned else "ca-back", style=style)
            if turned and state.step == PAID:  # it lies on the other until both leave
                yield f"card:{seat}/{card}", Piece(place, f"ca-{card}", style=style)
        elif not out and state.step != OVER:
            yield f"laid:{seat}", Piece(f"sleeve:{at}", "ca-back", style="flips fades")
        if self.reader is None and not at:
            held = len(hand) - (lies and not turned)
            first = (HIGHEST - held) // 2 + 1
            for card in range(first, first + held):
                yield f"held:{card}", Piece(f"hand:{card}", "ca-back", style=f"ca-lies{dim}")
        if self.massimo and self.massimo < HIGHEST:
            symbol = f"ca-over-{HIGHEST - self.massimo}"
            yield f"over:{seat}", Piece(f"over:{at}/{self.massimo}", symbol, style="fades")

    def marks(self) -> Iterator[tuple[str, Piece]]:
        """Whose turn it is, who is active, what was answered, who has won."""
        state = self.state
        if state.step != OVER:
            yield "active", Piece(f"active:{self.at(state.active)}", "ca-active")
        if state.turn is not None and state.turn in self.seats:
            yield "turn", Piece(f"turn:{self.at(state.turn)}", "ca-turn")
        answers = dict.fromkeys(self.followers(), "followed")
        if state.active in answers:
            answers[state.active] = "doubled"
        answers |= dict.fromkeys(state.folded, "folded")
        if state.step != AWAY:
            for seat, answer in answers.items():
                style = "start bold" if self.at(seat) else "bold"
                style += " ca-rim " + ("soft" if answer == "folded" else "ca-gilt")
                place = f"answer:{self.at(seat)}"
                yield f"answer:{seat}", Piece(place, text=self.to.say(answer), style=style)
        if self.massimo and self.massimo < HIGHEST:
            yield "line", Piece(f"line:{self.massimo}", "ca-line", style="fades")
        for seat in state.winners:
            yield f"crown:{seat}", Piece(f"crown:{self.at(seat)}", "ca-crown", style="fades")

    def stakes(self) -> Iterator[tuple[str, Piece]]:
        """On a phone, where nobody's answer is written out: the coins that each has staked."""
        state = self.state
        if state.step in (PAID, AWAY, OVER):
            return
        followers = self.followers()
        for seat in self.seats:
            for coin in range(1, 1 + (state.laid[seat] != NONE) + (seat in followers)):
                place = f"stake:{self.at(seat)}/{coin}"
                yield f"stake:{seat}/{coin}", Piece(place, "ca-coin", style="ca-lies fades")

    def middle(self) -> Iterator[tuple[str, Piece]]:
        """The dice, and what they say."""
        state = self.state
        for die in DICE:
            face = "none" if die > state.dice else state.roll[die - 1] if state.roll else 0
            style = "rolls" if state.roll and die <= state.dice else ""
            yield f"die:{die}", Piece(f"die:{die}", f"ca-die-{face}", style=style)
        if state.step != OVER:
            text = (
                self.to.say("dice-called", dice=state.dice)
                if state.dice
                else self.to.say("dice-none")
            )
            yield "dice-note", Piece("dice-note", text=text, style="soft ca-rim")
        yield "plaque", Piece("plaque", "ca-plaque", style="ca-lit" if self.massimo else "ca-off")
        text = str(self.massimo) if self.massimo else "?"
        style = "serif bold ca-gilt" + (" counts" if self.massimo else " ca-off")
        yield "massimo", Piece("massimo", text=text, style=style)

    def coins(self) -> Iterator[tuple[str, Piece]]:
        """The pot: coins left from earlier rounds first, with a dashed ring."""
        state = self.state
        old = state.table if state.step == OVER else min(state.carried, state.table)
        for coin in range(state.table):
            symbol = "ca-coin-old" if coin < old else "ca-coin"
            yield f"coin:{coin}", Piece(f"pot/{coin}", symbol, style="ca-lies")
        if state.step == PAID and state.winners:
            # The state does not say how many there were; at their end all lie on the same spot.
            most = min(COINS, state.carried + 2 * len(state.playing))
            for coin in range(state.table, most):
                winner = state.winners[(coin - state.table) % len(state.winners)]
                place = f"mouth:{self.at(winner)}"
                yield f"coin:{coin}", Piece(place, "ca-coin")
        elif state.turn in self.seats and state.turn is not None and state.coins[state.turn]:
            place = f"mouth:{self.at(state.turn)}"
            yield f"coin:{state.table}", Piece(place, "ca-coin", style="ca-away fades")
        style = "serif bold ca-gilt ca-rim counts end"
        yield "pot", Piece("pot", text=str(state.table), style=style)
        known, left = self.to.say("on-table"), ""
        if old and state.step != OVER:
            left = self.to.say("left-over", coins=old)
            yield "pot-left", Piece("pot-left", text=left, style="start soft ca-rim")
        place = "pot-word" if left else "pot-only"
        yield "pot-word", Piece(place, text=known, style="start soft ca-rim")
        yield "pot-line", Piece("pot-line", text=left or known, style="soft ca-rim")

    def hints(self) -> Iterator[tuple[str, Piece]]:
        """What is going on, where there is nothing to choose."""
        if self.reader is not None and self.state.step in CHOICES:
            return
        first, second = self.words.hint()
        yield "hint:1", Piece("hint:1", text=first, style="serif bold ca-gilt ca-rim")
        if second:
            yield "hint:2", Piece("hint:2", text=second, style="ca-rim")

    # --- targets

    def targets(self) -> Iterator[tuple[str, Target]]:
        yield from self.choices()
        for seat in self.seats:  # to be looked at, where the others are folded to a row
            if self.at(seat):
                label = ", ".join(self.words.described(seat))
                yield f"row:{self.at(seat)}", Target(f"row:{self.at(seat)}", label)

    def choices(self) -> Iterator[tuple[str, Target]]:
        state = self.state
        if self.reader is None or state.step == OVER:
            return
        if state.step == ROLL:
            yield "roll", Target("dice", self.to.say("throw", dice=state.dice))
        if state.step == ANNOUNCE:
            for dice in DICE:
                label, caption = (
                    self.to.say("dice", dice=dice),
                    self.to.say("dice-caption", dice=dice),
                )
                note = self.to.say("dice-note", low=dice, high=6 * dice)
                yield f"dice:{dice}", Target(f"dice:{dice}", label, caption, note)
        for word in CHOICES.get(state.step, ()):
            label, caption, note = (self.to.say(word + part) for part in ("", "-caption", "-note"))
            yield f"say:{word}", Target(f"say:{word}", label, caption, note)
        hand, laid = state.hands[self.reader], state.laid[self.reader]
        for card in CARDS:
            known = "card" if card in hand else "card-played"
            if card == laid:
                known = "card-turned" if is_open(state, self.reader) else "card-laid"
            yield f"hand:{card}", Target(f"hand:{card}", self.to.say(known, card=card))

    def seat(self, seat: int) -> Seat:
        state = self.state
        out = seat not in state.playing
        note = "out" if out else "folded" if seat in state.folded else ""
        if not note and seat == state.active and state.step != OVER:
            note = "active"
        return Seat(
            self.to.names[seat],
            f"ca-token-{seat}",
            str(state.coins[seat]),
            seat == (state.active if state.step == ROLL else state.turn),
            out,
            self.to.say(note) if note else "",
        )


#: What can be said in a step, where the choices are words; in ANNOUNCE they are dice.
CHOICES: dict[str, tuple[str, ...]] = {
    ANNOUNCE: (),
    SAY: ("quitte", "double"),
    ANSWER: ("call", "fold"),
}
