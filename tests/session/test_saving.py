"""Tables that last, without a browser: whatever dies in whatever moment, the game goes on."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pages import Page, board, lay, play

from escale import BadOption, Match, NotKept
from escale.app.store import Store
from escale.engine import store as stores
from escale.engine.game import CHANCE, SPECTATOR
from escale.session import messages
from escale.session.links import packed, unpacked
from escale.session.saving import Keeper, Pace
from escale.session.viewer import Viewer

GAME = {"seats": ["person", "random"], "seed": 5, "lang": "en"}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    opened = Store(tmp_path / "tables")
    monkeypatch.setattr(stores, "open_store", lambda: opened)
    yield opened
    opened.close()


def open_page(
    name: str = "galets", tab: str = "tab-1", token: str | None = None, **more: Any
) -> Page:
    """A page that has just been loaded, with a kernel of its own."""
    page = Page(play(name, **(GAME | more)))
    hello(page, tab, token)
    return page


def hello(page: Page, tab: str = "tab-1", token: str | None = None, wanted: bool = False) -> None:
    page.hello(tab, token, name="/x#y", wanted=wanted)


def token_of(page: Page) -> str:
    assert page.session.keeper is not None
    return page.session.keeper.token


def turn(page: Page, rng: Random | None = None) -> None:
    """A person moves, whoever it is."""
    match, curtain = page.match, page.viewer.curtain
    if curtain is not None:
        page.ask({"do": "lift", "seat": curtain})
    if match.actor == CHANCE:
        page.move("roll")
        return
    move = (rng or Random(1)).choice(match.legal())
    page.move(*match.game.path(match.state, move))


def resumed(page: Page, token: str, tab: str = "tab-1", force: bool = False) -> Page:
    """Another kernel, the same game."""
    seats = list(page.session.seats)
    again = open_page(page.session.game.id, tab, seats=seats, players=len(seats), seed=77)
    again.ask({"do": "resume", "token": token, "force": force})
    return again


# --- Saved before shown ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["galets", "casanova"])
def test_every_move_is_stored_before_the_page_hears_of_it(store: Store, name: str) -> None:
    page = open_page(name)
    heard = []

    def receive(message: dict[str, Any]) -> None:
        if message["kind"] == "frames":
            heard.append((message["frames"][-1]["ply"], store.look(token_of(page)).ply))

    page.viewer.send = receive
    for _ in range(12):
        if page.match.over:
            break
        turn(page)
    assert len(heard) > 8
    assert all(shown == stored for shown, stored in heard)


def test_what_is_taken_back_and_brought_back_is_stored_too(store: Store) -> None:
    page = open_page()
    turn(page)
    page.ask({"do": "undo"})
    assert store.look(token_of(page)).ply == 0
    page.ask({"do": "redo"})
    assert resumed(page, token_of(page)).match.record() == page.match.record()


@pytest.mark.parametrize(("name", "players"), [("galets", 2), ("dolce-vita", 3)])
def test_what_is_taken_back_can_still_be_brought_back_after_going_on(
    store: Store, name: str, players: int
) -> None:
    seats = ["person"] + ["random"] * (players - 1)
    page = open_page(name, seats=seats, players=players)
    for _ in range(3):
        turn(page)
    whole = page.match.record()
    for _ in range(2):
        page.ask({"do": "undo"})
    once = resumed(page, token_of(page))
    assert once.match.record() == page.match.record() != whole
    assert once.viewer.whole()["redo"] == 2
    once.ask({"do": "redo"})
    again = resumed(once, token_of(once))
    assert again.viewer.whole()["redo"] == 1
    again.ask({"do": "redo"})
    assert again.match.record() == whole
    assert store.record(store.look(token_of(again)).number) == whole
    again.ask({"do": "undo"})
    turn(again, Random(8))  # another move: what was taken back is gone
    assert resumed(again, token_of(again)).viewer.whole()["redo"] == 0


@pytest.mark.parametrize("undone", ["nonsense", "the computer's answer alone"])
def test_what_was_taken_back_and_does_not_fit_is_left_out(store: Store, undone: str) -> None:
    page = open_page(seats=["person", "random"], players=2)
    turn(page)
    mine, answer = page.match.record()["moves"]
    keeper = page.session.keeper
    assert keeper is not None
    moves = [answer] if undone != "nonsense" else [undone]
    store.write(keeper.token, keeper.holder, 1, [], None, moves)
    again = resumed(page, token_of(page))
    assert again.match.record()["moves"][0] == mine
    assert again.viewer.whole()["redo"] == 0


def test_a_table_that_nobody_has_opened_leaves_no_trace(store: Store) -> None:
    """A server keeps kernels warm for visitors who may never come."""
    page = Page(play("galets", seats=["random", "person"], seed=5))
    assert page.match.ply == 1
    assert store.tables() == []
    hello(page)
    assert [table.ply for table in store.tables()] == [1]
    board(page.match)
    assert len(store.tables()) == 1


def test_moves_made_from_code_are_stored(store: Store) -> None:
    session = play("galets", table="kitchen", **GAME).session
    session.play(session.match.legal()[0])
    assert [(kept.name, kept.ply) for kept in store.tables()] == [("kitchen", 2)]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", 7])
def test_a_name_that_is_none_is_refused(store: Store, name: Any) -> None:
    with pytest.raises(BadOption, match="table"):
        play("galets", table=name)


# --- Going on -------------------------------------------------------------------------------------


def test_a_page_that_is_loaded_again_is_offered_its_game(store: Store) -> None:
    page = open_page()
    turn(page)
    token = token_of(page)
    again = open_page(token=token, seed=6)
    offer = again.of("offer")
    assert (offer["token"], offer["game"], offer["ply"]) == (token, "galets", 2)
    assert not offer["elsewhere"]
    again.ask({"do": "resume", "token": token, "force": False})
    assert again.of("kept")["token"] == token
    assert again.of("whole")["table"]["ply"] == 2
    assert again.match.record() == page.match.record()
    assert again.session.seats == page.session.seats
    turn(again)
    assert [kept.ply for kept in store.tables()] == [again.match.ply], "one table, not two"


def test_who_wants_a_new_game_gets_one_and_keeps_the_old_one(store: Store) -> None:
    page = open_page()
    turn(page)
    again = open_page(token=token_of(page), seats=["random", "person"])
    assert len(store.tables()) == 1, "before one has chosen, nothing is stored"
    hello(again)
    turn(again)
    assert len(store.tables()) == 2


def test_a_link_with_a_token_goes_on_at_once(store: Store) -> None:
    page = open_page()
    turn(page)
    again = Page(play("galets", **(GAME | {"seed": 6})))
    hello(again, token=token_of(page), wanted=True)
    assert again.match.record() == page.match.record()


def test_a_token_of_another_game_opens_that_game(store: Store) -> None:
    page = open_page("dolce-vita", seats=["person", "random", "random"])
    turn(page)
    again = open_page("galets")
    again.ask({"do": "resume", "token": token_of(page), "force": False})
    assert again.of("whole")["box"]["game"] == "dolce-vita"
    assert again.match.ply == page.match.ply


@pytest.mark.parametrize("token", ["", "nonsense", "x" * 200, "../../etc", "é"])
def test_a_token_that_opens_nothing_gets_a_sentence_and_a_new_game(
    store: Store, token: str
) -> None:
    page = open_page(token=token)
    assert "here is a new one" in page.of("say")["text"]
    assert page.of("kept")["token"] == token_of(page)
    turn(page)
    assert page.match.ply == 2
    page.ask({"do": "resume", "token": token, "force": True})
    assert "here is a new one" in page.of("say")["text"]
    assert page.match.ply == 2


def test_a_stored_game_that_cannot_be_replayed_gets_a_sentence(store: Store) -> None:
    page = open_page()
    turn(page)
    store._open().execute("UPDATE moves SET move = '99'")
    again = open_page(seed=6)
    again.ask({"do": "resume", "token": token_of(page), "force": False})
    assert "Move 1, '99'," in again.of("say")["text"]
    assert again.match.ply == 0
    turn(again)
    assert again.match.ply == 2


def test_where_it_cannot_be_replayed_the_new_game_is_kept_and_the_old_one_not_taken(
    store: Store,
) -> None:
    page = open_page()
    turn(page)
    store._open().execute("UPDATE moves SET move = '99'")
    held = tuple(store._open().execute("SELECT holder FROM tables").fetchone())
    by_link = Page(play("galets", **(GAME | {"seed": 6})))
    hello(by_link, token=token_of(page), wanted=True)
    by_offer = open_page(token=token_of(page), seed=7)
    by_offer.ask({"do": "resume", "token": token_of(page), "force": False})
    for again in (by_link, by_offer):
        assert "cannot be replayed" in again.of("say")["text"]
        assert again.of("kept")["token"] == token_of(again) != token_of(page)
        turn(again)
        assert store.look(token_of(again)).ply == 2
    assert tuple(store._open().execute("SELECT holder FROM tables").fetchone()) == held


@pytest.mark.parametrize("how", ["resume", "new"])
def test_where_another_game_cannot_be_shown_both_stay_as_they_are_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    old = open_page()
    turn(old)
    page = open_page(tab="tab-2", seed=77)
    turn(page)
    token, seats = token_of(page), [{"name": "A", "level": "person"}] * 2
    asked = {
        "resume": {"do": "resume", "token": token_of(old), "force": True},
        "new": {"do": "new", "seats": seats, "options": {}, "seed": 1},
    }
    with monkeypatch.context() as broken:
        broken.setattr(Viewer, "whole", lambda _: 1 / 0)
        page.ask(asked[how])
    assert page.of("say")["text"] == page.viewer.said("trouble")
    turn(page)
    assert token_of(page) == token
    kept = [store.record(store.look(token).number) for token in (token_of(old), token)]
    assert [record["moves"] for record in kept] == [
        one.match.record()["moves"] for one in (old, page)
    ]
    assert len(store.tables()) == 2


def test_a_table_that_is_opened_elsewhere_in_the_last_moment_is_offered(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page()
    turn(page)
    claim = Store.claim

    def slower(self: Store, token: str, *args: Any, **more: Any) -> Any:
        claim(self, token, "somebody", "tab-2")
        return claim(self, token, *args, **more)

    monkeypatch.setattr(Store, "claim", slower)
    again = Page(play("galets", **(GAME | {"seed": 6})))
    hello(again, token=token_of(page), wanted=True)
    assert [(message["kind"], message.get("elsewhere")) for message in again.sent] == [
        ("offer", True)
    ]


def test_what_its_holder_plays_in_the_last_moment_is_not_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page()
    turn(page)
    claim = Store.claim

    def slower(self: Store, *args: Any, **more: Any) -> Any:
        turn(page)
        return claim(self, *args, **more)

    monkeypatch.setattr(Store, "claim", slower)
    again = resumed(page, token_of(page), force=True)
    assert again.match.ply == 4
    assert again.match.record() == page.match.record()


def test_a_finished_game_is_not_offered(store: Store) -> None:
    page = open_page()
    while not page.match.over:
        turn(page)
    again = open_page(token=token_of(page), seed=6)
    assert [message["kind"] for message in again.sent] == ["kept"]


def test_undo_is_refused_for_the_same_reason_after_going_on(store: Store) -> None:
    page = open_page("casanova", seed=2)
    page.move("dice:1")
    page.move("hand:7")
    while page.match.plies[-1].seat != CHANCE:
        turn(page)
    again = resumed(page, token_of(page))
    for one in (page, again):
        one.ask({"do": "undo"})
    assert "dice have fallen" in page.of("say")["text"]
    assert again.of("say")["text"] == page.of("say")["text"]


# --- Two pages ------------------------------------------------------------------------------------


def test_the_later_of_two_tabs_is_told_and_can_take_over(store: Store) -> None:
    first = open_page()
    turn(first)
    token = token_of(first)
    second = open_page(tab="tab-2", token=token)
    assert second.of("offer")["elsewhere"]
    second.ask({"do": "resume", "token": token, "force": False})
    assert [message["kind"] for message in second.sent] == ["lost"]
    second.ask({"do": "resume", "token": token, "force": True})
    turn(second)
    stored = second.match.record()
    before = first.match.record()
    (answer,) = first.move(*first.path())
    assert (answer["kind"], answer["re"]) == ("lost", "x-1")
    assert first.ask({"do": "undo"})[0]["kind"] == "lost"
    assert first.ask({"do": "sign", "leaving": False})[0]["kind"] == "lost"
    assert first.match.record() == before, "what is not stored has not happened"
    assert store.claim(token, "h", "tab-2")["record"] == stored
    first.ask({"do": "resume", "token": token, "force": True})
    assert first.match.record() == stored


def test_two_tabs_that_race_lose_and_double_nothing(store: Store) -> None:
    first = open_page("dolce-vita", seats=["person"] * 3)
    turn(first)
    token = token_of(first)
    tabs = [first, resumed(first, token, "tab-2", force=True)]
    rng, played = Random(3), tabs[1].match.record()["moves"]
    for _ in range(60):
        tab = rng.choice(tabs)
        before = tab.match.ply
        turn(tab, rng)
        if tab.sent[-1]["kind"] == "lost":
            tab.ask({"do": "resume", "token": token, "force": True})
        elif tab.match.ply > before:
            played += tab.match.record()["moves"][before:]
        assert tab.match.record()["moves"] == played
        if tab.match.over:
            break
    assert store.claim(token, "h", "x", force=True)["record"]["moves"] == played
    assert len(played) > 20


# --- Trouble --------------------------------------------------------------------------------------


def test_a_store_that_fails_is_told_once_and_the_game_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page("dolce-vita", seats=["person", "random", "random"])
    turn(page)
    broken: dict[str, Any] = {"to": "locked"}
    write = Store.write

    def failing(self: Store, *args: Any) -> None:
        if broken["to"]:
            raise NotKept(broken["to"])
        write(self, *args)

    monkeypatch.setattr(Store, "write", failing)
    turn(page)
    said = [message for message in page.sent if message["kind"] == "say"]
    assert len(said) == 1
    assert "as soon as possible" in said[0]["text"]
    assert said[0]["kept"] is False
    turn(page)
    assert all(message["kind"] == "frames" for message in page.sent)
    assert page.match.ply == 9
    broken["to"] = None
    turn(page)
    assert [m["text"] for m in page.sent if m["kind"] == "say"] == ["The game is saved again."]
    assert store.claim(token_of(page), "h", "tab-1")["record"] == page.match.record()


@pytest.mark.parametrize("reason", NotKept.SENTENCES)
def test_every_trouble_has_its_sentence_in_both_languages(reason: str) -> None:
    from escale.session import words

    at_a_meeting = ("late", "taken", "no-seat", "same-name")
    for lang in ("fr", "en"):
        if reason in at_a_meeting:
            assert words.said(f"meeting-{reason}", lang)
        elif reason != "elsewhere":
            assert words.said(f"not-kept-{reason}", lang)
            assert reason in ("gone", "often") or words.said(f"not-opened-{reason}", lang)


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(stores, "open_store", lambda: Store(tmp_path / "file"))
    page = open_page(lang="fr")
    turn(page)
    assert "n’est pas enregistrée" in page.of("say")["text"]
    assert page.match.ply == 2
    page.ask({"do": "link"})
    hello(page, token="x")
    assert page.of("kept")


def test_a_table_that_was_removed_while_it_is_played_at_is_stored_anew(store: Store) -> None:
    page = open_page()
    turn(page)
    store.remove(1)
    turn(page)
    record = store.claim(token_of(page), "h", "tab-1")["record"]
    assert record == page.match.record()


KILLED = """
import os, signal, sys
sys.path[:0] = {paths!r}
from pages import Page, play
from escale.app.store import Store
from escale.engine import store as stores
from escale.session.viewer import Viewer

