"""Where a visitor's kernel comes from: forked from a process that is warm already (`forker`), or,
where that cannot be, started as Jupyter does.

Jupyter asks a *provisioner* for every kernel; ours differs from its own in how the process comes to
be, and in that it is a grandchild of the server: it is watched and signalled by its descriptor
(pidfd), which cannot mean another process that got the same number later.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

log = logging.getLogger("escale.server")

NAME = "escale-forked"
#: what the spec of a kernel says of it
SPEC = {"kernel_provisioner": {"provisioner_name": NAME, "config": {}}}
FORKER, KERNEL_MODULE = "escale.app.server.forker", "escale.app.server.kernel"
ROOM = 300  # letters of a kernel's command: see `forker`
START = 60.0  # seconds that its start may take, on a machine that is very busy
ANSWER = 10.0  # seconds for a fork


class NoForker(Exception):
    """No kernel can be forked: start it in the usual way."""


class Forker:
    """The server's side of the process that kernels are forked from."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._turn = asyncio.Lock()  # one fork at a time: the answer belongs to it
        self._ready = False

    def start(self, environment: Mapping[str, str]) -> None:
        """In the background; who asks for the first kernel waits for it."""
        if not can_fork():
            return
        self._line, theirs = socket.socketpair()
        self._line.setblocking(False)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", FORKER, str(theirs.fileno()), "." * ROOM],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            env={**environment},
            start_new_session=True,  # Ctrl-C is for the server
        )
        theirs.close()

    async def fork(self, command: Sequence[str], env: Mapping[str, str], cwd: str) -> Forked:
        """What this command would start, a kernel; raises `NoForker`."""
        arguments = command[command.index(KERNEL_MODULE) + 1 :]
        async with self._turn:
            if self._line is None:
                raise NoForker
            request = {"command": [*command], "arguments": [*arguments], "env": {**env}, "cwd": cwd}
            try:
                if not self._ready:
                    await self._answer(START)
                    self._ready = True
                loop = asyncio.get_running_loop()
                await loop.sock_sendall(self._line, json.dumps(request).encode() + b"\n")
                answer = await self._answer(ANSWER)
            except (OSError, ValueError, TimeoutError):
                log.warning("kernels cannot be forked, and are started one by one")
                self.close()
                raise NoForker from None
            return Forked(answer["pid"])

    async def _answer(self, patience: float) -> dict[str, Any]:
        assert self._line is not None
        told = b""
        async with asyncio.timeout(patience):
            while not told.endswith(b"\n"):
                more = await asyncio.get_running_loop().sock_recv(self._line, 4096)
                if not more:
                    raise OSError("it has ended")
                told += more
        found: dict[str, Any] = json.loads(told)
        return found

    def close(self) -> None:
        """It ends when nobody asks it any more; kernels that are there notice, and end too."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def can_fork() -> bool:
    """Linux only: elsewhere a fork is not safe, or a process cannot be held by a descriptor."""
    if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
        return False
    with suppress(OSError):
        os.close(os.pidfd_open(os.getpid()))
        return True
    return False  # an old system, or one that does not allow it


class Forked:
    """A process that is not our child, with as much of `Popen` as Jupyter uses."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._fd = -1
        try:
            self._fd = os.pidfd_open(pid)
        except ProcessLookupError:
            self.returncode = 0  # of what it died is known to its parent only

    def poll(self) -> int | None:
        return self._look(0)

    def wait(self) -> int | None:
        return self._look(None)

    def _look(self, patience: float | None) -> int | None:
        if self.returncode is None and select.select([self._fd], [], [], patience)[0]:
            self.returncode = 0
            os.close(self._fd)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._fd, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __del__(self) -> None:
        if self.returncode is None and self._fd >= 0:
            os.close(self._fd)


class Provisioner(LocalProvisioner):
    """A kernel of Jupyter's, forked if that can be."""

    forker: Forker | None = None  #: the server's; Jupyter makes the provisioners

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        if self.forker is None or KERNEL_MODULE not in cmd:
            return await super().launch_kernel(cmd, **kwargs)
        cwd = str(kwargs.get("cwd") or Path.cwd())
        try:
            forked = await self.forker.fork(cmd, kwargs.get("env", os.environ), cwd)
        except NoForker:
            return await super().launch_kernel(cmd, **kwargs)
        self.process: Any = forked
        self.pid = self.pgid = forked.pid
        self.cwd = cwd
        return self.connection_info


def use(forker: Forker) -> None:
    """Let Jupyter, in this process, get kernels from here."""
    Provisioner.forker = forker
    found = EntryPoint(NAME, f"{__name__}:{Provisioner.__name__}", "jupyter_client")
    KernelProvisionerFactory.instance().provisioners[NAME] = found
