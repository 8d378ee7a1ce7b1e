"""Python as a page's worker has it, by a page that speaks JSON text: games that last in a browser's
database, troubles of that database, two pages at one table."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from escale.app.site.rehearsal import Page, play
from escale.session import deals, words
from escale.teach.lesson import lesson

HELLO: dict[str, Any] = {"do": "hello", "page": "tab", "name": "n", "token": None, "wanted": False}
TABLE = {"kind": "table", "game": "dolce-vita", "lang": "en", "players": 3, "deal": 1}


def opened(rows: dict[str, str] | None = None, about: dict[str, Any] | None = None) -> Page:
    """A page with a table, in a browser that has these rows."""
    page = Page()
    refresh(page, rows or {})
    page.rows.update(rows or {})
    page.say("t", open=about or TABLE)
    return page


def refresh(page: Page, rows: dict[str, str], elsewhere: list[str] | None = None) -> None:
    page.host.refresh(json.dumps({"rows": rows, "elsewhere": elsewhere}))


def greet(page: Page, /, **wanted: Any) -> None:
    page.say("t", **(HELLO | {"protocol": 1} | wanted))
    page.rest()


def said(page: Page, kind: str = "say") -> list[dict[str, Any]]:
    return [told for _, told in page.told if told["kind"] == kind]


def played(moves: int = 2, about: dict[str, Any] | None = None) -> Page:
    page = opened(about=about)
    greet(page)
    for _ in range(moves):
        play(page, random.Random(3))
    return page


def test_a_deal_of_the_page_is_the_one_that_the_page_shows() -> None:
    page = opened()
    table = page.ask("t", do="sync")["table"]
    seen = deals.first_sight("dolce-vita", 1, "en", 3)["table"]
    assert table["scene"] == seen["scene"]
    assert table["version"] == seen["version"]
    dealt = [deals.seed("dolce-vita", deal) for deal in range(deals.DEALS)]
    assert len({*dealt}) == deals.DEALS


def test_a_first_game_with_a_coach_is_the_deal_that_the_page_shows() -> None:
    """So that it can be played at before Python is there."""
    usual = ["person", "sensible", "sensible"]
    page = opened(about=TABLE | {"seats": usual, "coach": True})
    table = page.ask("t", do="sync")["table"]
    seen = deals.first_sight("dolce-vita", 1, "en", 3)["table"]
    levels = ["person", "beginner", "beginner"]
    assert table == seen | {"coach": {"seat": 0, "on": True}, "levels": levels}


def test_the_deals_of_a_first_game_have_the_colour_of_the_quick_start() -> None:
    learnt = lesson("dominos-florentins/quick-start").steps[0].state.colours[0]
    for players in (2, 3, 4):
        dealt = []
        for deal in range(deals.DEALS):
            about = {"kind": "table", "game": "dominos-florentins", "lang": "fr", "coach": True}
            page = opened(about=about | {"players": players, "deal": deal})
            dealt.append(page.table("t").session.match.state.colours[0])
        assert dealt[: deals.FIRST] == [learnt] * deals.FIRST
        assert {*dealt} != {learnt}, "whoever plays without a coach has other colours, too"


def test_two_who_get_the_same_deal_do_not_get_the_same_game() -> None:
    about = {"kind": "table", "game": "dolce-vita", "lang": "en", "players": 4, "deal": 1}
    games = set()
    for _ in range(8):
        page = opened(about=about)
        greet(page)
        for _ in range(3):
            play(page, random.Random(3))
        games.add(tuple(page.table("t").session.match.record()["moves"]))
    assert len(games) > 1


def test_a_game_goes_on_after_a_reload() -> None:
    before = played()
    token = before.table("t").token
    after = opened(before.rows)
    greet(after, token=token)
    [offer] = said(after, "offer")
    assert offer["token"] == token
    assert not offer["elsewhere"]
    after.ask("t", do="resume", token=token, force=False)
    moves = before.table("t").session.match.record()["moves"]
    assert after.table("t").session.match.record()["moves"] == moves
    play(after, random.Random(4))
    assert len(json.loads(after.rows[token])["moves"]) > len(moves)


def test_what_was_taken_back_can_be_brought_back_after_a_reload() -> None:
    before = played()
    before.ask("t", do="undo")
    match = before.table("t").session.match
    assert match.undone
    after = opened(before.rows)
    greet(after, token=before.table("t").token, wanted=True)
    found = after.table("t").session.match
    assert (found.ply, len(found.undone)) == (match.ply, len(match.undone))


def test_a_table_that_is_open_in_another_page_is_taken_over_by_force_only() -> None:
    first = played()
    token = first.table("t").token
    second = opened(first.rows)
    refresh(second, first.rows, [token])  # the browser knows
    greet(second, page="other", token=token)
    assert said(second, "offer")[-1]["elsewhere"]
    assert second.ask("t", do="resume", token=token, force=False)["kind"] == "lost"
    assert second.ask("t", do="resume", token=token, force=True)["kind"] == "whole"
    refresh(first, {token: second.rows[token]})
    first.say("t", do="sign", leaving=False)
    assert said(first, "lost")


def test_without_locks_a_page_that_gave_a_sign_has_the_table() -> None:
    first = played()
    token = first.table("t").token
    second = opened(first.rows)
    greet(second, page="other", token=token)
    assert said(second, "offer")[-1]["elsewhere"]
    row = json.loads(first.rows[token]) | {"seen": 0.0}
    third = opened({token: json.dumps(row)})
    greet(third, page="other", token=token)
    assert not said(third, "offer")[-1]["elsewhere"]


def test_of_two_pages_that_write_the_second_is_told_and_nothing_was_done() -> None:
    page = played()
    token = page.table("t").token
    page.host.taken(token, json.dumps({"t": [41, 42]}))
    assert [lost["re"] for lost in said(page, "lost")] == [41, 42]
    page.host.taken(token, "{}")
    assert said(page, "lost")[-1]["re"] is None


@pytest.mark.parametrize("reason", ["browser", "quota"])
def test_a_database_that_fails_is_told_once_and_the_game_goes_on(reason: str) -> None:
    page = played()
    token = page.table("t").token
    page.told.clear()
    page.host.fail(reason, json.dumps([token]))
    play(page, random.Random(5))
    page.say("t", do="sign", leaving=False)
    sentence = words.said(f"not-kept-{reason}", "en")
    assert [(one["text"], one["kept"]) for one in said(page)] == [(sentence, False)]
    page.host.mend()
    page.say("t", do="sign", leaving=False)
    assert [one["kept"] for one in said(page)] == [False, True]
    moves = page.table("t").session.match.record()["moves"]
    assert json.loads(page.rows[token])["moves"] == moves


def test_a_browser_that_keeps_nothing_says_so_at_the_first_move() -> None:
    page = opened()
    page.host.fail("browser", "[]")
    greet(page)
    assert not said(page)
    play(page, random.Random(3))
    assert [one["text"] for one in said(page)] == [words.said("not-kept-browser", "en")]
    assert not page.rows


def test_a_game_that_was_cleared_away_or_spoilt_is_told() -> None:
    token = played().table("t").token
    for rows in ({}, {token: "{}"}, {token: "not JSON"}, {token: '{"head": 3}'}):
        page = opened(rows)
        greet(page, token=token)
        assert words.said("not-kept-gone", "en") in [one["text"] for one in said(page)]


def test_a_game_that_is_cleared_away_under_an_open_page_is_written_anew() -> None:
    page = played()
    place = page.table("t")
    page.rows.clear()
    page.host.refresh(json.dumps({"rows": {place.token: None}, "elsewhere": None}))
    page.say("t", do="sign", leaving=False)
    play(page, random.Random(3))
    row = json.loads(page.rows[place.token])
    assert row["moves"] == place.session.match.record()["moves"]
    assert not said(page)


SECRET = {"kind": "table", "game": "dominos-florentins", "lang": "en", "players": 2, "deal": 2}


def test_a_link_in_the_middle_of_a_game_with_secrets_says_that_it_is_for_this_browser() -> None:
    page = played(about=SECRET)
    link = page.ask("t", do="link")
    assert link["here"] is True
    assert link["table"] == page.table("t").token
    assert "game" not in link
    assert "here" not in played().ask("t", do="link")


def test_what_no_page_of_ours_sends_changes_nothing() -> None:
    page = opened()
    page.say("nobody", do="move", keys=[], ply=0)
    page.host.receive("t", "[]")
    page.say("t", open=TABLE | {"game": "casanova"})
    assert page.table("t").session.game.id == "dolce-vita"
    page.say("x", open={"kind": "table", "game": "no-such-game", "lang": "en"})
    assert "there is no game" in said(page)[-1]["text"]


def test_a_page_hears_nothing_that_its_seat_may_not_see() -> None:
    """Worker and database hold everything; messages do not."""
    page = played(4, about=SECRET)
    page.ask("t", do="sync")
    match = page.table("t").session.match
    hidden = [card for card in match.state.pile if card not in match.view(0).state.pile]
    hidden += [card for card in match.state.hands[1] if card not in match.view(0).state.hands[1]]
    assert len(hidden) > 10
    for _, message in page.told:
        message.pop("box", None)  # the drawings of all cards there are
    told, kept = json.dumps([told for _, told in page.told]), json.dumps(page.rows)
    assert not [card for card in hidden if card in told]
    assert '"seed"' not in told
    assert match.state.hands[0][0] in told
    assert all(card in kept for card in hidden)


def test_a_link_of_a_game_in_another_browser_says_where_it_opens() -> None:
    page = opened()
    greet(page, token="elsewhere", wanted=True)
    assert [one["text"] for one in said(page)] == [words.said("not-kept-link", "en")]
