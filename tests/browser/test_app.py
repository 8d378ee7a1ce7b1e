"""The app in a real browser: from the shelf to a lesson, to a table and back; and what can fail.

Every request to another host fails the test: the app works offline.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.message import Message
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect
from tornado.websocket import websocket_connect

import escale

from .conftest import _free_port, _wait_for, new_page, violations

Visit = Callable[..., Page]
LIVE = ".first.live"  # a widget has taken over
GAME = "galets"
SHORT = {"width": 390, "height": 844}


@pytest.fixture
def visit(browser: Browser, app: str) -> Iterator[Visit]:
    """Opens a page of the app; nothing may go wrong in it, and nothing come from elsewhere."""
    wrong: list[str] = []
    contexts = []

    def opening(path: str, wait: str = "load", page: Page | None = None, **options: Any) -> Page:
        if page is None:
            options = {"locale": "fr"} | options
            page = new_page(browser, **options)
            contexts.append(page.context)
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("request", lambda request: foreign(request.url))
        # A busy machine is no finding: some pages simulate games before they are there.
        page.goto(app + path, wait_until=wait, timeout=120_000)  # type: ignore[arg-type]
        return page

    def foreign(address: str) -> None:
        if not address.startswith((app, app.replace("http", "ws"), "data:", "blob:")):
            wrong.append(f"asked for {address}")

    yield opening
    for context in contexts:
        context.close()
    assert not wrong


def line_held(page: Page) -> Callable[[], None]:
    """No websocket of the page gets through to its kernel; what you get lets the next one."""
    free: list[bool] = []
    page.route_web_socket(
        "**/channels*", lambda line: line.connect_to_server() if free else line.close(code=1012)
    )
    return lambda: free.append(True)


def findings(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds on the whole page: WCAG A and AA, and what is good practice."""
    return [
        (found["id"], [node["html"][:200] for node in found["nodes"][:3]])
        for found in violations(page)
    ]


def fits(page: Page) -> bool:
    """Nothing is wider than the page, once it has been laid out."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    return wide


# --- from the shelf and back --------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.long)])
def test_from_the_shelf_to_a_lesson_to_a_table_and_back(visit: Visit, lang: str) -> None:
    words = {
        "fr": ("Apprendre", "Jouer", "Reprendre la partie"),
        "en": ("Learn", "Play", "Go on with your game"),
    }
    learn, play, resume = words[lang]
    page = visit("/", locale=lang)  # the browser's language
    assert page.locator("html").get_attribute("lang") == lang
    page.get_by_role("link", name=f"{learn}, Galets").click()
    lesson = page.locator("[data-escale-lesson]")
    lesson.locator("[data-do=next]").click()
    expect(lesson).to_have_attribute("data-step", "2")
    solve(page)
    page.get_by_role("link", name=play, exact=True).click()
    stage = page.locator("[data-escale-stage]")
    stage.locator("[data-lit=next]").first.click()
    page.wait_for_function("localStorage['escale/tables']?.includes('galets')")
    page.locator("a.house").click()
    card = page.locator("[data-game=galets]")
    expect(card.locator(".stars .some, .stars .on")).to_have_count(1)
    page.get_by_role("link", name=resume).click()
    page.wait_for_selector(LIVE, state="attached")
    page.wait_for_function("Number(document.querySelector('[data-escale-stage]').dataset.ply) > 0")
    page.go_back()
    other = {"fr": "en", "en": "fr"}[lang]
    page.locator(f".seg [data-lang={other}]").click()
    page.wait_for_url(f"**/?lang={other}")
    visit("/", page=page)  # without ?lang: it is remembered
    assert page.locator("html").get_attribute("lang") == other


def solve(page: Page) -> None:
    """Answer the question of this step, right."""
    page.evaluate(
        """() => {
            const root = document.querySelector("[data-escale-lesson]");
            const { place } = root.parentElement.dataset;
            const { player } = globalThis[Symbol.for("escale/places")].get(place);
            const { ask } = player.step;
            const right = ask.options?.findIndex(([, right]) => right);
            if (ask.options) root.querySelector(`[data-answer="${right}"]`).click();
            else player.complete({ keys: Object.keys(ask.right)[0].split("|") });
        }"""
    )


# --- first paint --------------------------------------------------------------------------------


class Answer(NamedTuple):
    status: int
    headers: Message
    text: str


def ask(address: str) -> Answer:
    """What a server answers, whatever it is."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return Answer(answer.status, answer.headers, answer.read().decode())
    except urllib.error.HTTPError as refused:
        with refused:
            return Answer(refused.code, refused.headers, refused.read().decode())


