"""Random playouts of other Python game libraries, for the ratios of `make bench`.

    .venv-peers/bin/python benchmarks/peers.py NAME --moves N     one peer, one line of JSON
    python benchmarks/peers.py --compare                          all peers, interleaved, a table

The peers live in an environment of their own (requirements-peers.txt), whose Python runs this
file; of the bench it needs only `ratios.py` beside it. The line is `{"peer", "moves", "cpu"}`, or
`{"peer", "missing"}` with the reason: a peer is never dropped silently.

Every peer gets the same loop, in the words of its own documentation: a new game; while it is not
over, the legal moves, a random choice among them, and the move played. What can be made once
(the game, the environment) is made before the clock starts. A move is every action applied,
those of chance included, which is the reading that is kindest to the peers. OpenSpiel can play a
move on trust or checked, and both are here; python-chess is here checked.
"""

# ruff: noqa: T201  (a bench prints)

import argparse
import json
import os
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from ratios import Goal, Playout, clock, compare, peer, serve, sized

# OpenSpiel


def openspiel(name: str, checked: bool = False) -> Playout:
    """A game written in Python against OpenSpiel's C++ core.

    The chances of these games are even, so that a plain choice is right for them. `apply_action`
    trusts its caller, `apply_action_with_legality_check` does not.
    """
    import pyspiel
    from open_spiel.python import games  # noqa: F401  (registers the games written in Python)

    game = pyspiel.load_game(name)

    def playout(rng: Random) -> int:
        moves = 0
        choice = rng.choice
        state = game.new_initial_state()
        apply = state.apply_action_with_legality_check if checked else state.apply_action
        while not state.is_terminal():
            if state.is_chance_node():
                action, _ = choice(state.chance_outcomes())
            else:
                action = choice(state.legal_actions())
            apply(action)
            moves += 1
        return moves

    return playout


def goofspiel() -> Playout:
    """A game written in C++, four players bidding at once: a round is four moves and a card."""
    import pyspiel

    game = pyspiel.load_game("goofspiel(players=4)")
    players = range(game.num_players())

    def playout(rng: Random) -> int:
        moves = 0
        choice = rng.choice
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice(state.legal_actions()))
                moves += 1
            else:
                state.apply_actions([choice(state.legal_actions(p)) for p in players])
                moves += len(players)
        return moves

    return playout


# python-chess


def python_chess() -> Playout:
    """Checked push of a move object: `is_legal`, then `push`."""
    import chess

    def playout(rng: Random) -> int:
        moves = 0
        board = chess.Board()
        while not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            if not board.is_legal(move):
                raise ValueError(move)
            board.push(move)
            moves += 1
        return moves

    return playout


# RLCard


def rlcard(name: str) -> Playout:
    """An environment of RLCard; each step also encodes what the next player sees."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})

    def playout(rng: Random) -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return playout


# PettingZoo


def pettingzoo(name: str) -> Playout:
    """An environment of PettingZoo with its usual wrappers, which check the move."""
    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)

    def playout(rng: Random) -> int:
        moves = 0
        env.reset()
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return moves
            env.step(rng.choice(observation["action_mask"].nonzero()[0]))
            moves += 1

    return playout


# PokerKit


def pokerkit() -> Playout:
    """A no-limit hold'em hand of four players with a hundred big blinds each."""
    from pokerkit import Automation, NoLimitTexasHoldem

    everything = tuple(Automation)  # that is not a player's decision

    def playout(rng: Random) -> int:
        moves = 0
        hand = NoLimitTexasHoldem.create_state(
            everything, True, 0, (1, 2), 2, 200, 4
        )  # automations, equal antes, ante, blinds, smallest bet, stacks, players

        def raise_to() -> None:
            low = hand.min_completion_betting_or_raising_to_amount
            high = hand.max_completion_betting_or_raising_to_amount
            hand.complete_bet_or_raise_to(rng.randint(low, high))

        while hand.status:
            legal: list[Callable[[], Any]] = []
            if hand.can_fold():
                legal.append(hand.fold)
            if hand.can_check_or_call():
                legal.append(hand.check_or_call)
            if hand.can_complete_bet_or_raise_to():
                legal.append(raise_to)
            rng.choice(legal)()
            moves += 1
        return moves

    return playout


PEERS: dict[str, Callable[[], Playout]] = {
    "python_kuhn_poker": lambda: openspiel("python_kuhn_poker"),
    "python_kuhn_poker-checked": lambda: openspiel("python_kuhn_poker", checked=True),
    "python_block_dominoes": lambda: openspiel("python_block_dominoes"),
    "python_block_dominoes-checked": lambda: openspiel("python_block_dominoes", checked=True),
    "goofspiel": goofspiel,
    "python-chess-checked": python_chess,
    "rlcard-leduc-holdem": lambda: rlcard("leduc-holdem"),
    "rlcard-limit-holdem": lambda: rlcard("limit-holdem"),
    "rlcard-uno": lambda: rlcard("uno"),
    "pettingzoo-tictactoe": lambda: pettingzoo("tictactoe_v3"),
    "pettingzoo-connect-four": lambda: pettingzoo("connect_four_v3"),
    "pettingzoo-texas-holdem": lambda: pettingzoo("texas_holdem_v4"),
    "pokerkit": pokerkit,
}


def measure(name: str, moves: int) -> dict[str, object]:
    """The line for one peer. What stops it from starting is a reason; a crash in play is a bug."""
    try:
        play = clock(PEERS[name]())
    except Exception as error:  # whatever a foreign library raises when it cannot be had
        return {"peer": name, "missing": f"{type(error).__name__}: {error}"}
    play(moves // 20)  # to warm up
    sample = play(moves)
    return {"peer": name, "moves": sample.moves, "cpu": sample.cpu}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Random playouts of escale's peers.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PEERS))
    parser.add_argument("--moves", type=int, default=10_000, help="at least so many (%(default)s)")
    parser.add_argument("--serve", action="store_true", help="be the bench's worker for NAME")
    parser.add_argument("--compare", action="store_true", help="a table against the first NAME")
    options = parser.parse_args()
    names = options.names or list(PEERS)
    if unknown := [name for name in names if name not in PEERS]:
        parser.error(f"no such peer: {', '.join(unknown)}; there are {', '.join(PEERS)}")
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    if options.serve:
        serve(PEERS[names[0]])
    elif options.compare:
        rows = {name: sized(peer(name)) for name in names}
        compare(rows, [Goal(names[0], name) for name in names[1:]])
    else:
        for name in names:
            print(json.dumps(measure(name, options.moves)), flush=True)


if __name__ == "__main__":
    main()
