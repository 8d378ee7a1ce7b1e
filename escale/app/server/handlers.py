"""The handlers of the pages that cost no kernel, for our own server and for any Jupyter server.

`pages` makes the pages; here is what a browser may ask for, in which language it is answered, and
what a page may load: only what comes from this server.
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import APIHandler, JupyterHandler
from tornado import web
from tornado.ioloop import IOLoop

from escale.engine import store as stores
from escale.engine.errors import EscaleError
from escale.teach.languages import FIRST, LANGUAGES, is_language
from escale.teach.words import SITE

from ..shelf import GameBox
from . import check, class_page, crib, doors, pages
from .pages import Place

if TYPE_CHECKING:
    from tornado.httputil import HTTPMessageDelegate, HTTPServerRequest

COOKIE = "escale-lang"
CRIB = re.compile(r"crib/(?P<lang>[a-z]+)/(?P<game>[a-z0-9-]+)/(?P<number>\d)\.svg")
DRAWING = re.compile(r"(?P<kind>cover|prop)/((?P<lang>[a-z]+)/)?(?P<game>[a-z0-9-]+)\.svg")
FOLDER = re.compile(r"/([a-z]+)/[^/]*$")
YEAR = 365 * 24 * 3600
MOST_TOKENS = 20
TOKEN = re.compile(r"[\w-]{1,200}", re.ASCII)  # what can be a table's, or was once
KERNEL = r"(\w+-\w+-\w+-\w+-\w+)"
GOODBYE = 2  # seconds in which a kernel can still write down that its page has been closed

#: What a page without a kernel may load.
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"
)
#: Voilà's pages run scripts of their own making, but they too load nothing from elsewhere.
OWN_HOST = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' data: blob:; worker-src 'self' blob:; base-uri 'none'; "
    "form-action 'self'; object-src 'none'"
)
#: What no page of ours asks a browser for.
NOT_USED = ", ".join(
    f"{name}=()"
    for name in ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb")
)


def language(request: HTTPServerRequest, default: str) -> str:
    """The language of the address, the one chosen last, the browser's, or the server's."""
    path = FOLDER.search(request.path)
    asked = [value.decode("utf-8", "replace") for value in request.query_arguments.get("lang", [])]
    cookie = request.cookies.get(COOKIE)
    for found in (*asked, path and path[1], cookie and cookie.value):
        if found in LANGUAGES:
            return str(found)
    return preferred(request.headers.get("Accept-Language", "")) or default


def preferred(header: str) -> str | None:
    """The first of our languages in what a browser says about its reader's."""
    wishes = []
    for place, part in enumerate(header.split(",")[:20]):
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if weight > 0:
            wishes.append((-weight, place, name.partition("-")[0].lower()))
    return next((lang for _, _, lang in sorted(wishes) if lang in LANGUAGES), None)


class Sorry:
    """A base of handlers: an error is a page in the reader's language, with links to go on."""

    request: HTTPServerRequest
    settings: dict[str, Any]

    @property
    def place(self) -> Place:
        place: Place = self.settings["escale_place"]
        return place

    @property
    def lang(self) -> str:
        return language(self.request, self.settings["escale_lang"])

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        again = self.request.uri if self.request.method == "GET" else ""
        words: str = kwargs.get("words", "")
        page = pages.error_page(self.place, self.lang, status_code, again or "", words)
        handler: Any = self
        handler.clear_header("ETag")
        handler.set_header("Content-Security-Policy", STRICT + "; frame-ancestors 'self'")
        handler.set_header("Content-Type", "text/html; charset=utf-8")
        handler.set_header("Cache-Control", "no-store")
        if status_code == 503:
            handler.set_header("Retry-After", "30")
        handler.finish(page)


