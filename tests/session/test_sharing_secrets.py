"""Whole games at a shared table: all that a page is sent is what its seat may know, and no more."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from kernels import Kernel, Opened, invite, mover, settle, table_for
from witness import Witness, secrets

from escale import SPECTATOR, Match

GAMES = ["casanova", "dominos-florentins"]
ASKS = ({"do": "hint"}, {"do": "words"}, {"do": "why", "key": "roll"}, {"do": "undo"})


def whispers(sent: list[dict[str, Any]], match: Match, seats: list[int]) -> list[str]:
    """Words in what was sent that give away what was hidden then; drawings are no secret."""
    found, ply = [], 0
    for message in sent:
        frames = [message.get("table", {}), *message.get("frames", [])]
        ply = max([ply, *(frame["ply"] for frame in frames if "ply" in frame)])
        text = json.dumps(message | {"box": None}, ensure_ascii=False).encode()
        found += [word.decode() for word in secrets(match, ply, seats) if word in text]
    return found


def watching(kernels: Opened, host: Kernel, game: str) -> Kernel:
    watcher = kernels(game, lang="fr")
    watcher.page.hello("tab-w", invite(host)[None], wanted=True)
    return watcher


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", [5, pytest.param(300, marks=pytest.mark.long)])
def test_everything_that_each_page_is_sent_is_for_its_seat(
    kernels: Opened, game: str, most: int
) -> None:
    table = table_for(kernels, "Bea", "Carl", game=game, more=1, lang="fr")
    table.append(watching(kernels, table[0], game))
    for one in table:
        one.look()
        one.heard.clear()
        one.page.viewer.show_anew()
    rng = Random(7)
    for _ in range(most):
        settle(table)
        if table[0].session.match.over:
            break
        one = mover(table)
        assert one is not None, "somebody has something to do"
        one.move(rng)
    settle(table)
    match = table[0].session.match
    assert match.over == (most == 300)
    levels = ["person"] * 3 + ["random"]
    for seat, one in zip((0, 1, 2, SPECTATOR), table, strict=True):
        assert one.session.match.record() == match.record()
        witness = Witness(match.record(), levels, own=seat)
        assert witness.unexplained(one.heard) == []
        assert sum(sent["kind"] == "frames" for sent in one.heard) >= match.ply
        assert whispers(one.heard, match, [seat]) == []
    guest, other = Witness(match.record(), levels, own=1), table[0].heard
    assert guest.unexplained(other), "what the host was sent is not for a guest"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_is_in_what_pages_are_told_about_each_other(
    kernels: Opened, game: str
) -> None:
    """Invitations, hints, reasons, errors, what is asked, and a seat that changes hands."""
    table = table_for(kernels, "Bea", "Carl", game=game, lang="fr")
    host, bea, carl = table
    watcher = watching(kernels, host, game)
    rng, everybody = Random(3), [*table, watcher]
    tokens = {one.member.token for one in everybody} | set(invite(host).values())
    for one in everybody:
        one.heard.clear()
    for _ in range(14):
        settle(everybody)
        one = mover(table)
        assert one is not None
        one.move(rng)
        for page in everybody:
            for asked in ASKS:
                page.page.ask(asked | {"ply": page.session.match.ply, "id": "q"})
        for page in table:
            page.page.ask({"do": "vote", "yes": False, "id": "v"})
    match = Match.from_record(host.session.match.record())
    for seat, one in zip((0, 1, 2, SPECTATOR), everybody, strict=True):
        assert whispers(one.heard, match, [seat]) == []
        own = {one.member.token}
        links = set(invite(host).values()) if one is host else set()
        text = json.dumps(one.heard)
        assert not [token for token in tokens - own - links if token in text]
    before = len(bea.heard)
    host.page.ask({"do": "seat", "seat": 1, "who": "person", "id": "f"})
    bea.look()
    left = bea.heard[before:]
    assert left[0]["kind"] == "whole"
    assert whispers(left, match, [SPECTATOR]) == []
    assert carl.session.is_shared
