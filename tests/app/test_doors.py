"""The HTTP doors of `escale serve`: what is let in, how much of it, how slowly, and how often.

One real server for all that can be asked of it from outside; its checks of a request's head are
also tried as the functions that they are.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from commandline import Escale
from ports import free_port
from tornado import web
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.testing import bind_unused_port

from escale.app.server import doors, folders, lan, listener, logs
from escale.app.server.doors import Entry, entry_for, host_name, is_ours, is_visit, refusal
from escale.app.server.handlers import Guarded, Refused
from escale.app.server.serve_options import Wishes
from escale.app.server.server import Server

PAGE = "/voila/render/en/play-galets.ipynb"
KERNEL = "12345678-1234-1234-1234-123456789abc"
GOODBYE = f"/voila/api/shutdown/{KERNEL}"
HERE = f"/voila/api/here/{KERNEL}"
SOFT, HARD = 256, 900  # file descriptors that the server is given


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    text: str


class Running:
    """A server in a process of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port, self.folder, self.log = free_port(), folder, folder / "log"
        command = [
            sys.executable, "-m", "escale.app", "serve", "--no-browser", "--warm=0",
            f"--port={self.port}", *options,
        ]  # fmt: skip
        with self.log.open("w") as file:
            self.process = subprocess.Popen(
                command,
                stderr=file,
                env=os.environ | {"TMPDIR": str(folder)},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, HARD)),
            )
        for _ in range(240):
            if "escale is open" in self.said():
                return
            time.sleep(0.25)
        raise AssertionError(self.said())

    def said(self) -> str:
        return self.log.read_text("utf-8")

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> Answer:
        line = http.client.HTTPConnection("localhost", self.port, timeout=60)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            line.request(method, path, body, named)
            answer = line.getresponse()
            return Answer(answer.status, answer.headers, answer.read().decode())
        finally:
            line.close()

    def opened(self) -> int:
        tables: int = json.loads(self.ask("/healthz").text)["tables"]
        return tables + self.said().count("opened ")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("doors")
    leave_behind(folder)
    running = Running(
        folder,
        "--allow-host=games.example",
        "--allow-host=games.example:8443",
        "--allow-framing=https://school.example",
    )
    yield running
    running.stop()
    assert "Traceback" not in running.said()
    assert [file.name for file in folder.iterdir()] == ["log"], "everything is tidied up"


def head(method: str = "GET", path: str = PAGE, **headers: str) -> HTTPServerRequest:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return HTTPServerRequest(
        start_line=RequestStartLine(method, path, "HTTP/1.1"),
        headers=HTTPHeaders({"Host": "localhost:8866"} | named),
    )


# --- Host ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost", "localhost"),
        ("LocalHost.:8866", "localhost"),
        ("127.0.0.1:80", "127.0.0.1"),
        ("[::1]:8866", "::1"),
        ("[0:0::1]", "::1"),
        ("[::ffff:127.0.0.1]:1", "127.0.0.1"),
        ("games.example", "games.example"),
        ("evil.example:80@localhost", ""),
        ("localhost:80:80", ""),
        ("localhost, evil.example", ""),
        ("a b", ""),
        ("", ""),
        ("[localhost]", ""),
        ("localhost/x", ""),
    ],
)
def test_a_host_has_one_spelling_or_none(header: str, name: str) -> None:
    assert host_name(header) == name


def test_on_localhost_only_names_of_this_machine_are_ours() -> None:
    entry = entry_for("localhost", [])
    assert all(is_ours(name, entry) for name in ("localhost", "127.0.0.1", "::1"))
    for name in ("evil.example", "localhost.evil.example", "192.168.1.5", socket.gethostname(), ""):
        assert not is_ours(name, entry) or name == "localhost"


def test_names_that_the_operator_allows_are_ours_with_any_port() -> None:
    entry = entry_for("localhost", ["Games.Example:8443", "192.168.1.5"])
    assert is_ours(host_name("games.example"), entry)
    assert is_ours(host_name("192.168.1.5:80"), entry)
    assert not is_ours(host_name("www.games.example"), entry)


