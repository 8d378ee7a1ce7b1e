"""The stage in a page: a person plays, asks, takes back, reads in another language.

The table is in this process (`hosted`): whatever needs a kernel is in the files beside this one.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from escale.session import messages
from escale.session.words import said

from . import driving
from .conftest import GAMES, STAGE, Board, findings


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("galets", None),
        ("casanova", 20),
        ("dolce-vita", 16),
        ("dominos-florentins", 12),
        pytest.param("casanova", None, marks=pytest.mark.long),
        pytest.param("dolce-vita", None, marks=pytest.mark.long),
        pytest.param("dominos-florentins", None, marks=pytest.mark.long),
    ],
)
def test_a_whole_game_or_the_end_of_one_by_mouse(
    open_table: Any, name: str, left: int | None
) -> None:
    board = open_table(name, play={"left": left})
    assert not board.over
    board.play_out(Random(4))
    assert board.over
    assert not board.lit()
    board.do("save")
    board.page.wait_for_selector(".es-notice[data-tone=good]")


def test_the_end_of_a_game_by_keyboard_alone(open_table: Any) -> None:
    """A whole one is played in `test_voila`."""
    board = open_table("dolce-vita", play={"left": 16})
    board.play_out_by_keyboard()
    assert board.over


def test_whoever_does_not_see_hears_what_can_be_played_and_comes_to_it_by_tab(
    open_table: Any,
) -> None:
    board = open_table("dominos-florentins")

    def heard() -> list[list[Any]]:
        found: list[list[Any]] = board.root.evaluate(
            """(root) => [...root.querySelectorAll(".es-target")].filter((one) => !one.hidden)
                .map((one) => [one.ariaLabel, "lit" in one.dataset, one.tabIndex])"""
        )
        return found

    for _ in range(2):
        targets = heard()
        assert {name.endswith(", jouable") for name, lit, _ in targets} == {True, False}
        for name, lit, _ in targets:
            assert lit == name.endswith(", jouable"), name
        assert [lit for _, lit, tab in targets if tab == 0] == [True]
        board.move(Random(1))
        board.wait()
        board.page.evaluate("document.activeElement.blur()")


def test_arrows_go_where_they_point(open_table: Any) -> None:
    board = open_table("dolce-vita")
    board.key("hand:3").focus()
    board.page.keyboard.press("ArrowRight")
    assert board.page.evaluate("document.activeElement.dataset.key") == "hand:4"
    board.page.keyboard.press("ArrowUp")
    assert board.page.evaluate("document.activeElement.dataset.key").startswith("column:")


def test_keys_list_repeat_and_describe(open_table: Any) -> None:
    board = open_table("dolce-vita")
    page = board.page
    board.key("hand:3").focus()
    page.keyboard.press("l")
    assert page.locator(".es-moves li").count() == 42
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.wait_for_selector(".es-dialog-body p:nth-of-type(5)")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator(".es-keys dt").count() == 11
    page.keyboard.press("Escape")
    board.key("hand:3").click()
    board.key("column:2").click()
    board.wait(4)
    board.key("hand:4").focus()
    page.keyboard.press("w")
    *told, again = spoken(board)
    assert again == " ".join(told[-4:]), "everything since the own move, in order"


def spoken(board: Board) -> list[str]:
    """What a screen reader has been given, sentence by sentence."""
    return [line.strip() for line in board.root.locator("[data-part=live] p").all_inner_texts()]


def logged(board: Board) -> list[str]:
    """The log without the rules' chips, the oldest line first."""
    return board.root.evaluate(
        """(root) => [...root.querySelectorAll(".es-log li > span:last-child")].map((line) =>
             [...line.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
               .map((node) => node.textContent).join("").trim()).reverse()"""
    )


def test_a_round_is_announced_whole_and_in_order(open_table: Any) -> None:
    board = open_table("casanova")
    rng = Random(2)
    heading = board.root.locator("[data-part=heading]")
    before, first = logged(board), heading.inner_text()
    while heading.inner_text() == first and not board.over:
        board.move(rng)
        board.wait()
    told = logged(board)[len(before) :]
    assert len(told) > 6
    heard = [line for line in spoken(board) if line in told]
    assert heard == told


