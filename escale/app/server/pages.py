"""The pages that cost no kernel, as text: the shelf, the rulebooks, the errors, and the header.

Nothing here knows a web server: `handlers` answers with them. The words are `SITE`, the looks in
`static/`, the pages in `templates/` (Jinja2, which comes with Voilà).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from escale.engine import reloading
from escale.engine.errors import EscaleError
from escale.engine.registry import game
from escale.session.words import in_script
from escale.teach.languages import FIRST, LANGUAGES, is_partial
from escale.teach.lesson import taught
from escale.teach.rulebook import Rule, rulebook
from escale.teach.words import KNOWLEDGE, SITE, SYNONYMS, UI
from escale.widgets import bundle, map_data

from ..shelf import GameBox, LessonCard, shelf

HERE = Path(__file__).parent
APP = HERE.parent  #: the looks and the templates are beside the packages
STATIC = APP / "static"
NO_BREAK = "\u00a0"
PER_SHELF = 3  #: boxes on one board of the shelf
FOUND = ("found", "found-one", "found-none", "found-near")  #: what a search says
DOORS = ("start", "learn", "play", "practice", "explore", "rules")
NOTEBOOK_PATH = re.compile(r"/([a-z]+)/([^/]+\.ipynb)$")
#: In a page that is kept for everybody, where the host stands by which it was asked for.
ORIGIN = "escale-origin:"
#: what comes before a game's id
NOTEBOOKS = {"learn": "", "play": "play-", "practice": "practice-", "explore": "explore-"}


@dataclass(frozen=True)
class Place:
    """Where things are on a server, and which notebooks it has.

    A folder of files that nobody serves is another one: `SitePlace` in `escale/app/site/place.py`.
    """

    root: str  #: the home page: "/", or "/user/me/escale/"
    pages: str  #: before "fr/casanova.ipynb"
    folder: Path  #: where the notebooks are
    reloads: bool = False  #: are pages loaded again when a game's files change?

    site = ""  #: the version of a site without a server; a server has none
    ending = ".ipynb"  #: of the address of a page that is a notebook

    def boxes(self) -> tuple[GameBox, ...]:
        """The games that are shown."""
        return shelf()

    def switch(self) -> Mapping[str, str]:
        """The same page in every language."""
        return {lang: f"?lang={lang}" for lang in LANGUAGES}

    def host(self) -> Mapping[str, Any] | None:
        """Who answers the widgets of a page, where that is no kernel."""
        return None

    def packed(self, name: str, data: bytes) -> str:
        """Where packed data lies beside the pages; "" where it is in them."""
        return ""

    def preview(self) -> str:
        """A picture of us for those who show links; "" where its address is not known."""
        return ORIGIN + self.static("preview.png")

    def canonical(self, lang: str) -> str:
        """The one address of this page, for search engines; "" where that is not known."""
        return ""

    def notebook(self, lang: str, name: str) -> str:
        return f"{self.pages}{lang}/{name}.ipynb"

    def notebooks(self, lang: str) -> frozenset[str]:
        """The notebooks that there are, by name."""
        return frozenset(file.stem for file in (self.folder / lang).glob("*.ipynb"))

    def has(self, lang: str, name: str) -> bool:
        """Is there such a notebook? A name from outside is compared, never opened."""
        return name in self.notebooks(lang)

    def home(self, lang: str) -> str:
        return f"{self.root}?lang={lang}"

    def code(self, lang: str, name: str) -> str:
        """Where the code of a notebook can be changed; "" where that is not here."""
        return ""

    def rules(self, name: str, lang: str, rule: str = "") -> str:
        asked = {"lang": lang} | ({"rule": rule} if rule else {})
        return f"{self.root}rules/{name}?{urlencode(asked)}"

    def crib(self, name: str, lang: str) -> str:
        return f"{self.root}crib/{name}?{urlencode({'lang': lang})}"

    def knowledge(self, lang: str) -> str:
        """The map of what one knows."""
        return f"{self.root}knowledge?lang={lang}"

    def check(self, name: str, lang: str) -> str:
        return f"{self.root}check/{name}?{urlencode({'lang': lang})}"

    def certificate(self, name: str, lang: str) -> str:
        return f"{self.root}certificate/{name}?{urlencode({'lang': lang})}"

    def classes(self, lang: str) -> str:
        """Where a class is opened."""
        return f"{self.root}class?lang={lang}"

    def class_step(self, lang: str) -> str:
        """Who says how a step of a class is shown."""
        return f"{self.root}class/step?lang={lang}"

    def class_lessons(self) -> Mapping[str, Sequence[str]] | None:
        """Where nobody says so: the box and the frames of each lesson, by its id."""
        return None

    def check_set(self, name: str) -> str:
        """The sets of exercises of a check; "{set}" stands for the number."""
        return f"{self.root}check/{name}/exercises?set={{set}}"

    def crib_picture(self, name: str, lang: str, number: int, digest: str) -> str:
        return f"{self.root}static/crib/{lang}/{name}/{number}.svg?v={digest}"

    def open_tables(self) -> str:
        """Who says which saved tables are still there; "" where only the browser knows."""
        return f"{self.root}tables"

    def changes(self) -> str:
        """Who says that a game's files have changed; "" where nobody looks."""
        return f"{self.root}changes?seen={reloading.times()}" if self.reloads else ""

    def static(self, name: str) -> str:
        return f"{self.root}static/{name}?v={version()}"

    def manifest(self, lang: str) -> str:
        return f"{self.root}manifest.webmanifest?lang={lang}"

    def cover(self, box: GameBox, lang: str) -> str:
        """The front of a game's box; only a title that the house has written has a language."""
        name = box.id if box.about.has_cover else f"{lang}/{box.id}"
        return self.static(f"cover/{name}.svg")

    def lesson(self, name: str, lang: str, step: int = 0) -> str:
        """The address of a step of a lesson, in the walkthrough of its game."""
        page = self.notebook(lang, name.partition("/")[0])
        at = f"&step={step}" if step else ""
        return f"{page}?lesson={quote(name)}{at}"


