"""The command line: `escale serve`, `lab`, `replay`, `simulate`, `rules`, `export`, `tables`, ...

This is a door to the outside. Whatever is wrong with what a command was given ends in one
sentence on standard error and an exit code, here in `run` and nowhere else. What a command needs
is imported inside it, so that `escale --help` is quick.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escale.engine.errors import BadOption, EscaleError, NotKept, one_line
from escale.teach.languages import LANGUAGES

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from escale.engine.match import Match

    from .simulate import Work

# typer carries its own copy of click from some version on: of all that is wrong with a command the
# root is the first class that can say so.
UsageError: type[Exception] = next(
    base for base in reversed(typer.BadParameter.__mro__) if hasattr(base, "format_message")
)

FAILED, MISUSED, INTERRUPTED, UNREAD = 1, 2, 130, 141  # exit codes

NAMES = ("Ana", "Bob", "Chloé", "Dino", "Ève")  # of the players in the demo

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

File = Annotated[str, typer.Argument(metavar="FILE", help="A record; - for standard input.")]
Json = Annotated[bool, typer.Option("--json", help="For programs: one JSON document.")]
Kept = Annotated[
    str | None,
    typer.Option(
        metavar="PLACE",
        help="Where games are saved: a folder, or postgresql://...; by default $ESCALE_TABLES.",
    ),
]
Lang = Annotated[
    str | None,
    typer.Option(metavar="|".join(LANGUAGES), help="The language; by default the environment's."),
]
Port = Annotated[int, typer.Option(metavar="P", min=1, max=65535, help="Where to listen.")]
Workers = Annotated[
    int, typer.Option(metavar="W", help="How many processes; 0 is one for each core.")
]
Dask = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the Dask cluster whose scheduler is there."),
]


def _version(wanted: bool) -> None:
    if wanted:
        from escale import __version__

        typer.echo(f"escale {__version__}")
        raise typer.Exit


@app.callback()
def escale(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Learn and study tabletop games: every move checked, every step with its rule."""


@app.command()
def replay(
    file: File,
    as_json: Json = False,
    seat: Annotated[
        int | None, typer.Option(metavar="K", help="Only what seat K may know (0 is the first).")
    ] = None,
    lang: Lang = None,
) -> None:
    """Replay a record: the game in sentences, each with its rules."""
    from .replay import checked_seat, document

    match = _match(file)
    checked_seat(match, seat)
    if as_json:
        _print_json(document(match, seat))
        return
    from .terminal import language, tell_match

    tell_match(match, language(lang), seat)


def _match(file: str) -> Match:
    from escale.engine.match import Match

    from ..files import read_bytes

    try:
        return Match.from_record(read_bytes(file))
    except EscaleError as error:
        raise EscaleError(f"{'standard input' if file == '-' else file}: {error}") from None
    except OSError as error:
        raise EscaleError(f"{file}: {error.strerror or error}") from None


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="dolce-vita, casanova, ...")],
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many players; by default the fewest.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="K", help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    jsonl: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="Where to write, one record a line; - is standard output."
        ),
    ] = "-",
    players_are: Annotated[
        str, typer.Option(metavar="a,b,..", help="The level of each seat, or one for all.")
    ] = "random",
    legal: Annotated[
        bool, typer.Option("--legal", help="With the legal moves of every ply.")
    ] = False,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
    workers: Workers = 0,
    dask: Dask = None,
) -> None:
    """Play many games and write their records."""
    from ..files import written_whole
    from .simulate import plan, series

    wanted = plan(game, players, games, seed, players_are, _options(option or []), legal)
    try:
        with (
            _executor(wanted, workers, dask) as (pool, count),
            written_whole(jsonl) as file,
            _progress(games) as advance,
        ):
            for batch in series(wanted, pool, count):
                file.writelines(batch)
                advance(len(batch))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise EscaleError(f"{jsonl}: {error.strerror or error}") from None


