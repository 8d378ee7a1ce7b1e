"""What Binder does with `binder/`, in a fresh environment, and its pages in a real browser.

repo2docker installs `binder/requirements.txt`, runs `binder/postBuild`, and a hub starts
`jupyter server` with a base URL and a token. To keep this test quick, and without a network, the
fresh environment borrows the locked dependencies (Jupyter, Voilà) from this one, in
whatever versions it has: what the lock says, tests/app/test_lock.py looks at. escale itself, and
the configuration, are installed into it by `postBuild` from these files alone.
"""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from barepage import PATIENCE
from playwright.sync_api import Browser, expect

from .conftest import _free_port, _stop, _wait_for
from .test_app import LIVE, findings

REPOSITORY = Path(__file__).parents[2]
TOKEN, BASE = "a-secret", "/user/somebody/"
JUPYTERS = ("nothing", "api/contents/nothing", "api/nothing", "static/nothing.js", "files/nothing")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A fresh environment after Binder's build; as the variables of a process in it."""
    folder = tmp_path_factory.mktemp("binder")
    new = folder / "venv"
    venv.create(new, symlinks=True)
    place = Path(sysconfig.get_path("purelib", vars={"base": str(new), "platbase": str(new)}))
    borrowed = [path for path in site.getsitepackages() if Path(path).is_dir()]
    (place / "borrowed.pth").write_text("\n".join(borrowed))
    variables = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JUPYTER", "PYTHON", "ESCALE", "VIRTUAL_ENV"))
    }
    variables |= {
        "PATH": f"{new / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "JUPYTER_PATH": f"{sys.prefix}/share/jupyter",
        "JUPYTER_CONFIG_PATH": f"{sys.prefix}/etc/jupyter",
    }
    sources = ("binder", "escale", "notebooks", "pyproject.toml", "hatch_build.py", "README.md")
    clone = folder / "clone"
    clone.mkdir()
    for name in (*sources, "LICENSE"):
        kind = shutil.copytree if (REPOSITORY / name).is_dir() else shutil.copy
        kind(REPOSITORY / name, clone / name)
    done = subprocess.run(
        ["binder/postBuild"], cwd=clone, env=variables, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert any(place.joinpath("escale").iterdir()), "escale is installed from these files"
    return variables | {"CLONE": str(clone), "PYTHON": str(new / "bin" / "python")}


@pytest.fixture(scope="module")
def server(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`jupyter server` as a hub starts it."""
    port, log = _free_port(), tmp_path_factory.mktemp("log") / "log"
    command = [
        environment["PYTHON"], "-m", "jupyter_server", "--no-browser", "--allow-root",
        f"--ServerApp.port={port}", f"--ServerApp.base_url={BASE}",
        f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={environment['CLONE']}",
    ]  # fmt: skip
    with log.open("w") as file:
        running = subprocess.Popen(
            command, env=environment, cwd=environment["CLONE"], stdout=file, stderr=file,
            start_new_session=True,
        )  # fmt: skip
    running.returncode = 0  # it is stopped by its number
    address = f"http://localhost:{port}{BASE}"
    try:
        _wait_for(f"{address}api", log)
        yield address
    finally:
        _stop(running.pid)


@pytest.mark.long
def test_binder_links_open_the_shelf_a_walkthrough_a_table_lab_and_if_broken_a_way_on(
    server: str, browser: Browser
) -> None:
    context = browser.new_context(reduced_motion="reduce", locale="fr")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((server.partition("/user")[0], "data:", "blob:"))
            else wrong.append(request.url)
        ),
    )
    assert context.request.get(f"{server}escale/").url != f"{server}escale/"  # to the login
    page.goto(f"{server}escale/?lang=en&token={TOKEN}")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert not findings(page)
    page.get_by_role("link", name="Learn, Casanova").click()
    page.wait_for_url("**/voila/render/notebooks/en/casanova.ipynb*")
    page.locator(".course [data-next] a").click(timeout=60_000)
    lesson = page.locator("[data-escale-lesson]").first
    lesson.locator("[data-do=next]").click(timeout=60_000)
    expect(lesson).to_have_attribute("data-step", "2")
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_selector(LIVE, state="attached")
    page.locator("[data-escale-stage] [data-lit=next]").first.click()
    page.wait_for_function("Number(document.querySelector('[data-escale-stage]').dataset.ply) > 0")
    for nothing in (
        "voila/render/notebooks/fr/nothing.ipynb",
        "voila/render/notebooks/fr/casanova.ipyn",  # no notebook: Voilà would look for a file
        "voila/files/notebooks/fr/nothing.png",
        "voila/render/fr",
        "escale/nothing",
    ):
        answer = page.goto(f"{server}{nothing}?lang=fr")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading")).to_have_text("Cette boîte n’est pas sur l’étagère")
    page.goto(f"{server}voila/render/notebooks/build.py?lang=fr")
    expect(page.get_by_role("heading")).to_have_text("Cette porte est fermée")
    page.goto(f"{server}voila/render/notebooks/fr/nothing.ipynb")  # in the language of the path
    assert not findings(page)
    page.get_by_role("link", name="Retour à l’étagère").click()
    page.wait_for_url(f"{server}escale/?lang=fr")
    mine = {"Authorization": f"token {TOKEN}"}
    jupyters = {name: context.request.get(f"{server}{name}", headers=mine) for name in JUPYTERS}
    assert {answer.status for answer in jupyters.values()} == {404}  # which stay as they are
    assert not [name for name, answer in jupyters.items() if "escale" in answer.text()]
    assert "Jupyter Server" in jupyters["nothing"].text()
    page.goto(f"{server}voila/render/notebooks/fr/start.ipynb")  # the shelf, in French
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("link", name="Règles, Casanova").click()
    page.locator(".rule").nth(20).wait_for(state="attached")
    lab = context.request.get(f"{server}lab/tree/notebooks/fr/start.ipynb")
    assert lab.ok
    assert "JupyterLab" in lab.text()
    context.close()
    assert not wrong
