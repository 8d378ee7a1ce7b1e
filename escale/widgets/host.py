"""A kernel as the host of a session: its event loop, one lock for its threads, signs of life.

JupyterLab lets messages come beside a running cell, and beside those from another page of the same
kernel: whatever touches a session takes the lock first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from typing import Any

BEAT = 0.8  # seconds between two signs of a kernel that thinks


class Host:
    """What a session needs of a kernel; `send` reaches the page."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self.lock = RLock()
        self._send = send

    def later(self, seconds: float, act: Callable[[], None]) -> bool:
        """Call this a little later; False without a loop, as then there is nobody to wait for."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        loop.call_later(seconds, self._alone, act)
        return True

    def _alone(self, act: Callable[[], None]) -> None:
        with self.lock:
            act()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """While a computer thinks, the page hears now and then that the kernel is not dead."""
        thought = Event()

        def beat() -> None:
            while not thought.wait(BEAT):
                self._send({"kind": "beat"})

        with suppress(RuntimeError):  # Python in a browser has no threads, nor a kernel to lose
            Thread(target=beat, daemon=True).start()
        try:
            yield
        finally:
            thought.set()