def fetch(address: str) -> str:
    answer = ask(address)
    assert answer.status == 200, answer.text[:300]
    return answer.text


def test_the_page_has_the_board_and_the_frames_before_any_script_has_run(app: str) -> None:
    table = fetch(f"{app}/voila/render/fr/play-galets.ipynb")
    assert re.search(r'<svg class="es-board"[^>]*>.{200,}</svg>', table)
    assert '<html lang="fr">' in table
    assert "<title>Jouer aux Galets · escale</title>" in table
    lesson = fetch(f"{app}/voila/render/fr/galets.ipynb")
    assert re.search(r'data-lesson="galets/first-steps".*<svg class="es-board"', lesson, re.DOTALL)
    assert lesson.count('data-lesson="galets/first-steps"') == 1
    for page in (table, lesson):
        assert not re.search(r"//[\w.-]*cdn", page), "the letters of a picture may say so"
        assert "escale.play" not in page  # the code stays with the server
        assert "image/svg+xml" not in page.replace('type="image/svg+xml"', "")


def test_a_lesson_is_stepped_through_before_jupyter_is_there_and_nothing_is_lost(
    visit: Visit,
) -> None:
    page = visit("/")
    release = line_held(page)
    visit("/voila/render/fr/galets.ipynb", "domcontentloaded", page=page)
    lesson = page.locator("[data-escale-lesson]")
    lesson.locator("[data-do=next]").click()
    solve(page)
    expect(lesson.locator(".es-verdict")).to_have_attribute("data-state", "right")
    lesson.evaluate("(root) => (root.mine = true)")
    tall = lesson.evaluate("(root) => root.getBoundingClientRect().top")
    lesson.locator("[data-do=try]").click()
    release()
    page.wait_for_selector(LIVE, state="attached")
    assert lesson.evaluate("(root) => root.mine")  # the same player, not another one
    assert lesson.get_attribute("data-step") == "2"
    assert lesson.evaluate("(root) => root.getBoundingClientRect().top") == tall
    page.wait_for_selector("[data-trying] .es-trial [data-lit]")


def test_a_lesson_in_a_tab_behind_others_gets_its_kernel_too(visit: Visit) -> None:
    """Such a tab is never painted; and a kernel to which nobody connects is soon ended."""
    page = visit("/")
    page.add_init_script("requestAnimationFrame = () => 0")
    with page.expect_websocket(lambda line: "/channels" in line.url):
        visit("/voila/render/fr/galets.ipynb", page=page)


def test_a_move_made_before_jupyter_is_there_is_played(visit: Visit) -> None:
    page = visit("/")
    release = line_held(page)
    page.clock.install()
    visit("/voila/render/fr/play-galets.ipynb", "domcontentloaded", page=page)
    stage = page.locator("[data-escale-stage]")
    stage.locator("[data-lit=next]").first.click()
    assert stage.get_attribute("data-ply") == "0"
    page.clock.fast_forward(20_000)
    # That it is slow or that it cannot be reached: by then the page may have tried three times.
    expect(page.get_by_role("alert")).to_contain_text(re.compile("La table (tarde|ne répond pas)"))
    release()
    page.wait_for_function("Number(document.querySelector('[data-escale-stage]').dataset.ply) >= 1")
    assert page.locator("[data-escale-stage]").count() == 1
    expect(page.get_by_role("alert")).to_be_hidden()
    page.wait_for_function("localStorage['escale/tables']?.includes('galets')")
    page.reload()  # and it is still there afterwards
    page.locator("[data-do=resume]").click()
    page.wait_for_function("Number(document.querySelector('[data-escale-stage]').dataset.ply) >= 1")


