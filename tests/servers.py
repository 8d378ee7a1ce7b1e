"""Several real servers of escale behind a real nginx, for tests; all gone afterwards.

nginx runs `docs/serving/nginx.conf` as it stands, but for addresses. It comes from the package
manager (`.ci/nginx`); nothing of the system's own nginx is used or changed. What cannot be set up
is an error with a sentence, never a test that is skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ports import free_port
from postgres import Unavailable

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "docs/serving/nginx.conf"
NAMES = ("one", "two")
AROUND = """
pid {folder}/pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/escale.conf;
}}
"""


def nginx() -> str:
    """The program: Debian keeps it out of the path."""
    fetched = Path(sys.prefix) / "nginx/usr/sbin/nginx"
    for place in (shutil.which("nginx"), "/usr/sbin/nginx", str(fetched)):
        if place and os.access(place, os.X_OK):
            return place
    raise Unavailable(f"nginx is missing: sh .ci/nginx {sys.prefix} fetches it")


class Program:
    """Something that is started, killed, and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.folder, self.port = folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def start(self) -> None:
        """Until it answers, whatever it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, env=self.environment(), cwd=self.folder
            )
        end = time.monotonic() + 240  # on a machine that others use too
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"{self.command()[0]} does not start: {self.log[-2000:]}")
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.address}/healthz", timeout=5).close()
        except urllib.error.HTTPError as error:
            error.close()
        except OSError:
            return False
        return True

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def wait(self, seconds: float = 60) -> int:
        assert self.process is not None
        return self.process.wait(seconds)

    def kill(self) -> None:
        """At once: it can close nothing and tell nobody."""
        self.send(signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.send(signal.SIGINT)
            try:
                self.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()


class Server(Program):
    """`escale serve`."""

    def __init__(self, folder: Path, name: str, tables: str, *options: str) -> None:
        super().__init__(folder)
        self.name, self.tables, self.options = name, tables, options

    def command(self) -> list[str]:
        return [
            sys.executable, "-P", "-m", "escale.app", "serve", "--no-browser", "--lang=en",
            f"--port={self.port}", f"--name={self.name}", *self.options,
        ]  # fmt: skip

    def environment(self) -> dict[str, str]:
        return os.environ | {"ESCALE_TABLES": self.tables}

    def kernels(self) -> list[int]:
        """The processes of its kernels."""
        import psutil

        assert self.process is not None
        family = psutil.Process(self.process.pid).children(recursive=True)
        found = []
        for one in family:
            try:
                if any(f"kernel-{self.name}_" in part for part in one.cmdline()):
                    found.append(one.pid)
            except psutil.NoSuchProcess:
                continue
        return found


class Nginx(Program):
    """With the file from the documentation."""

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        super().__init__(folder)
        text = SAMPLE.read_text("utf-8")
        for number, server in enumerate(servers, 11):
            text = text.replace(f"10.0.0.{number}:8866", f"127.0.0.1:{server.port}")
        text, listens = re.subn(r"listen 80;", f"listen 127.0.0.1:{self.port};", text)
        assert listens == 1
        assert "10.0.0." not in text
        (folder / "escale.conf").write_text(text, "utf-8")
        user = "user root;\n" if os.getuid() == 0 else ""
        (folder / "nginx.conf").write_text(user + AROUND.format(folder=folder), "utf-8")

    def command(self) -> list[str]:
        return [
            nginx(), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"),
            "-e", str(self.folder / "error.log"), "-g", "daemon off;",
        ]  # fmt: skip

    def kill(self) -> None:
        """With its workers, which would go on without it."""
        import psutil

        assert self.process is not None
        workers = psutil.Process(self.process.pid).children()
        super().kill()
        for worker in workers:
            worker.kill()
        psutil.wait_procs(workers)


class Farm:
    """Two servers, nginx before them; `address` is what people type."""

    def __init__(self, servers: list[Server], front: Nginx) -> None:
        self.servers, self.front = servers, front
        self.address = front.address

    def of(self, kernel: str) -> Server:
        """The server that a kernel belongs to."""
        return next(one for one in self.servers if kernel.startswith(f"{one.name}_"))

    def other(self, server: Server) -> Server:
        return next(one for one in self.servers if one is not server)


@contextmanager
def farm(folder: Path, tables: str, *options: str) -> Iterator[Farm]:
    """`tables` is where they are kept: the address of a database."""
    servers = [Server(folder / name, name, tables, *options) for name in NAMES]
    front = Nginx(folder / "nginx", servers)
    try:
        for program in (*servers, front):
            program.start()
        yield Farm(servers, front)
    finally:
        for program in (front, *servers):
            program.stop()