folder, at = sys.argv[1], 0

def die(*_): os.kill(os.getpid(), signal.SIGKILL)

def one(ply, where):
    store = Store(f"{{folder}}/{{where}}-{{ply}}")
    stores.open_store = lambda: store
    page = Page(play("galets", seats=["person", "random"], seed=5))
    page.hello()
    token = page.session.keeper.token
    told = os.open(f"{{folder}}/{{where}}-{{ply}}.told", os.O_WRONLY | os.O_CREAT)
    os.write(told, token.encode())
    show, write = Viewer.show, Store._write

    def dying_show(viewer, *what):
        match = viewer.session.match
        if where == "told" and match.ply == ply: die()
        os.write(told, f" {{match.record()['moves'][-1]}}".encode())
        show(viewer, *what)

    def dying_write(self, do, *args):
        write(self, do, *args)
        if where == "written" and args[2] + len(args[3]) == ply: die()

    Viewer.show, Store._write = dying_show, dying_write
    while not page.match.over:
        page.move(*page.path())

for where in ("told", "written"):
    for ply in range(1, 10):
        child = os.fork()
        if child == 0:
            one(ply, where)
            os._exit(0)
        os.waitpid(child, 0)
"""


@pytest.mark.slow
def test_a_kernel_that_is_killed_at_any_move_has_lost_nothing_that_was_shown(
    tmp_path: Path,
) -> None:
    """Killed between storing and telling, and in the middle of storing."""
    script = KILLED.format(paths=[str(Path(__file__).parent.parent)])
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)
    whole = Match("galets", ["Alix", "Gina"], seed=5).record()
    for where in ("told", "written"):
        for ply in range(1, 10):
            name = f"{where}-{ply}"
            token, *shown = (tmp_path / f"{name}.told").read_text().split()
            assert len(shown) == ply - 1
            store = Store(tmp_path / name)
            if (where, ply) == ("written", 1):  # nothing was stored, and nothing was shown
                assert store.tables() == []
                continue
            record = store.claim(token, "h", "t")["record"]
            store.close()
            assert record["setup"] == whole["setup"]
            assert record["moves"][: len(shown)] == shown
            assert len(record["moves"]) == (ply if where == "told" else ply - 1)
            Match.from_record(record)


def test_a_page_that_is_closed_while_a_computer_thinks_loses_nothing(store: Store) -> None:
    page = open_page("dolce-vita", seats=["person", "random", "random", "random"])

    async def play_and_leave() -> None:
        turn(page)
        assert page.match.ply == 1, "the computers are still to come"
        page.ask({"do": "sign", "leaving": True})
        while page.match.ply < 4:
            await asyncio.sleep(0.01)

    asyncio.run(play_and_leave())
    assert page.match.ply == 4
    again = resumed(page, token_of(page), "tab-2")
    assert again.match.record() == page.match.record()


#: what no page of ours sends, by field
WRONG: dict[str, list[Any]] = {
    "keys": [None, 3, "hand:1", [], ["k", "k"], [1], [""], ["x" * 81], ["k"] * 13, [["k"]], {}],
    "ply": [None, -1, 1.5, "1", True, 2**40, [0]],
    "seat": [None, -1, 0.0, "0", False, 2**31],
    "lang": [None, "", "it", 1, ["fr"]],
    "seats": [None, [], {}, [1], [{"name": "A"}], [{"name": 1, "level": "person"}], "person"],
    "options": [None, [], {"a": []}, {1: 1}, {"a": 1.5}, {"x" * 41: 1}],
    "seed": ["5", 2**53, 1.0, True, []],
    "text": [None, 5, [], {}, b""],
    "page": [None, 1, "x" * 41, "\ud800", []],
    "name": [None, 1, "x" * 301, "\udfff", {}],
    "token": [5, True, "x" * 201, "\ud800", []],
    "wanted": [None, 0, 1, "yes"],
    "force": [None, 0, 1, "yes"],
    "leaving": [None, 0, 1, []],
    "game": [None, 5, "x" * 100_001, []],
    "address": [None, 5, "x" * 301, []],
    "device": [None, 5, "x" * 41, []],
    "who": [None, 5, "x" * 41, []],
    "yes": [None, 0, 1, "yes"],
}


def malformed(rng: Random) -> Any:
    """A message with something wrong in it."""
    if rng.random() < 0.1:
        return rng.choice([None, 5, "move", [], {}, {"do": 1}, {"do": ""}, {"do": ["undo"]}])
    do = rng.choice(list(messages.ASKED))
    content = {"do": do} | {name: rng.choice(WRONG[name]) for name in messages.ASKED[do].fields}
    if len(content) == 1 or rng.random() < 0.2:
        content[rng.choice(["more", "__class__", "state"])] = 1
    if rng.random() < 0.2:
        content["id"] = rng.choice([1.5, [], {}, True, "x" * 61, None, "p-1"])
    return content


def test_10_000_malformed_messages_change_nothing(store: Store) -> None:
    page = open_page()
    turn(page)
    before, kept = page.match.record(), store.tables()
    rng = Random(0)
    for _ in range(10_000):
        (answer,) = page.ask(malformed(rng))
        assert "does not understand" in answer["text"]
    assert page.match.record() == before
    assert store.tables() == kept


# --- The curtain ----------------------------------------------------------------------------------


def test_between_two_people_there_is_a_curtain(store: Store) -> None:
    page = open_page("dominos-florentins", seats=["person", "person", "random"], players=3)
    table = page.viewer
    assert (table.curtain, table.seat) == (0, SPECTATOR)
    hands = list(page.match.state.hands)
    assert not any(card in json.dumps(table.whole()) for hand in hands for card in hand)
    assert not any(card in table.svg() for hand in hands for card in hand)
    page.ask({"do": "lift", "seat": 1})
    assert table.curtain == 0, "it is not that person's"
    (answer,) = page.ask({"do": "lift", "seat": 0})
    assert all(f"hand:{card}" in answer["frames"][0]["scene"]["targets"] for card in hands[0])
    turn(page)
    assert (table.curtain, table.seat) == (1, SPECTATOR)
    sent = json.dumps(page.sent)
    assert not any(card in sent for card in page.match.state.hands[1])
    state = json.dumps(table.whole())
    assert not any(card in state for hand in page.match.state.hands for card in hand)
    assert page.move("open")[0]["kind"] == "say"
    why = page.ask({"do": "why", "keys": ["open"], "ply": page.match.ply})
    assert why[0]["lines"] == [["It is not your turn.", []]]
    page.ask({"do": "lang", "lang": "fr"})
    assert table.curtain == 1


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("dominos-florentins", ["person", "random"]),
        ("casanova", ["person", "sensible", "random"]),
        ("dolce-vita", ["person", "person", "person"]),
    ],
)
def test_without_other_peoples_secrets_there_is_none(
    store: Store, name: str, seats: list[str]
) -> None:
    page = open_page(name, seats=seats, players=len(seats))
    rng = Random(1)
    for _ in range(20):
        assert page.viewer.curtain is None
        turn(page, rng)


def test_after_going_on_the_curtain_is_down(store: Store) -> None:
    page = open_page("casanova", seats=["person", "person"])
    page.move("dice:1")
    page.move("hand:7")
    page.ask({"do": "lift", "seat": 1})
    assert page.viewer.seat == 1
    again = resumed(page, token_of(page))
    assert (again.viewer.curtain, again.viewer.seat) == (1, SPECTATOR)


# --- What is in no state and no file --------------------------------------------------------------


def test_dice_from_a_record_without_a_seed_cannot_be_foreseen() -> None:
    record = Match("casanova", ["Ana", "Bob"], seed=1).record()
    del record["seed"]
    hand = list(range(2, 14))
    record["position"] = {
        "coins": [9, 9],
        "hands": [hand, hand],
        "table": 1,
        "round": 2,
        "active": 0,
    }
    del record["setup"]
    first, second = (lay(Match.from_record(record)).session.numbers for _ in range(2))
    assert first.random() != second.random()


# --- Links ----------------------------------------------------------------------------------------


def test_an_open_or_finished_game_goes_into_a_link(store: Store) -> None:
    page = open_page("dolce-vita", seats=["person", "random", "random"])
    for _ in range(4):
        turn(page)
    (link,) = page.ask({"do": "link"})
    other = open_page("galets", seed=3)
    other.ask({"do": "open", "game": link["game"]})
    assert other.of("whole")["box"]["game"] == "dolce-vita"
    record = page.match.record()
    assert other.match.record() == {key: record[key] for key in record if key != "seed"}
    assert token_of(other) != token_of(page)
    turn(other)
    assert len(store.tables()) == 2, "who plays on from a link has a table of their own"


def test_a_game_with_secrets_gets_a_link_to_its_table(store: Store) -> None:
    page = open_page("casanova")
    assert "nothing of it is saved" in page.ask({"do": "link"})[0]["text"]
    turn(page)
    assert page.ask({"do": "link"})[0]["table"] == token_of(page)
    rng = Random(1)
    while not page.match.over:
        turn(page, rng)
    (link,) = page.ask({"do": "link"})
    assert unpacked(link["game"]).record() == page.match.record()
    assert len(link["game"]) < 2000


def test_a_position_goes_into_a_link() -> None:
    match = Match("dolce-vita", 3, seed=3)
    for _ in range(15):
        match.play(match.legal()[0])
    position = match.game.to_position(match.state)
    twin = Match("dolce-vita", 3, position=position)
    text = packed(twin)
    assert text
    assert unpacked(text).state == twin.state


@pytest.mark.parametrize("text", ["", "x", "AAAA", "é", "eNo", "-_-_", "eJyrVkosKcgvTk1R0lFKzk"])
def test_a_broken_link_gets_a_sentence_and_a_new_game(store: Store, text: str) -> None:
    page = open_page()
    page.ask({"do": "open", "game": text})
    assert "here is a new game" in page.of("say")["text"]
    turn(page)
    assert page.match.ply == 2


def test_a_link_that_swells_is_refused(store: Store) -> None:
    import base64
    import zlib

    page = open_page()
    large = base64.urlsafe_b64encode(zlib.compress(b"[" + b"[]," * 300_000 + b"0]", 9)).decode()
    page.ask({"do": "open", "game": large})
    assert "longer than any game" in page.of("say")["text"]
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000, 9)).decode()
    page.ask({"do": "open", "game": bomb[:90_000]})
    assert "longer than any game" in page.of("say")["text"]
    for old in ({"format": "escale/0"}, {"format": "escale/1", "game": "chess"}):
        link = base64.urlsafe_b64encode(zlib.compress(json.dumps(old).encode())).decode()
        page.ask({"do": "open", "game": link.rstrip("=")})
        assert "here is a new game" in page.of("say")["text"]


def test_a_page_that_begins_games_without_end_fills_no_store(store: Store) -> None:
    now = [0.0]
    pace = Pace(3, 60, lambda: now[0])
    match = Match("galets", 2, seed=1, persons=[0])
    match.play(match.legal()[0])
    said = []
    keepers = [Keeper(store, pace=pace) for _ in range(5)]
    for keeper in keepers:
        keeper.greet("page", "name")
        said.append(keeper.save(match, ["person", "random"]))
    assert said == [None, None, None, "not-kept-often", "not-kept-often"]
    assert len(store.tables()) == 3
    now[0] = 61.0
    assert keepers[-1].save(match, ["person", "random"]) == "kept-again"
    assert len(store.tables()) == 4
