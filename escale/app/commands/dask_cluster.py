"""Workers on other machines: an existing Dask cluster, as an executor like any other.

Dask is an optional extra, `dask`. A worker that dies gives its games to the
others, and since each game has its own random numbers the result does not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

from escale.engine.errors import EscaleError

PATIENCE = 10  # seconds until a scheduler must have answered


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster whose scheduler is at `address`, and how many workers it has."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        from escale.install import advice

        raise EscaleError(f"--dask needs distributed: {advice('dask')}") from None
    connect: Any = Client
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise EscaleError(f"--dask {address}: no scheduler answers there ({error})") from None
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise EscaleError(f"--dask {address}: this cluster has no workers")
        try:
            yield client.get_executor(), workers
        except CancelledError:
            raise EscaleError(f"--dask {address}: the cluster has gone away") from None
