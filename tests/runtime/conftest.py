"""What a static page needs to run Python, made once a test run: Pyodide comes by npm, and lies in
the user's cache after that, as the archives do."""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.app.site import runtime as making

GAMES = ("casanova", "dolce-vita", "dominos-florentins", "galets")


@pytest.fixture(scope="session")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runtime")
    making.write(folder, games=GAMES)
    return folder