def test_a_table_with_a_name_of_its_own_waits_for_its_game_too(visit: Visit) -> None:
    """Before anybody can say whether it is there; a move made now would hide it."""
    page = visit("/")
    known = {"token": "x", "game": GAME, "ply": 4, "over": False}
    page.evaluate(
        "(tables) => (localStorage['escale/tables'] = tables)", json.dumps({"bar": known})
    )

    def named(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        assert '"name":null' in text
        route.fulfill(response=answer, body=text.replace('"name":null', '"name":"bar"'))

    page.route("**/play-galets.ipynb", named)
    line_held(page)
    visit("/voila/render/fr/play-galets.ipynb", "domcontentloaded", page=page)
    page.wait_for_selector(".first.made [data-escale-stage][inert]")
    expect(page.get_by_role("alert")).to_contain_text("Vérifiez la connexion")


def test_a_page_of_ours_needs_none_of_jupyters_scripts_and_comes_back_after_a_break(
    visit: Visit,
) -> None:
    """They weigh ten times as much as ours; only notebooks with widgets of others load them. What
    was said into a line that breaks is lost on the way, and said again."""
    page = visit("/")
    asked: list[str] = []
    lines: list[Any] = []
    page.on("request", lambda request: asked.append(request.url))

    def breaking(line: WebSocketRoute) -> None:
        server, number = line.connect_to_server(), len(lines)
        lines.append(line)

        def pass_on(said: str | bytes) -> None:
            if number == 0 and '"ply":2' in str(said):
                line.close(code=1012)
            else:
                server.send(said)

        line.on_message(pass_on)

    page.route_web_socket("**/channels*", breaking)
    visit("/voila/render/fr/play-galets.ipynb", page=page)
    page.wait_for_selector(LIVE)
    stage = page.locator("[data-escale-stage]")
    stage.locator("[data-lit=next]").first.click()
    page.wait_for_selector("[data-escale-stage][data-ply='2']:not([data-busy])")
    stage.locator("[data-lit=next]").first.click()
    page.wait_for_function("Number(document.querySelector('[data-escale-stage]').dataset.ply) >= 3")
    assert len(lines) == 2
    assert not [url for url in asked if "voila/static" in url or "labextensions" in url]


# --- links --------------------------------------------------------------------------------------


SEARCHES = {
    "tie": "DV-AWA-5",
    "draw": "DV-AWA-5",
    "égalité": "DV-AWA-5",
    "swap": "DV-ONE-1",
    "exchnage": "DV-ONE-1",
}


def test_links_lead_to_the_rule_the_lesson_and_the_step(visit: Visit) -> None:
    page = visit("/?rule=DV-AWA-5&lang=en")
    assert "/rules/dolce-vita" in page.url
    marked = page.locator(".rule.marked")
    expect(marked).to_be_in_viewport()
    expect(marked).to_be_focused()
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator("#q").fill("tie")
    shown = page.locator(".rule:visible")
    assert 0 < shown.count() < page.locator(".rule").count()
    assert page.locator("mark").count() >= shown.count() - 1
    for typed, rule in SEARCHES.items():  # synonyms, the other language, misspelt
        page.locator("#q").fill(typed)
        expect(page.locator(f"#{rule}"), typed).to_be_visible()
        assert shown.count() < page.locator(".rule").count() / 2, typed
    expect(page.locator("#found")).to_contain_text("“exchange”")
    page.locator("#q").fill("zzzz")
    expect(page.locator("#found")).to_contain_text("No rule")
    page.locator("#q").fill("")
    page.locator("#only").check()
    assert shown.count() == page.locator("[data-ruling]").count()
    visit("/?lesson=galets/first-steps&step=3&lang=fr", page=page)
    assert "/voila/render/fr/galets.ipynb" in page.url
    expect(page.locator("[data-escale-lesson]")).to_have_attribute("data-step", "3")


#: the doors of the shelf whose words do not fit into them
TIGHT = """() => [...document.querySelectorAll(".acts .btn")]
    .filter((door) => door.scrollWidth > door.clientWidth || door.scrollHeight > door.clientHeight)
    .map((door) => door.ariaLabel)"""


def test_a_course_is_a_list_and_one_lesson_at_a_time(visit: Visit) -> None:
    """Back button, reload and language keep lesson and step; at the end there is a next lesson.
    Before all of it stands the quick start, whose end is a game."""
    page = visit("/")
    line_held(page)  # nothing of it needs a kernel
    main_door = page.locator("[data-game=dolce-vita] .acts .pri")
    expect(main_door).to_have_attribute("data-door", "start")
    main_door.click()
    shown = page.locator("[data-escale-lesson]:visible")
    expect(shown).to_have_attribute("data-escale-lesson", "dolce-vita/quick-start")
    next_button, end = shown.locator("[data-do=next]"), shown.locator(".es-end")
    expect(page.locator(".course")).to_be_hidden()
    for _ in range(int(shown.get_attribute("data-steps") or 0)):
        next_button.click()
    game = end.get_by_role("link", name="première partie")
    expect(game).to_have_attribute("href", re.compile("/fr/play-dolce-vita.ipynb[?]coach$"))
    end.get_by_role("link", name="Toutes les leçons").click()
    expect(page.locator(".course-quick .course-told")).to_be_visible()
    expect(page.locator("[data-count=done]")).to_have_text("0 leçon terminée sur 15")
    rows = page.locator(".course [data-row]")
    assert page.locator(".course [data-row]:visible").count() == rows.count() - 3
    page.locator(".course-rare summary").click()
    assert page.locator(".course [data-row]:visible").count() == rows.count()
    assert rows.count() == len(escale.lessons("dolce-vita"))
    expect(page.locator(".course [data-next] .course-go")).to_have_text("Commencer")
    assert page.locator(".course-go:visible").count() == 1
    players = page.locator("[data-escale-lesson]")
    assert players.count() == 1, "a lesson that was not shown costs nothing"
    assert "lisent le code" not in page.locator("main").inner_text()
    page.locator(".course [data-next] a").click()
    expect(shown).to_have_attribute("data-escale-lesson", "dolce-vita/goal")
    expect(page.locator(".course")).to_be_hidden()
    sheets = "[...document.querySelectorAll('.es-sheet')].map((one) => one.checkVisibility())"
    assert page.evaluate(sheets) == [True], "where a sheet is hidden its colours are missing"
    steps = int(shown.get_attribute("data-steps") or 0)
    for step in range(2, steps + 1):
        next_button.click()
        expect(shown).to_have_attribute("data-step", str(step))
    assert page.url.endswith(f"?lesson=dolce-vita/goal&step={steps}")
    next_button.click()
    expect(end).to_contain_text("À retenir")
    expect(end.locator("code").first).to_have_text("DV-END-1")
    end.get_by_role("link", name="Leçon suivante").click()
    expect(shown).to_have_attribute("data-escale-lesson", "dolce-vita/objects")
    expect(shown).to_be_focused()
    next_button.click()
    page.reload()
    expect(shown).to_have_attribute("data-escale-lesson", "dolce-vita/objects")
    expect(shown).to_have_attribute("data-step", "2")
    page.locator(".seg [data-lang=en]").click()
    page.wait_for_url("**/en/dolce-vita.ipynb?lesson=dolce-vita/objects&step=2")
    expect(shown).to_have_attribute("data-step", "2")
    expect(shown.locator("h2").first).to_have_text("What’s in the box")
    shown.get_by_role("link", name="All lessons").click()
    expect(rows.first).to_have_attribute("data-done", "")
    expect(rows.nth(1)).to_have_attribute("data-next", "")
    expect(page.locator("[data-count=done]")).to_have_text("1 of 15 lessons completed")
    expect(shown).to_have_count(0)
    page.go_back()
    expect(shown).to_have_attribute("data-escale-lesson", "dolce-vita/objects")
    expect(shown).to_have_attribute("data-step", "2")
    assert not findings(page)
    page.goto(page.url.partition("?")[0] + "#Ties", wait_until="domcontentloaded")
    expect(shown).to_have_attribute("data-escale-lesson", "dolce-vita/ties")  # an old link
    visit("/", page=page)
    expect(main_door).to_have_attribute("data-door", "learn")
    expect(main_door).to_contain_text("lesson 2 of 15")
    doors = page.locator("[data-game=dolce-vita] [data-door]")
    kinds = doors.evaluate_all("(all) => all.map((one) => one.dataset.door)")
    assert kinds.index("learn") == 0 < kinds.index("start")
    visit("/?lang=fr", page=page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TIGHT) == [], width
        if (width, height) == (1280, 720):  # all ways into the first boxes are in the window
            assert doors.last.evaluate("(door) => door.getBoundingClientRect().bottom") <= height


BROKEN = {
    "/?rule=XX-YYY-9": "XX-YYY-9",
    "/?lesson=galets/nowhere": "galets/nowhere",
    "/?table=never-was-a-table": "table",
    "/rules/galets?rule=GA-NO-1": "GA-NO-1",
    "/voila/render/fr/galets.ipynb?lesson=dolce-vita/ties": "dolce-vita/ties",
    "/voila/render/fr/galets.ipynb?lesson=galets/first-steps&step=99": "99",
}


def test_a_broken_link_gets_a_sentence_and_a_way_on(visit: Visit) -> None:
    page: Page | None = None
    for link, says in BROKEN.items():
        page = visit(link, page=page)
        expect(page.locator("[role=alert]:visible"), link).to_contain_text(says)
        assert page.locator("a.house").is_visible(), link


# --- what goes wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/rules/chess", 404),
        ("/voila/render/fr/nothing.ipynb", 404),
        ("/voila/render/../../etc/passwd", 404),
        ("/voila/files/fr/casanova.ipynb", 404),
        ("/static/../server.py", 404),
        ("/static/..%2fserver.py", 404),
        ("/voila/tree", 404),
        ("/voila/api/contents/fr", 404),
        ("/api/contents/fr", 404),
        ("/tables", 405),
    ],
)
def test_what_is_not_for_visitors_is_refused_in_words(app: str, path: str, status: int) -> None:
    refused = ask(f"{app}{path}")
    assert refused.status == status
    assert "Traceback" not in refused.text
    assert 'href="/?lang=' in refused.text


