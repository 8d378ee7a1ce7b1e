"""Kernels are forked from a process that has imported everything, and are kernels like others."""

from __future__ import annotations

import asyncio
import os
import select
import socket
import subprocess
import sys
from ast import literal_eval
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zmq.asyncio
from jupyter_client.manager import AsyncKernelManager

from escale.app.server import provisioner
from escale.app.server.server import ThisPython

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked"),
    pytest.mark.slow,
]


@pytest.fixture
def context() -> Iterator[zmq.asyncio.Context]:
    found = zmq.asyncio.Context()
    yield found
    found.destroy(linger=0)


async def started(folder: Path, context: zmq.asyncio.Context) -> AsyncKernelManager:
    manager = AsyncKernelManager(
        context=context, kernel_name="python3", kernel_spec_manager=ThisPython(), transport="ipc",
        ip=str(folder / "k"), connection_file=str(folder / "kernel.json"),
    )  # fmt: skip
    folder.mkdir()
    await manager.start_kernel(cwd=str(folder), env=os.environ | {"MINE": folder.name})
    return manager


async def said(manager: AsyncKernelManager, code: str) -> str:
    """What a kernel makes of an expression."""
    client: Any = manager.client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=60)
        answer = await client.execute_interactive(
            "", user_expressions={"it": code}, timeout=60, store_history=False
        )
        return str(answer["content"]["user_expressions"]["it"]["data"]["text/plain"])
    finally:
        client.stop_channels()


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(30):
        while not await true():
            await asyncio.sleep(0.05)


def test_a_server_that_ends_before_it_has_read_the_answer_leaves_no_traceback() -> None:
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-P", "-m", provisioner.FORKER, str(theirs.fileno()), "."]
    with subprocess.Popen(
        command, pass_fds=[theirs.fileno()], stderr=subprocess.PIPE, text=True
    ) as forker:
        theirs.close()
        assert select.select([ours], [], [], 60)[0]  # it is ready and says so; nobody reads it
        ours.close()  # so the other side is told that the connection was reset
        told = forker.communicate(timeout=60)[1]
    assert (forker.returncode, told) == (0, "")


def test_kernels_are_forked_and_have_nothing_of_each_other(
    tmp_path: Path, context: zmq.asyncio.Context
) -> None:
    async def act() -> None:
        forker = provisioner.Forker()
        provisioner.use(forker)
        forker.start(os.environ)
        try:
            one, two = await asyncio.gather(*(started(tmp_path / name, context) for name in "ab"))
            code = "(__import__('os').environ['MINE'], __import__('os').getcwd())"
            # a kernel breaks a long line
            assert literal_eval(await said(one, code)) == ("a", str(tmp_path / "a"))
            assert literal_eval(await said(two, code)) == ("b", str(tmp_path / "b"))
            session = "__import__('os').getsid(0) == __import__('os').getpid()"
            assert await said(one, session) == "True"
            for number in ("__import__('random').random()", "__import__('uuid').uuid4()"):
                assert await said(one, number) != await said(two, number)
            assert one.provisioner is not None
            shown = Path(f"/proc/{one.provisioner.pid}/cmdline").read_text()
            assert str(tmp_path / "a" / "kernel.json") in shown  # for whoever looks at a list
            assert await said(one, "'escale.widgets.table' in __import__('sys').modules") == "True"
            targets = "sorted(__import__('comm').get_comm_manager().targets)"
            assert await said(one, targets) == "['jupyter.widget', 'jupyter.widget.control']"
            await one.shutdown_kernel(now=True)
            assert not await one.is_alive()
            assert await two.is_alive()
        finally:
            forker.close()
        await until(lambda: gone(two))  # a server that is killed leaves no kernel behind
        # Without a forker one is started as everywhere.
        late = await started(tmp_path / "late", context)
        assert await said(late, "1 + 1") == "2"
        await late.shutdown_kernel(now=True)

    async def gone(manager: AsyncKernelManager) -> bool:
        return not await manager.is_alive()

    asyncio.run(act())


def test_a_process_that_is_gone_is_not_signalled() -> None:
    dead = provisioner.Forked(2**22 + 1)  # more than any system counts to
    assert dead.poll() is not None
    dead.kill()
