"""The deck of Dominos Florentins: ours by its construction, and a user's own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from escale.engine.errors import BadOption, BadRecord
from escale.engine.match import Match
from escale.games.dominos_florentins import deck as decks
from escale.games.dominos_florentins import game
from escale.games.dominos_florentins.deck import COLOURS, GEMS, check, find, joined, name_of, turned
from escale.games.dominos_florentins.moves import choices_of, moves_with
from escale.games.dominos_florentins.openings import openings
from escale.games.dominos_florentins.rules import count_gems


@pytest.fixture(autouse=True)
def own_shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test registers is gone after it."""
    monkeypatch.setattr(decks, "_decks", {})
    monkeypatch.delenv(decks.FOLDER, raising=False)
    choices_of.cache_clear()
    moves_with.cache_clear()
    yield
    choices_of.cache_clear()
    moves_with.cache_clear()


# --- Ours -----------------------------------------------------------------------------------------


def construction() -> dict[str, str]:
    """DF-MAT-5 and DF-MAT-6, word by word."""
    cards: dict[str, str] = {}
    for colours in map("".join, product("BORV", repeat=4)):
        name = min(turned(colours, quarters) for quarters in range(4))
        pairs_face = name[0] == name[2] and name[1] == name[3]
        if max(Counter(name).values()) > 2 or pairs_face:
            continue
        if len(set(name)) == 4:
            cards[name] = "****"
        else:  # the first triangle, clockwise, of each pair that is side by side
            cards[name] = "".join(
                "*" if name[side] == name[(side + 1) % 4] else "." for side in range(4)
            )
    return cards


@pytest.mark.rule("DF-MAT-1", "DF-MAT-2", "DF-MAT-5", "DF-MAT-6")
def test_our_deck_is_what_its_construction_gives() -> None:
    built = check("built", construction())
    ours = find("escale")
    assert ours._replace(name="") == built._replace(name="")
    assert len(ours.cards) == 48
    kinds = Counter(len(set(card)) for card in ours.cards)
    assert kinds == {4: 6, 3: 36, 2: 6}
    gems = Counter(gem for card in ours.cards for gem in ours.gems[card] if gem != ".")
    assert gems == dict.fromkeys("BORV", 15)
    face_to_face = [c for c in ours.cards if len(set(c)) == 3 and ours.gems[c] == "...."]
    assert len(face_to_face) == 12


@pytest.mark.rule("DF-MAT-5")
def test_the_four_colours_of_our_deck_are_interchangeable() -> None:
    ours = find("escale")
    swap = str.maketrans("BORV", "ORVB")
    for card in ours.cards:
        lie = card.translate(swap)
        assert ours.gems[lie] == ours.gems[card].translate(swap)


@pytest.mark.rule("DF-MAT-3", "DF-MAT-4")
def test_every_gem_of_our_deck_is_of_its_triangles_kind() -> None:
    ours = find("escale")
    assert {COLOURS[letter]: kind for letter, kind in GEMS.items()} == {
        "bleu": "ambre", "ocre": "lapis", "rouge": "jade", "vert": "rubis",
    }  # fmt: skip
    for lie, gems in ours.gems.items():
        assert all(gem in (".", colour) for gem, colour in zip(gems, lie, strict=True))
        assert ours.counted[lie] == tuple(side for side in range(4) if gems[side] != ".")


def test_a_card_goes_by_its_first_rotation() -> None:
    assert {name_of(lie) for lie in ("BBOR", "BORB", "ORBB", "RBBO")} == {"BBOR"}
    assert name_of("ORBB.2") == "BBOR.2"
    assert [
        name_of(text) for text in ("", "BBO", "bbor", "BBOX", "BBOR.1", "BBOR.50", "BBOR\n")
    ] == [""] * 7