def test_headers_keep_strangers_out(app: str) -> None:
    for path in ("/", "/rules/galets", "/static/site.css", "/nothing", "/healthz"):
        headers = ask(f"{app}{path}").headers
        policy = headers["Content-Security-Policy"]
        assert "frame-ancestors 'self'" in policy
        assert "default-src 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in headers


def test_a_kernel_that_died_is_announced_with_a_way_to_go_on(visit: Visit) -> None:
    page = visit("/voila/render/fr/play-galets.ipynb")
    page.wait_for_selector(LIVE, state="attached")
    stage = page.locator("[data-escale-stage]")
    stage.locator("[data-lit=next]").first.click()
    page.wait_for_function("localStorage['escale/tables']?.includes('galets')")
    kernel = page.evaluate(
        "JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
    )
    os.kill(process_of(kernel), signal.SIGKILL)
    again = page.locator("[data-do=reload]")
    again.wait_for()
    again.click()
    page.wait_for_selector(LIVE, state="attached")
    page.wait_for_function("Number(document.querySelector('[data-escale-stage]').dataset.ply) >= 1")


def process_of(kernel: str) -> int:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if kernel in (folder / "cmdline").read_text():
                return int(folder.name)
        except OSError:
            continue
    raise AssertionError(f"no process of kernel {kernel}")