@cache
def synonyms(lang: str) -> list[dict[str, list[str]]]:
    """Words that mean the same in a search: what may be typed, and what this language says."""
    groups = SYNONYMS.table["groups"]
    typed = [[*dict.fromkeys(chain(*group.values()))] for group in groups]
    return [
        {"typed": words, "used": group.get(lang, words)}
        for words, group in zip(typed, groups, strict=True)
    ]


@reloading.made_of_games
@cache
def version() -> str:
    """Of everything that browsers may keep: drawings, styles and scripts."""
    digest = hashlib.sha256()
    for name in sorted(file.name for file in STATIC.iterdir()):
        digest.update((STATIC / name).read_bytes())
    for text in made_files().values():
        digest.update(text().encode())
    for box in shelf():
        digest.update((box.about.cover(FIRST) + (box.about.prop or "")).encode())
    return digest.hexdigest()[:10]


def made_files() -> dict[str, Callable[[], str]]:
    """Files that are made of others, by name."""
    # `page.js` is what pages of the first version ask for.
    scripts = dict.fromkeys(("escale.js", "page.js"), bundle.script)
    scripts["practice.js"] = bundle.practice_script
    scripts["map.css"] = bundle.map_style
    return {"boxes.css": box_style, "stage.css": bundle.style, **scripts}


def box_style() -> str:
    """The colours of the boxes' sides, and of the tiles around certificates."""
    found = []
    for box in shelf():
        tiles = "".join(f";--tile-{number}:{tile}" for number, tile in enumerate(box.tiles))
        found.append(f".box-{box.id}{{--spine:{box.sides[0]};--top:{box.sides[1]}{tiles}}}")
    return "".join(found)