def test_a_click_while_others_move_is_not_half_of_a_later_move(open_table: Any) -> None:
    board = open_table("dolce-vita", reduced_motion="no-preference")
    board.key("hand:3").click()
    board.key("column:2").click()
    board.page.wait_for_function(
        "root => Number(root.dataset.ply) > 0 && 'busy' in root.dataset",
        arg=board.root.element_handle(),
    )
    board.key("hand:5").click()
    board.wait(4)
    assert board.state("picking") is None
    board.key("hand:5").click()
    assert board.key("hand:5").get_attribute("data-picked") is not None
    assert board.state("picking") == "1"


def test_forced_colours_show_what_is_picked_and_which_language(open_table: Any) -> None:
    board = open_table("dolce-vita", forced_colors="active")
    board.key("hand:3").click()
    outline = "one => getComputedStyle(one).outlineStyle"
    assert board.key("hand:3").evaluate(outline) == "double"
    assert board.key("column:2").evaluate(outline) == "solid"
    languages = board.root.locator(".es-lang button")
    assert (
        languages.evaluate_all(
            "all => new Set(all.map((one) => getComputedStyle(one).outlineStyle)).size"
        )
        == 2
    )


def test_whoever_does_not_touch_their_dice_is_told_to(open_table: Any) -> None:
    board = open_table("casanova")
    board.key("dice:2").click()
    board.wait()
    board.key("hand:7").click()
    board.wait()
    nudge = board.root.locator(".es-nudge")
    board.root.locator("[data-do=hint]").first.click()  # says the same, and at once
    expect(nudge).to_be_visible()
    expect(board.root.locator(".es-notice")).to_be_hidden()
    board.key("roll").click()
    expect(nudge).to_be_hidden()


def test_a_notice_goes_with_the_next_move(open_table: Any) -> None:
    board = open_table("dolce-vita")
    board.do("save")
    board.page.wait_for_selector(".es-notice[data-tone=good]")
    board.key("hand:3").click()
    board.key("column:2").click()
    board.wait(4)
    expect(board.root.locator(".es-notice")).to_be_hidden()


def test_news_goes_by_itself_so_that_nothing_is_covered_at_a_games_end(open_table: Any) -> None:
    board = open_table("dolce-vita")
    board.page.clock.install()
    board.do("save")
    board.page.wait_for_selector(".es-notice[data-tone=good]")
    board.page.clock.fast_forward(9_000)
    expect(board.root.locator(".es-notice")).to_be_hidden()


def test_a_notice_moves_neither_board_nor_hand(open_table: Any) -> None:
    board = open_table("dolce-vita", viewport={"width": 1280, "height": 720})
    table, notice = board.root.locator(".es-table"), board.root.locator(".es-notice")
    before = table.bounding_box()
    board.do("hint")
    expect(notice).to_be_visible()
    assert table.bounding_box() == before
    said = notice.bounding_box()
    assert said
    assert before
    assert said["x"] >= before["x"] + before["width"], "beside the board, not over it"


def test_nor_does_it_where_nothing_is_beside_the_board(open_table: Any) -> None:
    board = open_table("dolce-vita", viewport={"width": 900, "height": 720})
    before = board.root.locator(".es-table").bounding_box()
    board.do("hint")
    expect(board.root.locator(".es-notice")).to_be_visible()
    assert board.root.locator(".es-table").bounding_box() == before


def test_picking_filters_in_any_order_and_escape_goes_back(open_table: Any) -> None:
    board = open_table("dolce-vita")
    board.key("column:3").click()
    assert board.state("picking") == "1"
    assert board.key("column:4").get_attribute("data-lit") == "other"
    board.key("column:4").click()
    assert board.key("column:3").get_attribute("data-picked") is None
    board.page.keyboard.press("Escape")
    assert board.state("picking") is None
    board.key("column:3").click()
    board.key("hand:6").click()
    board.wait(4)
    assert board.root.locator(".es-log li").count() == 4