@app.command()
def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME", help="dolce-vita, casanova, ...")],
    levels: Annotated[
        str, typer.Option(metavar="a,b", help="The level of the one, and of all the others.")
    ],
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many players; by default the fewest.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="K", help="How many games.")] = 100,
    seed: Annotated[
        int, typer.Option(metavar="S", help="The same seed gives the same result.")
    ] = 0,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
    workers: Workers = 0,
    dask: Dask = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """One player of a level against others of another: its share of the wins, seats rotated."""
    from .tournament import contest, result, shares

    wanted = contest(game, players, games, seed, levels, _options(option or []))
    found: list[float] = []
    with _executor(wanted, workers, dask) as (pool, count), _progress(games) as advance:
        for batch in shares(wanted, pool, count):
            found += batch
            advance(len(batch))
    if as_json:
        _print_json(result(wanted, found)._asdict())
        return
    from .terminal import language, tell_tournament

    tell_tournament(wanted, result(wanted, found), language(lang))


@contextmanager
def _executor(work: Work, workers: int, dask: str | None) -> Iterator[tuple[Executor | None, int]]:
    """Where games are played, and how many at a time: here, in processes, or on a cluster."""
    from .simulate import Pool, workers_for

    count = workers_for(work, workers)
    if dask is not None:
        from .dask_cluster import cluster

        with cluster(dask) as executor:
            yield executor
    elif count > 1:
        with Pool(count) as pool:
            yield pool, count
    else:
        yield None, 1


def _options(given: Sequence[str]) -> dict[str, Any]:
    """`money_100=8` as an option; what the game does not have it refuses itself."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise BadOption("option", f"must be NAME=VALUE, not {text!r}")
        options[name] = int(value) if value.isdecimal() and len(value) < 17 else value
    return options


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, silence elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda count: bar.advance(task, count)


@app.command()
def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; by default all of them.")
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """The rulebook of a game, every rule with its id; our own rulings are marked, with reasons."""
    from escale.engine.registry import game as find_game
    from escale.engine.registry import game_names
    from escale.teach.rulebook import rulebook

    found = [find_game(name) for name in ([game] if game is not None else game_names())]
    books = [(one, rulebook(one)) for one in found]
    if as_json:
        _print_json([rule.to_json() for _, book in books for rule in book])
        return
    from .terminal import language, tell_rules

    tell_rules(books, language(lang))


@app.command()
def practice(
    game: Annotated[str, typer.Argument(metavar="GAME", help="dolce-vita, casanova, ...")],
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many players; by default the seed draws.")
    ] = None,
    rule: Annotated[
        str | None, typer.Option(metavar="ID", help="The rule to practise; by default any.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="may, why, what, reach or spot.")
    ] = None,
    count: Annotated[int, typer.Option(metavar="N", help="How many exercises.")] = 1,
    seed: Annotated[
        int, typer.Option(metavar="S", help="The same seed gives the same exercises.")
    ] = 0,
    jsonl: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="Where to write, one exercise a line; - is standard output."
        ),
    ] = "-",
) -> None:
    """Exercises with their answers and reasons, made from random games."""
    import json
    from itertools import islice

    from escale.teach import exercises

    from ..files import written_whole

    if count < 1:
        raise BadOption("count", f"must be at least 1, not {count}")
    stream = exercises.practice(game, players=players, rule=rule, kind=kind, seed=seed)
    try:
        with written_whole(jsonl) as file:
            for exercise in islice(stream, count):
                file.write(json.dumps(exercise, ensure_ascii=False) + "\n")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise EscaleError(f"{jsonl}: {error.strerror or error}") from None


@app.command()
def prepare(
    game: Annotated[str, typer.Argument(metavar="GAME", help="One whose files can be written.")],
) -> None:
    """For authors: look for positions to practise in many games, and keep them with the game."""
    from .prepare import prepared

    typer.echo(prepared(game))


@app.command()
def coverage(
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="One of these games; by default the house's."),
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Where each rule is enforced, tested, taught and practised."""
    from .rule_coverage import report

    if as_json:
        _print_json(report(game or ()))
        return
    from .terminal import language, tell_coverage

    tell_coverage(report(game or ()), language(lang))


@app.command()
def demo(
    seed: Annotated[int, typer.Option(metavar="S", help="Another seed plays other games.")] = 7,
    lines: Annotated[int, typer.Option(metavar="L", help="About how much to tell.")] = 18,
    lang: Lang = None,
) -> None:
    """A short look at every game: random players, told in sentences."""
    from escale.engine.registry import game_names

    from .simulate import plan, play
    from .terminal import language, tell_demo

    if lines < 6:
        raise BadOption("lines", f"must be at least 6, not {lines}")
    speech = language(lang)
    for name in game_names():
        tell_demo(play(plan(name, None, 1, seed), 0, NAMES), speech, lines)


