"""Lint and types run beside the tests: whichever fails, the run fails and says which."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

BESIDE = Path(__file__).parents[1] / ".ci" / "beside"


@pytest.mark.parametrize(
    ("checks", "tests", "code", "said"),
    [
        ("echo fine", "echo passed", 0, "passed\n"),
        ("echo fine", "echo lost; exit 2", 1, "lost\n"),
        ("echo wrong; exit 3", "echo passed", 1, "passed\nwrong\nfailed: echo wrong; exit 3\n"),
        ("exit 3", "exit 2", 1, "failed: exit 3\n"),
    ],
)
def test_either_fails_the_run(checks: str, tests: str, code: int, said: str) -> None:
    done = subprocess.run(["sh", BESIDE, checks, tests], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (code, said)
