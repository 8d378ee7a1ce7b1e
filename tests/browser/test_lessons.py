"""Lessons in the page: every step of every lesson, every answer, with and without a kernel.

All but the last test look at exported pages, which need no kernel; a page is driven through its
buttons, most of the time without waiting for the mouse to travel.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from barepage import bare_page, show_lesson
from playwright.sync_api import Browser, Page

import escale
from escale.engine.registry import game as find_game
from escale.teach.holes import capital
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import Lesson, Question, Step
from escale.teach.lesson import lesson as read_lesson
from escale.teach.lesson_outline import outlines
from escale.teach.questions import Allowed
from escale.widgets import lesson_frames
from escale.widgets.lesson import page as exported

from .conftest import Board, findings, new_page, shown, write_notebook

LESSONS = [name for game in escale.game_names() for name in escale.lessons(game)]
TAUGHT = [game for game in escale.game_names() if escale.lessons(game)]
HOUR = 3_600_000
PRAISE = {"fr": ("une étoile", "C’est ça"), "en": ("a star", "That’s it")}
WIDE, NARROW = {"width": 1280, "height": 860}, {"width": 360, "height": 740}


class Reader:
    """Somebody who goes through a lesson in a page."""

    def __init__(self, page: Page, name: str, address: str) -> None:
        self.lesson: Lesson = read_lesson(name)
        self.page = page
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", lambda asked: self._ask(asked.url))
        self.page.clock.install(time=0)  # nobody has to wait
        self.page.goto(address)
        self.look()

    @classmethod
    def of_bare_page(cls, page: Page, name: str, lang: str) -> Reader:
        """In a page that has had other lessons in it, whose time stands still."""
        reader = cls.__new__(cls)
        reader.lesson, reader.page, reader.trouble = read_lesson(name), page, []
        show_lesson(page, name, 0, lang)
        reader.look()
        return reader

    def hold_time(self) -> None:
        """From now on time passes only by `clock.run_for`, however slow the machine is."""
        self.page.clock.pause_at(HOUR)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.trouble.append(message.text)

    def _ask(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "blob:")):
            self.trouble.append(f"asked for {url}")

    # --- doing

    def do(self, name: str, more: str = "") -> None:
        """Press a button of the player."""
        self.look(f"[data-do={name}]{more}")

    def keys(self, keys: tuple[str, ...]) -> None:
        """Pick these keys on the board, until a move is made of them."""
        for key in keys:
            self.look(f'[data-key="{key}"]')
            if not self.seen["picking"]:
                return

    def answer(self, number: int) -> None:
        self.do("choose-answer", f'[data-answer="{number}"]')

    def speak(self, lang: str) -> None:
        self.do("lang", f'[data-lang="{lang}"]')

    def wait_until_kept(self, what: str) -> None:
        """The browser writes when it has time."""
        self.page.wait_for_function(f"localStorage['escale/{what}']")

    def reload(self) -> None:
        self.page.reload()
        self.look()

    # --- seeing

    def look(self, press: str = "") -> dict[str, Any]:
        """What is there, after pressing something: all in one go, since each look takes time."""
        self.seen: dict[str, Any] = self.page.evaluate(LOOK, press)
        return self.seen

    def text(self, name: str) -> str:
        return plain(self.seen[name])

    @property
    def verdict(self) -> tuple[str, str]:
        """Right, wrong or nothing, and what is said about it."""
        return self.seen["state"], self.text("verdict")

    @property
    def step(self) -> int:
        return int(self.look()["step"])

    @property
    def stars(self) -> int:
        return self.text("stars").count("★")

    def sees(self, number: int, lang: str, *, again: bool = True) -> Step:
        """This step is shown, in this language, and nothing is cut off."""
        step = self.lesson.steps[number - 1]
        seen = self.look() if again else self.seen
        assert seen["step"] == str(number)
        assert self.text("title") == plain(step.title[lang])
        assert self.text("text") == plain(step.text[lang])
        assert set(step.rules) <= set(self.text("rules").split())
        asked = plain(step.question.text[lang]) if step.question else ""
        assert self.text("asked").removeprefix("? ") == asked
        width, room = seen["width"]
        assert width <= room, f"step {number} is wider than the page"
        return step


#: Presses something, waits a moment and tells what there is to see.
LOOK = """async (press) => {
    if (press) {
        document.querySelector(press)?.click();
        await null;
        await null;
    }
    const root = document.querySelector(".es-lesson");
    const all = (selector) => [...root.querySelectorAll(selector)];
    const seen = (selector) => all(selector).filter((one) => !one.closest("[hidden]"));
    const text = (selector) => seen(selector).map((one) => one.innerText).join(" ");
    const { top, height, bottom } = root.querySelector(".es-transport").getBoundingClientRect();
    return {
        step: root.dataset.step, picking: root.dataset.picking ?? "",
        title: text(".es-words h3"), text: text(".es-text"), rules: text(".es-words .es-chip"),
        asked: text(".es-ask h3"), hint: text(".es-hint"), hints: seen("[data-do=hint]").length,
        state: root.querySelector(".es-verdict")?.dataset.state ?? "", verdict: text(".es-verdict"),
        stars: text(".es-stars"), speed: text("[data-do=speed]"),
        card: text(".es-rulecard"), dialog: text(".es-dialog-body"),
        bubble: text(".es-bubble"), why: seen(".es-bubble .es-chip").length,
        lit: seen(".es-target[data-lit]").length, framed: seen(".es-look").length,
        failed: seen(".es-marks .es-fail").length,
        tried: seen("[data-answer]:disabled").map((one) => one.dataset.answer),
        transport: [top, height, bottom], width: [document.documentElement.scrollWidth, innerWidth],
    };
}"""


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def read(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Reader]]:
    """Opens the exported page of a lesson; fails if something in it goes wrong."""
    opened: list[Reader] = []

    def reading(name: str, **options: Any) -> Reader:
        file = tmp_path / f"{name.replace('/', '-')}.html"
        if not file.exists():
            file.write_text(exported(read_lesson(name), "fr"), encoding="utf-8")
        page = new_page(browser, **{"viewport": WIDE} | options)
        reader = Reader(page, name, file.as_uri())
        opened.append(reader)
        return reader

    yield reading
    for reader in opened:
        reader.page.context.close()
        assert not reader.trouble


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    """One page for many lessons: to load it takes longer than most of them."""
    page, trouble = bare_page(browser, viewport=NARROW), []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.clock.install(time=0)
    page.clock.pause_at(HOUR)
    yield page
    page.context.close()
    assert not trouble


# --- Every lesson, with every answer ------------------------------------------------------------

#: The longest of each game. All of it is right also where nobody looks (`check_game` plays every
#: lesson out): here it is about the page, so of most things one lesson or one game stands for all.
LONGEST = [max(outlines(find_game(game)), key=lambda it: len(it.steps)).id for game in TAUGHT]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * (name != LONGEST[0])) for name in LESSONS],
)
def test_whoever_is_right_at_the_first_try_gets_every_star(read: Any, name: str) -> None:
    reader: Reader = read(name)
    reader.hold_time()
    questions = [step.question for step in reader.lesson.steps if step.question]
    places = set()
    for number in range(1, len(reader.lesson.steps) + 1):
        step = reader.sees(number, "fr", again=False)
        if step.question:
            rule = (*step.question.rules, *step.rules)[0]
            assert rule not in reader.text("card"), "the rule would answer it"
            answer_right(reader, step, "une étoile")
            assert rule in reader.text("card"), "the rule that was asked about"
        places.add(tuple(reader.seen["transport"]))
        reader.do("next")
    assert len(places) == 1, "the transport bar keeps its place"
    assert reader.stars == len(questions)
    kept = reader.page.evaluate("JSON.parse(localStorage['escale/stars'] ?? '{}')")
    assert len(kept.get(name, {})) == len(questions)


@pytest.mark.parametrize(
    ("name", "lang"),
    [
        pytest.param(name, lang, marks=[pytest.mark.long] * ((i + 4 * j) % 8 > 0))
        for i, name in enumerate(LESSONS)
        for j, lang in enumerate(LANGUAGES)
    ],
)
def test_every_lesson_on_a_phone_with_every_hint_and_wrong_answers(
    phone: Page, name: str, lang: str
) -> None:
    """Every fourth lesson, in one language or the other; in the long run all of them in both."""
    reader = Reader.of_bare_page(phone, name, lang)
    asked = by_chance = 0
    at_once, later = PRAISE[lang]
    for number in range(1, len(reader.lesson.steps) + 1):
        step = reader.sees(number, lang, again=False)
        _, height, bottom = reader.seen["transport"]
        assert height < 70, "one row on a phone"
        assert bottom <= NARROW["height"]
        if step.question:
            asked += 1
            if step.question.kind == "move":
                stop = reader.page.locator(".es-target[tabindex='0']")
                assert stop.get_attribute("data-lit"), "by Tab one comes to a choice"
            helped = not reader.lesson.alone and ask_for_help(reader, step.question, lang)
            assert bool(reader.look()["hints"]) is not reader.lesson.alone
            missed = answer_wrong(reader, number, step.question, lang)
            if missed and reader.lesson.alone:  # now there is help
                helped = ask_for_help(reader, step.question, lang)
            if asked % 2 or not (missed or helped):
                answer_right(reader, step, later if missed or helped else at_once)
                by_chance += not (missed or helped)  # only one move is legal
            else:
                give_up(reader, step.question, lang)
        reader.do("next")
    assert reader.stars == by_chance, "no star for a second try, nor with help"


def paths(step: Step, reader: Reader, right: bool) -> list[tuple[str, ...]]:
    assert step.question
    game = reader.lesson.game
    return [game.path(step.state, move) for move, good in step.question.moves if good is right]


def answer_right(reader: Reader, step: Step, praise: str) -> None:
    question = step.question
    assert question
    if question.kind == "choose":
        reader.answer([choice.right for choice in question.choices].index(True))
    else:
        reader.keys(paths(step, reader, True)[0])
    state, said = reader.verdict
    assert state == "right", said
    assert praise in said
    assert not reader.seen["hints"]
    assert not reader.seen["lit"], "nothing more to pick"


def answer_wrong(reader: Reader, number: int, question: Question, lang: str) -> bool:
    """Give wrong answers, and ask why something cannot be picked; was there one to give?"""
    asked = told(reader.lesson.id)["fr"]["steps"][number - 1]["ask"]
    if question.kind == "choose":
        lying = pieces(reader) if "made" in asked else {}
        for index, choice in enumerate(question.choices):
            if choice.right:
                continue
            reader.answer(index)
            state, said = reader.verdict
            assert state == "wrong"
            if not isinstance(question, Allowed):  # which is answered by the reason alone
                assert said.startswith(plain(capital(choice.label[lang])))
            assert choice.wrong is None or plain(choice.wrong[lang]) in said
            assert str(index) in reader.seen["tried"]
            assert bool(reader.seen["failed"]) == bool(asked.get("tried"))
            if "made" in asked:
                assert pieces(reader) != lying, "what may be done is done"
                reader.page.clock.run_for(2100)
                assert pieces(reader) == lying, "and taken back"
        return True
    step = reader.lesson.steps[number - 1]
    wrong = paths(step, reader, False)
    for path in dict.fromkeys((*wrong[:1], *wrong[-1:])):
        lying = pieces(reader)
        reader.keys(path)
        state, said = reader.verdict
        assert state == "wrong"
        assert len(said) > 20, "what happens, or why that is not wanted"
        assert pieces(reader) != lying, "the move is shown on the board"
        reader.page.clock.run_for(4100)
        assert pieces(reader) == lying, "and taken back"
    single = [key for key in asked["why"] if "|" not in key]
    if single:
        reader.keys((single[0],))
        assert reader.seen["why"], "with its rule"
        assert len(reader.text("bubble")) > 20
    return bool(wrong)


@cache
def told(name: str) -> dict[str, Any]:
    """What the page has been told."""
    return lesson_frames.page(read_lesson(name))


def pieces(reader: Reader) -> dict[str, str]:
    """Where everything lies."""
    found: dict[str, str] = reader.page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[data-piece]')].map((one) =>"
        " [one.dataset.piece, one.getAttribute('transform') + one.innerHTML]))"
    )
    return found


def ask_for_help(reader: Reader, question: Question, lang: str) -> bool:
    """Where to look, then what to see; was there any help? Where there is much to look at, both."""
    at_once = len(question.look) > 3 and question.hint
    if question.look:
        reader.do("hint")
        assert 0 < reader.seen["framed"] <= len(question.look)  # a phone leaves some out
        assert bool(reader.text("hint")) == bool(at_once)
    if question.hint:
        if not at_once:
            reader.do("hint")
        assert plain(question.hint[lang]) in reader.text("hint")
    return bool(question.look or question.hint)


def give_up(reader: Reader, question: Question, lang: str) -> None:
    """After the hints comes the answer."""
    reader.do("hint")
    state, said = reader.verdict
    assert state == "right"
    for choice in question.choices:
        assert not choice.right or plain(choice.label[lang]) in said


# --- Going through it ---------------------------------------------------------------------------


def test_stars_are_there_again_after_a_reload(read: Any) -> None:
    reader: Reader = read("dolce-vita/ties")
    reader.do("next")
    answer_right(reader, reader.lesson.steps[1], "une étoile")
    assert reader.stars == 1
    reader.wait_until_kept("stars")
    reader.reload()
    assert reader.stars == 1
    assert "1" in (reader.page.get_attribute(".es-stars", "aria-label") or "")


def test_a_lesson_is_completed_by_going_through_it_with_or_without_stars(read: Any) -> None:
    reader: Reader = read("dolce-vita/ties")
    done = reader.page.locator(".es-head .es-done")
    reader.do("next")
    answer_right(reader, reader.lesson.steps[1], "une étoile")
    reader.do("last")  # to look at the end is not to go there
    assert reader.stars == 1
    assert done.is_hidden()
    reader.do("first")
    for _ in reader.lesson.steps[1:]:
        assert done.is_hidden()
        reader.do("next")
    assert done.inner_text() == "Leçon terminée"
    assert reader.stars == 1
    reader.speak("en")
    assert reader.page.locator(".es-ended").inner_text() == "Completed"
    reader.wait_until_kept("done")
    reader.reload()
    assert done.inner_text() == "Leçon terminée"
    assert reader.page.evaluate("localStorage['escale/done']") == '{"dolce-vita/ties":1}'


def test_back_first_last_dots_and_slider(read: Any) -> None:
    reader: Reader = read("dolce-vita/ties")
    page, count = reader.page, len(reader.lesson.steps)
    start = pieces(reader)
    assert page.locator("[data-do=back]").is_disabled()
    last, title = page.locator(".es-dot").last, reader.lesson.steps[-1].title["fr"]
    assert title not in f"{last.get_attribute('title')} {last.get_attribute('aria-label')}", (
        "untold"
    )
    page.click("[data-do=last]")
    reader.sees(count, "fr")
    assert last.get_attribute("title") == title
    end = pieces(reader)
    assert page.locator("[data-do=next]").is_disabled()
    page.click("[data-do=back]")
    reader.sees(count - 1, "fr")
    page.click("[data-do=first]")
    reader.sees(1, "fr")
    assert pieces(reader) == start
    page.click(".es-dot >> nth=3")
    reader.sees(4, "fr")
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    page.locator("[data-part=slider]").fill("2")
    reader.sees(2, "fr")
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    for _ in range(count - 2):
        page.click("[data-do=next]")
    assert pieces(reader) == end, "step by step one comes to the same place"


def test_the_language_is_switched_in_the_middle(read: Any) -> None:
    reader: Reader = read("dolce-vita/ties")
    reader.do("next")
    reader.answer(0)
    said = reader.verdict
    reader.page.click("[data-lang=en]")
    reader.sees(2, "en")
    state, english = reader.verdict
    assert state == "wrong"
    assert english != said[1]
    assert "Red" in english
    assert reader.page.evaluate("document.activeElement.dataset.lang") == "en"
    reader.speak("fr")
    assert reader.verdict == said


def test_autoplay_reads_on_and_waits_at_a_question(read: Any) -> None:
    reader: Reader = read("dolce-vita/ties")
    reader.hold_time()
    page = reader.page
    page.click("[data-do=autoplay]")
    assert page.get_attribute("[data-do=autoplay]", "aria-pressed") == "true"
    page.clock.run_for(20_000)
    assert reader.step == 2, "a question is for the reader"
    assert page.get_attribute("[data-do=autoplay]", "aria-pressed") == "false"
    answer_right(reader, reader.lesson.steps[1], "étoile")
    page.click("[data-do=speed]")
    page.click("[data-do=speed]")
    assert reader.look()["speed"] == "2×"
    assert page.get_by_role("button", name="2×").count() == 1, "the name has the value"
    page.click("[data-do=autoplay]")
    page.clock.run_for(10_000)
    assert reader.step == 3
    answer_right(reader, reader.lesson.steps[2], "étoile")
    page.click("[data-do=autoplay]")
    page.clock.run_for(4_500)
    assert 3 < reader.step < 6
    page.click("[data-do=autoplay]")
    stopped = reader.step
    page.clock.run_for(60_000)
    assert reader.step == stopped


def test_a_lesson_is_called_completed_when_its_last_step_has_been_shown(read: Any) -> None:
    reader: Reader = read("dolce-vita/quick-start", reduced_motion="no-preference")
    page, last = reader.page, len(reader.lesson.steps)
    page.click(f".es-dot >> nth={last - 2}")
    shown = """() => [".es-ended", ".es-head .es-done"].map((one) =>
        getComputedStyle(document.querySelector(one)).visibility)"""
    assert page.evaluate(
        f"() => {{ document.querySelector('[data-do=next]').click(); return ({shown})(); }}"
    ) == ["hidden", "hidden"]
    page.click(".es-dot >> nth=0")
    page.click(f".es-dot >> nth={last - 1}")
    assert page.evaluate(shown) == ["visible", "visible"]


def test_pieces_travel_where_motion_is_welcome(read: Any) -> None:
    reader: Reader = read("dolce-vita/ties", reduced_motion="no-preference")
    page = reader.page
    page.click(".es-dot >> nth=2")
    assert page.evaluate(
        """async () => {
            const press = () => document.querySelector("[data-do=next]").click();
            press();
            await null;
            const moving = document.querySelector("[data-escale-lesson]").dataset.busy;
            press(); // in the middle of it
            return moving !== undefined;
        }"""
    )
    page.wait_for_selector("[data-escale-lesson]:not([data-busy])")
    reader.sees(5, "fr")
    moving = pieces(reader)
    page.click("[data-do=back]")
    page.click(".es-dot >> nth=4")
    assert pieces(reader) == moving


def test_all_by_keyboard(read: Any) -> None:
    reader: Reader = read("dolce-vita/ties")
    page, keyboard = reader.page, reader.page.keyboard
    keyboard.press("ArrowRight")
    assert reader.step == 2
    keyboard.press("PageDown")
    assert reader.step == 3
    keyboard.press("ArrowLeft")
    assert reader.step == 2
    keyboard.press("h")
    assert reader.look()["framed"] == 1  # two equal totals, side by side
    keyboard.press("H")
    assert reader.look()["hint"]
    page.locator("[data-answer='0']").focus()
    keyboard.press("Enter")
    assert reader.look()["state"] == "wrong"
    assert page.evaluate("document.activeElement.dataset.answer") == "1", "the focus stays there"
    for _ in range(2):
        keyboard.press("Tab")
    keyboard.press("Enter")
    assert reader.look()["state"] == "right"
    assert page.evaluate("document.activeElement.dataset.do") == "next"
    keyboard.press("Enter")
    assert reader.step == 3
    keyboard.press("End")
    assert reader.step == len(reader.lesson.steps)
    keyboard.press("Home")
    assert reader.step == 1
    page.locator(".es-words").click()
    keyboard.press("Space")
    assert page.get_attribute("[data-do=autoplay]", "aria-pressed") == "true"
    keyboard.press("Space")
    assert page.get_attribute("[data-do=autoplay]", "aria-pressed") == "false"
    for key in ("u", "w", "l", "Escape", "d", "Escape", "?", "Escape", "r"):
        keyboard.press(key)
    assert reader.step == 1


def test_a_move_is_made_by_keyboard(read: Any) -> None:
    reader: Reader = read("dolce-vita/first-round")
    page, keyboard = reader.page, reader.page.keyboard
    page.locator('[data-key="hand:5"]').focus()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    assert page.get_attribute('[data-key="hand:6"]', "aria-pressed") == "true"
    assert reader.step == 1, "arrows on the board go from choice to choice"
    page.locator('[data-key="column:3"]').focus()
    keyboard.press("Enter")
    assert reader.look()["state"] == "right"
    assert page.locator('[data-piece="card:2/6"]').count()
    keyboard.press("Enter")
    reader.sees(2, "fr")


def test_a_rule_is_a_tap_away(read: Any) -> None:
    reader: Reader = read("dolce-vita/ties")
    reader.page.locator(".es-words .es-chip").nth(1).click()
    rule = reader.lesson.steps[0].rules[1]
    assert rule in reader.look()["card"]
    reader.page.click("[data-do=rules]")
    assert rule in reader.look()["dialog"]


@pytest.mark.parametrize(
    ("game", "viewport"),
    [
        pytest.param(
            game, viewport, id=f"{game}-{name}", marks=[pytest.mark.long] * (i > 1 or (i + j) % 2)
        )
        for i, game in enumerate(TAUGHT)
        for j, (name, viewport) in enumerate({"wide": WIDE, "narrow": NARROW}.items())
    ],
)
def test_no_serious_finding_of_axe(read: Any, game: str, viewport: Any) -> None:
    (name,) = {*LONGEST} & {*escale.lessons(game)}
    scheme = "dark" if viewport is NARROW else "light"
    reader: Reader = read(name, viewport=viewport, color_scheme=scheme)
    board = Board(reader.page)
    steps = reader.lesson.steps
    number = next(i for i, step in enumerate(steps) if step.question)
    for _ in range(number):
        reader.do("next")
    if not reader.lesson.alone:
        reader.do("hint")
    assert not findings(board, None)
    answer_right(reader, steps[number], "")
    assert not findings(board, None)


# --- With a kernel ------------------------------------------------------------------------------


def test_try_it_from_here_and_go_on_without_a_kernel(
    browser: Browser, voila: str, shared: Path
) -> None:
    cells = [
        "import os, escale\nprint('kernel', os.getpid(), 'here')",
        "player = escale.lesson('dolce-vita/ties', lang='fr')\nplayer",
        "escale.lesson('dolce-vita/exchange', lang='fr')",
    ]
    write_notebook(shared / "notebooks" / "lesson.ipynb", cells)
    page = new_page(browser, viewport=WIDE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{voila}/voila/render/lesson.ipynb?lesson=dolce-vita/ties&step=2")
    lesson = page.locator("[data-escale-lesson='dolce-vita/ties']")
    shown(page, "[data-escale-lesson='dolce-vita/ties']")
    assert lesson.get_attribute("data-step") == "2", "as the address says"
    page.locator("[data-escale-lesson]").nth(1).wait_for()  # its neighbour is near enough
    page.click("[data-do=first]")
    page.click("[data-do=try]")
    trial = page.locator(".es-trial [data-escale-stage]")
    page.wait_for_selector(".es-trial [data-lit]")
    assert not page.locator(".es-lesson > .es-house > .es-side").first.is_visible()
    assert trial.locator(".es-logpanel").is_visible()
    board = Board(page, 1)
    before = board.ply
    board.move(Random(1))
    assert board.ply > before
    trial.locator("[data-lang=en]").click()
    page.wait_for_selector('.es-trial [data-escale-stage][lang="en"]')
    assert lesson.get_attribute("lang") == "fr"
    page.click("[data-do=end-trial]")
    assert not trial.count()
    assert page.evaluate("document.activeElement.dataset.do") == "try"
    assert lesson.get_attribute("data-step") == "1"

    found = re.search(r"kernel (\d+) here", page.inner_text("body"))
    assert found
    os.kill(int(found[1]), signal.SIGKILL)
    page.click("[data-do=next]")
    assert lesson.get_attribute("data-step") == "2"
    page.click("[data-answer='3']")
    page.wait_for_selector(".es-verdict[data-state=right]")
    page.click("[data-lang=en]")
    page.click("[data-do=last]")
    assert lesson.get_attribute("data-step") == lesson.get_attribute("data-steps")
    page.click("[data-do=try]")
    page.wait_for_selector(".es-lesson .es-notice:visible")
    page.context.close()
    assert not errors
