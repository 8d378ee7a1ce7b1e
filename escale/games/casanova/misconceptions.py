"""What people get wrong about Casanova, each as a small function with the rule that it breaks.

Most are about a round that is settled: such a function says who wins it if one believed it. What
really happens is read from the engine's events. The sentences and the questions are in
`practice.toml`; docs/practice.md is for authors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from escale.engine.game import CHANCE, Event
from escale.teach.exercises.model import (
    Altered,
    Answer,
    At,
    Case,
    Goal,
    Idea,
    Tempting,
    case,
)

from .rules import ANNOUNCE, ANSWER, CLOCKWISE, LAY, ROUNDS, SAY, Move

GAMES = 100  #: random games of each number of players that are looked through for positions
#: The rules that a move can break.
FORBIDDING = (
    "CA-RND-1", "CA-RND-2", "CA-RND-3", "CA-RND-5", "CA-RND-7", "CA-RND-10", "CA-RND-13",
    "CA-ELI-3",
)  # fmt: skip


class Round(NamedTuple):
    """A round that is about to be settled, as somebody sees it to whom all cards are shown."""

    cards: Mapping[int, int]  #: of those who are still in it
    folded: Mapping[int, int]
    massimo: int
    table: int
    carried: int
    active: int
    quitte: bool

    def best(self, cards: Mapping[int, int], limit: int) -> list[int]:
        """Who has the highest of these cards within a limit."""
        within = [card for card in cards.values() if card <= limit]
        return sorted(seat for seat, card in cards.items() if within and card == max(within))

    def winners(self) -> list[int]:
        """By the rules: what the others are varied from, not what answers."""
        return [*self.cards] if len(self.cards) == 1 else self.best(self.cards, self.massimo)


# --- Who wins a round -----------------------------------------------------------------------------

AboutRound = Callable[[Round], list[int]]
WINNING: list[tuple[Idea, AboutRound]] = []


def winning(id_: str, rule: str, *, over: bool = False) -> Callable[[AboutRound], AboutRound]:
    """Name a misconception about who wins a round."""

    def named(function: AboutRound) -> AboutRound:
        WINNING.append((Idea(id_, rule, over), function))
        return function

    return named


@winning("equal-is-too-much", "CA-WIN-1")
def a_card_equal_to_the_massimo_is_too_much(round_: Round) -> list[int]:
    if len(round_.cards) == 1:
        return round_.winners()
    return round_.best(round_.cards, round_.massimo - 1)


@winning("highest-card", "CA-WIN-1")
def the_highest_card_wins_whatever_the_massimo(round_: Round) -> list[int]:
    return round_.best(round_.cards, max(round_.cards.values()))


@winning("nearest-card", "CA-WIN-1")
def the_card_nearest_to_the_massimo_wins(round_: Round) -> list[int]:
    away = {seat: abs(card - round_.massimo) for seat, card in round_.cards.items()}
    return sorted(seat for seat in away if away[seat] == min(away.values()))


@winning("tie-to-the-active", "CA-WIN-2")
def the_active_player_wins_a_tie(round_: Round) -> list[int]:
    winners = round_.winners()
    return [round_.active] if round_.active in winners else winners[:1]


@winning("tie-cancels", "CA-WIN-2")
def equal_cards_cancel_each_other(round_: Round) -> list[int]:
    cards = [*round_.cards.values()]
    single = {seat: card for seat, card in round_.cards.items() if cards.count(card) == 1}
    return round_.best(single, round_.massimo) if len(cards) > 1 else round_.winners()


@winning("lowest-above", "CA-WIN-3")
def if_all_are_above_the_lowest_wins(round_: Round) -> list[int]:
    least = min(round_.cards.values())
    return round_.winners() or sorted(s for s, card in round_.cards.items() if card == least)


@winning("all-fold-for-nothing", "CA-RND-8")
def if_all_fold_nobody_wins(round_: Round) -> list[int]:
    return [] if len(round_.cards) == 1 else round_.winners()


@winning("above-cannot-win", "CA-RND-14")
def a_card_above_the_massimo_never_wins(round_: Round) -> list[int]:
    return round_.best(round_.cards, round_.massimo)


@winning("folded-still-wins", "CA-RND-9")
def a_folded_card_still_counts(round_: Round) -> list[int]:
    winners = round_.best(round_.cards, round_.massimo)
    least = round_.cards[winners[0]] if winners else 0
    better = {s: card for s, card in round_.folded.items() if least < card <= round_.massimo}
    return round_.best(better, round_.massimo) if better else round_.winners()


@winning("quitte-gives-up", "CA-RND-6")
def who_says_quitte_gives_the_round_up(round_: Round) -> list[int]:
    if not round_.quitte:
        return round_.winners()
    others = {seat: card for seat, card in round_.cards.items() if seat != round_.active}
    return round_.best(others, round_.massimo)


# --- The others: what they would answer or tell instead -------------------------------------------

OTHERS = {
    idea.id: idea
    for idea in (
        Idea("always-shared", "CA-WIN-1"),
        Idea("massimo-is-allowed-once-more", "CA-RND-4", over=True),
        Idea("stakes-go-back", "CA-WIN-3"),
        Idea("highest-die", "CA-RND-4"),
        Idea("doubles-count-twice", "CA-RND-4", over=True),
        Idea("carried-stays", "CA-WIN-4"),
        Idea("carried-stays-alone", "CA-WIN-5"),
        Idea("rounds-up", "CA-WIN-2"),
        Idea("winner-leads", "CA-RND-11"),
        Idea("other-way-round", "CA-SET-2"),
        Idea("nobody-is-skipped", "CA-RND-16"),
        Idea("others-lay-first", "CA-RND-2"),
        Idea("youngest-lays-first", "CA-RND-12"),
        Idea("neighbour-speaks", "CA-RND-5"),
        Idea("one-answer-is-enough", "CA-RND-7"),
        Idea("on-credit", "CA-ELI-1"),
        Idea("one-coin-is-too-few", "CA-ELI-1", over=True),
        Idea("last-coin-lost", "CA-ELI-2"),
        Idea("doubles-on-credit", "CA-ELI-3"),
        Idea("card-again", "CA-RND-10"),
        Idea("raises-again", "CA-RND-13"),
        Idea("folded-turned-too", "CA-RND-15"),
        Idea("thirteen-rounds", "CA-END-1"),
        Idea("ends-early", "CA-END-1", over=True),
        Idea("last-round-decides", "CA-END-2"),
        Idea("earlier-seat", "CA-END-3"),
        Idea("winner-takes-the-table", "CA-END-3"),
        Idea("plays-on-alone", "CA-END-4"),
    )
}


def ideas() -> Iterator[Idea]:
    yield from (idea for idea, _ in WINNING)
    yield from OTHERS.values()


# --- A round that is settled ----------------------------------------------------------------------


def round_of(at: At) -> Round | None:
    """The round that this move settles, if it does."""
    if not any(event.kind == "put-away" for event in at.events):
        return None
    state, kind = at.before, at.move.kind
    folded = (*state.folded, at.seat) if kind == "fold" else state.folded
    return Round(
        {seat: state.laid[seat] for seat in state.playing if seat not in folded},
        {seat: state.laid[seat] for seat in folded},
        sum(state.roll),
        state.table + (kind == "call"),
        state.carried,
        state.active,
        kind == "quitte",
    )


def true_winners(at: At) -> list[int]:
    """Whom the engine says that the coins go to."""
    for event in at.events:
        if event.kind in ("win", "win-alone"):
            assert event.seat is not None
            return [event.seat]
        if event.kind == "split":
            return [*event.facts["seats"]]
    return []


def rules_of(at: At, *kinds: str) -> list[str]:
    return [*dict.fromkeys(event.rule for event in at.events if event.kind in kinds)]


# --- What happens now -----------------------------------------------------------------------------


def asked(at: At) -> Iterator[Case]:
    round_ = round_of(at)
    if round_ is not None:
        yield from _asked_who_wins(at, round_)
        yield from _asked_how_much(at, round_)
        yield from _asked_what_stays(at, round_)
        yield from _asked_who_is_out(at)
        yield from _asked_who_is_next(at)
        yield from _asked_who_wins_the_game(at)
    elif at.move.kind == "r":
        yield from _asked_the_massimo(at)
    yield from _asked_whose_turn(at)


def player(kind: str, seat: int, **facts: Any) -> Answer:
    return Answer({"event": kind, "seat": seat, **facts}, "player", {"seat": seat})


def coins_for(seats: Sequence[int], *, alone: bool = False) -> Answer:
    """Who gets the coins."""
    if not seats:
        return Answer({"event": "nobody"}, "nobody", {})
    if len(seats) == 1:
        return player("win-alone" if alone else "win", seats[0])
    return Answer({"event": "split", "seats": [*seats]}, "players", {"seats": [*seats]})


def _asked_who_wins(at: At, round_: Round) -> Iterator[Case]:
    right = true_winners(at)
    alone = len(round_.cards) == 1
    beliefs = [(idea, coins_for(function(round_))) for idea, function in WINNING]
    everybody = [*round_.cards, *round_.folded]
    others = [coins_for([]), *(coins_for([seat]) for seat in everybody)]
    others += [coins_for(sorted([s, t])) for s in everybody for t in everybody if s < t]
    because = rules_of(at, "win", "win-alone", "win-above", "split", "nobody", "would-have-won")
    ask = "wins-quitte" if round_.quitte else "wins-double"
    facts = {"massimo": round_.massimo, "seat": round_.active}
    yield case(ask, facts, coins_for(right, alone=alone), because, beliefs, others, open=True)


def _asked_how_much(at: At, round_: Round) -> Iterator[Case]:
    for event in at.events:
        if event.kind in ("win", "win-alone"):
            seat, kind, alone = event.seat, event.kind, event.kind == "win-alone"
            amount = event.facts["coins"]

            def taken(coins: int, kind: str = kind, seat: int | None = seat) -> Answer:
                value = {"event": kind, "seat": seat, "coins": coins}
                return Answer(value, "coins", {"coins": coins})

            less = taken(max(1, amount - round_.carried))
            right = taken(amount)
            id_ = "carried-stays-alone" if alone else "carried-stays"
            other = "carried-stays" if alone else "carried-stays-alone"
            beliefs = [
                (OTHERS[id_], less),
                (OTHERS[other], right),
                (OTHERS["rounds-up"], right),
            ]
            if not round_.carried:  # something to be wrong about all the same
                beliefs.append((OTHERS["always-shared"], taken(max(1, amount // 2))))
            others = [taken(amount + n) for n in (-2, -1, 1, 2, 3) if amount + n > 0]
            facts = {"seat": seat, "table": round_.table}
            because = rules_of(at, kind, "carried")
            yield case("coins", facts, right, because, beliefs, others, open=True)
        elif event.kind == "split":
            yield from _asked_the_share(at, round_, event)


def _asked_the_share(at: At, round_: Round, event: Event) -> Iterator[Case]:
    share, count = event.facts["share"], len(event.facts["seats"])

    def each(coins: int) -> Answer:
        return Answer({"event": "split", "share": coins}, "coins", {"coins": coins})

    fresh = (round_.table - round_.carried) // count
    beliefs = [
        (OTHERS["rounds-up"], each(-(-round_.table // count))),
        (OTHERS["carried-stays"], each(fresh)),
        (OTHERS["always-shared"], each(round_.table)),
    ]
    others = [each(share + n) for n in (-2, -1, 1, 2, 3) if share + n > 0]
    facts = {"seats": event.facts["seats"], "card": event.facts["card"], "table": round_.table}
    because = rules_of(at, "split", "remainder", "carried")
    yield case("share", facts, each(share), because, beliefs, others, open=True)


def _asked_what_stays(at: At, round_: Round) -> Iterator[Case]:
    """How many coins wait for the next round, if any do?"""
    for event in at.events:
        if event.kind not in ("nobody", "remainder"):
            continue

        def left(coins: int, kind: str = event.kind) -> Answer:
            value = {"event": kind, "coins": coins} if coins else {"never": kind}
            return Answer(value, *(("coins", {"coins": coins}) if coins else ("no-coin", {})))

        right = left(event.facts["coins"])
        beliefs = [
            (
                OTHERS["stakes-go-back"],
                right if event.kind == "remainder" else left(round_.carried),
            ),
            (OTHERS["rounds-up"], left(0) if event.kind == "remainder" else right),
            (OTHERS["carried-stays"], right),
        ]
        amount = event.facts["coins"]
        others = [left(amount + n) for n in (-3, -2, -1, 1, 2, 3) if amount + n >= 0]
        facts = {"massimo": round_.massimo, "seat": round_.active}
        yield case("left", facts, right, rules_of(at, event.kind), beliefs, others, open=True)


def _asked_who_is_out(at: At) -> Iterator[Case]:
    if not rules_of(at, "eliminated", "saved"):
        return

    def out(seats: Iterable[int]) -> Answer:
        gone = sorted(seats)
        value = {"each": "eliminated", "seats": gone}
        return Answer(value, "players" if gone else "nobody", {"seats": gone} if gone else {})

    playing = at.before.playing
    gone = {e.seat for e in at.events if e.kind == "eliminated" and e.seat is not None}
    saved = {e.seat for e in at.events if e.kind == "saved" and e.seat is not None}
    poor = {seat for seat in playing if at.after.coins[seat] <= 1}
    beliefs = [
        (OTHERS["on-credit"], out(())),
        (OTHERS["one-coin-is-too-few"], out(poor)),
        (OTHERS["last-coin-lost"], out(gone | saved)),
    ]
    others = [out(gone ^ {seat}) for seat in playing]
    others += [out({s, t}) for s in playing for t in playing if s < t]
    because = rules_of(at, "eliminated", "saved") or rules_of(at, "put-away")
    yield case("out", {}, out(gone), because, beliefs, others, open=True)


def _asked_who_is_next(at: At) -> Iterator[Case]:
    for event in at.events:
        if event.kind != "next-round":
            continue
        number = event.facts["round"]
        winners = true_winners(at)
        active, players = at.before.active, at.players
        back = (active - 1) % players
        beliefs = [
            (OTHERS["winner-leads"], player("next-round", winners[0] if winners else active)),
            (OTHERS["other-way-round"], player("next-round", back)),
            (OTHERS["nobody-is-skipped"], player("next-round", (active + 1) % players)),
        ]
        assert event.seat is not None
        others = [player("next-round", seat) for seat in range(players)]
        others.append(Answer({"never": "next-round"}, "ends", {}))
        because = [*rules_of(at, "next-round", "skip"), "CA-SET-2"]
        facts = {"round": number}
        yield case(
            "next", facts, player("next-round", event.seat), because, beliefs, others, open=True
        )


def _asked_who_wins_the_game(at: At) -> Iterator[Case]:
    if at.after.turn is not None:
        return
    coins, winners = at.after.coins, [*at.after.winners]

    def wins(seats: Sequence[int]) -> Answer:
        if len(seats) == 1:
            return player("win-game", seats[0])
        return Answer({"event": "share-game", "seats": [*seats]}, "players", {"seats": [*seats]})

    last = true_winners(at) or winners
    beliefs = [
        (OTHERS["last-round-decides"], wins(last)),
        (OTHERS["earlier-seat"], wins(winners[:1])),
    ]
    others = [wins([seat]) for seat in range(len(coins))]
    others += [wins([s, t]) for t in range(len(coins)) for s in range(t)]
    because = rules_of(at, "win-game", "share-game")
    yield case("game", {}, wins(winners), because, beliefs, others, open=True)


def _asked_the_massimo(at: At) -> Iterator[Case]:
    faces = at.move.value
    total = sum(faces)

    def massimo(number: int) -> Answer:
        return Answer({"event": "roll", "massimo": number}, "number", {"number": number})

    twice = total * 2 if len({*faces}) < len(faces) else total
    beliefs = [
        (OTHERS["highest-die"], massimo(max(faces))),
        (OTHERS["doubles-count-twice"], massimo(twice)),
    ]
    others = [massimo(total + n) for n in (-2, -1, 1, 2) if total + n > 0] + [massimo(13)]
    if len(faces) == 1:
        beliefs.append((OTHERS["massimo-is-allowed-once-more"], massimo(min(total + 1, 13))))
    yield case("massimo", {"faces": [*faces]}, massimo(total), ("CA-RND-4",), beliefs, others)


def _asked_whose_turn(at: At) -> Iterator[Case]:
    turn, state, players = at.after.turn, at.before, at.players
    if turn is None or turn == CHANCE or round_of(at) is not None or players < 3:
        return
    active = at.after.active
    clockwise = CLOCKWISE[at.after.playing]
    mover = active if at.seat == CHANCE else at.seat

    def next_(seat: int) -> Answer:
        return Answer({"next": seat}, "player", {"seat": seat})

    right, kind = next_(turn), at.move.kind
    beliefs = dict.fromkeys(TURNS, right)
    rule = "CA-RND-12"
    if kind == "d":
        beliefs["others-lay-first"], rule = next_(clockwise[active]), "CA-RND-2"
    elif kind == "r":
        beliefs["neighbour-speaks"], rule = next_(clockwise[active]), "CA-RND-5"
    else:
        back = next(s for s in at.after.playing if clockwise[s] == mover)
        beliefs["other-way-round"] = next_(back)
        if kind == "c":
            waiting = [s for s in at.after.playing if not at.after.laid[s]]
            beliefs["youngest-lays-first"] = next_(min(waiting))
        else:
            rule = "CA-RND-7"
            if kind in ("call", "fold"):
                beliefs["one-answer-is-enough"] = next_(clockwise[active])
    others = [next_(seat) for seat in range(players)]
    told = [(OTHERS[id_], answer) for id_, answer in beliefs.items()]
    if state.step == ANNOUNCE and players < 4:
        return
    yield case("turn", {}, right, (rule,), told, others)


TURNS = (
    "others-lay-first", "neighbour-speaks", "other-way-round", "youngest-lays-first",
    "one-answer-is-enough",
)  # fmt: skip


# --- Which sentence is wrong ----------------------------------------------------------------------


def altered(at: At) -> Iterator[Altered]:
    round_ = round_of(at)
    for index, event in enumerate(at.events):
        if round_ is not None and event.kind in ("win", "win-alone", "split", "nobody"):
            yield from _other_winners(at, round_, index)
        for id_, changed in _retold(at, event, round_):
            yield Altered(index, changed, OTHERS[id_])


def _other_winners(at: At, round_: Round, index: int) -> Iterator[Altered]:
    truth, cards = true_winners(at), {**round_.cards, **round_.folded}
    for idea, function in WINNING:
        seats = function(round_)
        if seats == truth or (not seats and len(round_.cards) == 1):
            continue
        facts: dict[str, Any] = {"massimo": round_.massimo, "coins": round_.table}
        if not seats:
            told = Event("CA-WIN-3", "nobody", None, facts)
            if any(card <= round_.massimo for card in round_.cards.values()):
                continue  # "every card is above" would be seen through at once
        elif len(seats) == 1:
            told = Event("CA-WIN-1", "win", seats[0], facts | {"card": cards[seats[0]]})
        else:
            share = round_.table // len(seats)
            facts |= {"card": cards[seats[0]], "seats": seats, "share": share}
            told = Event("CA-WIN-2", "split", None, facts)
        yield Altered(index, told, idea)


def _retold(at: At, event: Event, round_: Round | None) -> Iterator[tuple[str, Event]]:
    kind, seat, facts = event.kind, event.seat, event.facts
    if kind == "roll" and len(facts["faces"]) > 1:
        yield "highest-die", event._replace(facts=facts | {"massimo": max(facts["faces"])})
        if len({*facts["faces"]}) < len(facts["faces"]):
            twice = facts | {"massimo": 2 * facts["massimo"]}
            yield "doubles-count-twice", event._replace(facts=twice)
    elif kind in ("win", "win-alone") and round_ and 0 < round_.carried < facts["coins"]:
        id_ = "carried-stays" if kind == "win" else "carried-stays-alone"
        yield id_, event._replace(facts=facts | {"coins": facts["coins"] - round_.carried})
    elif kind == "split" and facts["coins"] % len(facts["seats"]):
        yield "rounds-up", event._replace(facts=facts | {"share": facts["share"] + 1})
    elif kind == "turn" and round_ and round_.folded:
        every = {**round_.cards, **round_.folded}
        shown = {"seats": sorted(every), "cards": [every[s] for s in sorted(every)]}
        yield "folded-turned-too", event._replace(facts=shown)
    elif kind == "must-fold":
        yield "doubles-on-credit", Event("CA-RND-7", "call", seat, {})
    elif kind == "saved":
        yield "last-coin-lost", Event("CA-ELI-1", "eliminated", seat, {})
    elif kind == "eliminated":
        yield "on-credit", Event("CA-ELI-1", "credit", seat, {})
    elif kind == "next-round":
        yield from _other_rounds(at, event)
    elif kind == "last-round":
        yield "thirteen-rounds", Event("CA-RND-11", "next-round", CLOCKWISE[at.before.playing][
            at.before.active], {"round": ROUNDS + 1})  # fmt: skip
    elif kind == "one-left":
        [left] = [s for s in at.before.playing if at.after.coins[s]]
        later = {"round": at.before.round + 1}
        yield "plays-on-alone", Event("CA-RND-11", "next-round", left, later)
    elif kind == "win-game":
        last = [s for s in true_winners(at) if s != seat]
        if last and at.after.coins[last[0]]:
            coins = {"coins": at.after.coins[last[0]]}
            yield "last-round-decides", event._replace(seat=last[0], facts=coins)
        if at.after.table:
            coins = {"coins": facts["coins"] + at.after.table}
            yield "winner-takes-the-table", event._replace(facts=coins)
    elif kind == "share-game":
        first = Event("CA-END-2", "win-game", facts["seats"][0], {"coins": facts["coins"]})
        yield "earlier-seat", first


def _other_rounds(at: At, event: Event) -> Iterator[tuple[str, Event]]:
    active, players = at.before.active, at.players
    winners = true_winners(at)
    for id_, other in (
        ("winner-leads", winners[0] if winners else active),
        ("other-way-round", (active - 1) % players),
        ("nobody-is-skipped", (active + 1) % players),
    ):
        if other != event.seat:
            yield id_, event._replace(seat=other)
    if event.facts["round"] >= ROUNDS:
        ended = {"round": event.facts["round"] - 1}
        yield "ends-early", Event("CA-END-1", "last-round", None, ended)


# --- What may be done, and why not ----------------------------------------------------------------


def tempting(at: At) -> Iterator[Tempting]:
    state, seat = at.before, at.seat
    if state.step == LAY:
        for number in range(1, 14):
            if number in state.hands[seat]:
                yield Tempting(Move("c", number), "CA-RND-10", True)
            elif state.round > 2:
                yield Tempting(Move("c", number), "CA-RND-10", False, OTHERS["card-again"])
        for move in (Move("d", 1), Move("d", 2), Move("d", 3), Move("double"), Move("fold")):
            yield Tempting(move, "CA-RND-10", True)
    elif state.step in (SAY, ANSWER):
        broke = not state.coins[seat]
        last = state.step == ANSWER
        for kind in ("quitte", "double", "call", "fold"):
            idea = None
            if broke and kind == ("call" if last else "double"):
                idea = OTHERS["doubles-on-credit"]
            elif last and kind == "double":
                idea = OTHERS["raises-again"]
            yield Tempting(Move(kind), "CA-ELI-3", not broke, idea)
            yield Tempting(Move(kind), "CA-RND-13", not last, idea)


def refused(at: At) -> Iterator[Move]:
    legal = {*at.game.legal(at.before, at.seat)}
    for move in at.game.moves(at.before):
        if move.kind != "r" and move not in legal:
            yield move


def move_words(at: At, move: Move) -> tuple[str, Mapping[str, Any]]:
    if move.kind == "d":
        return "announce", {"dice": move.value}
    return ("lay", {"card": move.value}) if move.kind == "c" else (move.kind, {})


# --- What to reach --------------------------------------------------------------------------------

GOALS = {
    "win": "CA-WIN-1", "win-alone": "CA-RND-8", "nobody": "CA-WIN-3", "split": "CA-WIN-2",
    "win-above": "CA-RND-14", "would-have-won": "CA-RND-9", "eliminated": "CA-ELI-1",
    "saved": "CA-ELI-2",
}  # fmt: skip


def goals(at: At) -> Iterator[Goal]:
    """At the last answer to a Double, all cards shown: what do matching and folding lead to?"""
    state = at.before
    if state.step != ANSWER or CLOCKWISE[state.playing][at.seat] != state.active:
        return
    legal = at.game.legal(state, at.seat)
    if len(legal) < 2:
        return
    told: dict[Any, list[Event]] = {move: [] for move in legal}
    for move in legal:
        at.game.apply(state, move, told[move])
    for move, events in told.items():
        otherwise = {e.rule for other in legal if other != move for e in told[other]}
        for event in events:
            if event.kind not in GOALS:
                continue
            goal: dict[str, Any] = {"event": event.kind}
            facts: dict[str, Any] = {}
            if event.seat is not None:
                goal["seat"] = facts["seat"] = event.seat
            rules = {rule: True for rule in GOALS.values() if rule in otherwise}
            rules[GOALS[event.kind]] = False
            yield Goal(goal, event.kind, facts, rules, (event.rule,), open=True)
