"""What is said about Casanova's table, by the sentences of scene.toml.

The status, the hint in the middle where there is nothing to choose, and the whole position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from escale.draw.text import cut
from escale.teach.scene_words import Fact, Reader

from .rules import ANSWER, AWAY, CARDS, HIDDEN, NONE, OVER, PAID, ROLL, SAY, SETTLE, State


def is_open(state: State, seat: int) -> bool:
    """Does this seat's card lie open? Then it has left the hand."""
    card = state.laid[seat]
    return card not in (NONE, HIDDEN) and card not in state.hands[seat]


def massimo_of(state: State) -> int:
    """What the dice show; 0 before the roll."""
    return sum(state.roll)


class TableWords:
    """The sentences about a moment of the table, to one reader."""

    def __init__(self, state: State, to: Reader) -> None:
        self.state = state
        self.to = to

    def about(self, seat: int | None, name: str, width: float = 60, /, **facts: Fact) -> str:
        """A sentence about a player, whose name is cut to its width in ems; None is nobody."""
        if seat is None:
            return self.to.say(name, player="", **facts)
        short = tuple(cut(one, width) for one in self.to.names)
        return self.to._replace(names=short).about(seat, name, **facts)

    def hint(self) -> tuple[str, str]:
        state, step = self.state, self.state.step
        if step == OVER:
            coins = state.coins[state.winners[0]]
            if len(state.winners) > 1:
                return self.to.say("hint-shared-win"), self.joined(state.winners)
            first = self.about(state.winners[0], "hint-wins", 7)
            return first, self.to.say("hint-wins-2", coins=coins)
        if step in (PAID, AWAY):
            if not state.winners:
                return self.to.say("hint-nobody"), self.to.say("hint-nobody-2")
            if len(state.winners) > 1:
                return self.to.say("hint-share"), self.joined(state.winners)
            return self.about(state.winners[0], "hint-takes", 7), self.to.say("hint-takes-2")
        if step == SETTLE:
            alone = len(state.folded) == len(state.playing) - 1
            second = "hint-alone-2" if alone else "hint-settle-2"
            return self.to.say("hint-settle"), self.to.say(second, massimo=massimo_of(self.state))
        who = state.active if step == ROLL else state.turn
        first = self.about(who, f"hint-{step}", 7)
        return first, self.about(who, f"hint-{step}-2", dice=state.dice)

    def joined(self, seats: Sequence[int]) -> str:
        """Several players, whose names share a line."""
        width = (24 - 3 * len(seats)) / len(seats)
        return self.to.join([cut(self.to.names[seat], width) for seat in seats])

    def status(self) -> str:
        state, step = self.state, self.state.step
        if step == OVER:
            coins = state.coins[state.winners[0]]
            if len(state.winners) == 1:
                return self.about(state.winners[0], "wins", coins=coins)
            return self.to.say(
                "shared-win",
                players=tuple(self.to.names[seat] for seat in state.winners),
                coins=coins,
            )
        if step in (PAID, AWAY):
            if len(state.winners) == 1:
                return self.about(state.winners[0], "takes")
            names = tuple(self.to.names[seat] for seat in state.winners)
            return self.to.say("share", players=names) if names else self.to.say("nobody")
        who = state.active if step == ROLL else state.turn
        facts: dict[str, Fact] = {"dice": state.dice, "active": self.to.names[state.active]}
        poor = (
            step in (SAY, ANSWER)
            and who == self.to.seat
            and who is not None
            and not state.coins[who]
        )
        return self.about(who, f"{step}-poor" if poor else step, **facts)

    def sentences(self) -> Iterator[str]:
        """The position in sentences."""
        state = self.state
        if state.roll:
            yield self.to.say("words-roll", faces=state.roll, massimo=massimo_of(self.state))
        elif state.dice:
            yield self.to.say("words-dice", dice=state.dice)
        if state.carried and state.step not in (PAID, AWAY, OVER):
            yield self.to.say("words-table-carried", coins=state.table, carried=state.carried)
        else:
            yield self.to.say("words-table", coins=state.table)
        for place in range(len(state.coins)):
            yield ", ".join(self.described(((self.to.seat or 0) + place) % len(state.coins))) + "."
        if self.to.seat is not None:
            card = state.laid[self.to.seat]
            hand = [held for held in state.hands[self.to.seat] if held != card]
            if card != NONE and not is_open(self.state, self.to.seat):
                yield self.to.say("words-own-laid", card=card)
            if hand:
                yield self.to.say("words-hand", cards=tuple(hand))

    def described(self, seat: int) -> Iterator[str]:
        state = self.state
        name = "words-you" if seat == self.to.seat else "words-seat"
        yield self.to.say(name, player=self.to.names[seat], coins=state.coins[seat])
        if seat not in state.playing:
            yield self.to.say("out")
        elif seat == state.active and state.step != OVER:
            yield self.to.say("active")
        if seat in state.folded:
            yield self.to.say("folded")
        if state.step != AWAY and state.laid[seat] != NONE:
            turned = is_open(self.state, seat)
            yield self.to.say(
                "words-face-up" if turned else "words-face-down", card=state.laid[seat]
            )
        played = [
            card
            for card in CARDS
            if card not in state.hands[seat] and (state.step == AWAY or card != state.laid[seat])
        ]
        name = "words-played" if played else "words-none-played"
        yield self.to.say(name, count=len(played), cards=tuple(played))
