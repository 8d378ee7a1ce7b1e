"""escale on a real JupyterHub, with the file of docs/serving: in people's own servers, where the
Hub leads everybody to theirs and they meet in common tables; and as a service for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hub import PASSWORD, Hub
from playwright.sync_api import Browser, expect

from .conftest import STAGE, new_page
from .test_places import FORM, Place, open_invitations

pytestmark = pytest.mark.long


@pytest.fixture
def come(browser: Browser) -> Iterator[Callable[[int], Place]]:
    here: list[Place] = []

    def coming(seat: int) -> Place:
        here.append(Place(new_page(browser, locale="en"), seat))
        here[-1].page.context.set_default_timeout(120_000)  # a server of one's own takes its time
        return here[-1]

    yield coming
    for one in here:
        one.page.context.close()
        assert not one.errors


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    made = Hub(tmp_path / "hub", tables=str(tmp_path / "tables"))
    try:
        made.start()
        yield made
    finally:
        made.stop()


def log_in(one: Place, name: str) -> None:
    one.page.locator("#username_input").fill(name)
    one.page.locator("#password_input").fill(PASSWORD)
    one.page.locator("#login_submit").click()


def play_together(host: Place, guest: Place) -> None:
    """A move of each is seen by the other."""
    rng = Random(3)
    for _ in range(2):
        for _ in range(200):
            one = next((each for each in (host, guest) if each.lit()), None)
            if one is not None:
                break
            host.page.wait_for_timeout(50)
        assert one is not None
        ply = one.ply
        one.move(rng)
        host.at(ply + 1)
        guest.at(ply + 1)


def test_people_of_a_hub_meet_each_in_their_own_server_and_anybody_at_its_service(
    hub: Hub, come: Callable[[int], Place]
) -> None:
    ada, bo = come(0), come(1)
    ada.page.goto(f"{hub.address}/hub/login")
    log_in(ada, "ada")
    ada.page.wait_for_url(f"{hub.address}/user/ada/escale/*")
    expect(ada.page.locator("[data-game=casanova]").first).to_be_visible()
    table = "voila/render/escale-notebooks/en/play-casanova.ipynb"
    ada.page.goto(f"{hub.address}/user/ada/{table}")
    ada.page.wait_for_selector(f"{STAGE} [data-lit=next]")
    links = open_invitations(ada)
    assert links["1"].startswith(f"{hub.address}/hub/user-redirect/escale/?table=")
    expect(ada.page.locator(".es-invite-reach")).to_contain_text("account on this Hub")
    ada.page.keyboard.press("Escape")
    bo.page.goto(links["1"])
    log_in(bo, "bo")
    bo.page.wait_for_url(f"{hub.address}/user/bo/{table}*")
    bo.page.locator(f"{FORM} input").fill("Bo")
    bo.page.keyboard.press("Enter")
    bo.seated()
    play_together(ada, bo)
    answer = bo.page.context.request.get(f"{hub.address}/user/ada/escale/")
    assert answer.status == 403, "a server is its person's own"

    host, guest = come(0), come(1)  # without an account
    service = f"{hub.address}/services/escale/"
    host.page.goto(service)
    expect(host.page.locator("[data-game=casanova]").first).to_be_visible()
    host.page.goto(f"{service}voila/render/en/play-casanova.ipynb")
    host.page.wait_for_selector(f"{STAGE} [data-lit=next]")
    links = open_invitations(host)
    host.page.keyboard.press("Escape")
    assert links["1"].startswith(f"{service}?table=")
    guest.sit(links["1"], "Bea")
    assert guest.page.url.startswith(service)
    play_together(host, guest)
    assert "Traceback" not in hub.log