def test_whoever_reads_a_lesson_says_so_and_is_told_if_the_place_was_given_away(
    visit: Visit,
) -> None:
    page = visit("/voila/render/en/dolce-vita.ipynb?lesson=dolce-vita/goal")
    page.wait_for_selector(f"{LIVE}:visible")  # one lesson of the course
    page.clock.install(time=time.time() + 120)  # two minutes later
    with page.expect_response("**/voila/api/here/*") as heard:
        page.mouse.wheel(0, 300)
    assert heard.value.status == 204
    asked: list[Route] = []

    def gone(route: Route) -> None:
        asked.append(route)
        route.fulfill(status=410)

    page.route("**/voila/api/here/*", gone)
    page.mouse.wheel(0, 300)  # a minute has not passed
    expect(page.locator("#link-notice")).to_be_hidden()
    page.clock.fast_forward(61_000)
    page.mouse.wheel(0, -300)
    expect(page.locator("#link-notice")).to_contain_text("load the page again to go on")
    assert len(asked) == 1


def test_a_stored_table_never_leads_to_another_host(visit: Visit) -> None:
    """Whatever has been written into the browser's storage."""
    page = visit("/")
    page.route("**/tables", lambda route: route.abort())  # without an answer all are shown
    good = "/voila/render/fr/play-galets.ipynb"
    bad: list[Any] = ["/\\evil.example", "//evil.example", "/\t/evil.example", "/\n\\evil.example"]
    bad += ["https://evil.example/", "javascript:alert(1)", "/\\[", "x", 5, None]
    for pair in zip(bad[::2], bad[1::2], strict=True):  # the shelf shows three
        tables = {
            path: {"token": "t", "game": GAME, "ply": 1, "page": path, "at": -number}
            for number, path in enumerate([*pair, good])
        }
        page.evaluate("(tables) => (localStorage['escale/tables'] = tables)", json.dumps(tables))
        visit("/", page=page)
        page.locator(f".resume[href*='{good}?table=t']").wait_for()  # it is the last of them
        expect(page.locator(".resume")).to_have_count(1)