@app.command()
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Small letters and hyphens: three-in-a-row.")
    ],
    into: Annotated[
        str, typer.Option(metavar="DIR", help="Where the folder escale-NAME is made.")
    ] = ".",
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What people call it; by default the name.")
    ] = None,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="With something that a player hides from others.")
    ] = False,
    board: Annotated[
        bool, typer.Option("--board", help="With pieces that move: first the piece, then where.")
    ] = False,
) -> None:
    """A game of your own: a package with a tiny game that is whole, to be changed step by step."""
    from pathlib import Path

    from .new_game import make, wanted

    switches = {"secrets": secrets, "board": board}
    this = wanted(name, title, frozenset(key for key, on in switches.items() if on))
    folder = make(this, Path(into))
    typer.echo(f"{folder}: README.md says what to do next\npip install -e {folder}")


# --- the app ------------------------------------------------------------------------------------


@app.command()
def serve(
    port: Port = 8866,
    host: Annotated[
        str, typer.Option(metavar="NAME", help="For whom: localhost is this machine only.")
    ] = "localhost",
    lang: Lang = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the home page in a browser.")
    ] = True,
    warm: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=64, help="Kernels kept ready, in all; fits this machine."
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=1000, help="Pages with a kernel at a time; fits this machine."
        ),
    ] = None,
    cull: Annotated[
        int, typer.Option(metavar="S", min=5, help="Seconds until a page that was left is ended.")
    ] = 120,
    memory: Annotated[
        int, typer.Option(metavar="MB", min=256, help="Memory that one page's kernel may take.")
    ] = 512,
    allow_framing: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="A site that may show our pages in a frame."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name of this server, such as a proxy's."),
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="For others in your network: shows where, and a QR code.")
    ] = False,
    base_url: Annotated[
        str, typer.Option(metavar="PATH", help="Below which path of its host the app is.")
    ] = "/",
    tables: Kept = None,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Of this server, where several share a proxy.")
    ] = "",
    grace: Annotated[
        int,
        typer.Option(
            metavar="S", min=0, help="Seconds for which open pages may go on after SIGTERM."
        ),
    ] = 0,
    reload: Annotated[
        bool,
        typer.Option("--reload", help="For authors: a game is read again when its files change."),
    ] = False,
) -> None:
    """Learn and play: opens the home page in your browser. `escale` alone does the same."""
    from .terminal import language

    wanted = language(lang)
    _keep_tables(tables)
    framed_by = tuple(map(_origin, allow_framing or ()))
    allowed = tuple(map(_host, allow_host or ()))
    below = _base_url(base_url)
    if not re.fullmatch(r"[a-z0-9]{0,8}", name):
        raise BadOption("name", f"must be up to 8 small letters and digits, not {name!r}")
    with _app_at_hand():
        from ..server.serve_options import Wishes, door

        found: list[str] = []
        if lan:
            if host != "localhost":
                raise BadOption("lan", f"listens everywhere; leave --host {host} out")
            from ..server.lan import addresses

            host, found = "0.0.0.0", addresses()
        from ..server.capacity import kept_ready, machine, most_pages
        from ..server.server import serve as run_server

        there = machine()
        if warm is None:  # a kernel that stands ready has read the files as they were
            warm = 0 if reload else kept_ready(there)
        most = most_pages(there) if most is None else most
        wishes = Wishes(
            port,
            host,
            wanted,
            browser,
            warm,
            most,
            cull,
            framed_by,
            allowed,
            below,
            tuple(found),
            memory,
            name,
            grace,
            reload,
        )
        run_server(wishes, door(host, port))


def _keep_tables(place: str | None) -> None:
    """Kernels that are started from here keep their tables there.

    A database that is away comes back, and pages say what is the matter meanwhile; one that can
    never be used is refused at once.
    """
    from ..store import absolute, default_place, is_database, opened

    if place:
        os.environ["ESCALE_TABLES"] = absolute(place)
    if is_database(default_place()):
        with closing(opened()) as store:
            try:
                store.check()
            except NotKept as trouble:
                if trouble.reason in ("newer", "damaged"):
                    raise
                typer.echo(f"escale: {trouble}", err=True)


