"""`escale lab`: JupyterLab on a copy of the notebooks, in a folder of the user's choice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from escale.engine.errors import EscaleError

from .. import notebooks
from ..server.serve_options import door

QUIET = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}


def copy(folder: str) -> notebooks.Written:
    """The notebooks in that folder, or why not, in a sentence."""
    try:
        return notebooks.write(Path(folder))
    except OSError as error:
        raise EscaleError(
            f"{folder}: {error.strerror or error}; choose a folder that can be written to: "
            "escale lab ~/escale"
        ) from None


def _tell(written: notebooks.Written) -> None:
    """A sentence for what was left, and one for what is now another."""
    if written.replaced:
        sys.stderr.write(f"escale: brought up to date: {', '.join(written.replaced)}\n")
    if written.kept:
        sys.stderr.write(
            f"escale: left as you have changed them: {', '.join(written.kept)} "
            "(rename one to get ours beside it)\n"
        )


def open_lab(folder: str, port: int, lang: str, browser: bool) -> int:
    """Copy the notebooks and run JupyterLab on them; returns its exit code."""
    if find_spec("jupyterlab") is None:
        raise ModuleNotFoundError(name="jupyterlab")
    for free in door("localhost", port):  # JupyterLab would take another one without a word
        free.close()
    _tell(copy(folder))
    with tempfile.TemporaryDirectory(prefix="escale-lab-") as settings:
        config = Path(settings, "labconfig")
        config.mkdir()
        (config / "page_config.json").write_text(json.dumps(QUIET))
        path = os.pathsep.join(filter(None, [settings, os.environ.get("JUPYTER_CONFIG_PATH")]))
        command = [
            sys.executable, "-m", "jupyterlab",
            f"--ServerApp.root_dir={Path(folder).resolve()}",
            f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
            f"--LabApp.default_url=/lab/tree/{lang}/start.ipynb",
            "--LabApp.news_url=", "--ServerApp.answer_yes=True",
        ]  # fmt: skip
        if not browser:
            command.append("--no-browser")
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--allow-root")
        with subprocess.Popen(command, env=os.environ | {"JUPYTER_CONFIG_PATH": path}) as running:
            return _wait(running)


def _wait(running: subprocess.Popen[bytes]) -> int:
    """Until it ends; Ctrl-C reaches it too, and it stops its kernels first."""
    while True:
        try:
            return running.wait()
        except KeyboardInterrupt:
            continue
        except SystemExit:
            running.send_signal(signal.SIGTERM)
