"""The questions of exercises about Casanova: what happens now, what may be done, what to reach.

They come from a moment of a game. What people get wrong is in `misconceptions`, sentences that are
told wrongly are in `retold`, the words in `practice.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from escale.engine.game import CHANCE, Event
from escale.teach.exercises.model import (
    Answer,
    At,
    Case,
    Goal,
    Tempting,
    case,
)

from .misconceptions import (
    BREAKS,
    FORBIDDING,
    GAMES,
    OTHERS,
    WINNING,
    Round,
    also_fair,
    ideas,
    round_of,
    rules_of,
    true_winners,
)
from .retold import altered, since
from .rules import ANNOUNCE, ANSWER, CLOCKWISE, LAY, SAY, Move

__all__ = [
    "BREAKS",
    "FORBIDDING",
    "GAMES",
    "also_fair",
    "altered",
    "asked",
    "goals",
    "ideas",
    "move_words",
    "refused",
    "since",
    "tempting",
]


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
    asked = case("out", {}, out(gone), because, beliefs, others, open=True)
    yield asked
    if at.after.turn is not None:  # the same the other way round: nobody is no answer to that
        yield _asked_who_stays(asked, playing)


def _asked_who_stays(out: Case, playing: Sequence[int]) -> Case:
    """Who is still in the game, of those who were?"""

    def stays(answer: Answer) -> Answer:
        seats = [seat for seat in playing if seat not in answer.value["seats"]]
        words = "players" if seats else "nobody"
        return Answer(answer.value, words, {"seats": seats} if seats else {})

    return out._replace(
        ask="in",
        right=stays(out.right),
        wrong=tuple((stays(answer), idea) for answer, idea in out.wrong),
        others=tuple(
            stays(answer) for answer in out.others if len(answer.value["seats"]) < len(playing)
        ),
    )


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
    facts = {"faces": [*faces], "dice": len(faces)}
    others = [massimo(total + n) for n in (-2, -1, 1, 2) if total + n > 0] + [massimo(13)]
    yield case("massimo", facts, massimo(total), ("CA-RND-4",), beliefs, others)


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
    facts = {
        "d": {"seat": mover, "dice": at.move.value},
        "r": {"massimo": sum(at.after.roll)},
    }.get(kind, {"seat": mover})
    yield case(f"turn-{kind}", facts, right, (rule,), told, others)


TURNS = (
    "others-lay-first", "neighbour-speaks", "other-way-round", "youngest-lays-first",
    "one-answer-is-enough",
)  # fmt: skip


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
    """Not Quitte after a Double: three rules forbid it, whichever of them the engine names."""
    legal = {*at.game.legal(at.before, at.seat)}
    for move in at.game.moves(at.before):
        late = move.kind == "quitte" and at.before.step == ANSWER
        if move.kind != "r" and move not in legal and not late:
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