class Friendly(Sorry):
    """Errors in words, and headers that keep strangers out."""

    policy = OWN_HOST

    @property
    def content_security_policy(self) -> str:
        framing = " ".join(["'self'", *self.settings["escale_framed_by"]])
        return f"{self.policy}; frame-ancestors {framing}"

    def set_default_headers(self) -> None:
        handler: Any = self
        handler.set_header("Content-Security-Policy", self.content_security_policy)
        handler.set_header("X-Content-Type-Options", "nosniff")
        handler.set_header("Referrer-Policy", "same-origin")
        handler.set_header("Permissions-Policy", NOT_USED)
        if "Sec-Fetch-Site" in self.request.headers:  # over plain http browsers complain about it
            handler.set_header("Cross-Origin-Opener-Policy", "same-origin")
        # A site that isolates itself (COEP) can frame only what says that it may be framed.
        shared = "cross-origin" if self.settings["escale_framed_by"] else "same-origin"
        handler.set_header("Cross-Origin-Resource-Policy", shared)
        handler.clear_header("Server")

    def check_origin(self, *args: Any) -> bool:
        """For our own server all requests have passed `doors`; another Jupyter server asks here."""
        if "escale_entry" in self.settings:
            return doors.is_own_origin(self.request.headers, self.settings["escale_entry"])
        return bool(super().check_origin(*args))  # type: ignore[misc]


class Guarded(web.Application):
    """An application that asks `doors` about every request, before any handler is chosen."""

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> HTTPMessageDelegate:  # type: ignore[override]
        found = doors.refusal(request, self.settings["escale_entry"])
        if found is not None:
            return self.get_handler_delegate(request, Refused, {"refusal": found})
        return super().find_handler(request, **kwargs)


@web.stream_request_body
class Refused(Friendly, web.RequestHandler):
    """Says why a request is not let in, without waiting for its body."""

    policy = STRICT

    def initialize(self, refusal: doors.Refusal) -> None:
        self.refusal = refusal

    def prepare(self) -> None:
        self.send_error(self.refusal.status, words=self.refusal.words)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        self.set_header("Connection", "close")  # what follows may be the body that was not read
        super().write_error(status_code, **kwargs)

    def data_received(self, chunk: bytes) -> None:
        pass


class WithHead:
    """Answers HEAD as GET; Tornado leaves the body out."""

    async def head(self, *args: str) -> None:
        answer = self.get(*args)  # type: ignore[attr-defined]
        if answer is not None:
            await answer


class PlainPage(WithHead, Friendly, JupyterHandler):
    """A page that needs no kernel."""

    policy = STRICT

    async def page(self, make: Callable[..., str], *args: Any) -> None:
        """Answer with a page, made aside: lessons may have to be read first."""
        lang = self.lang
        text = await IOLoop.current().run_in_executor(None, make, self.place, *args)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Language", lang)
        self.set_header("Vary", "Accept-Language, Cookie")
        self.set_header("Cache-Control", "no-cache")
        self.finish(text.replace(pages.ORIGIN, f"{self.request.protocol}://{self.request.host}"))


class Home(PlainPage):
    """The shelf; and links that name a rule, a lesson or a table but no page."""

    @web.authenticated
    async def get(self) -> None:
        lang, place = self.lang, self.place
        rule, lesson = self.get_argument("rule", ""), self.get_argument("lesson", "")
        notice = ""
        if rule:
            box = pages.game_of_rule(rule)
            if box is not None:
                return self.redirect(place.rules(box.id, lang, rule))
            notice = SITE.say("no-rule-home", lang, what=rule[:40])
        elif lesson:
            card = pages.lesson_card(lesson)
            if card is not None and place.has(lang, lesson.partition("/")[0]):
                step = self.get_argument("step", "")
                number = int(step) if step.isdecimal() and len(step) < 4 else 0
                return self.redirect(place.lesson(lesson, lang, number))
            notice = SITE.say("no-lesson", lang, what=lesson[:40])
        elif table := self.get_argument("table", ""):
            tokens = [table] if is_token(table) else []
            there = await IOLoop.current().run_in_executor(None, still_open, tokens)
            if there and place.has(lang, f"play-{there[0][1]}"):
                page = place.notebook(lang, f"play-{there[0][1]}")
                return self.redirect(f"{page}?table={quote(table, safe='')}")
            notice = SITE.say("no-table", lang)
        return await self.page(pages.home_page, lang, notice)