def test_an_illegal_click_is_explained_at_its_place(open_table: Any) -> None:
    board = open_table("galets")
    refused = board.root.locator(".es-target[data-refused]:not([data-plate])").first
    refused.click()
    bubble = board.root.locator(".es-bubble")
    bubble.wait_for()
    expect(bubble).to_contain_text("bout")
    assert refused.get_attribute("data-asked") is not None
    chip = bubble.locator(".es-chip").first
    chip.hover()
    expect(board.root.locator(".es-tip")).to_contain_text(chip.inner_text())
    board.page.keyboard.press("Escape")
    board.page.keyboard.press("Escape")
    assert not bubble.is_visible()
    assert board.ply == 0


def test_a_choice_that_exists_but_not_now_can_be_asked_about(open_table: Any) -> None:
    board = open_table("galets")
    passing = board.key("say:pass")
    assert passing.get_attribute("aria-disabled") == "true"
    passing.focus()
    board.page.keyboard.press("Enter")
    expect(board.root.locator(".es-bubble")).to_contain_text("GA-TUR-3")


def test_undo_and_redo(open_table: Any) -> None:
    driving.undo_and_redo(open_table("galets"))


def test_all_that_followed_a_move_is_taken_back_with_it(open_table: Any) -> None:
    board = open_table("dolce-vita")
    board.key("hand:3").click()
    board.key("column:2").click()
    board.wait(4)
    board.do("undo")
    board.wait(0)
    assert board.key("hand:3").get_attribute("data-lit")
    board.do("redo")
    board.wait(4)
    assert board.root.locator(".es-log li").count() == 4


def test_an_undo_that_would_be_refused_looks_so_and_says_why(open_table: Any) -> None:
    board = open_table("casanova")
    undo = board.root.locator("[data-do=undo]")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_have_attribute("title", "Il n’y a rien à reprendre.")
    board.key("dice:1").click()
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    for _ in range(3):
        board.wait()
        if board.page.locator("[data-do=undo][aria-disabled]").count():
            break
        board.move(Random(3))
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)  # Playwright takes it for disabled
    expect(board.root.locator(".es-notice")).to_have_text(undo.get_attribute("title"))


def test_the_language_is_switched_in_mid_game(open_table: Any) -> None:
    board = open_table("dolce-vita")
    board.key("hand:3").click()
    board.key("column:2").click()
    board.wait(4)
    board.root.locator('[data-lang="en"]').click()
    board.page.wait_for_selector(f'{STAGE}[lang="en"]')
    assert "lay" in board.root.locator(".es-log").inner_text()
    assert board.ply == 4
    assert board.page.evaluate("document.activeElement.dataset.lang") == "en"
    board.key("hand:4").click()
    board.key("column:2").click()
    board.wait(8)


def test_quick_clicking_neither_loses_nor_doubles_a_move(open_table: Any) -> None:
    board = open_table("dolce-vita", reduced_motion="no-preference")
    for number in (1, 2):
        board.page.wait_for_selector(f'[data-key="hand:{number}"][data-lit]')
        board.root.evaluate(
            """(root, number) => {
                const click = (key) => root.querySelector(`[data-key="${key}"]`).click();
                click(`hand:${number}`); click("column:1"); click("column:1"); click("column:2");
            }""",
            number,
        )
        board.page.wait_for_function(
            f"document.querySelector('{STAGE}').dataset.ply >= {4 * number}"
        )
        board.root.locator(".es-table").click(position={"x": 3, "y": 3}, force=True)  # skips motion
        board.wait()
        assert board.ply == 4 * number


def test_computers_moves_come_one_at_a_time_and_can_be_skipped(open_table: Any) -> None:
    board = open_table("dolce-vita", reduced_motion="no-preference")
    board.root.evaluate(
        """(root) => {
            root.shown = ["0"];
            new MutationObserver(() => {
                const { ply, busy } = root.dataset;
                if (ply === root.shown.at(-1)) return;
                root.shown.push(ply);
                if (ply !== "2") return;
                const skip = root.querySelector("[data-do=skip]");
                root.skipped = busy !== undefined && skip.checkVisibility();
                skip.click();
            }).observe(root, { attributes: true });
        }"""
    )
    board.key("hand:3").click()
    board.key("column:2").click()
    board.wait(4)
    shown = board.root.evaluate("(root) => root.shown")
    assert shown[:3] == ["0", "1", "2"]
    assert shown[-1] == "4"
    assert board.root.evaluate("(root) => root.skipped")


