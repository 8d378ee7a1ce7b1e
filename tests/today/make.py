"""How the fixture in this folder was made: what people had in their hands at commit aec17c0.

    .venv/bin/python tests/today/make.py --again

Never run it to make a test pass. Its files are what that version wrote, and later versions only
read them: whoever makes them anew with a later version has thrown away what they are for. So it
refuses to write over them unless told to, and refuses any other version of `escale/` altogether.

Some tables are played in a real browser, on a real server, so that storage, links and files are a
page's own; the many others are played by messages to `escale.play`, as a page sends them.
"""

from __future__ import annotations

import inspect
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
COMMIT = "aec17c0"
sys.path.insert(0, str(HERE.parent))

LEVELS = ("random", "beginner", "sensible")
NAMES = ("Zoé", "François", "Anaïs", "O’Brien", "Jürgen")
GALETS = "galets"
NOTEBOOK = "/voila/render/{}/{}.ipynb"


def main() -> None:
    old = subprocess.run(["git", "diff", "--quiet", COMMIT, "--", "escale"], cwd=HERE)
    if old.returncode:
        sys.exit(f"the fixture is what {COMMIT} wrote: with any other escale/ it means nothing")
    if (HERE / "tables.sqlite").exists() and "--again" not in sys.argv:
        sys.exit("the fixture is there; --again throws it away and makes another one")
    with tempfile.TemporaryDirectory(prefix="escale-today-") as folder:
        os.environ |= {"ESCALE_TABLES": folder, "ESCALE_DECKS": str(HERE / "decks")}
        deck()
        links, files = by_messages()
        storage, more_links, more_files = in_a_browser()
        write("storage.json", storage)
        write("links.json", [*links, *more_links])
        (HERE / "files").mkdir(exist_ok=True)
        for name, text in {**files, **more_files}.items():
            (HERE / "files" / name).write_text(text, "utf-8")
        write("tables.json", facts())
        one_file(Path(folder))
    write("addresses.json", addresses())
    write("doors.json", doors())
    lab_folder()