@pytest.mark.parametrize(
    ("lie", "parts"),
    [
        ("BBOR", [(0, 1), (2,), (3,)]),
        ("BOOB", [(0, 3), (1, 2)]),
        ("BOBR", [(0,), (1,), (2,), (3,)]),
        ("OBBB", [(0,), (1, 2, 3)]),
        ("BBOB", [(0, 1, 3), (2,)]),
        ("BOBB", [(0, 2, 3), (1,)]),
        ("BBBB", [(0, 1, 2, 3)]),
        ("BBOR.2", [(0, 1), (2,), (3,)]),
    ],
)
def test_neighbours_of_one_colour_are_joined_within_a_card(
    lie: str, parts: list[tuple[int, ...]]
) -> None:
    assert sorted(set(joined(lie))) == parts
    assert all(side in part for side, part in enumerate(joined(lie)))


# --- A user's own ---------------------------------------------------------------------------------


def write(folder: Path, name: str, cards: dict[str, str]) -> None:
    lines = [f'"{card}" = "{gems}"' for card, gems in cards.items()]
    folder.joinpath(f"{name}.toml").write_text("[cards]\n" + "\n".join(lines), "utf-8")


def own_cards() -> dict[str, str]:
    """Ours, but BBOR is there twice, and one jade lies on a blue triangle."""
    cards = construction()
    del cards["RRVV"]
    cards["ORBB.2"] = "...*"  # BBOR.2, written as it happens to lie
    cards["BBOO"] = "j..*"
    return cards


def test_a_deck_of_ones_own_is_found_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "mine", own_cards())
    write(tmp_path, "Not A Name", own_cards())
    tmp_path.joinpath("notes.txt").write_text("x")
    assert decks.names() == ["escale"]
    monkeypatch.setenv(decks.FOLDER, str(tmp_path))
    assert decks.names() == ["escale", "mine"]
    match = Match(game, 2, options={"deck": "mine"}, seed=3)
    rng = Random(1)
    while not match.over:
        match.play(rng.choice(match.legal()))
    record = match.record()
    assert record["options"] == {"deck": "mine"}
    assert "BBOR.2" in str(record)
    assert Match.from_record(record).state == match.state
    monkeypatch.delenv(decks.FOLDER)
    decks._decks.clear()
    with pytest.raises(BadRecord, match="must be one of escale"):
        Match.from_record(record)


def test_a_deck_of_ones_own_can_be_registered() -> None:
    decks.register("mine", own_cards())
    assert decks.names() == ["escale", "mine"]
    decks.register("mine", own_cards())  # once more does no harm
    with pytest.raises(BadOption, match="another deck has this name"):
        decks.register("mine", construction())
    with pytest.raises(BadOption, match="another deck has this name"):
        decks.register("escale", own_cards())
    decks.register("escale", construction())
    for name in ("../mine", "Mine", "", "mine.toml", 7, "x" * 41):
        with pytest.raises(BadOption, match="a name is"):
            decks.register(name, own_cards())  # type: ignore[arg-type]


@pytest.mark.rule("DF-MAT-4")
def test_a_gem_on_a_foreign_colour_counts_for_nobody() -> None:
    mine = decks.register("mine", own_cards())
    assert mine.gems["BBOO"] == "R..O"
    assert mine.counted["BBOO"] == (3,)
    assert mine.gems["OBBO"] == "OR.."
    position = {"colours": ["rouge", "bleu"], "placed": {"d4": "BBOO"}}
    match = Match(game, 2, options={"deck": "mine"}, position=position)
    [blue, ochre] = game.spaces(match.state)
    assert (blue.colour, blue.gems) == ("bleu", ())
    assert (ochre.colour, ochre.gems) == ("ocre", ("d4W",))


