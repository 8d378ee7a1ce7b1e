"""What all tests share: steady random examples, and rule coverage recorded from the run.

While a test runs, every `Event` that a match tells, and every `Event`, `Violation`, `BadRecord` and
`BadOption` that is made, is noted with its rule (the engine knows nothing of it). At the end of a
run of all of `tests/games` the session fails if a rule is enforced by nothing or shown by no test,
or if the table that ships (`escale/app/commands/rule_coverage.json`) claims what the run does not
bear out. `make coverage` writes it anew.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from escale.app.commands import rule_coverage as coverage
from escale.engine import errors
from escale.engine.game import Event, Violation
from escale.engine.match import Match

TESTS = Path(__file__).parent
#: Files go to the workers in this order: if the longest comes first, all end together.
LONGEST = (
    *("browser/test_lessons.py", "browser/test_stage.py", "browser/test_app.py"),
    *("browser/test_tables.py", "browser/test_secrets.py", "browser/test_lab.py", "browser"),
    *("runtime", "app/test_export_site.py", "app/test_channels.py", "app/test_crowd.py"),
    *("engine/test_check_game.py", "app/test_cli.py", "engine/test_record.py", "app/test_today.py"),
    *("players/test_knowledge.py", "widgets/test_practice.py", "widgets/test_simulated_learner.py"),
    *("test_notebooks.py", "session/test_paired.py", "app/test_doors.py"),
)

#: Fixtures that take seconds.
SLOW = {"server", "site"}

# Jupyter's schema checker would build a grammar of web addresses in every worker, for seconds.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

# The same examples in every run: what is recorded must not depend on luck. To look further:
# pytest --hypothesis-profile=explore
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-rule-coverage", metavar="FILE", help="write the rule coverage of this run"
    )
    parser.addoption(
        "--cpu-seconds", metavar="FILE", help="write where CPU seconds went (with -n 0)"
    )


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # by nohup, or by `&` in a script
        signal.signal(signal.SIGINT, signal.default_int_handler)  # else what tests start ignores it
    config.pluginmanager.register(RuleCoverage(config), "escale-rule-coverage")
    if target := config.getoption("cpu_seconds"):
        from cpu_seconds import CPUSeconds

        config.pluginmanager.register(CPUSeconds(Path(target)), "escale-cpu-seconds")
    if not hasattr(config, "workerinput"):  # tables go to a folder of this run, never to a person's
        folder = tempfile.mkdtemp(prefix="escale-tables-")
        os.environ["ESCALE_TABLES"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Tests in a browser wait much of the time: with them, one worker more than there are cores."""
    if config.getoption("ignore"):
        return None
    return 1 + len(
        os.sched_getaffinity(0) if sys.platform == "linux" else [*range(os.cpu_count() or 1)]
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Files stay whole, as each may have a server of its own; tests in a browser share theirs with
    all workers, and go one by one."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class OneByOneInABrowser(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return nodeid if "/browser/" in nodeid else super()._split_scope(nodeid)

    return OneByOneInABrowser(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    @cache
    def place(path: Path) -> int:
        inside = {path, *path.parents}
        found = (i for i, name in enumerate(LONGEST) if TESTS / name in inside)
        return next(found, len(LONGEST))

    @cache
    def in_a_browser(path: Path) -> bool:
        return TESTS / "browser" in path.parents

    items.sort(key=lambda item: place(item.path))
    for item in items:
        if in_a_browser(item.path):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if SLOW & {*getattr(item, "fixturenames", ())}:
            item.add_marker("slow")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A browser, a server and a kernel on a busy machine meet in more ways than we know: a test in
    a browser that fails is run once more. That is no secret: it is named, with what went wrong."""
    again: list[pytest.TestReport] = terminalreporter.stats.get("rerun", [])
    if again:
        terminalreporter.section("run a second time: find out why")
        for report in again:
            reason = getattr(report.longrepr, "reprcrash", None)
            said = reason.message.splitlines()[0] if reason else ""
            terminalreporter.write_line(f"{report.nodeid}: {said}", yellow=True)


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its event loop running in the thread, for as long as there is a browser:
    a test without one, which comes after it in the same process, is not to see that."""
    running = asyncio._get_running_loop()
    hidden = running is not None and TESTS / "browser" not in request.path.parents
    if hidden:
        asyncio._set_running_loop(None)
    yield
    if hidden:
        asyncio._set_running_loop(running)


def pytest_collection_finish() -> None:
    """What is collected stays to the end: to look through it for garbage again and again took an
    eighth of all time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


class RuleCoverage:
    """Notes what each passing test meets; with xdist, gathers it from the workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.meeting: set[tuple[str, str, str]] = set()  # of the test that runs now
        self.passed = True
        self.findings: dict[str, coverage.Finding] = {}
        self.complete = False  # were all tests of tests/games chosen?
        self.deselected = False
        self.problems: list[str] = []
        self._listen()

    # --- while the tests run --------------------------------------------------------------------

    def _listen(self) -> None:
        self._note_new(Event, "event")
        self._note_new(Violation, "refusal")
        for error in (errors.BadRecord, errors.BadOption):
            self._note_error(error)
        self._note_played()

    def _note_played(self) -> None:
        """A game may keep an event and tell it again: what a match answers counts as well."""
        play = Match.play

        @wraps(play)
        def noting(match: Match, *move: Any, **named: Any) -> tuple[Event, ...]:
            events = play(match, *move, **named)
            self.meeting |= {("event", event.rule, event.kind) for event in events}
            return events

        Match.play = noting  # type: ignore[method-assign]

    def _note_new(self, made: Any, what: str) -> None:
        new: Callable[..., Any] = made.__new__
        met = self.meeting.add  # games are made of these: it has to be quick

        def noting(cls: Any, rule: str, kind: str, *rest: Any, **named: Any) -> Any:
            met((what, rule, kind))
            return new(cls, rule, kind, *rest, **named)

        made.__new__ = noting

    def _note_error(self, error: Any) -> None:
        init: Callable[..., None] = error.__init__

        def noting(
            this: Any, where: str, problem: str, rule: str | None = None, *rest: Any, **named: Any
        ) -> None:
            if rule is not None:
                self.meeting.add(("set-up", rule, coverage.place(where)))
            init(this, where, problem, rule, *rest, **named)

        error.__init__ = noting

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.meeting.clear()
        self.passed = True
        result = yield
        if self.passed:
            shows = frozenset(rule for mark in item.iter_markers("rule") for rule in mark.args)
            met = frozenset((rule, f"{what}:{kind}") for what, rule, kind in self.meeting)
            self.findings[item.nodeid] = coverage.Finding(met, shows)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed &= report.passed

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """What is long is left out of every usual run, and must not be a rule's only witness."""
        self.deselected |= any(
            TESTS / "games" in item.path.parents and not item.get_closest_marker("long")
            for item in items
        )

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        chosen = {item.path for item in session.items}
        stories = set(TESTS.joinpath("games").glob("test_*.py"))
        parts = any("::" in argument for argument in self.config.args)
        parts |= self.config.option.collectonly
        self.complete = bool(stories) and stories <= chosen and not (self.deselected or parts)

    # --- at the end -----------------------------------------------------------------------------

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker of xdist has finished: take over what it found."""
        sent = json.loads(getattr(node, "workeroutput", {}).get("rule_coverage", "{}"))
        for test, (met, shows) in sent.get("findings", {}).items():
            pairs = frozenset((rule, what) for rule, what in met)
            self.findings[test] = coverage.Finding(pairs, frozenset(shows))
        self.complete |= sent.get("complete", False)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            found = {test: (list(f.met), list(f.shows)) for test, f in self.findings.items()}
            output["rule_coverage"] = json.dumps({"findings": found, "complete": self.complete})
        elif self.complete and exitstatus == pytest.ExitCode.OK:
            self._judge(self.config.getoption("write_rule_coverage"))
            if self.problems:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _judge(self, target: str | None) -> None:
        rules = coverage.rule_ids()
        table = coverage.summary(self.findings, rules)
        missing = coverage.gaps(table)
        if missing:
            self.problems.append(f"not enforced or not tested: {', '.join(missing)}")
        if target:
            text = json.dumps(table, indent=1, ensure_ascii=False) + "\n"
            Path(target).write_text(text, "utf-8")
            return
        old = list(coverage.stale(coverage.shipped(), self.findings, rules))
        if old:
            shown = "; ".join(old[:5]) + (" …" if len(old) > 5 else "")
            self.problems.append(f"coverage.json is stale, run make coverage: {shown}")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.problems:
            terminalreporter.section("rule coverage")
            for problem in self.problems:
                terminalreporter.write_line(problem, red=True)