@cache
def environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(APP / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["data"] = as_data
    return found


def as_data(value: Any) -> Markup:
    """JSON inside a page."""
    return Markup(in_script(value))


def translator(lang: str) -> Callable[..., str]:
    """What a template says its words with."""

    def t(name: str, **facts: Any) -> str:
        return SITE.say(name, lang, **facts)

    return t


def render(name: str, place: Place, lang: str, **more: Any) -> str:
    template = environment().get_template(name)
    context = {
        "place": place,
        "lang": lang,
        "t": translator(lang),
        "languages": LANGUAGES,
        "partly": UI.say("partly", lang) if is_partial(lang) else "",
        "about": "",
        "origin": "",
    }
    return template.render(context | more)


# --- the shelf ----------------------------------------------------------------------------------


class Door(NamedTuple):
    """A way into a game."""

    kind: str
    label: str
    href: str


def doors(box: GameBox, place: Place, lang: str) -> list[Door]:
    """What can be done with a game here."""
    found, there = [], place.notebooks(lang)
    for kind in DOORS:
        if kind == "rules":
            found.append(Door(kind, SITE.say(kind, lang), place.rules(box.id, lang)))
            continue
        if kind == "start":  # is in the walkthrough, before its lessons
            if box.quick_start and box.id in there:
                href = place.lesson(box.quick_start.id, lang)
                found.append(Door(kind, SITE.say(kind, lang), href))
            continue
        name = NOTEBOOKS[kind] + box.id
        if name in there:
            found.append(Door(kind, SITE.say(kind, lang), place.notebook(lang, name)))
    return found


LONG_FACT = 26  # letters: beside a box on a phone a longer one must break


def facts(box: GameBox, lang: str) -> str:
    """Players, duration, age: one line."""
    few, many = box.players
    kind = "players" if few < many else "players-exactly"
    parts = [SITE.say(kind, lang, few=few, many=many)]
    if box.minutes:
        parts.append(SITE.say("minutes", lang, minutes=box.minutes))
    if box.age:
        parts.append(SITE.say("age", lang, age=box.age))
    if lang in box.box:
        parts.append(box.box[lang])
    short = (part if len(part) > LONG_FACT else part.replace(" ", NO_BREAK) for part in parts)
    return " · ".join(short)


def home_page(place: Place, lang: str, notice: str = "") -> str:
    """The shelf with every game on it, made anew if a notebook has come or gone."""
    return _home_page(place, lang, notice, place.notebooks(lang))


@reloading.made_of_games
@lru_cache(maxsize=16)  # a few languages, and notices as they come
def _home_page(place: Place, lang: str, notice: str, _there: frozenset[str]) -> str:
    boxes = place.boxes()
    shown = [
        {
            "box": box,
            "facts": facts(box, lang),
            "pitch": box.pitch.get(lang, ""),
            "doors": doors(box, place, lang),
        }
        for box in boxes
    ]
    data = {
        "games": {
            box.id: {
                "title": box.title(lang),
                "learn": place.notebook(lang, box.id),
                "lessons": [[card.id, list(card.asked)] for card in box.lessons],
                "main": sum(not card.optional for card in box.lessons),
                "quick": box.quick_start.id if box.quick_start else "",
            }
            for box in boxes
        },
        "words": {name: SITE.text(name, lang) for name in HOME_WORDS},
        "check": place.open_tables(),
        "knowledge": place.knowledge(lang),
    }
    if place.site:  # links that name a rule, a lesson or a table but no page are followed there
        data["links"] = home_links(place, lang)
    free = -len(boxes) % PER_SHELF
    return render(
        "home.html",
        place,
        lang,
        about=SITE.say("about.home", lang),
        origin=ORIGIN,
        games=shown,
        free=free,
        data=data,
        notice=notice,
    )


def home_links(place: Place, lang: str) -> dict[str, Any]:
    """Where the links lead that a server would follow: by a rule's prefix, by game."""
    boxes = place.boxes()
    there = place.notebooks(lang)
    return {
        "rules": {game(box.id).prefix: place.rules(box.id, lang) for box in boxes},
        "play": {
            box.id: place.notebook(lang, name)
            for box in boxes
            if (name := NOTEBOOKS["play"] + box.id) in there
        },
        "words": {name: SITE.text(name, lang) for name in LINKED_WORDS},
    }


def make_homes(place: Place) -> None:
    """The shelf in every language, before anybody asks for it."""
    for lang in LANGUAGES:
        home_page(place, lang)


LINKED_WORDS = ("no-rule-home", "no-lesson", "no-table")
HOME_WORDS = (
    "learn-next", "resume", "resume-ply", "stars", "stars-said", "today", "today-due",
)  # fmt: skip


# --- a rulebook ---------------------------------------------------------------------------------


class Seen(NamedTuple):
    """A lesson that shows a rule, and at which steps."""

    title: str
    steps: list[tuple[int, str]]  #: the number and the address


def rules_page(place: Place, box: GameBox, lang: str, asked: str = "", search: str = "") -> str:
    """A rulebook; `asked` is the rule that a link is about."""
    book = rulebook(game(box.id))
    shown = _shown_by_lessons(place, box, lang)
    told = {rule.id: _rule(rule, lang, shown) for rule in book}
    sections = [
        (section, name[lang], [told[rule.id] for rule in book if rule.section == section])
        for section, name in book.sections.items()
    ]
    notice = ""
    if asked and asked not in book.rules:
        notice = SITE.say("no-rule", lang, what=asked[:40], title=box.about.named(lang))
    return render(
        "rules.html",
        place,
        lang,
        about=SITE.say("about.rules", lang, title=box.about.named(lang)),
        origin=ORIGIN,
        box=box,
        facts=facts(box, lang),
        doors=doors(box, place, lang),
        sections=[entry for entry in sections if entry[2]],
        count=len(book),
        example=list(book)[-1].id,
        asked=asked if asked in book.rules else "",
        search=search,
        notice=notice,
        data={"words": {name: SITE.text(name, lang) for name in FOUND}, "synonyms": synonyms(lang)},
    )


def _rule(rule: Rule, lang: str, shown: Mapping[str, Sequence[Seen]]) -> dict[str, Any]:
    return {
        "id": rule.id,
        "text": rule.text[lang],
        "short": rule.short[lang],
        "reason": rule.reason[lang] if rule.reason else "",
        "seen": shown.get(rule.id, ()),
    }


def _shown_by_lessons(place: Place, box: GameBox, lang: str) -> dict[str, list[Seen]]:
    """For every rule the lessons that show it."""
    if not place.has(lang, box.id):
        return {}
    titles = {card.id: card.title[lang] for card in box.lessons}
    found: dict[str, list[Seen]] = {}
    for rule, steps in taught(game(box.id)).items():
        by_lesson: dict[str, list[tuple[int, str]]] = {}
        for name, _, number in (step.partition("#") for step in steps):
            at = int(number)
            by_lesson.setdefault(name, []).append((at, place.lesson(name, lang, at)))
        found[rule] = [Seen(titles[name], at) for name, at in by_lesson.items() if name in titles]
    return found


# --- what one knows -----------------------------------------------------------------------------


def knowledge_page(place: Place, lang: str) -> str:
    """The map of what one knows, for all games; the browser knows the learner."""
    return _knowledge_page(place, lang, place.notebooks(lang))


@reloading.made_of_games
@lru_cache(maxsize=8)
def _knowledge_page(place: Place, lang: str, there: frozenset[str]) -> str:
    games = []
    for found in map_data.game_maps((box.id for box in place.boxes()), lang):
        links = {"rules": place.rules(found["id"], lang)}
        for kind, name in (("learn", found["id"]), ("practice", f"practice-{found['id']}")):
            if name in there:
                links[kind] = place.notebook(lang, name)
        games.append({**found, "links": links})
    data = {"page": True, "langs": {lang: {**map_data.words(lang), "games": games}}}
    return render(
        "knowledge.html",
        place,
        lang,
        about=KNOWLEDGE.say("about", lang),
        origin=ORIGIN,
        title=KNOWLEDGE.say("title", lang),
        no_script=KNOWLEDGE.say("no-script", lang),
        data=data,
    )


# --- for machines -------------------------------------------------------------------------------


def manifest(place: Place, lang: str) -> dict[str, Any]:
    """What a phone asks before it puts us among its programs."""
    whose = {"id": place.root} if place.root else {}
    return whose | {
        "name": f"escale, {SITE.say('tagline', lang)}",
        "short_name": "escale",
        "description": SITE.say("about.home", lang),
        "lang": lang,
        "start_url": place.root or "index.html",
        "scope": place.root or "./",
        "display": "standalone",
        "background_color": "#fbf7ef",
        "theme_color": "#0b6e75",
        "icons": [
            {"src": place.static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {
                "src": place.static("icon-512.png"),
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "any maskable",
            },
        ],
    }


def robots(place: Place) -> str:
    """Shelf and rulebooks may be found; whoever opens a notebook's page starts a kernel."""
    closed = [place.pages, f"{place.root}tables", f"{place.root}voila/"]
    return "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in dict.fromkeys(closed))


# --- links and errors ---------------------------------------------------------------------------


def box_of(name: str) -> GameBox | None:
    return next((box for box in shelf() if box.id == name), None)


def lesson_card(name: str) -> LessonCard | None:
    cards = (card for box in shelf() for card in (box.quick_start, *box.lessons))
    return next((card for card in cards if card and card.id == name), None)


def game_of_rule(rule: str) -> GameBox | None:
    """The game whose rulebook has this rule."""
    for box in shelf():
        try:
            if rule in rulebook(game(box.id)).rules:
                return box
        except (EscaleError, OSError, ValueError):
            continue
    return None


def error_page(place: Place, lang: str, status: int, again: str = "", kind: str = "") -> str:
    """What went wrong, in words, and ways on.

    `again` is the address to try once more, `kind` other words than those of the status.
    """
    known = str(status) in SITE.table["error"]
    kind = kind or str(status if known else 404 if status < 500 else 500)
    return render(
        "error.html",
        place,
        lang,
        status=status,
        title=SITE.say(f"error.{kind}.title", lang),
        text=SITE.say(f"error.{kind}.text", lang),
        again=again if status >= 500 else "",
        boxes=shelf() if status == 503 else (),
    )