def _origin(text: str) -> str:
    """An origin such as https://school.example, as a header may carry it."""
    if not re.fullmatch(r"https?://[\w.-]+(:\d{1,5})?", text):
        raise BadOption("allow-framing", f"must be like https://school.example, not {text!r}")
    return text


def _host(text: str) -> str:
    """A name such as games.example, or an address; with a port or without."""
    from ..server.doors import host_name

    written = text if text.count(":") < 2 or "[" in text else f"[{text}]"
    if not host_name(written):
        raise BadOption("allow-host", f"must be like games.example, not {text!r}")
    return written


def _base_url(text: str) -> str:
    if not re.fullmatch(r"(/[\w.~-]+)*/?", text, re.ASCII) or re.search(r"/\.\.?(/|$)", text):
        raise BadOption("base-url", f"must be like /games/, not {text!r}")
    return text.rstrip("/") + "/"


@app.command()
def lab(
    folder: Annotated[
        str, typer.Argument(metavar="[FOLDER]", help="Where your copy of the notebooks goes.")
    ] = "escale-notebooks",
    port: Port = 8888,
    lang: Lang = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open JupyterLab in a browser.")
    ] = True,
    tables: Kept = None,
) -> None:
    """The notebooks in JupyterLab, as a copy of your own; what you have changed stays."""
    from .terminal import language

    wanted = language(lang)
    _keep_tables(tables)
    with _app_at_hand():
        from .lab import open_lab

        raise typer.Exit(open_lab(folder, port, wanted, browser))


@app.command()
def doctor(as_json: Json = False, lang: Lang = None) -> None:
    """What is installed, what is missing, and how to get it."""
    from .doctor import examine, tell
    from .terminal import language

    findings = examine()
    if as_json:
        _print_json([finding._asdict() for finding in findings])
    else:
        tell(findings, language(lang))
    if any(finding.needed and not finding.good for finding in findings):
        raise typer.Exit(FAILED)


@app.command()
def links(
    repository: Annotated[str, typer.Argument(metavar="OWNER/REPO", help="On GitHub.")],
    ref: Annotated[str, typer.Option(metavar="REF", help="A branch, a tag or a commit.")] = "main",
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="A game of that repository; by default the house's."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Links for a repository, to its site, Binder and nbviewer, and badges for its README."""
    from .binder_links import page
    from .terminal import language

    typer.echo(page(repository, ref, language(lang), game or ()))


@contextmanager
def _app_at_hand() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if isinstance(error, EscaleError) or (error.name or "").startswith("escale"):
            raise  # `NotInstalled` names the extra itself: the site needs more than the app
        from escale.install import advice

        problem = f"the app needs {error.name}: {advice('app')}"
        raise EscaleError(f"{problem} (escale --help lists what works without)") from None


@app.command()
def review(
    file: File,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="PAGE", help="Write it as one page, with boards."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(metavar="K", help="Whose moves; by default of the first who did not win."),
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """A look back at a record: everybody's chances, the turning points, and what was better."""
    from .terminal import language, tell_review

    match, speech = _match(file), language(lang)
    with _widgets_at_hand():
        from escale.session.review import as_lesson, document, reviewed
        from escale.widgets.lesson import page

        found = reviewed(match, seat)
        if output is not None:
            _write(output, page(as_lesson(match, found), speech), quietly=as_json)
        if as_json:
            _print_json(document(match, found, speech))
        elif output is None:
            tell_review(match, found, speech)


# --- lessons as files ---------------------------------------------------------------------------

export = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.add_typer(export, name="export", help="A lesson or a crib as a file, or all as a site.")

LessonId = Annotated[str, typer.Argument(metavar="ID", help="A lesson: dolce-vita/ties.")]
Output = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Where to; by default the lesson's name, here."
    ),
]


@export.command("lesson")
def export_lesson(name: LessonId, output: Output = None, lang: Lang = None) -> None:
    """A lesson as one page: every step and question, with no kernel and no network."""
    from .terminal import language

    with _widgets_at_hand():
        from escale.teach.lesson import lesson
        from escale.widgets.lesson import page

        text = page(lesson(name), language(lang))
    _write(output or f"{name.replace('/', '-')}.html", text)