@pytest.mark.parametrize("host", ["0.0.0.0", "", "::", "192.168.1.5"])
def test_in_a_network_this_machines_own_names_are_ours(host: str) -> None:
    entry = entry_for(host, [])
    for name in doors.own_names(socket.gethostname()):
        assert is_ours(name, entry)
    assert not is_ours("evil.example", entry)
    assert is_ours("192.168.1.5", entry) == (host == "192.168.1.5")  # no request came in there


def test_a_machine_is_known_by_its_first_name_too() -> None:
    assert doors.own_names("Pi.Library.example") == {"pi.library.example", "pi", "pi.local"}
    assert doors.own_names("") == set()


def test_every_route_of_the_application_refuses_a_wrong_host() -> None:
    """Whatever handler is added: `Guarded` asks before one is chosen."""
    paths = [
        "/", "/rules/casanova", "/crib/casanova", "/check/casanova", "/certificate/casanova",
        "/check/casanova/exercises", "/knowledge", "/tables", "/static/site.css", "/healthz",
        "/class", "/class/step", PAGE, GOODBYE, HERE, "/manifest.webmanifest", "/robots.txt",
        f"/api/kernels/{KERNEL}", f"/api/kernels/{KERNEL}/channels", "/voila/templates/x",
        "/voila/static/x", "/voila/labextensions/x", "/nothing",
    ]  # fmt: skip

    async def go_through() -> None:
        server = Server()
        server.prepare(Wishes(warm=0), [])
        server.connection_dir = str(server.folder)
        try:
            app = Guarded(**server.init_settings())
            routes = server.init_handlers()
            app.add_handlers(".*$", routes)
        finally:
            server.own_folder.remove()
        for pattern, *_ in routes:
            assert any(re.fullmatch(pattern, path) for path in paths), f"no path for {pattern}"
        for path in paths:
            for method in ("GET", "HEAD", "POST", "DELETE"):
                found = app.find_handler(head(method, path, Host="evil.example"))
                assert found.handler_class is Refused  # type: ignore[attr-defined]
                assert found.handler_kwargs["refusal"].status == 421  # type: ignore[attr-defined]
            found = app.find_handler(head("GET", path))
            assert found.handler_class is not Refused  # type: ignore[attr-defined]

    asyncio.run(go_through())


@pytest.mark.parametrize("path", ["/", PAGE, "/static/site.js", "/voila/static/x", "/healthz"])
def test_another_host_is_refused_in_words(server: Running, path: str) -> None:
    before = server.opened()
    refused = server.ask(path, Host="evil.example", Accept_Language="en")
    assert refused.status == 421
    assert refused.headers["Connection"] == "close"
    assert "This server does not go by that name" in refused.text
    french = server.ask(f"{path}?lang=fr", Host="evil.example:8866")
    assert "Ce serveur ne répond pas à ce nom" in french.text
    assert server.opened() == before
    assert "which --allow-host could let in" in server.said()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "[::1]:8866", "games.example:8443"])
def test_our_own_hosts_are_served(server: Running, host: str) -> None:
    assert server.ask("/", Host=host).status == 200


# --- bodies -------------------------------------------------------------------------------------


def raw(server: Running, request: bytes) -> bytes:
    """Send this and no more; the first that comes back."""
    with socket.create_connection(("localhost", server.port), 30) as line:
        line.sendall(request)
        return line.recv(65536)


def test_a_long_body_is_refused_before_any_of_it_is_read(server: Running) -> None:
    for length in ("65537", "99000000", "9" * 5000):
        asked = f"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
        assert raw(server, asked.encode()).startswith(b"HTTP/1.1 413 ")


