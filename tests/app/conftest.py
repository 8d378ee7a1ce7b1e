from __future__ import annotations

import pytest
from commandline import Escale, Said

from escale.app.commands.cli import run


@pytest.fixture
def escale(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Escale:
    """The command line without a new process, in no language of the machine's."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: object) -> Said:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        return Said(code, *capsys.readouterr())

    return call