@export.command("strip")
def export_strip(name: LessonId, output: Output = None, lang: Lang = None) -> None:
    """A lesson as a strip of pictures for print: a page, or a picture if FILE ends in .svg."""
    from .terminal import language

    with _widgets_at_hand():
        from escale.teach.lesson import lesson

        from .print_strip import page, picture

        file = output or f"{name.replace('/', '-')}-strip.html"
        draw = picture if file.lower().endswith(".svg") else page
        text = draw(lesson(name), language(lang))
    _write(file, text)


@export.command("crib")
def export_crib(
    game: Annotated[str, typer.Argument(metavar="GAME", help="dolce-vita, casanova, ...")],
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to; by default GAME-crib.html."),
    ] = None,
    lang: Lang = None,
) -> None:
    """The rules of a game on one page to print, with pictures."""
    from escale.engine.registry import game as find_game

    from .terminal import language

    name, speech = find_game(game).id, language(lang)
    with _app_at_hand():
        from ..server.crib import document
        from ..server.pages import box_of

        box = box_of(name)
        if box is None:
            raise EscaleError(f"{name} is not on the shelf")
        text = document(box, speech)
    _write(output or f"{name}-crib.html", text)


@export.command("site")
def export_site(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where to; a new folder.")],
    games: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B", help="Only these games; by default all of them."),
    ] = None,
    base_url: Annotated[
        str, typer.Option(metavar="URL", help="Where it will be, for previews and search engines.")
    ] = "",
    pyodide: Annotated[
        str, typer.Option(metavar="FILE", help="Pyodide's npm package; by default it is fetched.")
    ] = "",
    python: Annotated[
        bool, typer.Option(help="With Python in it, to play; else to read and learn.")
    ] = True,
    lab: Annotated[
        bool, typer.Option("--lab", help="JupyterLab (JupyterLite) beside it, to change code.")
    ] = False,
) -> None:
    """All pages as files, with Python for the browser: works without a server, and offline."""
    from pathlib import Path

    with _app_at_hand():
        from ..site import export

        names = [name for some in games or () for name in some.split(",") if name]
        wanted = export.wishes(names, base_url, pyodide, live=python, with_lab=lab)
        with _progress(export.steps(wanted)) as advance:
            export.written(Path(folder), wanted, lambda _: advance(1))
    typer.echo(folder)


@contextmanager
def _widgets_at_hand() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if not str(error.name).startswith(("anywidget", "ipywidgets", "traitlets")):
            raise
        from escale.install import advice

        raise EscaleError(f"exporting needs {error.name}: {advice('widgets')}") from None


def _write(file: str, text: str, *, quietly: bool = False) -> None:
    from ..files import written_whole

    try:
        with written_whole(file) as target:
            target.write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise EscaleError(f"{file}: {error.strerror or error}") from None
    if file != "-" and not quietly:
        typer.echo(file)


# --- for teachers ------------------------------------------------------------------------------


@app.command("class")
def make_class(
    steps: Annotated[
        list[str],
        typer.Argument(
            metavar="STEP...",
            help="A lesson (dolce-vita/ties), or a file: exercises, a record, another class.",
        ),
    ],
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What the class is called.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Write it as a file, too.")
    ] = None,
    at: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where the app is: the link leads there.")
    ] = "http://localhost:8866/",
    lang: Lang = None,
) -> None:
    """Lessons, exercises and games of a teacher's own, put together into a file or a link."""
    from .class_steps import collected, link
    from .terminal import language, tell_class

    speech = language(lang)
    found = collected(steps, title)
    if output is not None:
        _write(output, json.dumps(found.document(), ensure_ascii=False) + "\n", quietly=True)
    tell_class(found, link(found, at, speech), output, speech)


# --- saved tables -------------------------------------------------------------------------------

tables = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.add_typer(tables, name="tables", help="The saved games: list, show, export, remove, restore.")

Number = Annotated[int, typer.Argument(metavar="N", help="A table's number in the list.")]
Place = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="PLACE",
        help="Where they are: a folder, or postgresql://...; by default $ESCALE_TABLES.",
    ),
]


