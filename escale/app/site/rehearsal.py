"""A little of everything that a page asks of Python: played by `compiling` to see what is imported,
and by a test on the archive that came of it.

    everything(["casanova", "dolce-vita"])

It speaks to a `Host` as a page does, in JSON text. Raises `AssertionError` where an answer is not
what a page needs.
"""

import json
import random
from heapq import heappop, heappush
from itertools import count
from typing import Any

from escale.engine.game import CHANCE
from escale.engine.registry import game as find_game
from escale.engine.registry import game_names
from escale.players.levels import PERSON, levels
from escale.teach.languages import FALLBACK, FIRST
from escale.teach.lesson_outline import outlines
from escale.widgets.practice_cache import rules
from escale.widgets.worker import Host, TablePlace

MOST = 2000  # moves of a game that does not end
FEW = 4  # slices of something that is thought about


class Page:
    """A page and its browser, as far as Python has to do with them."""

    def __init__(self) -> None:
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.rows: dict[str, str] = {}
        self._timers: list[tuple[float, int, int]] = []
        self._ids = count(1)
        self._now = 0.0
        self.host = Host(self._post, self._wait, self.rows.__setitem__)

    def _post(self, place: str, text: str) -> None:
        self.told.append((place, json.loads(text)))

    def _wait(self, seconds: float, number: int) -> None:
        heappush(self._timers, (self._now + seconds, number, number))

    def say(self, place: str, **message: Any) -> int:
        number = next(self._ids)
        message = message if "open" in message else {**message, "id": number}
        self.host.receive(place, json.dumps(message))
        return number

    def ask(self, place: str, *, hurry: bool = False, **message: Any) -> dict[str, Any]:
        """What comes of it, when all that was to come has come; with `hurry`, soon."""
        number = self.say(place, **message)
        if hurry:
            self.rest(FEW)
            self.say(place, do="hurry")
        self.rest()
        found = [told for _, told in self.told if told.get("re") == number]
        assert found, f"nobody has answered {message}"
        return found[-1]

    def rest(self, most: int | None = None) -> None:
        """Until nothing moves by itself any more, or for so many timers."""
        while self._timers and most != 0:
            self._now, number, _ = heappop(self._timers)
            self.host.tick(number)
            most = None if most is None else most - 1

    def table(self, place: str) -> TablePlace:
        found = self.host.places[place]
        assert isinstance(found, TablePlace)
        return found


def everything(games: list[str]) -> None:
    """All that is asked of Python, once for every game."""
    assert set(games) <= {*game_names()}
    for game in games:
        try:
            whole_game(game, players=find_game(game).seats[0])
            helped(game)
            practised(game)
            tried(game)
        except Exception as error:
            raise AssertionError(f"{game}: {_breakdown(error)}") from error


def _breakdown(error: Exception) -> str:
    """What went wrong, and where: the last line of a traceback and its place, in one line."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = "" if at is None else f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}"
    said = " ".join(str(error).split())
    return f"{type(error).__name__} in {place.rpartition('/')[2]} ({said})"


def whole_game(name: str, lang: str = FIRST, players: int | None = None) -> Page:
    """A game against computers to its end, then saved, linked, looked back at and begun anew."""
    page = Page()
    page.say("t", open={"kind": "table", "game": name, "lang": lang, "deal": 1, "players": players})
    page.say("t", do="hello", page="p", name="n", token=None, wanted=False, protocol=1)
    page.rest()
    session = page.table("t").session
    session.numbers = numbers = random.Random(7)
    played = 0
    while not session.match.over:
        played += 1
        assert played < MOST
        play(page, numbers)
    kept = json.loads(page.rows[page.table("t").token])
    assert kept["moves"] == session.match.record()["moves"]
    assert page.ask("t", do="review", hurry=True)["kind"] == "review"
    assert page.ask("t", do="save")["kind"] == "file"
    link = page.ask("t", do="link")
    if "game" in link:
        page.say("t", do="open", game=link["game"])
    page.ask("t", do="again", ply=0)
    seats = [{"name": one, "level": PERSON if not i else levels(session.game)[0]}
             for i, one in enumerate(session.match.players)]  # fmt: skip
    page.ask("t", do="new", seats=seats, options={}, seed=None)
    return page


def play(page: Page, numbers: random.Random) -> None:
    """One move of a person, by the keys that a page would send, and what answers it."""
    table = page.table("t")
    session, viewer = table.session, table.viewer
    match, game = session.match, session.game
    if viewer.curtain is not None:
        page.ask("t", do="lift", seat=viewer.curtain)
    if match.actor == CHANCE:
        keys = ["roll"]
    else:
        move = numbers.choice(game.legal(match.state, viewer.seat))
        keys = [*game.path(match.state, move)]  # in its order: see `Game.ordered`
    ply = match.ply
    page.ask("t", do="move", keys=keys, ply=ply)
    assert session.match.ply > ply, [*page.told[-3:]]


def helped(name: str) -> None:
    """Hints, reasons, words, taking back, another language, and an opponent that thinks."""
    page = Page()
    thinker = levels(find_game(name))[-1]
    players = find_game(name).seats[0]
    seats = [PERSON, *[thinker] * (players - 1)]
    page.say("t", open={"kind": "table", "game": name, "lang": FALLBACK, "players": players,
                        "seats": seats})  # fmt: skip
    page.say("t", do="hello", page="p", name="n", token=None, wanted=False, protocol=1)
    page.ask("t", do="sync", hurry=True)
    session = page.table("t").session
    if not session.match.over and session.match.actor != CHANCE:
        page.ask("t", do="hint", hurry=True, ply=session.match.ply)
        page.ask("t", do="hint", hurry=True, ply=session.match.ply)
        page.ask("t", do="why", keys=["nothing"], ply=session.match.ply)
    page.ask("t", do="words")
    page.ask("t", do="lang", lang=FIRST)
    if not session.match.over:
        play(page, random.Random(1))
    page.ask("t", do="undo")
    page.ask("t", do="redo")
    page.ask("t", do="sync")


def practised(name: str, most: int = 6) -> None:
    """A few exercises."""
    game = find_game(name)
    page = Page()
    page.say("p", open={"kind": "practice", "game": name, "rule": "", "lang": FIRST})
    for rule in rules(game)[:most]:
        answer = page.ask("p", do="more", rule=rule, seed=3)
        assert answer["kind"] == "exercise", answer


def tried(name: str) -> None:
    """A lesson tried from its first step."""
    for outline in outlines(find_game(name))[:1]:
        page = Page()
        page.say("l", open={"kind": "lesson", "lesson": outline.id, "lang": FIRST})
        assert page.ask("l", do="try", step=0, lang=FIRST)["kind"] in ("try", "say")
        page.say("l", do="trial", message={"do": "words", "id": 1})
        page.say("l", do="end")
