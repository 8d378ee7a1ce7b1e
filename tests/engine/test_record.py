"""Records: what is good comes back exactly, what is bad is refused in one sentence that says where.

The decoder and the JSON Schema that ships with it are held against each other: whatever the
decoder takes is valid by the schema, and whatever the schema refuses the decoder refuses.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import escale
from escale import BadRecord, Match
from escale.teach.errors import said_error
from escale.teach.languages import LANGUAGES

SCHEMA = json.loads(files("escale.engine").joinpath("record.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_and_the_decoder_name_the_same_fields() -> None:
    from escale.engine.record import FIELDS, FORMAT, MOST_MOVES, REQUIRED

    assert list(SCHEMA["properties"]) == list(FIELDS)
    assert SCHEMA["required"] == list(REQUIRED)
    assert SCHEMA["properties"]["format"]["const"] == FORMAT
    assert SCHEMA["properties"]["moves"]["maxItems"] == MOST_MOVES


@pytest.mark.parametrize("name", ["casanova", "dolce-vita", "dominos-florentins"])
def test_the_schema_and_the_games_name_the_same_players_and_options(name: str) -> None:
    game, shape = escale.game(name), SCHEMA["$defs"][name]["properties"]
    assert shape["players"] == {"minItems": game.seats[0], "maxItems": game.seats[-1]}
    known = shape["options"].get("properties", {})
    assert list(known) == list(game.options)
    for option, (default, _, low, high, names) in game.options.items():
        if names is None:
            assert (known[option]["minimum"], known[option]["maximum"]) == (low, high)
        assert Draft202012Validator(known[option]).is_valid(default)


# --- Good records -------------------------------------------------------------------------------


def played(name: str, players: int, seed: int, plies: int, **kwargs: Any) -> Match:
    match, rng = Match(name, players, seed=seed, **kwargs), Random(seed)
    while match.legal() and match.ply < plies:
        match.play(rng.choice(match.legal()))
    return match


@cache
def _good(name: str) -> list[str]:
    records = []
    for players in escale.game(name).seats:
        for seed, plies in enumerate((0, 1, 17, 40, 1000)):
            match = played(name, players, seed, plies)
            records.append(match.record())
            position = match.game.to_position(match.state)
            if position is not None and not match.over:
                middle = Match(name, players, position=position)
                middle.play(middle.legal()[0])
                records.append(middle.record())
        with_legal = Match(name, players, seed=9)
        legal = []
        for _ in range(12):
            legal.append([*map(with_legal.game.format, with_legal.legal())])
            with_legal.play(with_legal.legal()[-1])
        records.append({**with_legal.record(), "legal": legal[: with_legal.ply]})
    return [json.dumps(record, ensure_ascii=False) for record in records]


def good(name: str) -> list[dict[str, Any]]:
    return [json.loads(text) for text in _good(name)]


NAMES = ["casanova", "dolce-vita", "dominos-florentins"]


@pytest.mark.parametrize("name", escale.game_names())
def test_a_record_comes_back_as_it_was(name: str) -> None:
    if name == "galets":
        records = [
            played(name, 2, seed, plies).record() for seed, plies in ((1, 0), (2, 4), (3, 99))
        ]
    else:
        records = good(name)
    for record in records:
        assert not list(VALIDATOR.iter_errors(record))
        match = Match.from_record(json.dumps(record))
        without_legal = {field: value for field, value in record.items() if field != "legal"}
        assert match.record() == without_legal
        assert Match.from_record(record).state == match.state
        assert Match.from_record(json.dumps(record).encode()).plies == match.plies


def test_options_are_written_only_where_they_differ() -> None:
    assert Match("dolce-vita", 3, seed=1, options={"money_100": 9}).record()["options"] == {}
    record = Match("dolce-vita", 3, seed=1, options={"money_100": 4}).record()
    assert record["options"] == {"money_100": 4}
    assert Match.from_record(json.dumps(record)).options == {"money_100": 4}


def test_replaying_needs_no_seed() -> None:
    record = played("casanova", 3, seed=5, plies=1000).record()
    del record["seed"]
    match = Match.from_record(record)
    assert match.over
    assert match.seed is None
    assert "seed" not in match.record()


def test_options_and_seed_may_be_left_out() -> None:
    match = Match.from_record('{"format": "escale/1", "game": "casanova", "players": ["A", "B"], '
                              '"setup": {}, "moves": ["d2"]}')  # fmt: skip
    assert match.ply == 1


def test_a_byte_order_mark_does_no_harm() -> None:
    text = json.dumps(Match("galets", seed=1).record())
    assert Match.from_record("\ufeff" + text).ply == 0
    assert Match.from_record(b"\xef\xbb\xbf" + text.encode()).ply == 0


def test_a_record_of_another_game_than_the_one_asked_for_is_refused() -> None:
    record = Match("galets", seed=1).record()
    assert Match.from_record(record, game=escale.game("galets")).ply == 0
    with pytest.raises(BadRecord, match="game: must be 'casanova' here, not 'galets'"):
        Match.from_record(record, game=escale.game("casanova"))


def test_a_record_can_be_read_for_a_game_against_others() -> None:
    match = Match.from_record(Match("galets", seed=1).record(), policy="fair", persons=[0])
    assert (match.policy, match.persons) == ("fair", frozenset({0}))


# --- Bad records --------------------------------------------------------------------------------


def refusal(source: Any) -> BadRecord:
    """The error for this record: one sentence, printable, not long, that begins with the place."""
    with pytest.raises(BadRecord) as caught:
        Match.from_record(source)
    message = str(caught.value)
    assert message.isprintable(), message
    assert 0 < len(message) < 500
    assert caught.value.where
    assert message.startswith(f"{caught.value.where}: ")
    french, english = said_both(caught.value)
    assert french != english
    return caught.value


def said_both(error: BadRecord) -> list[str]:
    """What a page says of it in each language: one sentence, printable, not long."""
    said = [said_error(error, lang) for lang in LANGUAGES]
    for sentence in said:
        assert re.sub("[\u00a0\u202f]", " ", sentence).isprintable(), sentence
        assert 0 < len(sentence) < 500
        assert error.rule is None or sentence.endswith(f" [{error.rule}]")
    assert error.problem not in said[0], "no English in French"
    return said


def base(name: str = "casanova") -> dict[str, Any]:
    """An unfinished game of Casanova, after its first round; or a finished one of Dolce Vita."""
    if name == "casanova":
        moves = ["d2", "c7", "c5", "c12", "r35", "double", "call", "fold"]
        match = Match("casanova", ["Ana", "Bob", "Chloé"], seed=7)
        for move in moves:
            match.play(move)
        return match.record()
    return played(name, 3, seed=1, plies=1000).record()


def without(record: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != field}


BAD_SHAPES: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    # wrong as a whole
    ("record", lambda r: []),
    ("record", lambda r: None),
    ("record", lambda r: 7),
    ("record", lambda r: "escale/1"),
    ("format", lambda r: {}),
    ("colour", lambda r: r | {"colour": "red"}),
    # missing fields
    *[(field, lambda r, f=field: without(r, f)) for field in SCHEMA["required"]],
    ("setup", lambda r: without(r, "setup")),
    ("setup", lambda r: r | {"position": {}}),
    # wrong types
    *[(field, lambda r, f=field: r | {f: None}) for field in SCHEMA["properties"]],
    *[(field, lambda r, f=field: r | {f: True}) for field in SCHEMA["properties"]],
    *[(field, lambda r, f=field: r | {f: 1.5}) for field in SCHEMA["properties"]],
    ("format", lambda r: r | {"format": "escale/2"}),
    ("game", lambda r: r | {"game": "Casanova"}),
    ("game", lambda r: r | {"game": "../../etc/passwd"}),
    ("game", lambda r: r | {"game": ""}),
    ("players", lambda r: r | {"players": []}),
    ("players", lambda r: r | {"players": ["Ana"]}),
    ("players", lambda r: r | {"players": ["A", "B", "C", "D", "E"]}),
    ("players[1]", lambda r: r | {"players": ["Ana", 7, "Chloé"]}),
    ("players[2]", lambda r: r | {"players": ["Ana", "Bob", ""]}),
    ("players[2]", lambda r: r | {"players": ["Ana", "Bob", " \t"]}),
    ("players[0]", lambda r: r | {"players": ["A" * 61, "Bob", "Chloé"]}),
    ("players[0]", lambda r: r | {"players": ["A\nB", "Bob", "Chloé"]}),
    ("options.speed", lambda r: r | {"options": {"speed": 3}}),
    ("seed", lambda r: r | {"seed": 2**53}),
    ("seed", lambda r: r | {"seed": "7"}),
    ("setup", lambda r: r | {"setup": {"coins": [12, 12, 12]}}),
    ("moves", lambda r: r | {"moves": ["d2"] * 10_001}),
    ("moves[1]", lambda r: r | {"moves": ["d2", 7]}),
    ("moves[1]", lambda r: r | {"moves": ["d2", ["c7"]]}),
    ("moves[0]", lambda r: r | {"moves": [""]}),
    ("moves[0]", lambda r: r | {"moves": ["d4"]}),
    ("moves[0]", lambda r: r | {"moves": ["D2"]}),
    ("moves[0]", lambda r: r | {"moves": ["d2 "]}),
    ("moves[4]", lambda r: r | {"moves": ["d2", "c7", "c5", "c12", "r3７"]}),
    ("moves[4]", lambda r: r | {"moves": ["d2", "c7", "c5", "c12", "r70"]}),
    ("legal[0]", lambda r: r | {"legal": [7] * 8}),
    ("legal[0]", lambda r: r | {"legal": [[]] * 8}),
    ("result", lambda r: r | {"result": {}}),
]  # fmt: skip


@pytest.mark.parametrize(("where", "spoil"), BAD_SHAPES)
def test_a_record_of_the_wrong_shape_is_refused_by_the_decoder_and_by_the_schema(
    where: str, spoil: Callable[[dict[str, Any]], Any]
) -> None:
    spoilt = spoil(base())
    assert not VALIDATOR.is_valid(spoilt)
    assert refusal(json.dumps(spoilt)).where == where
    if not isinstance(spoilt, str):  # a text is read as JSON
        assert refusal(spoilt).where == where


def position(**spoilt: Any) -> dict[str, Any]:
    """A position of Casanova with something wrong in it."""
    hands = [list(range(1, 11)), list(range(2, 12)), list(range(4, 14))]
    right = {"coins": [9, 12, 14], "hands": hands, "table": 1, "round": 4, "active": 1}
    return {**without(base(), "setup"), "position": right | spoilt, "moves": []}


def test_the_position_that_is_spoilt_below_is_good_before() -> None:
    assert VALIDATOR.is_valid(position())
    assert Match.from_record(position()).state.round == 4


@pytest.mark.parametrize(
    ("where", "record"),
    [
        ("position.coins", position(coins=[9, 12])),
        ("position.coins[1]", position(coins=[9, -1, 14])),
        ("position.coins[1]", position(coins=[9, "12", 14])),
        ("position.table", position(table=None)),
        ("position.round", position(round=13)),
        ("position.round", position(round=4.5)),
        ("position.active", position(active=9)),
        ("position.hands", position(hands={})),
        ("position.hands[0]", position(hands=[7, 7, 7])),
        ("position.hands[0][0]", position(hands=[[14], [], []])),
        ("position.pile", position(pile=[])),
    ],
)
def test_a_bad_position_is_refused_with_its_place(where: str, record: dict[str, Any]) -> None:
    assert refusal(json.dumps(record)).where == where
    if where != "position.coins":  # the schema does not count seats
        assert not VALIDATOR.is_valid(record)


BY_THE_RULES: list[tuple[str, str | None, Callable[[dict[str, Any]], Any]]] = [
    ("game", None, lambda r: r | {"game": "chess"}),
    ("moves[0]", "CA-RND-2", lambda r: r | {"moves": ["c7"]}),
    ("moves[3]", "CA-RND-1", lambda r: r | {"moves": ["d2", "c7", "c5", "d1"]}),
    ("moves[4]", "CA-RND-4", lambda r: r | {"moves": ["d2", "c7", "c5", "c12", "r3"]}),
    ("moves[9]", "CA-RND-10", lambda r: r | {"moves": [*r["moves"], "d1", "c5"]}),
    ("result", None, lambda r: r | {"result": {"scores": [12, 12, 12], "winners": [0]}}),
    ("legal", None, lambda r: r | {"legal": [["d1", "d2", "d3"]]}),
    ("legal[0]", None, lambda r: r | {"legal": [["d1", "d3"]] * 8}),
    ("legal[1]", None, lambda r: r | {"legal": [["d1", "d2", "d3"]] * 8}),
]


@pytest.mark.parametrize(("where", "rule", "spoil"), BY_THE_RULES)
def test_a_record_against_the_rules_is_refused_with_its_place(
    where: str, rule: str | None, spoil: Callable[[dict[str, Any]], Any]
) -> None:
    record = spoil(base())
    assert VALIDATOR.is_valid(record)
    error = refusal(json.dumps(record))
    assert error.where == where
    assert error.rule == rule
    assert rule is None or str(error).endswith(f"[{rule}]")


def test_a_move_after_the_end_is_refused() -> None:
    record = base("dolce-vita")
    error = refusal(record | {"moves": [*record["moves"], "1>1"]})
    assert error.where == f"moves[{len(record['moves'])}]"
    assert error.rule == "DV-END-1"


@pytest.mark.parametrize(
    "change",
    [
        lambda result: {**result, "scores": [score + 1 for score in result["scores"]]},
        lambda result: {**result, "winners": [0, 1, 2]},
        lambda result: {**result, "scores": [float(score) for score in result["scores"]]},
        lambda result: {**result, "winners": [seat == 1 for seat in result["winners"]]},
        lambda result: {**result, "time": 7},
        lambda result: {"scores": result["scores"]},
    ],
)
def test_a_wrong_result_is_refused(change: Callable[[dict[str, Any]], Any]) -> None:
    record = base("dolce-vita")
    assert refusal(record | {"result": change(record["result"])}).where == "result"


def test_a_finished_game_must_give_its_result() -> None:
    assert refusal(without(base("dolce-vita"), "result")).where == "result"


def test_a_card_that_appears_twice_is_refused() -> None:
    record = base("dolce-vita")
    grid = record["setup"]["grid"]
    goods = [(c, i) for c in range(7) for i in range(9) if not grid[c][i].startswith("argent")]
    (c1, i1), (c2, i2) = goods[0], goods[-1]
    grid[c2][i2] = grid[c1][i1]
    error = refusal(record)
    assert error.where == f"setup.grid[{c2}][{i2}]"
    assert error.rule == "DV-MAT-2"


# --- Damaged, foreign and hostile texts ---------------------------------------------------------


def text(**fields: str) -> str:
    """A record as text, with raw JSON for some fields."""
    raw = {
        "format": '"escale/1"', "game": '"casanova"', "players": '["Ana", "Bob"]',
        "seed": "7", "setup": "{}", "moves": "[]",
    } | fields  # fmt: skip
    return "{" + ", ".join(f'"{name}": {value}' for name, value in raw.items()) + "}"


def test_the_text_that_is_spoilt_below_is_good_before() -> None:
    assert Match.from_record(text()).ply == 0


@pytest.mark.parametrize(
    ("source", "where"),
    [
        (b"", "line 1, column 1"),
        ("   ", "line 1, column 4"),
        ("{", "line 1, column 2"),
        ("nonsense", "line 1, column 1"),
        ("<html></html>", "line 1, column 1"),
        (text() + text(), f"line 1, column {len(text()) + 1}"),
        (text()[:-1] + ",}", f"line 1, column {len(text()) + 1}"),
        (text(moves=r'["d2\n"]'), "moves[0]"),
        (text().replace('"', "'"), "line 1, column 2"),
        (text(players='["Ana", "B\nob"]'), "line 1, column 65"),
        ("[1, 2]", "record"),
        ('"escale/1"', "record"),
        ("null", "record"),
        (b"\xff\xfe" + text().encode("utf-16-le"), "record"),
        (text().encode().replace(b"Ana", b"An\xe9"), "record"),
        (b"\x00" * 100, "line 1, column 1"),
        (b"PK\x03\x04" + bytes(100), "line 1, column 1"),
        (text(seed="NaN"), "seed"),
        (text(seed="-Infinity"), "seed"),
        (text(seed="1e999"), "seed"),
        (text(seed="9" * 400), "seed"),
        (text(seed="9" * 5000), "seed"),
        (text(seed="-" + "9" * 17), "seed"),
        (text(setup='{"x": [1, NaN]}'), "setup.x[1]"),
        (text(players=r'["Ana", "\ud800"]'), "players[1]"),
        (text(moves=r'["\udfff"]'), "moves[0]"),
        (text(setup=r'{"\ud83d": 1}'), "setup.�"),
        (text(moves=r'["d\u0000"]'), "moves[0]"),
        (text(moves='[], "moves": ["d1"]'), "moves"),
        (text(setup='{"coins": 1, "coins": 2}'), "coins"),
        (text(setup='{"a\\nb": 1}'), "setup"),
        (text(**{"a\\u2028b": "1"}), "a�b"),
        (text(**{"": "1"}), "record"),
        (text(**{"x" * 5000: "1"}), "x" * 119 + "…"),
        (text(game='"' + "a" * 100_000 + '"'), "game"),
        (text(moves='["' + "d" * 100_000 + '"]'), "moves[0]"),
        (text(moves="[" + ", ".join(['"d1"'] * 10_001) + "]"), "moves"),
        (text(setup="[" * 30 + "]" * 30), "setup"),
        (text(setup='{"x": ' + "[" * 50 + "]" * 50 + "}"), "setup.x" + "[0]" * 37 + "…"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_damaged_text_is_refused_in_one_sentence(source: str | bytes, where: str) -> None:
    error = refusal(source)
    assert error.where.startswith(where[:115])


@pytest.mark.parametrize("bracket", ["[", '{"a":', '[{"moves":'])
@pytest.mark.parametrize("depth", [100, 900, 3_000, 500_000])
@pytest.mark.parametrize("field", ["setup", "moves", "players", "options", "result", "seed"])
def test_brackets_without_end_are_refused(field: str, depth: int, bracket: str) -> None:
    closing = "".join({"[": "]", "{": "}"}[c] for c in reversed(bracket) if c in "[{")
    refusal(text(**{field: bracket * depth + "0" + closing * depth}))
    refusal(bracket * depth)


def test_lists_that_hold_themselves_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    for field in ("setup", "moves", "players", "result", "legal"):
        refusal(base() | {field: endless})
    refusal(base() | {"setup": {"x": endless}})


@pytest.mark.parametrize(
    "source",
    [
        text(moves='["' + "d" * 10_000_000 + '"]'),
        b" " * 10_000_000 + text().encode(),
        "[" * 10_000_000,
    ],
    ids=["one move", "spaces", "brackets"],
)
def test_ten_megabytes_are_refused_unread(
    source: str | bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("escale.engine.record.json.loads", lambda *_: pytest.fail("it is read"))
    assert "more than any game needs" in str(refusal(source))


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        text(setup="{" + ", ".join(f'"k{i}": 1' for i in range(200_000)) + ', "k199999": 2}'),
        text(setup='{"' + "k" * 1_000_000 + '": [' + "1," * 1_000_000 + "1]}"),
        text(moves="[" + '["d1"],' * 300_000 + "1]"),
        text(players="[" + '"Ana",' * 500_000 + '"Bob"]'),
        text(seed="1" * 3_000_000),
        text(setup="[" + "1," * 1_900_000 + "1]"),
    ],
    ids=["names", "a long name", "moves", "players", "digits", "numbers"],
)
def test_a_hostile_record_costs_little(source: str) -> None:
    start = time.process_time()
    refusal(source)
    assert time.process_time() - start < 30  # half a second; what grows squarely takes minutes


@pytest.mark.parametrize("source", [None, 7, [], [1], {1, 2}, object(), "", b""])
def test_what_is_no_record_at_all_is_refused(source: Any) -> None:
    refusal(source)


def test_names_that_are_no_text_are_refused() -> None:
    refusal(base() | {7: 1})
    refusal(base() | {None: 1})


@pytest.mark.parametrize("name", NAMES)
def test_a_record_cut_anywhere_is_refused(name: str) -> None:
    whole = json.dumps(good(name)[-2]).encode()
    for length in Random(1).sample(range(len(whole)), 200):
        refusal(whole[:length])


# --- Mutations at random ------------------------------------------------------------------------

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["d1", "c7", "r12", "5>3", "-BBOR", "*N3", "pass", "maison-100", "escale/1"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


def mutate(value: Any, data: st.DataObject) -> Any:
    """The same value with one thing changed somewhere in it."""
    deeper = isinstance(value, (dict, list)) and value and data.draw(st.integers(0, 9)) > 0
    if not deeper:
        return data.draw(JSON_VALUES)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = data.draw(st.sampled_from(keys))
    how = data.draw(st.sampled_from(["change", "change", "change", "drop", "repeat", "swap"]))
    if isinstance(value, dict):
        if how == "drop":
            return without(value, key)
        if how == "repeat":
            return value | {data.draw(st.text(max_size=6)): value[key]}
        return value | {key: mutate(value[key], data)}
    other = data.draw(st.sampled_from(keys))
    if how == "drop":
        return value[:key] + value[key + 1 :]
    if how == "repeat":
        return value[:key] + [value[other]] + value[key:]
    changed = list(value)
    if how == "swap":
        changed[key], changed[other] = changed[other], changed[key]
    else:
        changed[key] = mutate(value[key], data)
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=150)
def test_a_mutated_record_is_refused_or_is_a_good_one(name: str, data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(good(name)))
    for _ in range(data.draw(st.integers(1, 3))):
        record = mutate(record, data)
    try:
        match = Match.from_record(record)
    except BadRecord:
        refusal(json.dumps(record))
        return
    assert not list(VALIDATOR.iter_errors(record))
    assert Match.from_record(json.dumps(match.record())).state == match.state


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=150)
def test_what_the_schema_refuses_the_decoder_refuses(name: str, data: st.DataObject) -> None:
    record = mutate(data.draw(st.sampled_from(good(name))), data)
    if not VALIDATOR.is_valid(record):
        refusal(record)


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=200)
def test_bytes_that_were_damaged_are_refused_or_still_good(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES))
    damaged = bytearray(json.dumps(data.draw(st.sampled_from(good(name)))).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        how = data.draw(st.sampled_from(["change", "cut", "insert"]))
        if how == "change":
            damaged[place] = data.draw(st.integers(0, 255))
        elif how == "insert":
            damaged[place:place] = data.draw(st.binary(min_size=1, max_size=4))
        else:
            del damaged[place : place + data.draw(st.integers(1, 50))]
        if not damaged:
            break
    try:
        Match.from_record(bytes(damaged))
    except BadRecord:
        refusal(bytes(damaged))


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_bytes_and_any_text_are_refused(source: str | bytes) -> None:
    refusal(source)


@given(JSON_VALUES)
def test_any_json_value_is_refused(value: Any) -> None:
    refusal(json.dumps(value))
