"""Where a run's CPU seconds go: `pytest -n 0 --cpu-seconds FILE`, on Linux.

Counts this process and all that it started (browsers, kernels, servers), for every test and every
fixture of several tests: on a busy machine that is what can be compared, and on a quiet one it is
what takes the time. A test in a browser is reported as a whole, at its set-up.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

TICK = os.sysconf("SC_CLK_TCK")
SUBREAPER = 36  # prctl: what loses its parent becomes ours, and goes on being counted


def spent() -> float:
    """CPU seconds of this process and of all below it, those that have ended included."""
    total, todo = 0, [str(os.getpid())]
    while todo:
        place = Path("/proc", todo.pop())
        try:
            stat = (place / "stat").read_text()
            for thread in (place / "task").iterdir():
                todo += (thread / "children").read_text().split()
        except OSError:  # it has ended in the meantime
            continue
        total += sum(map(int, stat[stat.rindex(")") + 2 :].split()[11:15]))
    return total / TICK


class CPUSeconds:
    def __init__(self, target: Path) -> None:
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
        self.file = target.open("w", encoding="utf-8", buffering=1)
        self.before = spent()

    def note(self, what: str) -> None:
        now = spent()
        self.file.write(f"{now - self.before:.2f} {what}\n")
        self.before = now

    def pytest_collection_finish(self) -> None:
        self.note("collection")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        self.note(f"{request.node.nodeid} before {fixturedef.argname}")
        result = yield
        self.note(f"{fixturedef.baseid} fixture {fixturedef.argname}")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(f"{report.nodeid} {report.when}")

    def pytest_unconfigure(self) -> None:
        self.note("end")
        self.file.close()