def test_whoever_pours_megabytes_is_cut_off(server: Running) -> None:
    poured = 0
    with socket.create_connection(("localhost", server.port), 30) as line:
        line.sendall(
            b"POST /tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        with suppress(ConnectionError):
            while poured < 99_000_000:
                line.sendall(b"4000\r\n" + b"[],\n" * 4096 + b"\r\n")
                poured += 16384
    assert poured < 30_000_000, "that much fits into the system's buffers, not into the server"
    assert server.ask("/").status == 200


@pytest.mark.parametrize("body", [b"[" * 30_000, b"[" * 30_000 + b"]" * 30_000, b"\xff", b"{}"])
def test_bodies_that_say_nothing_are_refused_in_words(server: Running, body: bytes) -> None:
    refused = server.ask("/tables", "POST", body, Accept_Language="en")
    assert refused.status == 400
    assert "This request cannot be read" in refused.text


def test_a_body_where_none_belongs_is_refused(server: Running) -> None:
    for path in ("/", PAGE, "/healthz", "/static/site.js"):
        assert server.ask(path, "GET", b"x").status == 400


def test_a_head_without_end_is_cut_off(server: Running) -> None:
    endless = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000
    assert not raw(server, endless).startswith(b"HTTP/1.1 200")


# --- Origin -------------------------------------------------------------------------------------

FOREIGN = ["https://evil.example", "null", "http://localhost:1", "http://[", "file://localhost"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_what_another_site_posts_is_refused(server: Running, origin: str) -> None:
    for path in ("/tables", GOODBYE):
        refused = server.ask(path, "POST", b"[]" * (path == "/tables"), Origin=origin)
        assert refused.status == 403
    asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
    channels = f"/api/kernels/{KERNEL}/channels"
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert server.ask(channels, Origin=origin, **asked, **key).status == 403
    own = f"http://localhost:{server.port}"
    assert server.ask(channels, Origin=own, **asked, **key).status == 404  # no such kernel


def test_what_our_own_pages_and_programs_post_is_taken(server: Running) -> None:
    for origin in ({}, {"Origin": f"http://localhost:{server.port}"}):
        assert server.ask("/tables", "POST", b"[]", **origin).text == "[]"
        for body in (b"", b"_xsrf=as+Voila+says+it"):
            assert server.ask(GOODBYE, "POST", body, **origin).status == 204
    for origin in ("https://games.example", "http://games.example:8443"):  # behind a proxy
        assert server.ask("/tables", "POST", b"[]", Origin=origin).status == 200


@pytest.mark.parametrize("port", [9999, 84430])
def test_another_port_of_a_name_that_is_allowed_is_another_site(server: Running, port: int) -> None:
    origin = f"http://games.example:{port}"
    assert server.ask("/tables", "POST", b"[]", Origin=origin).status == 403
    found = refusal(head("POST", Origin=origin), entry_for("localhost", ["games.example:8443"]))
    assert found is not None
    assert found.why == f"from {origin}, which --allow-host games.example:{port} could let in"


def test_a_page_of_no_kernel_is_told_so_and_the_log_names_none(server: Running) -> None:
    assert server.ask(HERE, "POST").status == 404
    assert KERNEL not in server.said()


def test_no_line_of_the_log_names_a_kernel() -> None:
    record = logging.makeLogRecord(
        {"msg": "Failed to start %s", "args": (f"kernel-{KERNEL}.json",)}
    )
    assert logs.told(record) == "Failed to start kernel-a kernel's name.json"


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
    ],
)
def test_addresses_of_one_network_of_ipv6_are_one_visitors(address: str, whose: str) -> None:
    assert doors.household(address) == whose


# --- Sec-Fetch ----------------------------------------------------------------------------------

IMAGE = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"}
VISIT = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
FRAME = VISIT | {"Sec_Fetch_Dest": "iframe"}
BROWSER = {"User_Agent": "Mozilla/5.0"}
SCHOOL = Entry(framed_by=("https://school.example",))