def test_two_cards_of_the_same_colours_are_told_apart() -> None:
    mine = decks.register("mine", own_cards())
    assert mine.gems["BBOR"] == "B..."
    assert mine.gems["BBOR.2"] == ".B.."
    assert mine.gems["ORBB.2"] == "...B"
    position = {"colours": ["rouge", "bleu"], "open": ["BBOR", "BBOR.2"]}
    match = Match(game, 2, options={"deck": "mine"}, position=position)
    written = [game.format(move) for move in match.legal()]
    assert written == sorted(written)
    assert {"BBOR@d4", "BBOR.2@d4", "ORBB@d4", "ORBB.2@d4"} <= set(written)
    match.play("ORBB.2@d4")
    assert match.state.stock == ("BBOR",)


def test_a_card_that_looks_the_same_after_a_turn_lies_as_its_name_says() -> None:
    cards = construction()
    del cards["RRVV"], cards["OOVV"]
    mine = decks.register("mine", cards | {"OBOB": "*.*.", "BBBB": "*..."})
    assert mine.turns["BOBO"] == ("BOBO", "OBOB")
    assert mine.gems["BOBO"] == ".O.O"
    assert mine.turns["BBBB"] == ("BBBB",)


BAD_DECKS: dict[str, tuple[Any, str, str | None]] = {
    "no table": ([], "must be a table", None),
    "a text": ("BBOR", "must be a table", None),
    "too few cards": ({"BBOR": "...."}, "a deck has 48 cards, not 1", "DF-MAT-1"),
    "too many cards": (
        construction() | {"BBBB": "...."},
        "a deck has 48 cards, not 49",
        "DF-MAT-1",
    ),
    "a fifth colour": ({"BBOX": "...."}, "four of the letters", "DF-MAT-2"),
    "small letters": ({"bbor": "...."}, "four of the letters", "DF-MAT-2"),
    "a short name": ({"BBO": "...."}, "four of the letters", "DF-MAT-2"),
    "a number for a name": ({1: "...."}, "four of the letters", "DF-MAT-2"),
    "suffix 1": ({"BBOR.1": "...."}, "four of the letters", "DF-MAT-2"),
    "the same card twice": ({"BBOR": "....", "ORBB": "...."}, "is BBOR again", "DF-MAT-5"),
    "three gem marks": ({"BBOR": "..."}, "the gems of BBOR are four", "DF-MAT-3"),
    "an unknown gem": ({"BBOR": "..x."}, "the gems of BBOR are four", "DF-MAT-3"),
    "gems that are a list": ({"BBOR": ["*"]}, "the gems of BBOR are four", "DF-MAT-3"),
    "gems that are true": ({"BBOR": True}, "the gems of BBOR are four", "DF-MAT-3"),
}


@pytest.mark.parametrize(("cards", "problem", "rule"), BAD_DECKS.values(), ids=BAD_DECKS)
def test_a_bad_deck_gets_one_clear_error(cards: Any, problem: str, rule: str | None) -> None:
    with pytest.raises(BadOption, match=problem) as caught:
        decks.register("mine", cards)
    assert caught.value.rule == rule
    assert "\n" not in str(caught.value)
    assert decks.names() == ["escale"]


BAD_FILES = {
    "not TOML": (b"[cards\nBBOR", 1, "not TOML"),
    "not text": (b"\xff\xfe\x00", 1, "is not UTF-8"),
    "Latin-1": (b"# ocre\n# \xe9meraude\n[cards]", 2, "is not UTF-8"),
    "no cards": (b"", 1, "is one table"),
    "more than cards": (b"[cards]\nBBOR = '....'\n[name]\nx = 1", 3, "it has no 'name'"),
    "a card twice": (b"[cards]\nBBOR = '....'\nBBOR = '....'", 3, "not TOML"),
    "a card again": (b"[cards]\nBBOR = '....'\nORBB = '....'", 3, "is BBOR again"),
    "no card": (b"[cards]\nBBOR = '....'\nXXXX = '....'", 3, "four of the letters"),
    "no gem": (b"[cards]\nBBOR = '....'\n'BBOR.2' = '...x'", 3, "the gems of BBOR.2 are four"),
    "a number for gems": (b"[cards]\nBBOR = '....'\nBBOV = 1", 3, "the gems of BBOV are four"),
    "too few": (b"\n[cards]\nBBOR = '....'", 2, "a deck has 48 cards"),
    "a number": (b"cards = 3", 1, "must be a table"),
    "too large": (b"#" * 300_001, 1, "is longer than"),
    "deep": (b"cards = " + b"[" * 5000, 1, "too deep"),
}