# --- for everybody ------------------------------------------------------------------------------


PAGES = (
    "/nothing", "/", "/?lang=en",
    "/rules/dolce-vita?rule=DV-AWA-5", "/rules/casanova?lang=en&q=double",
    "/voila/render/fr/play-galets.ipynb", "/voila/render/en/galets.ipynb",
)  # fmt: skip
MORE_PAGES = tuple(
    f"/voila/render/{page}"
    for name, lesson in (
        ("casanova", "the-limit"), ("dolce-vita", "ties"), ("dominos-florentins", "closing"),
    )
    for page in (
        f"fr/play-{name}.ipynb", f"en/{name}.ipynb", f"en/{name}.ipynb?lesson={name}/{lesson}",
    )
)  # fmt: skip
SIZES = ((390, 664), (820, 1100), (1280, 720), (1920, 1080))


def nothing_for_axe(visit: Visit, path: str, looks: Any, page: Page | None = None) -> Page:
    """Nothing in any of these looks: a colour scheme and a size. The page is loaded once."""
    page, found = visit(path, page=page), {}
    if "render" in path:
        page.wait_for_selector(".first.made, [data-course=list]")
    for scheme, (width, height) in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page), (path, width)
        found[scheme, width] = findings(page)
    assert not {look: what for look, what in found.items() if what}, path
    return page


def test_axe_finds_nothing_on_any_page(visit: Visit) -> None:
    """Each in one of four sizes, by day or by night; in the long run in all of them."""
    page = None
    for number, path in enumerate(PAGES):
        look = ("light", "dark")[number // 2 % 2], SIZES[number % 4]
        page = nothing_for_axe(visit, path, [look], page)


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES + MORE_PAGES)
def test_axe_finds_nothing_on_any_page_at_any_size(visit: Visit, path: str) -> None:
    nothing_for_axe(visit, path, product(("light", "dark"), SIZES))


