"""Sentences: articles, elisions, plurals, lists, who is spoken to, what the tables must hold."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import escale
from escale import Event, Violation
from escale.teach.holes import BadHole, names
from escale.teach.languages import elides
from escale.teach.narrate import narrate
from escale.teach.rulebook import rulebook
from escale.teach.texts import NotWritten, Texts, house_texts, texts

TABLE: dict[str, Any] = {
    "facts": {"object": "noun", "objects": "nouns", "winners": "players"},
    "valued": {"fr": "{noun} à {value}", "en": "{noun} worth {value}"},
    "hidden": {"card": {"fr": "une carte", "en": "a card"}},
    "noun": {
        "maison": {"fr": "maison", "gender": "f", "en": "house"},
        "bijou": {"fr": "bijou", "gender": "m", "en": "jewel"},
        "argent": {"fr": "argent", "gender": "m", "en": "money"},
        "oie": {"fr": "oie", "gender": "f", "en": "goose"},
        "huile": {"fr": "huile", "gender": "f", "h": "muet", "en": "oil"},
        "hibou": {"fr": "hibou", "gender": "m", "en": "owl"},
        "yacht": {"fr": "yacht", "gender": "m", "en": "yacht"},
        "vacances": {"fr": "vacances", "gender": "fp", "en": "holiday"},
    },
    "event": {
        "take": {
            "fr": "{seat} prend {object:le}.",
            "en": "{seat} takes {object:the}.",
            "you": {"fr": "Vous prenez {object:le}.", "en": "You take {object:the}."},
        },
        "lay": {"fr": "{seat} pose {card}.", "en": "{seat} lays {card}."},
        "win": {"fr": "{winners:^} gagnent.", "en": "{winners:^} win."},
        "quiet": {"silent": True},
    },
    "refusal": {
        "wait": {"fr": "C’est le tour {seat:de}.", "en": "It is {seat:'s} turn."},
    },
}
SPEECH = Texts(TABLE, house_texts())


def say(template: str, lang: str = "fr", reader: int | None = None, **facts: Any) -> str:
    """A template with its holes filled, as a label would be."""
    table = {**TABLE, "event": {"said": {"fr": template, "en": template}}}
    event = Event("XX-ABC-1", "said", facts.pop("seat", None), facts)
    return Texts(table, house_texts()).event(event, lang, ["Rouge", "Otto", "Yves"], reader)


def test_a_hidden_fact_takes_an_article_where_it_is_a_noun() -> None:
    noun = {"fr": "carte", "gender": "f", "en": "card"}
    speech = Texts({**TABLE, "hidden": {"card": noun}}, house_texts())
    event = Event("XX-ABC-1", "lay", 0, {"card": None})
    pair = {"fr": "{seat} pose {card:un}.", "en": "{seat} lays {card:a}."}
    speech.table["event"] = {"lay": pair}  # type: ignore[index]
    assert speech.event(event, "fr", ["Rouge"]) == "Rouge pose une carte."
    assert speech.event(event, "en", ["Rouge"]) == "Rouge lays a card."
    for hidden in ({"card": {"fr": "une carte", "en": "a card"}}, {"card": "card"}, {}):
        words = Texts({**TABLE, "hidden": hidden, "event": {"lay": pair}}, house_texts())
        with pytest.raises(BadHole, match=r"\[hidden.card\] takes no article unless it is a noun"):
            words.event(event, "fr", ["Rouge"])
    plain = {"lay": {"fr": "{seat} pose {card}.", "en": "{seat} lays {card}."}}
    words = Texts({**TABLE, "hidden": {"card": "card"}, "event": plain}, house_texts())
    assert words.event(event, "fr", ["Rouge"]) == "Rouge pose –."
    assert "[hidden] card is no table with fr and en" in [*words.problems()]


def test_a_text_that_lacks_a_language_is_told_in_the_words_of_the_check() -> None:
    words = Texts({**TABLE, "event": {"lay": {"en": "{seat} lays."}}}, house_texts())
    with pytest.raises(NotWritten) as caught:
        words.event(Event("XX-ABC-1", "lay", 0, {}), "fr", ["Rouge"])
    assert str(caught.value).removeprefix("texts.toml: ") in [*words.problems()]


# --- Nouns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noun", "le", "un", "de", "à"),
    [
        ("maison", "la maison", "une maison", "de la maison", "à la maison"),
        ("bijou", "le bijou", "un bijou", "du bijou", "au bijou"),
        ("argent", "l’argent", "un argent", "de l’argent", "à l’argent"),
        ("oie", "l’oie", "une oie", "de l’oie", "à l’oie"),
        ("huile", "l’huile", "une huile", "de l’huile", "à l’huile"),
        ("hibou", "le hibou", "un hibou", "du hibou", "au hibou"),
        ("yacht", "le yacht", "un yacht", "du yacht", "au yacht"),
        ("vacances", "les vacances", "des vacances", "des vacances", "aux vacances"),
    ],
)
def test_french_articles_agree_and_elide(noun: str, le: str, un: str, de: str, à: str) -> None:
    assert say("{object:le}|{object:un}|{object:de}|{object:à}", object=noun) == "|".join(
        (le, un, de, à)
    )
    assert SPEECH.noun(noun, "fr", "le") == le
    assert SPEECH.noun(noun, "fr") == noun


@pytest.mark.parametrize(
    ("noun", "the", "a"),
    [("maison", "the house", "a house"), ("huile", "the oil", "an oil")],
)
def test_english_articles(noun: str, the: str, a: str) -> None:
    assert say("{object:the}|{object:a}|{object:the^}", "en", object=noun) == (
        f"{the}|{a}|{the.capitalize()}"
    )


def test_a_noun_with_its_value() -> None:
    assert say("{object:le}, {object}", object="bijou-200") == "le bijou à 200, bijou à 200"
    assert say("{object:the}", "en", object="bijou-200") == "the jewel worth 200"
    assert say("{object:un^}", object="maison-100") == "Une maison à 100"


def test_an_article_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(BadHole):
        say("{object:le}", "en", object="maison")


# --- Persons ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "yes"),
    [
        ("Otto", True), ("Élodie", True), ("E\u0301lodie", True), ("Ùna", True), ("œuf", True),
        ("Yves", True), ("Yann", False), ("Rouge", False), ("Hugo", False), ("", False),
    ],
)  # fmt: skip
def test_de_elides_before_a_vowel(name: str, yes: bool) -> None:
    assert elides(name) is yes


def test_a_player_is_named_or_spoken_to() -> None:
    assert say("le tour {seat:de}", seat=0) == "le tour de Rouge"
    assert say("le tour {seat:de}", seat=1) == "le tour d’Otto"
    assert say("le tour {seat:de}", seat=1, reader=1) == "le tour de vous"
    assert say("{seat:^} : {other}", seat=1, other=0, reader=0) == "Otto : vous"
    assert say("{seat:'s} turn", "en", seat=0) == "Rouge’s turn"
    assert say("{seat:'s^} turn", "en", seat=0, reader=0) == "Your turn"


def test_a_player_without_a_name_has_a_number() -> None:
    violation = Violation("XX-ABC-1", "wait", {"seat": 2})
    assert SPEECH.refusal(violation, "fr") == "C’est le tour de Joueur 3."
    assert SPEECH.refusal(violation, "en") == "It is Player 3’s turn."
    assert SPEECH.refusal(violation, "en", ["Ana", "Bob", "Chloé"]) == "It is Chloé’s turn."


def test_a_sentence_speaks_to_the_one_it_is_about() -> None:
    event = Event("XX-ABC-1", "take", 1, {"object": "bijou"})
    players = ["Ana", "Bob"]
    assert SPEECH.event(event, "fr", players) == "Bob prend le bijou."
    assert SPEECH.event(event, "fr", players, reader=0) == "Bob prend le bijou."
    assert SPEECH.event(event, "fr", players, reader=1) == "Vous prenez le bijou."
    assert SPEECH.event(event, "en", players, reader=1) == "You take the jewel."


def test_in_french_company_the_reader_is_named() -> None:
    event = Event("XX-ABC-1", "win", None, {"winners": [0, 1]})  # so would "vous et Bob gagnent"
    assert SPEECH.event(event, "fr", ["Ana", "Bob"], reader=0) == "Ana et Bob gagnent."
    assert SPEECH.event(event, "en", ["Ana", "Bob"], reader=0) == "You and Bob win."


# --- Lists, numbers, secrets --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "fr", "en"),
    [
        ([], "", ""),
        ([5], "5", "5"),
        ([5, 4], "5 et 4", "5 and 4"),
        ([5, 4, 1], "5, 4 et 1", "5, 4 and 1"),
    ],
)
def test_lists_are_joined(values: list[int], fr: str, en: str) -> None:
    assert (say("{n}", n=values), say("{n}", "en", n=values)) == (fr, en)


def test_lists_of_players_and_nouns_are_said_part_by_part() -> None:
    assert say("{winners:^}", winners=[0, 1, 2]) == "Rouge, Otto et Yves"
    assert say("{winners:^}", "en", winners=[0, 1, 2], reader=0) == "You, Otto and Yves"
    assert say("{objects:le^}", objects=["maison-100", "argent"]) == "La maison à 100 et l’argent"
    assert say("{numbers}", numbers=[[1, 2], [3]]) == "1 et 2 et 3"


@pytest.mark.parametrize(
    ("number", "fr", "en"),
    [(0, "0 pièce", "0 coins"), (1, "1 pièce", "1 coin"), (2, "2 pièces", "2 coins")],
)
def test_plurals_follow_the_language(number: int, fr: str, en: str) -> None:
    assert say("{coins:pièce|pièces}", coins=number) == fr
    assert say("{coins:coin|coins}", "en", coins=number) == en


def test_a_plural_without_its_number() -> None:
    assert say("il {coins:~reste|restent} {coins:pièce|pièces}", coins=3) == "il restent 3 pièces"
    assert say("{coins:~is|are}", "en", coins=1) == "is"


def test_ranks() -> None:
    numbers = [1, 2, 3, 4, 11, 12, 13, 20, 21, 22, 23, 101, 111]
    assert say("{n:th}", "en", n=numbers) == (
        "1st, 2nd, 3rd, 4th, 11th, 12th, 13th, 20th, 21st, 22nd, 23rd, 101st and 111th"
    )
    assert say("{n:e}", n=[1, 2, 21]) == "1er, 2e et 21e"
    assert say("{n:re}", n=[1, 2]) == "1re et 2e"


def test_what_the_reader_may_not_know_is_said_in_other_words() -> None:
    event = Event("XX-ABC-1", "lay", 0, {"card": 7}, ("card",))
    players = ["Ana", "Bob"]
    assert SPEECH.event(event, "fr", players) == "Ana pose 7."
    assert SPEECH.event(event.seen_by(1), "fr", players, 1) == "Ana pose une carte."
    assert SPEECH.event(event.seen_by(1), "en", players, 1) == "Ana lays a card."


def test_braces_in_a_value_stay_braces() -> None:
    assert say("« {text} »", text="{seat}") == "« {seat} »"


# --- Narration ----------------------------------------------------------------------------------


def test_a_silent_event_lends_its_rule_to_the_sentence_beside_it() -> None:
    game = escale.game("galets")
    before, loud = (
        Event("GA-SET-2", "hush", 0, {}),
        Event("GA-TUR-1", "take", 0, {"pebble": 7, "sum": 7}),
    )
    speech = texts(game)
    table = {**speech.table, "event": {**speech.table["event"], "hush": {"silent": True}}}
    quiet = Event("GA-TUR-2", "hush", 0, {})
    events = [before, loud, quiet, quiet, loud]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("escale.teach.narrate.texts", lambda _: Texts(table, house_texts()))
        lines = narrate(game, events, "en", ["Ana", "Bob"], reader=0)
    assert [line.text for line in lines] == ["You take the 7 and now have 7."] * 2
    assert [line.rules for line in lines] == [
        ("GA-TUR-1", "GA-SET-2", "GA-TUR-2"),
        ("GA-TUR-1",),
    ]


# --- The tables ---------------------------------------------------------------------------------


def test_holes() -> None:
    assert names("{seat:^} prend {object:le} et {n:a|b}, {{rien}}") == {"seat", "object", "n"}


def test_the_house_speaks_both_languages() -> None:
    assert list(Texts(house_texts(), house_texts()).problems()) == []


def test_the_house_says_every_reason_against_taking_back() -> None:
    assert set(house_texts()["undo"]) == set(escale.CannotUndo.SENTENCES)


@pytest.mark.parametrize("name", escale.game_names())
def test_the_texts_of_a_game_are_complete(name: str) -> None:
    assert list(texts(escale.game(name)).problems()) == []
    assert rulebook(escale.game(name)).rules


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"event": {"take": {"fr": "x"}}}, "[event.take] needs both fr and en"),
        ({"event": {"take": {"fr": "x", "en": ""}}}, "[event.take] needs both fr and en"),
        ({"event": {"take": {"fr": "x", "en": 7}}}, "[event.take] needs both fr and en"),
        ({"event": {"take": "x"}}, "[event] take is no table with fr and en"),
        ({"event": 5}, "[event] is no table"),
        ({"facts": {"seat": ["player"]}}, "[facts] seat: a fact is one of"),
        ({"event": {"a": {"fr": "{x}", "en": "{y}"}}}, "[event.a]: fr and en have different holes"),
        ({"label": {"a": {"fr": "{x", "en": "x"}}}, "[label.a] cannot be read: "),
        (
            {"event": {"a": {"fr": "x", "en": "x", "you": {"fr": "x"}}}},
            "[event.a] you needs both fr and en",
        ),
        (
            {"event": {"a": {"fr": "{seat} joue.", "en": "{seat} plays."}}},
            "[event.a] needs you.fr and you.en",
        ),
        ({"hidden": {"card": {"en": "a card"}}}, "[hidden.card] needs both fr and en"),
        ({"noun": {"oie": {"fr": "oie"}}}, "[noun.oie] needs both fr and en"),
        ({"noun": {"oie": {"fr": "a", "en": "b", "gender": "n"}}}, "[noun.oie]: gender is one of"),
        ({"valued": {"fr": "{noun}"}}, "[valued] needs both fr and en"),
        ({"facts": {"seat": "person"}}, "[facts] seat: a fact is one of player, players"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_table_is_told(table: dict[str, Any], problem: str) -> None:
    (found,) = Texts(table, house_texts()).problems()
    assert found.startswith(problem)


def test_a_missing_text_is_named() -> None:
    with pytest.raises(KeyError, match=r"\[event.jump\] is missing in texts.toml"):
        SPEECH.event(Event("XX-ABC-1", "jump", 0, {}), "fr", ["Ana"])


def test_per_cent_is_written_as_each_language_writes_it() -> None:
    """83% in English; in French with a space at which no line breaks."""
    found: list[tuple[str, str]] = []

    def walk(entry: Any, lang: str = "") -> None:
        if isinstance(entry, dict):
            for name, value in entry.items():
                walk(value, name if name in ("fr", "en") else lang)
        elif isinstance(entry, str) and "%" in entry:
            found.append((lang, entry))

    for path in Path(escale.__file__).parent.rglob("*.toml"):
        walk(tomllib.loads(path.read_text("utf-8")))
    assert {lang for lang, _ in found} == {"fr", "en"}
    for lang, text in found:
        before = {text[at - 1] for at, letter in enumerate(text) if letter == "%"}
        assert before <= ({"\u00a0"} if lang == "fr" else {*"}0123456789"}), text