@pytest.mark.parametrize(("content", "line", "problem"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_deck_file_gets_one_clear_error_with_its_line(
    content: bytes, line: int, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("mine.toml").write_bytes(content)
    monkeypatch.setenv(decks.FOLDER, str(tmp_path))
    with pytest.raises(BadOption, match=problem) as caught:
        Match(game, 2, options={"deck": "mine"}, seed=1)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"deck[mine]: mine.toml, line {line}: ")


@pytest.mark.parametrize(
    "name",
    ["../escale", "/etc/passwd", "decks/escale", "escale.toml", "https://x.example/deck", "", "a\0",
     "~", "ESCALE", "escale\n", "x" * 41, 7, None, ["escale"], {}],
    ids=repr,
)  # fmt: skip
def test_a_record_names_a_deck_and_never_a_path(
    name: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Match(game, 2, seed=1).record() | {"options": {"deck": name}}
    monkeypatch.setenv(decks.FOLDER, str(tmp_path / "folder"))
    (tmp_path / "folder").mkdir()
    (tmp_path / "escale.toml").write_text("[cards]")
    with pytest.raises(BadRecord, match=r"options.deck: must be one of escale"):
        Match.from_record(record)


def test_a_deck_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("mine.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    tmp_path.joinpath("zero.toml").symlink_to("/dev/zero")
    monkeypatch.setenv(decks.FOLDER, str(tmp_path))
    for name in ("mine", "pipe", "zero"):
        with pytest.raises(BadOption, match=f"{name}.toml, line 1: .* no ordinary one"):
            find(name)
    monkeypatch.setenv(decks.FOLDER, str(tmp_path / "nowhere"))
    assert decks.names() == ["escale"]
    with pytest.raises(BadOption, match="there is no deck 'mine'"):
        find("mine")


# --- Any deck -------------------------------------------------------------------------------------


@st.composite
def any_deck(draw: st.DrawFn) -> dict[str, str]:
    """48 cards of few faces, so that copies and symmetrical ones are common; gems anywhere."""
    letters = draw(st.sampled_from(["B", "BO", "BORV"]))
    faces = draw(st.lists(st.text(letters, min_size=4, max_size=4), min_size=48, max_size=48))
    copies: Counter[str] = Counter()
    cards = {}
    for face in faces:
        name = name_of(face)
        copies[name] += 1
        suffix = f".{copies[name]}" if copies[name] > 1 else ""
        cards[face + suffix] = draw(st.text(".*jarl", min_size=4, max_size=4))
    return cards


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cards=any_deck(), players=st.integers(2, 4), seed=st.integers(0, 1000))
def test_the_rules_hold_with_any_deck(cards: dict[str, str], players: int, seed: int) -> None:
    decks._decks.clear()
    choices_of.cache_clear()
    moves_with.cache_clear()
    deck = decks.register("any", cards)
    match, rng = Match(game, players, options={"deck": "any"}, seed=seed), Random(seed)
    while not match.over:
        state, legal = match.state, match.legal()
        texts = [game.format(move) for move in legal]
        assert texts == sorted(set(texts))
        assert all(game.parse(text) == move for text, move in zip(texts, legal, strict=True))
        for move in rng.sample(list(game.moves(state)), 20):
            assert (game.refusals(state, state.turn, move) == ()) == (move in legal)
        match.play(rng.choice(legal))
        assert match.state.openings == tuple(openings(match.state.placed))
        assert match.state.gems == count_gems(game.spaces(match.state))
        assert sorted(game.census(match.state)["cards"]) == list(deck.cards)