@pytest.mark.parametrize(
    ("headers", "entry", "status"),
    [
        ({}, Entry(), None),
        ({"Sec_Fetch_Site": "same-origin"}, Entry(), None),
        ({"Sec_Fetch_Site": "none"}, Entry(), None),
        (VISIT, Entry(), None),
        (IMAGE, Entry(), 403),
        (IMAGE | {"Sec_Fetch_Site": "same-site"}, Entry(), 403),
        (IMAGE | {"Sec_Fetch_Site": "banana"}, Entry(), 403),
        (VISIT | {"Sec_Fetch_Dest": "image"}, Entry(), 403),
        (VISIT | {"Sec_Fetch_Mode": "no-cors"}, Entry(), 403),
        ({"Sec_Fetch_Site": "cross-site"}, Entry(), 403),
        (FRAME, Entry(), 403),
        (FRAME, SCHOOL, 403),
        (FRAME | {"Referer": "https://evil.example/"}, SCHOOL, 403),
        (FRAME | {"Referer": "https://school.example.evil.example/"}, SCHOOL, 403),
        (FRAME | {"Referer": "https://School.example/class?a=1"}, SCHOOL, None),
        (IMAGE | {"Referer": "https://school.example/"}, SCHOOL, 403),
    ],
)
def test_another_site_can_send_visitors_but_not_load_our_pages(
    headers: dict[str, str], entry: Entry, status: int | None
) -> None:
    found = refusal(head(**headers), entry)
    assert (found and found.status) == status
    assert refusal(head("POST", "/tables", **VISIT), entry)  # a form of another site


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_Purpose": "prefetch"},
        {"Sec_Purpose": "prefetch;prerender", "Accept": "text/html"} | BROWSER,
        {"Purpose": "prefetch"},
        {"X_Moz": "prefetch"},
        {"Accept": "image/avif,image/webp,*/*;q=0.8"} | BROWSER,
        {"Accept": "*/*"} | BROWSER,
    ],
)
def test_what_nobody_will_look_at_starts_no_kernel(
    server: Running, headers: dict[str, str]
) -> None:
    assert not is_visit(head(**headers).headers)
    before = server.opened()
    assert server.ask(PAGE, **headers).status == 403
    assert server.opened() == before


def test_browsers_and_programs_that_open_a_page_are_visits() -> None:
    page = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"} | BROWSER
    for headers in ({}, {"Accept": "*/*", "User_Agent": "curl/8"}, page):
        assert is_visit(head(**headers).headers)


def test_images_of_another_site_take_no_table(server: Running) -> None:
    before = server.opened()
    for _ in range(50):
        assert server.ask(PAGE, **IMAGE).status == 403
    assert server.opened() == before
    assert server.ask("/", **VISIT).status == 200


# --- methods and answers ------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/rules/casanova", "/static/site.js", "/healthz", PAGE])
def test_head_is_answered_like_get_without_body_and_kernel(server: Running, path: str) -> None:
    before = server.opened()
    asked = server.ask(path, "HEAD")
    assert (asked.status, asked.text) == (200, "")
    if path != PAGE:
        got = server.ask(path)
        assert asked.headers["Content-Length"] == got.headers["Content-Length"]
        assert asked.headers["Content-Type"] == got.headers["Content-Type"]
    assert server.opened() == before


@pytest.mark.parametrize(
    "path",
    [
        "x",
        "",
        "lab",
        "lab/static",
        "nope/static/x",
        "lab/other/x",
        "lab/static/..%2fx",
        "../../x",
        "lab/static/%00",
    ],
)
def test_templates_that_are_not_there_are_missing_not_failing(server: Running, path: str) -> None:
    assert server.ask(f"/voila/templates/{path}").status == 404


def test_headers_tell_browsers_what_others_may_do(server: Running) -> None:
    for path in ("/", PAGE, "/static/site.js", "/voila/static/nothing", "/nothing"):
        headers = server.ask(path, "HEAD", Sec_Fetch_Site="none").headers
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"  # a school may frame us
        assert "camera=()" in headers["Permissions-Policy"]
        assert "Server" not in headers


def test_what_is_not_ours_is_kept_for_an_hour_and_the_page_names_the_host_it_was_asked_by(
    server: Running,
) -> None:
    script = server.ask("/voila/templates/base/static/voila.js", "HEAD")
    assert (script.status, script.headers["Cache-Control"]) == (200, "max-age=3600")
    page = server.ask("/").text
    assert f'content="http://localhost:{server.port}/static/preview.png' in page
    assert "escale-origin" not in page
    assert server.ask("/robots.txt").status == 200
    assert json.loads(server.ask("/manifest.webmanifest?lang=en").text)["lang"] == "en"


# --- connections --------------------------------------------------------------------------------


class Hello(web.RequestHandler):
    def get(self) -> None:
        self.finish("hello")


def listening(most: int = 100) -> tuple[listener.Listener, int]:
    door, port = bind_unused_port()
    server = listener.Listener(web.Application([("/", Hello)]), most=most)
    server.add_sockets([door])
    return server, port


