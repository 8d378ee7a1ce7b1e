"""A PostgreSQL of the tests' own: real, in a temporary folder, on a free port, and gone afterwards.

The programs come from the package manager (`.ci/postgres`); nothing of the system's own PostgreSQL
is used or changed. They refuse to run as root: then they run as `postgres`, or as nobody. What
cannot be set up is an error with a sentence, never a test that is skipped.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
from ports import free_port

USER = "escale"
#: what a crash of the machine would need, and a test does not; no other process may come in
SETTINGS = {
    "fsync": "off", "full_page_writes": "off", "autovacuum": "off", "max_connections": "120",
    "shared_buffers": "16MB", "wal_level": "minimal", "max_wal_senders": "0", "jit": "off",
    "listen_addresses": "127.0.0.1",
}  # fmt: skip


class Unavailable(Exception):
    """There is no PostgreSQL to test with."""


def programs() -> Path:
    """The folder of the server's programs: Debian keeps it out of the path."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: _number(path.parts[-3])
    )
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    if initdb:
        return Path(initdb).resolve().parent
    raise Unavailable("PostgreSQL is missing: sh .ci/postgres installs it")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _other_user() -> dict[str, Any]:
    """As whom the programs run: PostgreSQL refuses root."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise Unavailable("root cannot run PostgreSQL, and there is neither a user postgres nor nobody")


class Postgres:
    """A server that can be started, stopped, killed, frozen; its databases stay until `remove`."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="escale-postgres-"))
        self.data = self.folder / "data"
        self.password = secrets.token_urlsafe(12)
        self.port = free_port()
        self._as = _other_user()
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        if self._as:
            os.chown(self.folder, self._as["user"], self._as["group"])
        secret = self.folder / "password"
        secret.write_text(self.password)
        secret.chmod(0o644)  # in a folder that nobody else can enter
        self._run(
            "initdb", "--no-sync", "--no-instructions", "--encoding=UTF8", "--locale=C",
            f"--username={USER}", "--auth=scram-sha-256", f"--pwfile={secret}", str(self.data),
        )  # fmt: skip

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(programs() / program), *arguments], cwd=self.folder, capture_output=True,
            text=True, check=False, **self._as,
        )  # fmt: skip
        if done.returncode:
            raise Unavailable(f"{program}: {done.stderr.strip() or done.stdout.strip()}")

    # --- its life -------------------------------------------------------------------------------

    def start(self) -> Postgres:
        """Until it takes connections."""
        settings = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        sockets = f"-cunix_socket_directories={self.folder}"
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(programs() / "postgres"), "-D", str(self.data), f"-p{self.port}", sockets]
                + settings,
                cwd=self.folder, stdout=log, stderr=log, **self._as,
            )  # fmt: skip
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=5).close()
                return self
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > end:
                    said = (self.folder / "log").read_text("utf-8", "replace")
                    raise Unavailable(f"PostgreSQL does not start: {said[-2000:]}") from None
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends it in good order and closes all connections; SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(how)
            self._process.wait(60)
            self._process = None

    def kill(self) -> None:
        """At once, as a power cut would: it recovers when it is started again."""
        self.stop(signal.SIGQUIT)

    def freeze(self) -> None:
        """It takes connections, and says nothing."""
        for pid in self._all():
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        for pid in self._all():
            os.kill(pid, signal.SIGCONT)

    def _all(self) -> list[int]:
        import psutil

        assert self._process is not None
        root = psutil.Process(self._process.pid)
        return [root.pid, *(child.pid for child in root.children(recursive=True))]

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    # --- its databases --------------------------------------------------------------------------

    def address(self, database: str) -> str:
        return f"postgresql://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        name = f"escale_{self._made}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def left_open(self) -> int:
        """How many connections of ours there are still; those that are being closed count not."""
        end = time.monotonic() + 5
        asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'escale'"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            while True:
                row = connection.execute(asked).fetchone()
                assert row is not None
                if not row[0] or time.monotonic() > end:
                    left: int = row[0]
                    return left
                time.sleep(0.01)
