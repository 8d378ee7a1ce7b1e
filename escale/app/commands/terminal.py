"""What people read on a terminal: a game in sentences, a rulebook, a table of coverage.

Programs get JSON (`cli`); this is for eyes. Colours on a terminal only; into a file goes plain
text.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from escale.engine.errors import BadOption, one_line, quoted
from escale.engine.game import CHANCE, Event, Game
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.engine.store import Kept
from escale.players.review import Review
from escale.session.about import about
from escale.teach.class_file import MOST_LINK, Class
from escale.teach.languages import LANGUAGES, environment_language
from escale.teach.narrate import Line, narrate
from escale.teach.rulebook import Rulebook
from escale.teach.words import TERMINAL

from .rule_coverage import KINDS
from .tournament import Contest, Result

WIDEST = 40  # column of a list; what is longer pushes the rest of its line
WIDTH = 88  # of a page that does not go to a terminal


say = TERMINAL.part("tell").say
say_class = TERMINAL.part("class").say


def language(given: str | None) -> str:
    """The language asked for, or that of the environment."""
    if given is not None:
        if given not in LANGUAGES:
            raise BadOption("lang", f"must be {' or '.join(LANGUAGES)}, not {quoted(given)}")
        return given
    return environment_language()


# --- a game in sentences ------------------------------------------------------------------------


def tell_match(match: Match, lang: str, seat: int | None = None) -> None:
    """A match from its start, as everybody or as one seat may know it."""
    rows = list(_rows(match, lang, seat))
    _show([_heading(match, lang), _log(rows), _end(match, lang, seat)])


def tell_demo(match: Match, lang: str, most: int) -> None:
    """The beginning and the end of a match, about `most` sentences in all."""
    rows = list(_rows(match, lang, None))
    start, end = rows[: most * 2 // 3], rows[len(rows) - most // 3 :]
    page: list[RenderableType] = [_heading(match, lang), Text(say("demo", lang) + "\n", "italic")]
    if len(rows) > most + 1:
        moves = end[0][0] - start[-1][0]
        page += [_log(start), Text(say("later", lang, moves=moves), "dim"), _log(end)]
    else:
        page.append(_log(rows))
    more = say("try", lang, game=match.game.id) + "\n"
    _show([*page, _end(match, lang, None), Text(more, "dim")])


def _heading(match: Match, lang: str) -> Text:
    names = ", ".join(match.players)
    return Text.assemble((about(match.game).title(lang), "bold"), f" · {names}\n")


def _rows(match: Match, lang: str, seat: int | None) -> Iterator[tuple[int, Line]]:
    """Every sentence, with the number of its move."""
    for number, ply in enumerate(match.plies, start=1):
        events = ply.events
        if seat is not None:
            events = tuple(event.seen_by(seat) for event in events)
        for line in _sentences(match, events, lang, seat):
            yield number, line


def _log(rows: Iterable[tuple[int, Line]]) -> Table:
    log = Table.grid(padding=(0, 2))
    log.add_column(justify="right", style="dim", no_wrap=True, min_width=3)
    log.add_column(overflow="fold")
    before = 0
    for number, line in rows:
        said = Text.assemble(line.text, "  ", (" ".join(line.rules), "cyan"))
        log.add_row("" if number == before else str(number), said)
        before = number
    return log


def _sentences(match: Match, events: Sequence[Event], lang: str, seat: int | None) -> list[Line]:
    try:
        return narrate(match.game, events, lang, match.players, seat)
    except (FileNotFoundError, KeyError):  # a game that came without its sentences
        return [
            Line(
                " ".join([event.kind, *map(str, event.facts.values())]),
                (event.rule,),
                event.seat,
                event.kind,
            )
            for event in events
        ]


def _end(match: Match, lang: str, seat: int | None) -> Text:
    outcome, actor = match.outcome, match.actor
    if outcome is None:
        if actor is None or actor == CHANCE:
            who = say("chance", lang)
        else:
            who = say("you", lang) if actor == seat else match.players[actor]
        return Text("\n" + say("next", lang, who=who), "bold")
    parts = [
        say("wins" if at in outcome.winners else "score", lang, name=name, score=score)
        for at, (name, score) in enumerate(zip(match.players, outcome.scores, strict=True))
    ]
    if outcome.draw:
        parts.insert(0, say("draw", lang))
    return Text("\n" + " · ".join(parts), "bold")


# --- the rulebook -------------------------------------------------------------------------------


def tell_rules(books: Iterable[tuple[Game[Any, Any], Rulebook]], lang: str) -> None:
    """Rulebooks by section; what is our ruling is marked as such, with its reason."""
    page: list[RenderableType] = []
    for game, book in books:
        page.append(Text(about(game).title(lang), "bold underline"))
        for section, name in book.sections.items():
            rules = Table.grid(padding=(0, 2))
            rules.add_column(style="cyan", no_wrap=True)
            rules.add_column()
            for rule in book:
                if rule.section != section:
                    continue
                said = Text(rule.text[lang])
                if rule.reason is not None:
                    said.append("\n" + say("reason", lang, reason=rule.reason[lang]), "italic")
                rules.add_row(rule.id, said)
            page += [Text("\n" + name[lang], "bold"), rules]
        page.append(Text(""))
    _show(page, WIDTH)


# --- coverage -----------------------------------------------------------------------------------


def tell_coverage(rows: Sequence[dict[str, Any]], lang: str) -> None:
    """How often each rule is enforced, tested, taught and practised, and its exercises by kind, or
    why it has none. Where all that is, is in `--json`: no terminal is so wide.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    table.add_column(say("rule", lang), style="cyan", no_wrap=True)
    for kind in KINDS:
        table.add_column(say(kind, lang), justify="right", no_wrap=True)
    table.add_column(say("exercises", lang))
    for row in rows:
        kinds = ", ".join(f"{kind} {number}" for kind, number in row["exercises"].items())
        table.add_row(
            row["id"],
            *(str(len(row[kind]) or "–") for kind in KINDS),
            kinds or row.get("note") or "–",
        )
    counts = [f"{sum(bool(row[kind]) for row in rows)} {say(kind, lang)}" for kind in KINDS]
    total = say("rules", lang, count=len(rows), parts=", ".join(counts))
    _show([table, Text("\n" + total, "bold")], WIDTH)


