"""`escale` and `python -m escale.app`: opens the command line, or says what it lacks."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    try:
        from .cli import run
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("escale"):
            raise
        print(  # noqa: T201
            f"escale: the command line needs {missing.name}; install it with: "
            'pip install "escale[cli]"',
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
