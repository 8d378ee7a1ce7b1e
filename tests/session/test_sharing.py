"""Several sessions at one table, as if each were in a kernel of its own: they meet in the store."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from kernels import Opened, invite, mover, settle, sit, table_for

from escale import CHANCE, SPECTATOR, NotKept
from escale.engine import meetings
from escale.session import sharing

# --- coming ---------------------------------------------------------------------------------------


def test_whoever_sits_down_sees_their_own_hand_and_is_told_what_they_did(kernels: Opened) -> None:
    host, guest = table_for(kernels, "Bea")
    assert (host.page.viewer.seat, guest.page.viewer.seat) == (0, 1)
    assert guest.session.match.record() == host.session.match.record()
    assert host.session.match.players[1] == guest.session.match.players[1] == "Bea"
    for one in (host, guest):
        assert one.page.viewer.curtain is None
    assert [bool(one.page.viewer.shown.scene.choices) for one in (host, guest)] == [True, False]


def test_a_table_that_nobody_was_invited_to_never_looks(kernels: Opened) -> None:
    host = kernels("casanova", ["person", "random", "random"])
    host.page.hello("tab")
    host.move()
    host.run(20)
    assert not host.waiting
    assert host.store.meetings.find("n") is None


def test_a_move_is_seen_at_every_page_in_its_words(kernels: Opened) -> None:
    host, guest = table_for(kernels, "Bea")
    assert host.move()[0]["kind"] == "frames"
    assert guest.session.match.ply == 0
    guest.run()
    assert guest.session.match.ply == 1
    assert guest.page.of("frames")["frames"][-1]["ply"] == 1
    assert host.log != guest.log, "one of them is told what they did themselves"


def test_a_watcher_sees_what_anybody_may_and_changes_nothing(kernels: Opened) -> None:
    host, _ = table_for(kernels, "Bea")
    watcher = kernels()
    watcher.page.hello("tab-w", invite(host)[None], wanted=True)
    assert watcher.page.viewer.seat == SPECTATOR
    assert not watcher.page.viewer.perspective().hand
    host.move()
    watcher.run()
    assert watcher.session.match.ply == 1
    for message in (
        {"do": "undo"}, {"do": "redo"}, {"do": "leave"}, {"do": "vote", "yes": True},
        {"do": "move", "keys": ["roll"], "ply": 1}, {"do": "seat", "seat": 0, "who": "random"},
        {"do": "new", "seats": [{"name": "A", "level": "person"}] * 2, "options": {}, "seed": None},
        {"do": "invite", "address": ""}, {"do": "again", "ply": 0}, {"do": "hint", "ply": 1},
    ):  # fmt: skip
        (answer,) = watcher.page.ask(message)
        assert answer["kind"] == "say", message
    assert host.session.match.ply == 1
    host.look()
    assert host.page.of("company")["company"]["watching"] == 1


def test_a_link_that_was_used_opens_nothing_for_the_next(kernels: Opened) -> None:
    host = kernels()
    host.page.hello("tab")
    links = invite(host)
    sit(kernels(), links[1], "Bea")
    third = kernels()
    third.page.hello("tab-3", links[1], wanted=True)
    assert not third.session.is_shared
    third.page.ask({"do": "sit", "token": links[1], "name": "Carl", "device": "", "id": "s"})
    assert "invitation has been used" in third.said()[-1]


@pytest.mark.parametrize("name", ["", "  ", "x" * 21, "\u202e", "a\nb\x00"])
def test_a_name_that_is_none_is_asked_for_again(kernels: Opened, name: str) -> None:
    host, guest = kernels(), kernels()
    host.page.hello("tab")
    token = invite(host)[1]
    guest.page.hello("tab-2", token, wanted=True)
    guest.page.ask({"do": "sit", "token": token, "name": name, "device": "", "id": "s"})
    assert not guest.session.is_shared
    sit(guest, token, "Bea")


def test_a_reload_and_a_second_device_find_the_same_seat(kernels: Opened) -> None:
    host, guest = table_for(kernels, "Bea")
    host.move()
    for tab in ("tab-Bea", "phone"):
        again = kernels()
        again.page.hello(tab, guest.member.token)
        assert again.page.viewer.seat == 1
        assert again.session.match.ply == 1
        assert again.page.of("kept")["token"] == guest.member.token


# --- moves at once, undo, new game ----------------------------------------------------------------


def test_of_two_pages_that_move_at_once_one_is_told_and_has_lost_nothing(kernels: Opened) -> None:
    host, guest = table_for(kernels, "Bea")
    second = kernels()
    second.page.hello("tab-2", host.member.token)
    host.move(Random(1))
    said = second.move(Random(2))
    assert [one["text"] for one in said if one["kind"] == "say"] == [
        "Somebody was just ahead of you: here is the table as it stands."
    ]
    settle([host, guest, second])
    assert host.session.match.record() == second.session.match.record()
    assert guest.session.match.ply == 1


def test_taking_back_asks_the_others_and_one_no_is_enough(kernels: Opened) -> None:
    table = table_for(kernels, "Bea", "Carl")
    host, bea, carl = table
    host.move()
    settle(table)
    host.page.ask({"do": "undo", "id": "u"})
    assert host.page.of("company")["company"]["asked"]["yes"] == []
    assert host.page.of("beat")["re"] == "u"
    settle(table)
    asked = bea.page.of("company")["company"]["asked"]
    assert (asked["seat"], asked["yes"]) == (0, [])
    bea.page.ask({"do": "vote", "yes": True, "id": "v"})
    settle(table)
    assert host.session.match.ply == 1, "Carl has not answered"
    carl.page.ask({"do": "vote", "yes": False, "id": "v"})
    settle(table)
    assert host.session.match.ply == 1
    assert host.page.of("company")["company"]["asked"]["no"] == 2
    host.page.ask({"do": "undo"})
    for one in (bea, carl):
        one.look()
        one.page.ask({"do": "vote", "yes": True})
    settle(table)
    assert [one.session.match.ply for one in table] == [0, 0, 0]
    assert host.page.viewer.whole()["redo"] == 1
    assert bea.page.viewer.whole()["redo"] == 0, "it is not hers to bring back"
    host.page.ask({"do": "redo"})
    settle(table)
    assert [one.session.match.ply for one in table] == [1, 1, 1]


def test_taking_back_goes_by_the_same_rules_and_asks_nobody_who_is_away(kernels: Opened) -> None:
    table = table_for(kernels, "Bea")
    host, bea = table
    host.move()
    settle(table)
    (answer,) = bea.page.ask({"do": "undo", "id": "u"})
    assert answer["at"] == "undo", "she has made no move"
    bea.page.ask({"do": "sign", "leaving": True})
    host.look()
    host.page.ask({"do": "undo", "id": "u"})
    assert host.session.match.ply == 0


def test_another_game_at_the_table_keeps_the_people(kernels: Opened) -> None:
    table = table_for(kernels, "Bea")
    host, bea = table
    host.move()
    settle(table)
    seats = [{"name": name, "level": "person"} for name in host.session.match.players]
    new = {"do": "new", "seats": [*seats, {"name": "Zoe", "level": "random"}][:4], "options": {},
           "seed": None, "id": "n"}  # fmt: skip
    assert bea.page.ask(new)[-1]["text"] == "Only the host of the table can do that."
    alone = new | {"seats": [seats[0], seats[1] | {"level": "random"}]}
    assert "Somebody has that seat" in host.page.ask(alone)[-1]["text"]
    assert host.session.match.ply == 1
    assert host.page.ask(new)[0]["kind"] == "whole"
    settle(table)
    assert bea.session.match.ply == host.session.match.ply == 0
    assert len(bea.session.seats) == len(new["seats"])
    assert (bea.page.viewer.seat, bea.member.token != host.member.token) == (1, True)
    host.move()
    settle(table)
    assert bea.session.match.record() == host.session.match.record()


# --- computers ------------------------------------------------------------------------------------


def test_computers_are_moved_by_one_page_and_by_another_when_it_dies(
    kernels: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_800_000_000.0]
    table = table_for(kernels, "Bea", more=1)
    for one in table:
        monkeypatch.setattr(one.store.meetings, "_clock", lambda: now[0])
    host, bea = table
    rng = Random(3)
    for _ in range(60):
        settle(table)
        if host.session.moves_itself():
            break
        one = mover(table)
        assert one is not None
        one.move(rng)
        if host.session.match.actor == 2 or bea.session.match.actor == 2:
            break
    assert {host.session.match.actor, bea.session.match.actor} & {2}
    host.look()
    bea.look()
    ply = bea.session.match.ply
    assert host.member.holds()
    assert not bea.member.holds()
    host.dead = True
    bea.run(5, longest=0.5)
    assert bea.session.match.ply == ply, "the other page is to move"
    now[0] += meetings.LEASE
    assert meetings.LEASE <= 5
    bea.run(5, longest=0.5)
    assert bea.session.match.ply > ply


def test_the_dice_fall_once_and_by_whoever_may_throw_them(kernels: Opened) -> None:
    table = table_for(kernels, "Bea", "Carl")
    rng, rolls = Random(5), 0
    for _ in range(200):
        settle(table)
        if any(one.session.match.over for one in table):
            break
        actors = {one.session.match.actor for one in table}
        assert len(actors) == 1
        one = mover(table)
        assert one is not None, "somebody has something to do"
        rolls += actors == {CHANCE}
        one.move(rng)
    assert rolls > 2
    records = {json.dumps(one.session.match.record()) for one in table}
    assert len(records) == 1


# --- seats ----------------------------------------------------------------------------------------


def test_a_seat_that_changes_hands_shows_its_cards_to_its_new_person_only(kernels: Opened) -> None:
    table = table_for(kernels, "Bea", game="dominos-florentins", more=0)
    host, bea = table
    assert bea.page.viewer.seat == 1
    host.page.ask({"do": "seat", "seat": 1, "who": "person", "id": "f"})
    bea.look()
    whole = bea.page.of("whole")["table"]
    assert (whole["seat"], whole["hand"]) == (SPECTATOR, False)
    assert bea.page.of("company")["company"] is None
    assert "This seat is not yours any more" in bea.said()[-1]
    carl = kernels("dominos-florentins", ["person", "person"])
    sit(carl, invite(host)[1], "Carl")
    assert carl.page.viewer.seat == 1
    host.look()
    sent = len(bea.page.sent)
    host.move()
    bea.run(5, longest=5)
    assert len(bea.page.sent) == sent, "she hears nothing more"
    again = kernels("dominos-florentins", ["person", "person"])
    again.page.hello("tab-Bea", "old")
    assert not again.session.is_shared


def test_a_seat_can_be_given_to_a_computer_and_taken_again(kernels: Opened) -> None:
    table = table_for(kernels, "Bea")
    host, _ = table
    host.page.ask({"do": "seat", "seat": 1, "who": "random", "id": "f"})
    assert host.session.seats[1] == "random"
    (answer,) = host.page.ask({"do": "seat", "seat": 1, "who": "grandmaster", "id": "f"})
    assert answer["kind"] == "say"
    host.page.ask({"do": "seat", "seat": 0, "who": "random", "id": "f"})
    assert host.said()[-1] == "Only the host of the table can do that.", "not even one's own"
    carl = kernels()
    sit(carl, invite(host)[1], "Carl")
    host.look()
    assert host.session.seats[1] == "person"
    assert host.session.match.players[1] == "Carl"


def test_a_free_seat_that_is_given_to_a_computer_is_news_to_all_pages(kernels: Opened) -> None:
    table = table_for(kernels, "Bea", "Carl")
    host, bea, _ = table
    host.page.ask({"do": "seat", "seat": 2, "who": "person", "id": "f"})
    settle(table[:2])
    host.page.ask({"do": "seat", "seat": 2, "who": "random", "id": "g"})
    bea.look()
    for one in (host, bea):
        chairs = one.page.of("company")["company"]["chairs"]
        assert (chairs[2]["who"], chairs[2]["taken"]) == ("random", False)


def test_whoever_leaves_sees_no_hand_any_more_and_another_hosts(kernels: Opened) -> None:
    host, bea = table_for(kernels, "Bea")
    host.page.ask({"do": "leave", "id": "l"})
    assert host.page.of("whole")["table"]["seat"] == SPECTATOR
    bea.look()
    assert bea.said()[-1] == "You host the table now."
    assert set(invite(bea)) == {0, None}


def test_guests_get_no_links(kernels: Opened) -> None:
    _, bea = table_for(kernels, "Bea")
    assert invite(bea) == {}
    assert "table=" not in json.dumps(bea.page.sent)


# --- trouble --------------------------------------------------------------------------------------


def test_a_store_that_is_away_is_told_once_and_everything_goes_on_when_it_is_back(
    kernels: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, bea = table_for(kernels, "Bea")

    def away(*_: Any, **__: Any) -> Any:
        raise NotKept("locked")

    with monkeypatch.context() as broken:
        for name in ("write", "changed", "news", "lease", "attend"):
            broken.setattr(host.member.meetings, name, away)
        host.move()
        assert host.session.match.ply == 0, "what cannot be written is not made"
        for _ in range(3):
            host.look()
        host.page.ask({"do": "sign", "leaving": False})
    assert len(host.said()) == 0
    host.look()
    assert host.said() == ["The table is back."]
    host.move()
    bea.look()
    assert bea.session.match.ply == 1


def test_a_table_that_was_deleted_ends_with_a_sentence(kernels: Opened) -> None:
    host, bea = table_for(kernels, "Bea")
    host.store.remove(host.member.news.number, for_good=True)
    bea.look()
    assert not bea.session.is_shared
    assert bea.page.of("whole")["table"]["seat"] == SPECTATOR
    host.move()
    assert not host.session.is_shared


def test_looking_goes_on_only_while_the_page_is_there(
    kernels: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, bea = table_for(kernels, "Bea")
    assert any(seconds == sharing.PACE for seconds, _ in bea.waiting)
    bea.page.ask({"do": "sign", "leaving": True})
    bea.run(3, longest=5)
    assert not bea.waiting
    host.move()
    bea.page.ask({"do": "sign", "leaving": False})
    assert bea.session.match.ply == 1, "whoever comes back sees what has happened"
    assert bea.waiting
