"""`escale.play(GAME, table=NAME, seats=[…], seat=K)`: a table that kernels of one user share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import escale
from escale import SPECTATOR, BadOption
from escale.app.store import Store
from escale.engine import store as stores
from escale.session.messages import PROTOCOL
from escale.widgets.table import Table

SEATS = ["person", "person", "random"]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    opened = Store(tmp_path / "tables")
    monkeypatch.setattr(stores, "open_store", lambda: opened)
    yield opened
    opened.close()


def heard(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(table, "send", told.append)
    return told


def hello(table: Table, token: str | None, tab: str = "tab") -> None:
    who = {"page": tab, "name": "n", "token": token, "wanted": False, "protocol": PROTOCOL}
    table.viewer.receive({"do": "hello", **who})


def look(table: Table) -> None:
    member: Any = table.session.keeper
    member.following.look()


def test_two_kernels_play_at_one_table_each_with_its_seat() -> None:
    first = escale.play("casanova", table="kitchen", seats=SEATS, seat=0)
    second = escale.play("casanova", table="kitchen", seat=1)
    assert (first.seat, second.seat) == (0, 1)
    assert first.match.record() == second.match.record()
    first.play(first.match.legal()[0])
    look(second)
    assert second.match.ply == first.match.ply == 1
    assert second.whole()["name"] != first.whole()["name"], "they may share one browser"


def test_a_seat_that_is_taken_is_shown_to_its_own_page_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = escale.play("casanova", table="kitchen", seats=SEATS, seat=0)
    told = heard(first, monkeypatch)
    hello(first, None)
    token = next(one["token"] for one in told if one["kind"] == "kept")
    again = escale.play("casanova", table="kitchen", seat=0)
    assert (again.seat, again.whole()["hand"], again.whole()["meeting"]) == (SPECTATOR, False, True)
    said = heard(again, monkeypatch)
    hello(again, None, "another tab")
    assert [one["text"] for one in said] == ["Somebody has that seat, until the host frees it."]
    assert again.seat == SPECTATOR
    hello(again, token)
    assert (again.seat, again.whole()["hand"]) == (0, True)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"seat": 3}, "seat: must be from 0 to 2, not 3"),
        ({"seat": True}, "seat: must be from 0 to 2, not True"),
        ({"seat": 1, "seats": ["person", "person"]}, "seats: at 'kitchen' there sit: person, per"),
        ({"seat": 1, "table": None}, "seat: is a seat at a table with a name"),
    ],
)
def test_whoever_asks_for_what_is_not_there_gets_one_sentence(
    how: dict[str, Any], sentence: str
) -> None:
    escale.play("casanova", table="kitchen", seats=SEATS, seat=0)
    with pytest.raises(BadOption) as refused:
        escale.play("casanova", **({"table": "kitchen"} | how))
    assert str(refused.value).startswith(sentence)
    with pytest.raises(BadOption, match="at 'kitchen' casanova is played, not dolce-vita"):
        escale.play("dolce-vita", table="kitchen", seat=1)
    with pytest.raises(BadOption, match="seat 2 is a computer's"):
        escale.play("casanova", table="cellar", seats=SEATS, seat=2)


def test_without_a_seat_a_table_is_as_it_was(store: Store) -> None:
    table = escale.play("casanova", table="kitchen", seats=SEATS)
    table.play(table.match.legal()[0])
    assert store.meetings.find("kitchen") is None
    assert not table.session.is_shared


# --- where an invitation leads --------------------------------------------------------------------


def invitations(page: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the dialog is told, asked from a page at this address."""
    table = escale.play("casanova", seats=SEATS)
    hello(table, None)
    told = heard(table, monkeypatch)
    table.viewer.receive({"do": "invite", "address": page, "id": "i"})
    return next(one for one in told if one["kind"] == "invitations")


HUB = {"JUPYTERHUB_SERVICE_PREFIX": "/jupyter/user/ada/", "JUPYTERHUB_BASE_URL": "/jupyter/"}


@pytest.mark.parametrize(
    ("around", "page", "reach", "link"),
    [
        ({}, "http://localhost:8866/", "local", "http://localhost:8866/?table="),
        ({}, "https://games.example/x/", "web", "https://games.example/x/?table="),
        (
            {"ESCALE_REACH": "http://10.0.0.7:8866/"},
            "http://localhost:8866/", "lan", "http://10.0.0.7:8866/?table=",
        ),
        (
            {**HUB, "JUPYTERHUB_USER": "ada", "ESCALE_TABLES": "postgresql://db/games"},
            "https://hub.example/jupyter/user/ada/escale/",
            "hub", "https://hub.example/jupyter/hub/user-redirect/escale/?table=",
        ),
        (
            {**HUB, "JUPYTERHUB_USER": "ada"},
            "https://hub.example/jupyter/user/ada/escale/", "own", "",
        ),
        (HUB, "https://hub.example/jupyter/services/escale/", "web", "https://hub.example/jupyter/s"),
        ({}, "", "lab", ""),
    ],
)  # fmt: skip
def test_an_invitation_leads_where_others_can_come(
    around: dict[str, str], page: str, reach: str, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ESCALE_REACH", "ESCALE_TABLES", "JUPYTERHUB_USER", *HUB):
        monkeypatch.delenv(name, raising=False)
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    told = invitations(page, monkeypatch)
    assert told["reach"] == reach
    assert [one["seat"] for one in told["links"]] == [1, 2, None]
    for one in told["links"]:
        assert one["link"].startswith(link) if link else one["link"] == one["code"] == ""