TRIED = ".es-explore.jupyter-widgets"  # something to try, when its controls are there


def letters(page: Page) -> float:
    """How high the smallest letters of plots and controls are on the screen, in pixels."""
    found: float = page.evaluate(
        """(tried) => Math.min(...[...document.querySelectorAll(`${tried} :is(text, label, p, li)`)]
            .filter((one) => one.textContent.trim() && one.getClientRects().length)
            .map((one) => parseFloat(getComputedStyle(one).fontSize)
                * (one.getScreenCTM?.().a ?? 1)))""",
        TRIED,
    )
    return found


def test_a_page_to_explore_is_tried_by_hand_on_a_phone(visit: Visit) -> None:
    phone = {"width": 390, "height": 664}
    page = visit("/voila/render/fr/explore-casanova.ipynb", viewport=phone, color_scheme="dark")
    card = page.locator(TRIED).first
    expect(card.get_by_role("radio").first).to_be_attached(timeout=60_000)
    says = card.get_by_role("status")
    expect(says).to_have_text("Le 7 gagne seul 46\u00a0% des manches. "
                              "Le 4 ferait mieux\u00a0: 61\u00a0%.")  # fmt: skip
    card.get_by_text("1 dé", exact=True).click()
    expect(says).to_contain_text("Le 1 ferait mieux")
    card.get_by_role("radio", name="1 dé").focus()  # and by keyboard
    page.keyboard.press("ArrowRight")
    expect(says).to_contain_text("Le 4 ferait mieux")
    dice = card.get_by_role("radiogroup", name="Dés")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # once around: an arrow stays within its question
    expect(dice.get_by_role("radio", name="1 dé")).to_be_checked()
    expect(says).to_contain_text("Le 1 ferait mieux")
    page.keyboard.press("ArrowRight")
    expect(says).to_contain_text("Le 4 ferait mieux")
    page.keyboard.press("Tab")  # and Tab leads to the next
    expect(card.get_by_role("radio", name="2 joueurs")).to_be_focused()
    card.get_by_role("button", name="Jouer cette manche").focus()
    page.keyboard.press("Enter")
    expect(says).to_contain_text("sur 1.")
    assert fits(page)
    assert not findings(page)
    assert letters(page) > 10.9
    assert not page.locator(".sorry").count()
    assert not page.locator(".still:visible").count(), "what was seen first has gone"


@pytest.mark.long
@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", ["casanova", "dolce-vita", "dominos-florentins"])
def test_every_page_to_explore_at_any_size(visit: Visit, game: str, lang: str) -> None:
    page = visit(f"/voila/render/{lang}/explore-{game}.ipynb")
    count = len(re.findall(r'class="still"', page.content()))
    assert count
    expect(page.locator(TRIED)).to_have_count(count)
    for scheme, (width, height) in product(("light", "dark"), SIZES):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page), width
        assert not findings(page), (scheme, width)
        assert letters(page) > 10.9, width
    for tried in page.locator(TRIED).all():  # every control answers
        says = tried.get_by_role("status")
        for box in tried.locator(".widget-radio").all():
            for radio in box.get_by_role("radio").all():
                if not radio.is_checked():
                    before = tried.locator(".es-explore-figure").inner_html()
                    radio.check(force=True)
                    expect(tried.locator(".es-explore-figure")).not_to_have_js_property(
                        "innerHTML", before
                    )
        assert says.inner_text()


# --- the server's own limits --------------------------------------------------------------------