class OpenTables(PlainPage):
    """Which of these tables can be gone on with? Asked by the shelf, with a list of tokens.

    It answers only to whoever has the tokens, and changes nothing: so it asks for no other proof.
    """

    def check_xsrf_cookie(self) -> None:
        pass

    @web.authenticated
    async def post(self) -> None:
        if len(self.request.body) > doors.MOST_BODY:
            raise web.HTTPError(413)
        try:
            asked = json.loads(self.request.body)
        except (ValueError, RecursionError):
            raise web.HTTPError(400) from None
        if not isinstance(asked, list) or not all(map(is_token, asked)):
            raise web.HTTPError(400)
        there = await IOLoop.current().run_in_executor(None, still_open, asked[:MOST_TOKENS])
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps([token for token, _ in there]))


def is_token(value: object) -> bool:
    return isinstance(value, str) and TOKEN.fullmatch(value) is not None


def still_open(tokens: list[str]) -> list[tuple[str, str]]:
    """Of these tables those that are kept and not over, with their game."""
    store, found = stores.open_store(), []
    if store is None:
        return []
    for token in tokens:
        try:
            door = store.meetings.door(token) if store.meetings else None
            if door is not None:  # a seat of a shared table, or an invitation to one
                found.append((token, door.game))
                continue
            kept = store.look(token)
        except EscaleError:
            continue
        if not kept.over:
            found.append((token, kept.game))
    return found


class Rules(PlainPage):
    """The rulebook of a game."""

    @web.authenticated
    async def get(self, name: str) -> None:
        box = pages.box_of(name)
        if box is None:
            raise web.HTTPError(404)
        asked, search = self.get_argument("rule", "").upper(), self.get_argument("q", "")
        other = pages.game_of_rule(asked) if asked else None
        if other is not None and other.id != name:
            return self.redirect(self.place.rules(other.id, self.lang, asked))
        return await self.page(pages.rules_page, box, self.lang, asked, search[:100])


class Crib(PlainPage):
    """The rules of a game on one sheet of paper."""

    @web.authenticated
    async def get(self, name: str) -> None:
        box = pages.box_of(name)
        if box is None:
            raise web.HTTPError(404)
        return await self.page(crib.page, box, self.lang)


class BoardPage(PlainPage):
    """A page without a kernel that shows a board: its symbols bring their own styles."""

    policy = STRICT.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


class ClassPage(BoardPage):
    """A class of a teacher's own; which one, only the browser knows."""

    @web.authenticated
    async def get(self) -> None:
        return await self.page(class_page.page, self.lang)


class ClassStep(PlainPage):
    """How a step of a class is shown. Nothing of it is kept, so it asks for no other proof."""

    def check_xsrf_cookie(self) -> None:
        pass

    @web.authenticated
    async def post(self) -> None:
        if len(self.request.body) > doors.MOST_BODY:
            raise web.HTTPError(413)
        lang, place = self.lang, self.place
        try:
            step = json.loads(self.request.body)
            loop = IOLoop.current()
            told = await loop.run_in_executor(None, class_page.shown, place, lang, step)
        except (ValueError, RecursionError):
            raise web.HTTPError(400) from None
        except EscaleError as error:
            told = {"error": class_page.wrong(error, lang)}
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(told))


class Knowledge(PlainPage):
    """The map of what one knows."""

    @web.authenticated
    async def get(self) -> None:
        await self.page(pages.knowledge_page, self.lang)


class Check(BoardPage):
    """The check at the end of a game's course."""

    def box(self, name: str) -> GameBox:
        box = pages.box_of(name)
        if box is None or not check.can_be_checked(box):
            raise web.HTTPError(404)
        return box

    @web.authenticated
    async def get(self, name: str) -> None:
        return await self.page(check.page, self.box(name), self.lang)


class CheckExercises(Check):
    """One of its sets of exercises."""

    @web.authenticated
    async def get(self, name: str) -> None:
        asked = self.get_argument("set", "0")
        number = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
        box, loop = self.box(name), IOLoop.current()
        told = await loop.run_in_executor(None, check.exercises, box.id, number % check.SETS)
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(told))


class Certificate(Check):
    """What whoever has passed it may print."""

    @web.authenticated
    async def get(self, name: str) -> None:
        return await self.page(check.certificate, self.box(name), self.lang)


