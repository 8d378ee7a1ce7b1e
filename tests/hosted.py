"""A session in a page of its own, played at by hand: no Jupyter, no kernel, no network.

The page has the bundle and a stand-in for the widget's model; the session is a real one, with a
store, in the process of the test. What a page sends is answered at once, and what the session would
do a little later (a computer's move, another slice of thought) is done when the page asks again.
Loading the page again opens another session, as a new kernel would.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page, Route

from escale.engine.match import Match
from escale.engine.store import open_store
from escale.session.coach import Wish, check_wish
from escale.session.saving import Keeper
from escale.session.seats import sit_down
from escale.session.session import Session
from escale.session.viewer import Viewer
from escale.widgets import bundle

ADDRESS = "http://escale.test"
HTML = """<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<title>escale</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/escale.css">
<style>body { margin: 0 }</style>
<body data-jp-theme-light="true">
<main></main>
<script type="module">
import widget from "/escale.js";
const data = JSON.parse(await openTable());
const heard = {};
const call = (event, ...what) => { for (const one of [...heard[event] ?? []]) one(...what); };
let last = Promise.resolve();
const tell = (text, timer = null) => (last = last.then(async () => {
  const { messages, due } = JSON.parse(await tellTable(text, timer));
  for (const message of messages) call("msg:custom", message, []);
  for (const [seconds, number] of due) setTimeout(tell, 1000 * seconds, "", number);
}));
const model = {
  widget_manager: {
    kernel: { status: "idle", statusChanged: { connect() {}, disconnect() {} } },
  },
  get: (name) => data[name],
  set: (name, value) => {
    const changed = typeof name === "string" ? { [name]: value } : name;
    Object.assign(data, changed);
    for (const one of Object.keys(changed)) call(`change:${one}`);
  },
  on: (event, listener) => (heard[event] ??= new Set()).add(listener),
  off: (event, listener) => heard[event]?.delete(listener),
  send: (content) => void tell(JSON.stringify(content)),
  save_changes() {},
};
const about = { model, el: document.querySelector("main") };
await widget.initialize(about);
await widget.render(about);
</script>
"""


def nearly_over(match: Match, left: int) -> Match:
    """This game when only so many moves are left of it, if all move at random."""
    rng = Random(4)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match.fork(max(0, match.ply - left))


class Host:
    """Opens a session whenever the page is loaded, and passes messages to and fro.

    With `left`, all but the last so many moves of a game have been made, at random.
    """

    def __init__(
        self,
        page: Page,
        game: str,
        *,
        left: int | None = None,
        coach: Wish = None,
        lang: str = "fr",
        live: bool = True,
        **options: Any,
    ) -> None:
        self.game, self.left, self.options = game, left, options
        self.coach, self.lang, self.live = coach, lang, live
        page.route(f"{ADDRESS}/**", self._serve)
        page.expose_function("openTable", self._open)
        page.expose_function("tellTable", self._tell)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == "/escale.js":
            route.fulfill(body=bundle.script(), content_type="text/javascript; charset=utf-8")
        elif path == "/escale.css":
            route.fulfill(body=bundle.style(), content_type="text/css; charset=utf-8")
        else:
            route.fulfill(body=HTML, content_type="text/html; charset=utf-8")

    def _open(self) -> str:
        self.sent: list[Any] = []
        self.timers: list[Callable[[], None]] = []
        self.due: list[tuple[float, int]] = []  # in how many seconds, and which timer
        match, seats = sit_down(self.game, **self.options)
        if self.left is not None:
            match = nearly_over(match, self.left)
        store = open_store()
        assert store is not None
        session = Session(
            match,
            seats=seats,
            live=self.live,
            keeper=Keeper(store, None, None),
            coach=check_wish(self.coach, match.players, seats),
            seed=self.options.get("seed"),
            later=self._later,
        )
        self.viewer = Viewer(session, self.sent.append, lang=self.lang)
        session.start()
        about = {"box": self.viewer.box(), "table": self.viewer.whole()}
        return json.dumps({"widget": "table", "place": "", **about})

    def _later(self, seconds: float, act: Callable[[], None]) -> bool:
        self.due.append((seconds, len(self.timers)))
        self.timers.append(act)
        return True

    def _tell(self, text: str, timer: int | None) -> str:
        if timer is None:
            self.viewer.receive(json.loads(text))
        else:
            self.timers[timer]()
        answer = json.dumps({"messages": self.sent, "due": self.due})
        self.sent.clear()
        self.due.clear()
        return answer
