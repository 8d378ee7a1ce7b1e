"""What a static page needs to run Python, as the site of this test run has it: Pyodide comes by
npm, and lies in the user's cache after that, as the archives do."""

from __future__ import annotations

from pathlib import Path

import pytest
from static_site import exported


@pytest.fixture(scope="session")
def runtime(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    return exported(tmp_path_factory, worker_id) / "runtime"