@pytest.mark.long
def test_a_small_server_keeps_its_limits_and_leaves_nothing_behind(
    browser: Browser, tmp_path: Path
) -> None:
    port = _free_port()
    address = f"http://localhost:{port}"
    command = [
        sys.executable, "-m", "escale.app", "serve", "--no-browser", f"--port={port}",
        "--warm=0", "--most=1", "--cull=10", "--allow-framing=https://school.example",
    ]  # fmt: skip
    log = tmp_path / "log"
    with log.open("w") as file:
        server = subprocess.Popen(
            command, stderr=file, stdout=file, env=os.environ | {"TMPDIR": str(tmp_path)}
        )
    try:
        _wait_for(f"{address}/healthz", log)
        page = fetch(f"{address}/voila/render/en/play-galets.ipynb")
        kernel = json.loads(
            re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1]  # type: ignore[index]
        )["kernelId"]
        assert not ran_code(address, kernel), "code from a browser was run"
        with at_the_table(port, kernel):
            full = ask(f"{address}/voila/render/en/play-galets.ipynb?lang=en")
            assert full.status == 503
            assert "All tables are taken" in full.text
            assert ask(f"{address}/healthz").status == 503
        policy = ask(address).headers["Content-Security-Policy"]
        assert "frame-ancestors 'self' https://school.example" in policy
        for _ in range(120):  # nobody is connected: the page counts as left
            if json.loads(ask(f"{address}/healthz").text)["tables"] == 0:
                break
            time.sleep(0.25)
        else:
            raise AssertionError("the kernel of a page that was left is still there")
        break_notebook(tmp_path, "en/play-galets.ipynb")
        page = fetch(f"{address}/voila/render/en/play-galets.ipynb")
        assert "This part of the page could not be prepared" in page
        assert "the learner must not see this" not in page
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0, log.read_text()
    assert not [name for name in os.listdir(tmp_path) if name != "log"]
    said = log.read_text()
    assert "escale is open" in said
    assert "opened en/play-galets.ipynb (cold" in said
    assert "full: en/play-galets.ipynb was turned away" in said
    assert "Traceback" not in said
    with pytest.raises(AssertionError, match="no process"):
        process_of(str(tmp_path))


@contextmanager
def at_the_table(port: int, kernel: str) -> Iterator[None]:
    """A page that is connected: one that is not may lose its place to whoever waits for it."""
    with socket.create_connection(("localhost", port), timeout=60) as line:
        head = [
            f"GET /api/kernels/{kernel}/channels?session_id=here HTTP/1.1",
            f"Host: localhost:{port}",
            f"Origin: http://localhost:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ]
        line.sendall("\r\n".join([*head, "", ""]).encode())
        assert b" 101 " in line.recv(100)
        yield


def break_notebook(folder: Path, name: str) -> None:
    """From now on its first cell fails."""
    (file,) = folder.glob(f"escale-pages-*/{name}")
    notebook = json.loads(file.read_text("utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    cell["source"] = "raise RuntimeError('the learner must not see this')"
    file.write_text(json.dumps(notebook), "utf-8")


def ran_code(address: str, kernel: str) -> bool:
    """Ask a page's kernel to run something, as a hostile browser would."""
    asked = {
        "header": {"msg_id": "x1", "msg_type": "execute_request", "username": "", "session": "s",
                   "version": "5.3"},
        "parent_header": {}, "metadata": {}, "channel": "shell", "buffers": [],
        "content": {"code": "print('ran')", "silent": False},
    }  # fmt: skip

    async def ask() -> bool:
        line = await websocket_connect(
            f"{address.replace('http', 'ws')}/api/kernels/{kernel}/channels"
        )
        await line.write_message(json.dumps(asked))
        asked["header"] |= {"msg_id": "x2", "msg_type": "kernel_info_request"}  # type: ignore[operator]
        asked["content"] = {}
        await line.write_message(json.dumps(asked))
        heard = []
        for _ in range(50):
            message = json.loads(await asyncio.wait_for(line.read_message(), 10) or "{}")
            heard.append(message.get("msg_type"))
            if message.get("msg_type") == "kernel_info_reply":
                break
        line.close()
        assert "kernel_info_reply" in heard, "the kernel answers what is allowed"
        return "execute_reply" in heard or "stream" in heard

    with ThreadPoolExecutor(1) as thread:  # playwright has a loop of its own in this one
        return thread.submit(asyncio.run, ask()).result()