def tell_review(match: Match, found: Review, lang: str) -> None:
    """A look back in sentences, each with its rules."""
    from escale.session.review import course_in_words, explained
    from escale.session.words import said

    name = one_line(match.players[found.seat])
    page: list[RenderableType] = [Text(name, "bold"), Text(course_in_words(match, found, lang))]
    for number, turn in enumerate(found.turns, start=1):
        title = said("review-turn", lang, number=number, ply=turn.ply + 1)
        page.append(Text(f"\n{title}", "bold"))
        for sentence in explained(match, found.seat, turn, lang):
            line = Text(sentence[0])
            for rule in sentence[1]:
                line.append(f" {rule}", "cyan")
            page.append(line)
    _show(page, WIDTH)


def tell_tournament(contest: Contest, result: Result, lang: str) -> None:
    """A contest in one sentence."""
    games = result.games
    parts = (result.share, result.low, result.high, result.equal)
    share, low, high, equal = (LANGUAGES[lang].share(part, 1) for part in parts)
    one, others = contest.levels
    sentence = say(
        "tournament", lang, one=one, others=others, players=contest.players, games=games,
        share=share, low=low, high=high, equal=equal,
    )  # fmt: skip
    if result.drawn and find_game(contest.game).draws:
        sentence = f"{sentence} {say('tournament-draws', lang, drawn=result.drawn)}"
    _show([Text(sentence)], WIDTH)


# --- saved tables -------------------------------------------------------------------------------


def tell_tables(tables: Sequence[Kept], lang: str, *, binned: bool = False) -> None:
    """The saved games, or those in the bin, one a line.

    In columns of our own: rich measures and wraps every cell several times, 12 s for 10,000 games.
    """
    if not tables:
        _show([Text(say("no-binned" if binned else "no-tables", lang))])
        return
    last = "binned" if binned else "used"
    rows = [["N", *(say(word, lang) for word in ("game", "players", "ply", last, "table"))]]
    for table in tables:
        moves = f"{table.ply}, {say('over', lang)}" if table.over else str(table.ply)
        when = datetime.fromtimestamp(table.binned or table.used).strftime("%Y-%m-%d %H:%M")
        players = ", ".join(map(str, table.players))
        rows.append([str(table.number), table.game, players, moves, when, table.name])
    rows = [[one_line(cell, 300) for cell in row] for row in rows]
    sizes = [[cell_len(cell) for cell in row] for row in rows]
    widths = [min(max(column), WIDEST) for column in zip(*sizes, strict=True)]
    lines = []
    for row, lengths in zip(rows, sizes, strict=True):
        gaps = [" " * (width - size) for width, size in zip(widths, lengths, strict=True)]
        cells = [gaps[0] + row[0]]  # a number stands at the right of its column
        cells += [cell + gap for cell, gap in zip(row[1:], gaps[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    _write("\n".join(lines) + "\n")


def _show(page: Iterable[RenderableType], width: int = 1000) -> None:
    """Print a page: as wide as the terminal, or `width` where it goes elsewhere."""
    terminal = sys.stdout.isatty()
    console = Console(highlight=False, markup=False, emoji=False, width=None if terminal else width)
    with console.capture() as captured:
        for part in page:
            console.print(part)
    _write("\n".join(line.rstrip() for line in captured.get().split("\n")))


def _write(text: str) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that has no such letter shows a mark
        sys.stdout.reconfigure(errors="replace")
    sys.stdout.write(text)


def tell_class(found: Class, link: str | None, file: str | None, lang: str) -> None:
    """The steps of a class, where it was written to, and the link that opens it."""
    rows = [f"{number:3}  {_class_step(step, lang)}" for number, step in enumerate(found.steps, 1)]
    parts = [found.title, *rows, "", say_class("answers", lang), *([file] if file else [])]
    parts.append(link or say_class("too-long", lang, most=MOST_LINK))
    _write("\n".join(parts) + "\n")  # a link is never wrapped


def _class_step(step: Mapping[str, Any], lang: str) -> str:
    if "lesson" in step:
        return say_class("lesson", lang, what=step["lesson"])
    if "exercise" in step:
        asked = step["exercise"]
        return say_class(
            "exercise", lang, what=f"{asked['game']}, {asked['rule']}, {asked['kind']}"
        )
    played = step["record"]
    who = one_line(", ".join(played["players"]), WIDTH)
    return say_class("record", lang, what=f"{played['game']}, {who}", moves=len(played["moves"]))