def test_a_game_goes_to_a_file_and_comes_back(open_table: Any, tmp_path: Path) -> None:
    driving.to_a_file_and_back(open_table("galets"), tmp_path)


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_picture_goes_to_a_file(open_table: Any, tmp_path: Path, kind: str) -> None:
    board = open_table("dolce-vita")
    with board.page.expect_download() as download:
        board.do(kind)
    file = tmp_path / f"picture.{kind}"
    download.value.save_as(file)
    start = file.read_bytes()[:8]
    assert start == b"\x89PNG\r\n\x1a\n" if kind == "png" else start.startswith(b"<svg")


def test_a_new_game_with_other_players(open_table: Any) -> None:
    board = open_table("dolce-vita")
    board.do("new")
    dialog = board.page.locator(".es-dialog")
    dialog.locator("[name=count]").select_option("5")
    dialog.locator("[name=name]").nth(4).fill("Zoé au nom vraiment très long")
    tempers = dialog.locator("[name=temper]")
    assert [tempers.nth(seat).is_visible() for seat in range(5)] == [False, *[True] * 4]
    dialog.locator("[name=level]").nth(4).select_option("random")
    assert not tempers.nth(4).is_visible()
    tempers.nth(1).select_option("stubborn")
    dialog.locator("[name=seed]").fill("12")
    dialog.locator("[type=submit]").click()
    board.page.wait_for_selector(".es-seat:nth-child(5)", state="attached")
    board.root = board.page.locator(STAGE)
    board.wait(0)
    company = board.root.locator("[data-part=company]")
    assert company.inner_text() == "Gina, tenace · Otto, solitaire · Lise, trouble-fête"
    assert "tenace" in board.root.locator(".es-seat").nth(1).inner_text()
    board.key("hand:3").click()
    board.key("column:2").click()
    board.wait(5)


@pytest.mark.parametrize("name", GAMES)
def test_every_width_has_room_for_everything(open_table: Any, name: str) -> None:
    board = open_table(name, viewport={"width": 320, "height": 900})
    layouts = set()
    for width in (320, 360, 800, 1600):
        board.page.set_viewport_size({"width": width, "height": 900})
        board.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        layout, small, fits = board.root.evaluate(
            """(root) => [root.dataset.width, [...root.querySelectorAll("button")]
                .filter((one) => one.offsetParent && !one.matches(".es-chip"))
                .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 24)
                .map((one) => one.outerHTML), root.scrollWidth <= root.clientWidth + 1]"""
        )
        assert fits, width
        assert not small, width
        layouts.add(layout)
    assert len(layouts) == 3 or name == "galets"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] * (name not in ("dolce-vita", "casanova")))
        for name in GAMES
    ],
)
def test_no_serious_finding_of_axe(open_table: Any, name: str) -> None:
    """Wide and light, then narrow and dark, with a dialog in between."""
    board = open_table(name)
    board.move(Random(2))
    board.wait()
    assert not findings(board, None)
    board.page.keyboard.press("?")
    board.page.evaluate("() => (document.body.dataset.jpThemeLight = 'false')")
    board.page.wait_for_selector(f"{STAGE}[data-theme=dark]")
    assert not findings(board, ".es-dialog")
    board.page.keyboard.press("Escape")
    board.page.set_viewport_size({"width": 390, "height": 844})
    assert not findings(board, None)


@pytest.mark.parametrize(("later", "name"), [(1, "page-old"), (-1, "kernel-old"), (0, None)])
def test_a_page_says_so_if_whoever_answers_it_is_of_another_version(
    open_table: Any, monkeypatch: pytest.MonkeyPatch, later: int, name: str | None
) -> None:
    monkeypatch.setattr(messages, "PROTOCOL", messages.PROTOCOL + later)
    board = open_table("galets")
    notice = board.root.locator(".es-notice")
    if name is None:
        expect(notice).to_be_hidden()
    else:
        expect(notice).to_have_text(said(name, "fr"))
    board.move(Random(4))
    board.wait()
    assert board.state("ply") == "2", "and one can play all the same"
