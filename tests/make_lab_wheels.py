"""Look anew for the wheels that JupyterLite gets beside a site: `make lab-wheels`.

What pip finds for them, with every dependency, goes into `escale/app/site/lab.txt` with its
sha256: pure wheels only, for the Python of the Pyodide that we know. What is left out stands in
`NOT_NEEDED`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from escale.app.site import wheels

WANTED = ("anywidget", "ipython", "micropip", "segno")
#: A terminal's, the classic notebook's, and what completes code by reading all of it (5 MB):
#: IPython does without them, or JupyterLite's kernel brings stand-ins.
NOT_NEEDED = {"jedi", "parso", "pexpect", "ptyprocess", "widgetsnbextension"}
LIST = Path(__file__).parents[1] / "escale" / "app" / "site" / wheels.LIST


def found() -> list[str]:
    """The lines of the list."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
    command += ["--report", "-", "--target", "unused", *wheels.PURE, *WANTED]
    report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    lines = []
    for one in report["install"]:
        name, version = one["metadata"]["name"].lower(), one["metadata"]["version"]
        if name not in NOT_NEEDED:
            digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
            lines.append(f"{name}=={version} --hash=sha256:{digest}")
    return sorted(lines)


if __name__ == "__main__":
    head = [line for line in LIST.read_text("utf-8").splitlines() if line.startswith("#")]
    LIST.write_text("\n".join([*head, *found(), ""]), "utf-8")