def write(name: str, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    (HERE / name).write_text(text + "\n", "utf-8")


def deck() -> None:
    """A deck of one's own: other gems, and a card that is there twice."""
    from escale.games.dominos_florentins.deck import find

    cards = {card: find("escale").gems[card] for card in find("escale").cards}
    twice, gone = sorted(cards)[3], sorted(cards)[-1]
    del cards[gone]
    marks = {
        card: "".join("*" if gem != "." else "." for gem in gems) for card, gems in cards.items()
    }
    lines = [f'{card} = "{gems[1:] + gems[0]}"' for card, gems in marks.items()]
    lines.append(f'"{twice}.2" = "*..."')
    (HERE / "decks").mkdir(exist_ok=True)
    (HERE / "decks" / "papa.toml").write_text("[cards]\n" + "\n".join(lines) + "\n", "utf-8")


# --- Tables by messages ---------------------------------------------------------------------------

NOTES: dict[str, str] = {}  # token -> why that table is there
OPEN: set[str] = set()  # tokens of tables that are still open in a page


class Seat:
    """Whoever sits at a table and plays at random, by the messages of a page."""

    def __init__(self, game: str, note: str, *args: Any, lang: str = "fr", **kwargs: Any) -> None:
        from pages import Page

        import escale

        self.rng = Random(note)
        self.note, self.lang = note, lang
        table = escale.play(game, *args, lang=lang, **kwargs)
        self.page = Page(table)
        name = kwargs.get("table") or f"{NOTEBOOK.format(lang, f'play-{game}')}#{game}"
        tab = f"tab{self.rng.randrange(10**9)}"
        self.ask("hello", page=tab, name=name, token=None, wanted=False)

    @property
    def match(self) -> Any:
        return self.page.table.match

    @property
    def token(self) -> str:
        token: str = self.page.table._keeper.token
        return token

    def ask(self, do: str, **fields: Any) -> list[dict[str, Any]]:
        return self.page.ask({"do": do, "id": f"{do}-1", **fields})

    def step(self) -> None:
        from escale import CHANCE

        table, match = self.page.table, self.match
        if table.curtain is not None:
            self.ask("lift", seat=table.curtain)
        before = match.ply
        if match.actor == CHANCE:
            self.page.move("roll")
        else:
            move = self.rng.choice(match.legal())
            self.page.move(*match.game.path(match.state, move))
        assert self.match.ply > before, (self.note, self.page.sent)

    def until(self, ply: int) -> Seat:
        while self.match.ply < ply and not self.match.over:
            self.step()
        return self

    def to_the_end(self) -> Seat:
        return self.until(10**6)

    def take_back(self) -> Seat:
        """Play on to a moment at which something can be taken back, and do so."""
        for _ in range(60):
            self.ask("undo")
            if self.match.undone and self.match.ply:
                return self
            if self.match.undone:
                self.ask("redo")
            self.step()
        raise AssertionError(f"nothing could be taken back: {self.note}")

    def leave(self, *, stay: bool = False) -> Seat:
        NOTES[self.token] = self.note
        if stay:
            OPEN.add(self.token)
        else:
            self.ask("sign", leaving=True)
        return self

    # what a page makes of the answers

    def link(self) -> dict[str, Any]:
        self.ask("link")
        found = self.page.of("link")
        page = NOTEBOOK.format(self.lang, f"play-{self.match.game.id}")
        end = f"#game={found['game']}" if "game" in found else f"?table={found['table']}"
        return about(page + end, self.match, self.note)

    def file(self) -> str:
        self.ask("save")
        text: str = self.page.of("file")["text"]
        return text


def about(link: str, match: Any, note: str) -> dict[str, Any]:
    """A link, and what it opens."""
    return {"link": link, "game": match.game.id, "ply": match.ply, "over": match.over, "note": note}


def by_messages() -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Nearly all tables; some links and files."""
    import escale
    from escale.teach.lesson import lesson

    links: list[dict[str, Any]] = []
    files: dict[str, str] = {}
    middle = {"casanova": 30, "dolce-vita": 28, "dominos-florentins": 24}
    for game, half in middle.items():
        for players in escale.game(game).seats:
            for when in ("beginning", "middle", "end"):
                names = list(NAMES[:players])
                others = [LEVELS[(players + seat) % 3] for seat in range(players - 1)]
                if when == "beginning":
                    others[0] = "strong"
                lang = ("fr", "en")[players % 2]
                note = f"{game}, {players} players, {when}"
                at = Seat(game, note, names, seats=["person", *others], lang=lang, seed=players)
                at.until({"beginning": 1, "middle": half, "end": 10**6}[when]).leave()
                if when == "end" and players == 3:
                    links.append(at.link())
                    files[f"{game}.json"] = at.file()

    for game in middle:
        note = f"{game}, moves taken back, to be brought back"
        Seat(game, note, 3, seats=["person", "random", "sensible"]).until(6).take_back().leave()

    for game in ("casanova", "dominos-florentins"):
        seats = ["person", "person", "random"]
        at = Seat(
            game, f"{game}, two people with hidden hands", ["Zoé", "Noël", "Rémi"], seats=seats
        )
        at.until(9)
        while at.page.table.curtain is None:  # something is hidden, and the screen is passed on
            at.step()
        at.leave()
        if game == "casanova":
            links.append(at.link())

    at = Seat("casanova", "a table with a name", 2, table="cuisine d’été")
    at.until(5).leave()
    at = Seat("dolce-vita", "an option", 4, options={"money_100": 5}).until(7).leave()
    at = Seat("dominos-florentins", "a deck of one’s own", 3, options={"deck": "papa"}, lang="en")
    at.until(12).leave()

    for name in ("casanova/ties", "dolce-vita/exchange", "dominos-florentins/closing"):
        example = lesson(name).match.fork()
        example.goto(0)
        at = Seat(example.game.id, f"from the position of {name}", len(example.players))
        at.ask("load", text=json.dumps(example.record(), ensure_ascii=False))
        assert at.match.origin[0] == "position"
        at.until(1).leave()
        if name.startswith("dolce-vita"):
            links.append(at.link())
            files["dolce-vita-position.json"] = at.file()

    at = Seat("dolce-vita", "over, and played again from its middle", 3, seed=8).to_the_end()
    at.ask("again", ply=20)
    at.until(22).leave()

    at = Seat(GALETS, "galets, begun", ["Gaëlle", "Bot"], lang="en").until(3).leave()
    links.append(at.link())
    files["galets.json"] = at.file()
    at = Seat(GALETS, "galets, moves taken back").until(3).take_back().leave()
    Seat(GALETS, "galets, over", seats=["person", "random"]).to_the_end().leave()

    at = Seat("dolce-vita", "open in a page", 3).until(5).leave(stay=True)

    from escale.app.store import shared

    record = Seat(GALETS, "").until(3).match.record() | {"game": "petanque"}
    shared().begin("petanque-token", "h", "tab", "p", record, ["person", "sensible"])
    shared().sign("petanque-token", "h", "tab", leaving=True)
    NOTES["petanque-token"] = "a game that is not installed"
    return links, files


# --- Tables in a browser --------------------------------------------------------------------------


def in_a_browser() -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, str]]:
    """A person's evening: lessons, tables, a language."""
    import shutil
    from contextlib import closing

    from browser.conftest import ARGS, _free_port, _wait_for
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    port, log = _free_port(), Path(os.environ["ESCALE_TABLES"]) / "log"
    command = [sys.executable, "-m", "escale.app", "serve", "--no-browser", f"--port={port}"]
    with log.open("w") as said:
        server = subprocess.Popen([*command, "--warm=0"], stdout=said, stderr=said)
    try:
        address = f"http://localhost:{port}"
        _wait_for(f"{address}/healthz", log)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
            with closing(browser):
                return evening(browser, address)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()
        log.unlink()


def evening(
    browser: Any, address: str
) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, str]]:
    from browser.conftest import Board

    context = browser.new_context(
        locale="fr", reduced_motion="reduce", accept_downloads=True,
        viewport={"width": 1300, "height": 950},
    )  # fmt: skip
    page = context.new_page()
    links: list[dict[str, Any]] = []
    files: dict[str, str] = {}
    rng = Random(COMMIT)

    whole = ["casanova/goal", "casanova/a-round", "dolce-vita/goal", "dominos-florentins/goal"]
    for lesson, most in [*((name, 99) for name in whole), ("dolce-vita/ties", 1), (GALETS, 99)]:
        name = lesson if "/" in lesson else "galets/first-steps"
        page.goto(f"{address}/?lesson={name}&lang=fr")
        learn(page, name, most)

    def sit(lang: str, game: str) -> Board:
        page.goto(address + NOTEBOOK.format(lang, f"play-{game}"))
        page.wait_for_selector(".first.live", state="attached", timeout=60_000)
        return Board(page)

    def link(board: Board, game: str, note: str) -> None:
        board.wait()
        board.do("link")
        found = page.locator(".es-link-field").input_value().removeprefix(address)
        page.keyboard.press("Escape")
        about = {"game": game, "ply": board.ply, "over": board.over, "note": note}
        links.append({"link": found} | about)

    def save(board: Board, name: str) -> None:
        with page.expect_download() as downloaded:
            board.do("save")
        assert downloaded.value.suggested_filename == f"{name.partition('.')[0]}.json"
        files[f"{name}.json"] = downloaded.value.path().read_text("utf-8")

    def left(board: Board, note: str) -> str:
        board.wait()
        board.settle()
        tables = page.evaluate("JSON.parse(localStorage['escale/tables'])")
        token: str = max(tables.values(), key=lambda table: table["at"])["token"]
        NOTES[token] = note
        return token

    board = sit("en", GALETS)
    while not board.over:
        board.move(rng)
        board.wait()
    link(board, GALETS, "galets, over, in a page")
    left(board, "galets, over, in a page")

    board = sit("en", "dominos-florentins")
    for _ in range(3):
        board.move(rng)
    board.wait()
    link(board, "dominos-florentins", "dominos, in a page")
    left(board, "dominos, in a page")

    board = sit("fr", "casanova")
    for _ in range(6):
        board.move(rng)
    board.wait()
    link(board, "casanova", "casanova, in a page")
    left(board, "casanova, in a page")

    board = sit("fr", "dolce-vita")
    for _ in range(3):
        board.move(rng)
    board.wait()
    link(board, "dolce-vita", "dolce vita, in a page")
    save(board, "dolce-vita.open")
    before = board.ply
    board.do("undo")
    page.wait_for_function(
        "(before) => Number(document.querySelector('[data-escale-stage]').dataset.ply) < before",
        arg=before,
    )
    left(board, "dolce vita, in a page, with a move taken back")

    page.goto(f"{address}/?lang=fr")
    page.locator(".seg [data-lang=en]").click()
    page.wait_for_url("**/?lang=en")
    page.locator(".seg [data-lang=fr]").click()
    page.wait_for_url("**/?lang=fr")
    page.wait_for_selector(".resume")
    shelf = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-game]")].map((card) => [
            card.dataset.game,
            [...card.querySelectorAll(".stars svg")]
                .map((star) => star.getAttribute("class") || "-").join(" "),
        ]))"""
    )
    storage = {
        "localStorage": page.evaluate("({ ...localStorage })"),
        "sessionStorage": page.evaluate("({ ...sessionStorage })"),
        "cookies": {cookie["name"]: cookie["value"] for cookie in context.cookies()},
        "stars": shelf,
        "resumes": page.evaluate(
            "[...document.querySelectorAll('.resume')].map((a) => a.getAttribute('href'))"
        ),
    }
    context.close()
    time.sleep(3)  # the kernels write down that their page has been closed
    return storage, links, files


def learn(page: Any, name: str, most: int) -> None:
    """Go through a lesson and answer its first questions, right."""
    root = page.locator(f'[data-escale-lesson="{name}"]')
    root.wait_for()
    for _ in range(int(root.get_attribute("data-steps"))):
        asked = root.evaluate(
            """(root, most) => {
                const { place } = root.parentElement.dataset;
                const { player } = globalThis[Symbol.for("escale/places")].get(place);
                const { ask } = player.step;
                if (!ask || most < 1) return false;
                if (ask.options) player.choose(ask.options.findIndex(([, right]) => right));
                else player.complete({ keys: Object.keys(ask.right)[0].split("|") });
                return true;
            }""",
            most,
        )
        most -= asked
        if root.get_attribute("data-step") != root.get_attribute("data-steps"):
            root.locator("[data-do=next]").click()


# --- What is in them ------------------------------------------------------------------------------


def facts() -> list[dict[str, Any]]:
    """Every table that is kept, in the words of the public contract; by number."""
    from escale import Match
    from escale.app.store import shared
    from today import legal_moves

    store, found = shared(), []
    with store._reading() as do:
        rows = [dict(row) for row in do("SELECT id, token, page FROM tables ORDER BY id")]
        for row in rows:
            record, undone = store._record(do, row["id"])
            kept = store.look(row["token"])
            about = {
                "token": row["token"],
                "note": NOTES.get(row["token"], "left behind for another one at the same table"),
                "name": kept.name,
                "game": kept.game,
                "players": kept.players,
                "seats": kept.seats,
                "options": record.get("options", {}),
                "from": "position" if "position" in record else "setup",
                "moves": " ".join(record["moves"]),
                "undone": " ".join(undone),
                "page": row["page"],
                "open": row["token"] in OPEN,
                "result": record.get("result"),
            }
            if kept.game != "petanque":
                about |= legal_moves(Match.from_record(record))
            found.append(about)
    store.close()
    return found


def one_file(folder: Path) -> None:
    connection = sqlite3.connect(folder / "tables.sqlite")
    assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()
    (HERE / "tables.sqlite").write_bytes((folder / "tables.sqlite").read_bytes())


def addresses() -> dict[str, Any]:
    """Every address that was in a page, in the README, or in what `escale links` prints."""
    import escale
    from escale.app import links, notebooks
    from escale.teach.lesson import lesson, lessons
    from escale.teach.rulebook import rulebook

    games = escale.game_names()
    names = [name for game in games for name in lessons(game)]
    printed = {
        address
        for lang in ("fr", "en")
        for address in links.links("owner/repo", "main", lang).values()
    }
    return {
        "lessons": {name: len(lesson(name).steps) for name in names},
        "rules": {game: [rule.id for rule in rulebook(escale.game(game))] for game in games},
        "notebooks": sorted(NOTEBOOK.format(*name[:-6].split("/")) for name in notebooks.texts()),
        "plain": [
            "/", "/?lang=fr", "/?lang=en", "/healthz",
            *(f"/rules/{game}" for game in games),
            "/rules/casanova/", "/rules/casanova?q=double", "/rules/casanova?lang=en&q=double",
            "/rules/casanova?rule=CA-RND-1&lang=fr", "/rules/casanova?rule=DV-AWA-5",
            "/static/icon.svg", "/static/site.css", "/static/site.js", "/static/notebook.css",
            "/static/boxes.css", "/static/page.js", "/static/stage.css",
            *(f"/static/cover/{game}.svg" for game in games),
            *(f"/static/prop/{game}.svg" for game in games if game != GALETS),
        ],
        "lesson addresses": [
            "/?lesson=dolce-vita/ties&step=4",
            "/?lesson=dolce-vita/ties&step=4&lang=en",
            "/?lesson=dolce-vita%2Fties",
            "/voila/render/fr/casanova.ipynb?lesson=casanova/ties&step=2",
            "/voila/render/fr/casanova.ipynb?lesson=casanova%2Fties&step=2",
        ],
        "on a hub": sorted(
            urllib.parse.unquote(address.partition("urlpath=")[2]) or address for address in printed
        ),
    }  # fmt: skip


def doors() -> dict[str, Any]:
    """The public names of Python, and how they can be called."""
    import escale
    from escale import testing
    from escale.draw import svg
    from escale.engine import record
    from escale.games.dominos_florentins import deck
    from escale.players import levels, table
    from escale.teach import lesson, narrate, rulebook, texts
    from escale.widgets.lesson import LessonPlayer

    called = {
        "escale": ["Match", "play", "board", "lesson", "lessons", "review", "game", "game_names"],
        "escale.teach.lesson": ["lesson", "lessons"],
        "escale.teach.narrate": ["narrate"],
        "escale.teach.texts": ["texts"],
        "escale.teach.rulebook": ["rulebook"],
        "escale.draw.svg": ["draw"],
        "escale.players.levels": ["level", "levels"],
        "escale.players.table": ["play_out"],
        "escale.games.dominos_florentins.deck": ["register"],
        "escale.testing": ["check_game"],
    }
    modules = [escale, lesson, narrate, texts, rulebook, svg, levels, table, deck, testing]
    found = {
        f"{module.__name__}.{name}": parameters(getattr(module, name))
        for module in modules
        for name in called[module.__name__]
    }
    classes = {"Match": escale.Match, "Table": escale.Table, "LessonPlayer": LessonPlayer}
    methods = {
        "Match": "view play play_chance undo redo goto fork legal why_not events state_at record",
        "Table": "play refresh close",
        "LessonPlayer": "",
    }
    for kind, names in methods.items():
        for name in names.split():
            found[f"escale.{kind}.{name}"] = parameters(getattr(classes[kind], name))
    found["escale.Match.from_record"] = parameters(escale.Match.from_record)
    found["escale.engine.record.read"] = parameters(record.read)
    return {"names": sorted({*escale.__all__, "Table", "LessonPlayer"}), "called": found}


def parameters(called: Any) -> list[str]:
    """Every parameter: "name", "name=" if it may be left out, "*name" if only by its name."""
    found = inspect.signature(called).parameters.values()
    marks = {"KEYWORD_ONLY": "*", "VAR_KEYWORD": "**", "POSITIONAL_OR_KEYWORD": ""}
    return [
        f"{marks[one.kind.name]}{one.name}{'' if one.default is one.empty else '='}"
        for one in found
        if one.name != "self"
    ]


def lab_folder() -> None:
    """A folder of `escale lab` in which somebody has worked: the note and two of its notebooks."""
    from escale.app import notebooks

    with tempfile.TemporaryDirectory() as folder:
        notebooks.write(Path(folder))
        (HERE / "lab" / "fr").mkdir(parents=True, exist_ok=True)
        for name in (notebooks.NOTE, "fr/play-casanova.ipynb", "fr/play-dolce-vita.ipynb"):
            (HERE / "lab" / name).write_bytes((Path(folder) / name).read_bytes())
    own = HERE / "lab" / "fr" / "play-dolce-vita.ipynb"
    text = own.read_text("utf-8")
    changed = text.replace('lang=\\"fr\\")', 'lang=\\"fr\\", table=\\"salon\\")')
    assert changed != text
    own.write_text(changed, "utf-8")


if __name__ == "__main__":
    main()