class Manifest(PlainPage):
    """For whoever puts the shelf among the programs of a phone."""

    async def get(self) -> None:
        self.set_header("Content-Type", "application/manifest+json")
        self.set_header("Cache-Control", "no-cache")
        self.finish(json.dumps(pages.manifest(self.place, self.lang), ensure_ascii=False))


class Robots(PlainPage):
    """Which pages a search engine may open: those that start no kernel."""

    async def get(self) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(pages.robots(self.place))


class Static(WithHead, Friendly, web.RequestHandler):
    """Our styles, scripts and drawings. They carry their version, so browsers may keep them."""

    policy = "default-src 'none'; style-src 'unsafe-inline'"

    def get(self, name: str) -> None:
        body = self.body(name)
        if body is None:
            raise web.HTTPError(404)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        kept = f"max-age={YEAR}, immutable" if self.get_argument("v", "") else "no-cache"
        self.set_header("Cache-Control", kept)
        self.finish(body)

    @staticmethod
    def body(name: str) -> str | bytes | None:
        """A file of ours by its name, or a drawing of a game; there are no other names."""
        drawing = DRAWING.fullmatch(name)
        box = pages.box_of(drawing["game"]) if drawing else None
        if drawing and box and is_language(lang := drawing["lang"] or FIRST):
            return box.about.cover(lang) if drawing["kind"] == "cover" else box.about.prop
        drawing = CRIB.fullmatch(name)
        if drawing and pages.box_of(drawing["game"]) and is_language(lang := drawing["lang"]):
            shown = crib.pictures(drawing["game"], lang)
            return next((p.svg for _, p in shown if p.number == int(drawing["number"])), None)
        made = pages.made_files().get(name)
        if made is not None:
            return made()
        names = {file.name for file in pages.STATIC.iterdir()}
        return (pages.STATIC / name).read_bytes() if name in names else None


class Leave(Friendly, APIHandler):
    """A page says goodbye: its kernel is no longer needed.

    The name of a kernel is known to its page alone, so nothing else is asked for; Voilà's own
    handler refuses what a closing page is able to send. A body is not looked at: Voilà's own
    scripts send one.
    """

    def check_xsrf_cookie(self) -> None:
        pass

    @web.authenticated
    async def post(self, kernel: str) -> None:
        self.set_status(204)
        self.finish()
        await asyncio.sleep(GOODBYE)
        if kernel in self.kernel_manager:
            await ensure_async(self.kernel_manager.shutdown_kernel(kernel, now=True))


class Here(Friendly, APIHandler):
    """Somebody is looking at a page and touches it: a lesson is read without asking its kernel.

    As for `Leave`, the name of the kernel is all that is asked for.
    """

    def check_xsrf_cookie(self) -> None:
        pass

    @web.authenticated
    async def post(self, kernel: str) -> None:
        server: Any = self.settings.get("escale_server")  # none beside another Jupyter server
        if server is not None and not server.noticed(kernel):
            raise web.HTTPError(410 if kernel in server.kernels.given else 404)
        self.set_status(204)
        self.finish()


class Lost(PlainPage):
    """Whatever nobody answers for."""

    def prepare(self) -> None:  # type: ignore[override]
        raise web.HTTPError(404)


def routes(place: Place) -> list[tuple[str, type[web.RequestHandler]]]:
    """Where the plain pages are."""
    root = re.escape(place.root)
    return [
        (root.rstrip("/") + "/?", Home),
        (rf"{root}rules/([a-z0-9-]+)/?", Rules),
        (rf"{root}check/([a-z0-9-]+)/?", Check),
        (rf"{root}check/([a-z0-9-]+)/exercises", CheckExercises),
        (rf"{root}certificate/([a-z0-9-]+)/?", Certificate),
        (rf"{root}class/?", ClassPage),
        (rf"{root}class/step", ClassStep),
        (rf"{root}crib/([a-z0-9-]+)/?", Crib),
        (rf"{root}knowledge/?", Knowledge),
        (rf"{root}tables", OpenTables),
        (rf"{root}manifest\.webmanifest", Manifest),
        (rf"{root}robots\.txt", Robots),
        (rf"{root}static/([\w./-]+)", Static),
    ]
