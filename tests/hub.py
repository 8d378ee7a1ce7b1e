"""A real JupyterHub of the tests' own, with the file of docs/serving; all gone afterwards.

The Hub is pip's, its proxy the package manager's (`.ci/hub`). People log in with any name and one
password, and their servers are processes of whoever runs the tests, each in a folder of its own.
"""

from __future__ import annotations

import os
import shutil
import sys
import urllib.request
from pathlib import Path

from ports import free_port
from postgres import Unavailable
from servers import ROOT, Program

SAMPLE = ROOT / "docs/serving/jupyterhub_config.py"
PASSWORD = "a-password-of-the-tests"
#: for a Node that is not Debian's own, where its modules are
MODULES = "/usr/share/nodejs:/usr/lib/x86_64-linux-gnu/nodejs"
AROUND = """
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {password!r}
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r} + "/{{username}}"
c.Spawner.cmd = [{python!r}, "-P", "-m", "jupyterhub.singleuser"]
c.Spawner.args += ["--allow-root"]
c.Spawner.start_timeout = c.Spawner.http_timeout = 120
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api_port}"
"""


def proxy() -> None:
    if not shutil.which("configurable-http-proxy"):
        raise Unavailable("configurable-http-proxy is missing: sh .ci/hub installs it")


class Hub(Program):
    """Until it is stopped; `tables` are those of all people's own servers, if they share them."""

    def __init__(self, folder: Path, tables: str = "") -> None:
        super().__init__(folder)
        proxy()
        self.tables, self.service_port = tables, free_port()
        around = AROUND.format(
            password=PASSWORD, homes=str(folder / "homes"), python=sys.executable, port=self.port,
            hub_port=free_port(), api_port=free_port(),
        )  # fmt: skip
        sample = SAMPLE.read_text("utf-8")
        (folder / "jupyterhub_config.py").write_text(sample + around, "utf-8")

    def command(self) -> list[str]:
        return [sys.executable, "-P", "-m", "jupyterhub", "-f", "jupyterhub_config.py"]

    def environment(self) -> dict[str, str]:
        own = {
            "NODE_PATH": MODULES,
            "ESCALE_HUB_NAME": "127.0.0.1",
            "ESCALE_HUB_PORT": str(self.service_port),
            "ESCALE_SERVICE": str(self.folder / "service-tables"),
            "PYTHONWARNINGS": "ignore",
        }
        kept = {name: text for name, text in os.environ.items() if name != "ESCALE_TABLES"}
        return kept | own | ({"ESCALE_TABLES": self.tables} if self.tables else {})

    def answers(self) -> bool:
        """The Hub, and the service behind it."""
        try:
            urllib.request.urlopen(f"{self.address}/hub/health", timeout=5).close()
            urllib.request.urlopen(f"{self.address}/services/escale/healthz", timeout=5).close()
        except OSError:
            return False
        return True
