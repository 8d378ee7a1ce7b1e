"""What tests of sessions share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kernels import Kernel, Opened


@pytest.fixture
def kernels(tmp_path: Path) -> Iterator[Opened]:
    opened: list[Kernel] = []

    def open_one(
        game: str = "casanova", seats: list[str] | None = None, lang: str = "en"
    ) -> Kernel:
        opened.append(Kernel(tmp_path / "t", game, seats or ["person", "person", "person"], lang))
        return opened[-1]

    yield open_one
    for one in opened:
        one.store.close()
