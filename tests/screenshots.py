"""Pictures to be looked at: `make screenshots` fills the ignored folder `screenshots/`.

The app is started once, and every page of it is taken at four sizes, light and dark, French and
English; a sheet for each page and language (`sheets/`) has its pictures, so that much can be looked
at quickly. Beginnings of names on the command line choose among them: `table-casanova`,
`lesson`, `shelf.fr`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright
from servers import Server

import escale
from escale.players.levels import level
from escale.session.links import packed
from escale.session.seats import sit_down, tempers_of
from escale.teach import class_file
from escale.teach.exercises import practice
from escale.teach.lesson import lesson as read_lesson
from escale.teach.rulebook import rulebook

FOLDER = Path(__file__).parent.parent / "screenshots"
SIZES = {"phone": (390, 664), "tablet": (820, 1100), "laptop": (1280, 720), "wide": (1920, 1080)}
THEMES = ("light", "dark")
#: Each language at each size, and each size in each theme.
TAKEN = {
    "fr": [
        ("phone", "light"),
        ("phone", "dark"),
        ("tablet", "light"),
        ("laptop", "light"),
        ("wide", "dark"),
    ],
    "en": [("phone", "light"), ("tablet", "dark"), ("laptop", "dark"), ("wide", "light")],
}
Wanted = Callable[[str], bool]
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
GAMES = ("dolce-vita", "dominos-florentins", "casanova")
STAGE = "[data-escale-stage]"
LESSON = "[data-escale-lesson]:not([hidden])"
READY = f"{STAGE}:not([data-busy])"
#: A lesson of each course, with the step of a question that can be answered wrongly.
LESSONS = {
    "dolce-vita": "dolce-vita/ties",
    "dominos-florentins": "dominos-florentins/closing",
    "casanova": "casanova/the-limit",
}
PASSED = "#right=11&of=12&on=2026-11-18"
SHEET = """
    body { margin: 0; width: 1572px; background: #888 }
    body { display: flex; flex-wrap: wrap; align-items: start; gap: 4px }
    div { overflow: hidden; width: 784px; max-height: 1000px }
    .phone, .tablet { width: 390px }
    img { display: block; width: 100% }
"""


class Visit(NamedTuple):
    """A page, and what is done in it, one after the other; each has its name and its pictures."""

    path: str
    acts: list[tuple[str, Callable[[Page], None]]]
    whole: bool = False  # all of a page that is meant to be scrolled
    at: str = "laptop"  # the size at which something is done
    sizes: tuple[str, ...] = tuple(SIZES)


# --- What is shown --------------------------------------------------------------------------------


def visits(lang: str) -> Iterator[Visit]:
    for game in GAMES:
        yield from tables(game, f"/voila/render/{lang}/play-{game}.ipynb")
        yield from notebooks(game, f"/voila/render/{lang}")
    home = f"?lang={lang}"
    yield Visit(f"/{home}", [("shelf", nothing), ("shelf-back", known)], whole=True)
    yield Visit(f"/nowhere{home}", [("error-404", nothing)])
    yield Visit(f"/?rule=XX-1&lang={lang}", [("error-rule", nothing)])
    yield Visit(f"/knowledge{home}", [("map-empty", nothing), ("map", known)], whole=True)
    yield Visit(f"/class{home}", [("class", nothing)])
    yield Visit(f"/class{home}#class={class_link()}", [("class-step", wait_for(LESSON))])
    for game in GAMES:
        yield Visit(f"/rules/{game}{home}", [(f"rulebook-{game}", nothing)], whole=True)
        yield Visit(f"/crib/{game}{home}", [(f"crib-{game}", nothing)], whole=True)
        check = [(f"check-{game}", nothing), (f"check-asked-{game}", begin_check)]
        yield Visit(f"/check/{game}{home}", check)
        paper = f"/certificate/{game}{home}{PASSED}"
        yield Visit(paper, [(f"certificate-{game}", certified)], whole=True)
    search = "égalité" if lang == "fr" else "tie"
    yield Visit(f"/rules/dolce-vita{home}&q={quote(search)}", [("rulebook-search", nothing)])


def notebooks(game: str, folder: str) -> Iterator[Visit]:
    course = f"{folder}/{game}.ipynb"
    steps = read_lesson(LESSONS[game]).steps
    ask = next(i for i, step in enumerate(steps, 1) if step.question)
    lesson = f"{course}?lesson={LESSONS[game]}&step={ask}"
    yield Visit(course, [(f"course-{game}", nothing)], whole=True)
    acts = [
        (f"lesson-question-{game}", to_the_question),
        (f"lesson-wrong-{game}", answer_wrongly),
        (f"lesson-right-{game}", solved),
    ]
    yield Visit(lesson, acts)
    yield Visit(
        f"{course}?lesson={LESSONS[game]}&step={len(steps)}", [(f"lesson-end-{game}", solved)]
    )
    hinted = [(f"lesson-caption-{game}", wait_for(LESSON)), (f"lesson-hint-{game}", helped)]
    yield Visit(lesson, hinted, at="phone")
    start = f"{course}?lesson={game}/quick-start"
    yield Visit(start, [(f"quick-start-{game}", wait_for(LESSON))])
    practised = [
        (f"practice-asked-{game}", wait_for("[data-escale-practice] .es-asked")),
        (f"practice-wrong-{game}", practised_wrongly),
    ]
    yield Visit(f"{folder}/practice-{game}.ipynb", practised)
    explore = f"{folder}/explore-{game}.ipynb"
    yield Visit(explore, [(f"explore-{game}", wait_for(".es-explore-figure:visible"))], whole=True)


def tables(game: str, path: str) -> Iterator[Visit]:
    most = escale.game(game).seats[-1]
    for players in escale.game(game).seats:
        for moment, link in moments(game, players).items():
            acts = [(f"table-{game}-{players}-{moment}", settled)]
            if (players, moment) == (most, "middle"):
                acts += [(f"picked-{game}", picked), (f"why-not-{game}", forbidden)]
                buttons = ("hint", "rules", "menu", "new", "help", "words", "invite", "link")
                acts += [(f"{what}-{game}", pressed(what)) for what in buttons]
            if moment == "end":
                acts.append((f"look-back-{game}-{players}", looked_back))
            yield Visit(f"{path}#game={link}", acts)
    small = [(f"log-{game}", pressed("show-log")), (f"close-up-{game}", close_up)]
    yield Visit(path, [(f"table-new-{game}", settled), *small], at="phone")


MADE: dict[tuple[str, int], dict[str, str]] = {}


def moments(game: str, players: int) -> dict[str, str]:
    """Links to a game at its start, in the middle, seat 0 to move, and at its end."""
    if (game, players) not in MADE:
        match, seats = sit_down(game, players, seed=5)
        rules = escale.game(game)
        who = [level(rules, "sensible", temper) for temper in tempers_of(rules, seats)]
        mine, rng = [], Random(5)
        while not match.over:
            if match.actor == escale.CHANCE:
                match.play_chance(rng)
                continue
            seat = match.actor
            if seat == 0:
                mine.append(match.ply)
            match.play(who[seat](rules, match.view(seat), match.legal(), rng))
        found = {
            "start": match.fork(0),
            "middle": match.fork(mine[len(mine) * 2 // 3]),
            "end": match,
        }
        MADE[game, players] = {name: str(packed(one)) for name, one in found.items()}
    return MADE[game, players]


def class_link() -> str:
    steps = [
        {"lesson": "casanova/ties"},
        {"exercise": next(practice("casanova", kind="what", seed=1))},
    ]
    return class_file.packed(
        class_file.read({"format": class_file.FORMAT, "title": "Mardi", "steps": steps})
    )


# --- What is done ---------------------------------------------------------------------------------


def nothing(page: Page) -> None:
    pass


def wait_for(what: str) -> Callable[[Page], None]:
    return lambda page: void(page.wait_for_selector(what))


def void(_: object) -> None:
    pass


def known(page: Page) -> None:
    """A browser in which somebody has learned for some weeks."""
    day, now = 86_400_000, time.time() * 1000
    cards, met = {}, {}
    for game in GAMES:
        for number, rule in enumerate(rulebook(escale.game(game))):
            met[rule.id] = 1
            if number % 4 == 0:
                continue
            firm = (0, 0.5, 12, 40)[number % 4]
            due = now + (3 * day if number % 5 else -day)
            cards[rule.id] = {
                "stability": firm, "difficulty": 5, "last": now - 2 * day, "due": due,
                "grade": "good", "right": 2, "wrong": 0,
            }  # fmt: skip
    learner = {"name": "", "met": met, "cards": cards, "lessons": []}
    done = {
        f"{game}/{name}": 1 for game in GAMES for name in ("goal", "set-up", "objects", "cards")
    }
    kept = {
        "escale/learners": {
            "format": "escale-learners/1",
            "current": "1",
            "learners": {"1": learner},
        },
        "escale/done": done,
        "escale/stars": {name: {"2": 1, "3": 1} for name in done},
    }
    page.evaluate(
        "(kept) => { for (const name in kept) localStorage[name] = JSON.stringify(kept[name]) }",
        kept,
    )
    page.reload()


def begin_check(page: Page) -> None:
    page.locator("[data-check-begin]").click()
    page.wait_for_selector("[data-escale-check] .es-asked")


def certified(page: Page) -> None:
    page.locator("[data-name]").fill("Alix Moreau")


def to_the_question(page: Page) -> None:
    """On a phone it takes the caption's place."""
    page.wait_for_selector(f"{LESSON}:not([data-busy])")
    if not page.locator(f"{LESSON} .es-ask .es-asked").first.is_visible():
        page.locator(f"{LESSON} [data-do=next]").first.click()


def helped(page: Page) -> None:
    to_the_question(page)
    page.locator(f"{LESSON} .es-ask [data-do=hint]").click()


def solved(page: Page) -> None:
    """By its own solution, which comes after the hints."""
    page.wait_for_selector(f"{LESSON}:not([data-busy])")
    help_ = page.locator(f"{LESSON} .es-ask [data-do=hint]")
    for _ in range(3):
        if help_.is_visible():
            help_.click()


def answer_wrongly(page: Page) -> None:
    """By an option, or on the board."""
    to_the_question(page)
    asked = page.locator(f"{LESSON} .es-ask")
    for number in range(40):
        options = asked.locator("[data-answer]:enabled")
        lit = page.locator(f"{LESSON} [data-key][data-lit=next]:visible")
        found = options if options.count() else lit
        if found.count() and asked.get_attribute("data-state") == "open":
            found.nth(-1 - number % found.count()).click()


def practised_wrongly(page: Page) -> None:
    root = page.locator("[data-escale-practice]")
    root.locator(".es-asked").wait_for()
    for _ in range(12):
        option = root.locator("[data-option]:enabled")
        if option.count() and root.get_attribute("data-kind") != "may":
            option.last.click()
            root.and_(page.locator("[data-answered]")).wait_for()
            if root.get_attribute("data-answered") == "wrong":
                return
            root.locator("[data-do=next]").click()
        else:
            root.locator("[data-do=hint]").first.click()
            page.reload()
            root.locator(".es-asked").wait_for()


def settled(page: Page) -> None:
    """A table at which nothing moves any more."""
    page.wait_for_selector(READY)
    if page.locator(f"{STAGE} .es-notice").is_visible():
        page.locator(f"{STAGE} .es-notice [data-do=close]").click()
    page.wait_for_function(
        """([stage]) => {
            const root = document.querySelector(stage);
            return !("busy" in root.dataset) && (root.dataset.over !== undefined
                || root.querySelector("[data-lit=next]"));
        }""",
        arg=[STAGE],
    )


def picked(page: Page) -> None:
    settled(page)
    for _ in range(2):
        lit = page.locator(f"{STAGE} [data-key][data-lit=next]:visible")
        if lit.count() and not page.locator(f"{STAGE} [data-lit=picked]").count():
            lit.nth(lit.count() // 2).click()


def forbidden(page: Page) -> None:
    settled(page)
    page.evaluate(
        """(stage) => {
            const root = document.querySelector(stage);
            const dark = [...root.querySelectorAll(".es-target[data-key]:not([data-lit])")]
                .filter((one) => one.offsetParent);
            (dark[Math.floor(dark.length / 2)] ?? root.querySelector(".es-target")).click();
        }""",
        STAGE,
    )


def pressed(what: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        settled(page)
        root = page.locator(STAGE)
        button = root.locator(f'[data-do="{what}"]').first
        if not button.is_visible():
            root.locator('[data-do="menu"]').click()
        button.click()

    return act


def looked_back(page: Page) -> None:
    settled(page)
    page.locator(f"{STAGE} [data-do=review]:visible").first.click()
    page.wait_for_selector("dialog[open], .es-review")
    page.wait_for_function("!document.querySelector('[data-part=thinking]:not([hidden])')")


def close_up(page: Page) -> None:
    settled(page)
    page.locator(f"{STAGE} .es-target[aria-haspopup=dialog]:visible").first.click()
    page.wait_for_selector(".es-closeup[open]")


# --- Taking them ----------------------------------------------------------------------------------


def take(browser: Browser, app: str, visit: Visit, lang: str, wanted: Wanted) -> Iterator[str]:
    """Takes the pictures of a visit; the names of what was done, one by one."""
    context = browser.new_context(viewport=viewport(visit.at), reduced_motion="reduce", locale=lang)
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.on("pageerror", lambda error: sys.stderr.write(f"{visit.path}: in the page: {error}\n"))
    try:
        page.goto(app + visit.path)
        for name, act in visit.acts:
            page.set_viewport_size(viewport(visit.at))
            if "/play-" in visit.path:
                page.keyboard.press("Escape")  # closes what was opened before
            act(page)
            for size, theme in TAKEN[lang] if wanted(f"{name}.{lang}") else ():
                if size not in visit.sizes:
                    continue
                page.set_viewport_size(viewport(size))
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                page.evaluate(
                    "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))"
                )
                path = FOLDER / f"{name}.{lang}.{size}.{theme}.png"
                page.screenshot(path=path, full_page=visit.whole)
            yield name
    finally:
        context.close()


def viewport(size: str) -> Any:
    width, height = SIZES[size]
    return {"width": width, "height": height}


def sheet(page: Page, name: str) -> int:
    """All pictures of a page on one: phone and tablet above, laptop and wide below."""
    taken = [FOLDER / f"{name}.{size}.{theme}.png" for size in SIZES for theme in THEMES]
    taken = [path for path in taken if path.exists()]
    cells = "".join(
        f'<div class="{path.name.split(".")[-3]}"><img src="{path.as_uri()}"></div>'
        for path in taken
    )
    file = FOLDER / "sheets" / f"{name}.html"
    file.write_text(f'<!doctype html><meta charset="utf-8"><style>{SHEET}</style>{cells}', "utf-8")
    page.goto(file.as_uri())
    page.screenshot(path=file.with_suffix(".png"), full_page=True)
    file.unlink()
    return len(taken)


def main(wanted: list[str]) -> int:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    (FOLDER / "sheets").mkdir(parents=True, exist_ok=True)
    count, failed = 0, list[str]()

    def is_wanted(name: str) -> bool:
        return not wanted or name.startswith(tuple(wanted))

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        tables = f"{folder}/tables"
        server = Server(Path(folder) / "app", "pictures", tables, "--warm=2", "--most=20")
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        sheets = browser.new_page(viewport={"width": 1572, "height": 600})
        try:
            server.start()
            for lang in TAKEN:
                for visit in visits(lang):
                    names = [f"{name}.{lang}" for name, _ in visit.acts]
                    if not any(map(is_wanted, names)):
                        continue
                    try:
                        for name in take(browser, server.address, visit, lang, is_wanted):
                            names.remove(f"{name}.{lang}")
                            count += sheet(sheets, f"{name}.{lang}")
                    except Exception as error:  # the others are taken all the same
                        failed += names
                        sys.stderr.write(f"{names[0]}: {str(error)[:600]}\n")
        finally:
            browser.close()
            server.stop()
    sys.stdout.write(f"{count} pictures in {FOLDER}; not taken: {failed or 'none'}\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