@pytest.mark.parametrize(
    ("limit", "sent"),
    [
        ("HEAD_TIMEOUT", b"GET / HT"),
        ("HEAD_TIMEOUT", b""),
        ("BODY_TIMEOUT", b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"),
    ],
)
def test_a_request_that_trickles_is_ended(
    monkeypatch: pytest.MonkeyPatch, limit: str, sent: bytes
) -> None:
    monkeypatch.setattr(listener, limit, 0.2)

    async def trickle() -> bytes:
        server, port = listening()
        reader, writer = await asyncio.open_connection("localhost", port)
        writer.write(sent)
        try:
            return await asyncio.wait_for(reader.read(), 60)
        finally:
            writer.close()
            server.stop()

    assert asyncio.run(trickle()) == b""


def test_too_many_connections_cost_the_one_that_waited_longest() -> None:
    async def crowd() -> None:
        server, port = listening(most=4)
        lines = []
        for _ in range(9):
            lines.append(await asyncio.open_connection("localhost", port))
            while len(server.lines) < min(len(lines), 4):
                await asyncio.sleep(0.01)
        asked = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        lines[-1][1].write(asked)  # the last one to come is served
        assert (await lines[-1][0].readline()).startswith(b"HTTP/1.1 200")
        for reader, _ in lines[:5]:
            assert await asyncio.wait_for(reader.read(), 60) == b""
        assert len(server.lines) == 4
        for _, writer in lines:
            writer.close()
        server.stop()

    asyncio.run(crowd())


@pytest.mark.slow
def test_a_crowd_of_idle_connections_leaves_room_for_visitors(server: Running) -> None:
    """More than there are descriptors: the server had 900."""
    idle = []
    try:
        for _ in range(listener.most_connections(40) + 100):
            idle.append(socket.create_connection(("localhost", server.port), 30))
        assert server.ask("/").status == 200
    finally:
        for line in idle:
            line.close()
    assert "too many connections" in server.said()


# --- the log ------------------------------------------------------------------------------------


def test_a_log_says_how_much_it_leaves_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record, log = logs.Bounded(), logging.Logger("x")
    log.addHandler(record)

    def refuse(times: int) -> None:
        for number in range(times):
            log.info("%d was refused", number)

    refuse(1264)
    log.error("another kind")
    shown = capsys.readouterr().err.splitlines()
    assert len(shown) == logs.MOST_A_MINUTE + 1
    assert shown[-1].endswith("another kind")
    record.tell_rest()
    assert not capsys.readouterr().err, "its minute is not over"
    monkeypatch.setattr(logs, "MINUTE", 0)
    record.tell_rest()
    assert capsys.readouterr().err.endswith("and 1,234 more like it: 1263 was refused\n")
    refuse(1)
    record.tell_rest(whole=True)
    assert capsys.readouterr().err.endswith("  0 was refused\n")


def test_errors_of_several_kinds_in_one_place_are_told_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = logging.Logger("x")
    log.addHandler(logs.Bounded())
    for error in [ValueError("a")] * 100 + [KeyError("b")]:
        log.error("failed", exc_info=error)
    shown = capsys.readouterr().err.splitlines()
    assert shown[-1].endswith("failed: KeyError: 'b'")


def test_what_strangers_send_is_one_line_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    log = logging.Logger("x")
    log.addHandler(logs.Bounded())
    log.error("%s was refused", "/\x1b[2J\r\x07" + "x" * 10_000)
    said = capsys.readouterr().err
    assert said.endswith("\n")
    assert said[:-1].isprintable()
    assert len(said) < 600


def test_a_flood_of_requests_is_no_flood_of_lines(server: Running) -> None:
    for number in range(200):
        assert server.ask(f"/nothing-{number}-{'x' * 1000}").status == 404
    lines = [line for line in server.said().splitlines() if "/nothing-" in line]
    assert len(lines) < 100
    assert all(len(line) < 300 for line in lines)


# --- at start -----------------------------------------------------------------------------------


def test_descriptors_are_raised_and_what_does_not_fit_is_said(server: Running) -> None:
    limits = Path(f"/proc/{server.process.pid}/limits").read_text()
    assert re.search(rf"Max open files +{HARD} +{HARD}", limits)
    needed = listener.descriptors_needed(Wishes().most, 0)
    assert f"--most {Wishes().most} needs {needed} open files" in server.said()
    assert f"the system allows {HARD}" in server.said()


OWNER = """
import sys, tempfile
from escale.app.server.folders import Folder
tempfile.tempdir = sys.argv[1]
folder = Folder("escale-pages-")
(folder.path / "fr").mkdir()
print(folder.path, flush=True)
sys.stdin.read()
"""


def owner_in(folder: Path) -> tuple[subprocess.Popen[str], Path]:
    """A process that has a folder there."""
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout
    return process, Path(process.stdout.readline().strip())


def leave_behind(folder: Path) -> Path:
    """What a process that was killed has left there."""
    process, left = owner_in(folder)
    with process:
        process.kill()
    assert left.is_dir()
    return left


def test_folders_of_the_dead_are_removed_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = leave_behind(tmp_path)
    process, alive = owner_in(tmp_path)
    strange = tmp_path / "escale-notes"  # of a person, or of an older version
    (strange / "inside").mkdir(parents=True)
    link = tmp_path / "escale-link"
    link.symlink_to(leave_behind(tmp_path / strange / "inside"))
    monkeypatch.setattr(folders.tempfile, "tempdir", str(tmp_path))
    with process:
        assert folders.sweep() == [dead]
        process.kill()
    assert not dead.exists()
    assert alive.is_dir()
    assert link.resolve().is_dir()
    assert folders.sweep() == [alive]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["escale-link", "escale-notes"]


def test_a_start_removes_what_a_killed_server_has_left(server: Running) -> None:
    """The fixture has left something before."""
    pages = list(server.folder.glob("escale-pages-*"))
    assert len(pages) == 1
    assert (pages[0] / "en").is_dir()


# --- a network ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_lan_says_where_and_answers_there(tmp_path: Path) -> None:
    """Also below a path, as behind a proxy."""
    running = Running(tmp_path, "--lan", "--base-url=/games")
    try:
        found = re.search(
            r"for others in your network: http://([\d.]+):(\d+)/games/", running.said()
        )
        assert found
        assert "█" in running.said()
        assert int(found[2]) == running.port
        line = http.client.HTTPConnection(found[1], running.port, timeout=60)
        line.request("GET", "/games/")
        answer = line.getresponse()
        page = answer.read().decode()
        line.close()
        assert answer.status == 200
        addresses: list[Any] = re.findall(r'(?:href|src)="([^"]*)"', page)
        assert addresses
        assert not [one for one in addresses if not one.startswith(("/games/", "#", "data:", "?"))]
        assert running.ask("/games/", Host="evil.example").status == 421
        assert running.ask("/games/", Host="192.0.2.77").status == 421
        assert running.ask("/").status == 404
        opened = running.ask("/games/voila/render/en/play-galets.ipynb").text
        assert '"baseUrl": "/games/"' in opened or '"baseUrl":"/games/"' in opened
        for address in re.findall(r'(?:href|src)="(/[^"]*)"', opened):
            assert address.startswith("/games/")
    finally:
        running.stop()


def test_a_machine_in_no_network_says_so(monkeypatch: pytest.MonkeyPatch, escale: Escale) -> None:
    monkeypatch.setattr(lan, "_routed", lambda: "")
    monkeypatch.setattr(lan, "_of_interfaces", lambda: ["127.0.0.1", "169.254.7.7"])
    said = escale("serve", "--lan", "--no-browser")
    assert said.code == 1
    assert said.err.startswith("escale: this machine is in no network")
    assert said.err.count("\n") == 1


def test_addresses_are_told_once_and_the_way_out_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "_routed", lambda: "10.8.0.2")
    monkeypatch.setattr(lan, "_of_interfaces", lambda: ["127.0.0.1", "192.168.1.5", "10.8.0.2"])
    assert lan.addresses() == ["10.8.0.2", "192.168.1.5"]


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("--allow-host=https://games.example", "must be like games.example"),
        ("--allow-host=", "must be like games.example"),
        ("--base-url=games", "must be like /games/"),
        ("--base-url=/a/../b", "must be like /games/"),
        ("--base-url=//evil.example", "must be like /games/"),
        ("--base-url=/a?b", "must be like /games/"),
        ("--lan", "leave --host 0.0.0.0 out"),
    ],
)
def test_options_that_make_no_sense_are_refused(escale: Escale, option: str, why: str) -> None:
    said = escale("serve", "--no-browser", "--host=0.0.0.0", option)
    assert said.code == 1
    assert why in said.err
    assert said.err.count("\n") == 1