@tables.command("list")
def list_tables(store: Place = None, as_json: Json = False, lang: Lang = None) -> None:
    """All saved tables, the last used first."""
    _list_tables(store, as_json, lang, binned=False)


@tables.command("bin")
def list_bin(store: Place = None, as_json: Json = False, lang: Lang = None) -> None:
    """The tables that were removed, or that nobody has touched for long: they can be restored."""
    _list_tables(store, as_json, lang, binned=True)


def _list_tables(store: str | None, as_json: bool, lang: str | None, binned: bool) -> None:
    from ..store import opened

    with closing(opened(store)) as place:
        found = place.tables(binned=binned)
    if as_json:
        _print_json([table.to_json() for table in found])
        return
    from .terminal import language, tell_tables

    tell_tables(found, language(lang), binned=binned)


@tables.command("show")
def show_table(
    number: Number,
    store: Place = None,
    seat: Annotated[
        int | None, typer.Option(metavar="K", help="Only what seat K may know (0 is the first).")
    ] = None,
    lang: Lang = None,
) -> None:
    """A saved game in sentences, each with its rules; without --seat, all of its secrets too."""
    from escale.engine.match import Match

    from ..store import opened
    from .replay import checked_seat
    from .terminal import language, tell_match

    with closing(opened(store)) as place:
        match = Match.from_record(place.record(number))
    checked_seat(match, seat)
    tell_match(match, language(lang), seat)


@tables.command("export")
def export_table(
    number: Number,
    store: Place = None,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FILE", help="Where to; - is standard output."),
    ] = "-",
) -> None:
    """A saved game as a record, with all of its secrets."""
    from ..store import opened

    with closing(opened(store)) as place:
        record = place.record(number)
    _write(output, json.dumps(record, ensure_ascii=False) + "\n")


Numbers = Annotated[list[int], typer.Argument(metavar="N...", help="Numbers in the list.")]


@tables.command("remove")
def remove_tables(
    numbers: Numbers,
    store: Place = None,
    for_good: Annotated[
        bool, typer.Option("--for-good", help="Not into the bin: they cannot be restored.")
    ] = False,
) -> None:
    """Put tables into the bin, from where they go for good after 30 days."""
    from ..store import opened

    with closing(opened(store)) as place:
        _each(numbers, lambda number: place.remove(number, for_good=for_good))


@tables.command("restore")
def restore_tables(numbers: Numbers, store: Place = None) -> None:
    """Take tables out of the bin."""
    from ..store import opened

    with closing(opened(store)) as place:
        _each(numbers, place.restore)


def _each(numbers: Sequence[int], act: Callable[[int], None]) -> None:
    for number in numbers:
        try:
            act(number)
        except NotKept as error:
            raise EscaleError(f"table {number}: {error}") from None


# --- the door -----------------------------------------------------------------------------------


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. Never a traceback for what comes from outside."""
    if sys.stdout is None:
        return _refuse("there is no standard output to write to", FAILED)
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = _whole_command()
    try:
        with command.make_context("escale", arguments or ["serve"]) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as done:
        return done.exit_code
    except UsageError as error:
        return _refuse(error.format_message(), MISUSED)  # type: ignore[attr-defined]
    except EscaleError as error:
        return _refuse(str(error), FAILED)
    except BrokenPipeError:
        return _refuse("nobody reads the output any more", UNREAD)
    except OSError as error:
        return _refuse(f"standard output: {error.strerror or error}", FAILED)
    except (KeyboardInterrupt, typer.Abort):
        return _refuse("interrupted", INTERRUPTED)
    return 0


@cache
def _whole_command() -> Any:
    """Made of all annotations above, once: whoever runs several commands waits for it once."""
    return typer.main.get_command(app)


def _print_json(document: Any) -> None:
    from ..files import standard_output

    standard_output().write(json.dumps(document, ensure_ascii=False) + "\n")


def _refuse(sentence: str, code: int) -> int:
    """One sentence, on one line, nothing in it that commands a terminal; and no more output."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:  # what is left to say has nowhere to go: or Python complains at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if sys.stderr is not None:
        typer.echo(f"escale: {one_line(' '.join(sentence.split()), 400)}", err=True)
    return code
