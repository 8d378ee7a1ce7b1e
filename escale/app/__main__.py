"""`escale` and `python -m escale.app`: opens the command line, or says what it lacks."""

from __future__ import annotations

import signal
import sys
from typing import Any


def main() -> int:
    """Run the command line; returns the exit code."""
    signal.signal(signal.SIGTERM, _end)
    try:
        from .commands.cli import run
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("escale"):
            raise
        from escale.install import advice

        print(  # noqa: T201
            f"escale: the command line needs {missing.name}: {advice('cli')}", file=sys.stderr
        )
        return 1
    except KeyboardInterrupt:
        return 130
    return run()


def _end(number: int, frame: Any) -> None:
    """Asked to end: tidy up as on Ctrl-C, half-written files included."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
