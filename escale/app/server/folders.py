"""The server's folders for a while: its pages and its kernels' sockets, in the temporary directory.

Whoever makes one holds a lock on a file in it for as long as the process lives. A process that was
killed cannot tidy up; the next one to start removes the folders whose lock nobody holds. Folders
without such a file, or of another user, are not touched.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from pathlib import Path

from escale.engine.errors import EscaleError

try:
    import fcntl
except ImportError:  # Windows: there a folder that was left behind stays
    fcntl = None  # type: ignore[assignment]

PREFIX = "escale-"
OWNER = ".escale-owner"  # the file that is locked


class Folder:
    """A folder of this process's own."""

    def __init__(self, prefix: str = PREFIX) -> None:
        try:
            self.path = Path(tempfile.mkdtemp(prefix=prefix))
            self.lock = _locked(self.path)
        except OSError as error:
            raise EscaleError(
                f"there is nowhere to put the pages ({error.strerror or error}); "
                "name a folder that can be written to: TMPDIR=/path/to/folder escale"
            ) from None

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def _locked(folder: Path) -> int | None:
    """The file is locked under another name first: under its own it is never seen unlocked."""
    if fcntl is None:
        return None
    new = folder / f"{OWNER}-new"
    file = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # a file system without locks: nobody can tell that we live
        os.close(file)
        return None
    new.rename(folder / OWNER)
    return file


def sweep() -> list[Path]:
    """Remove what processes that are dead have left behind; returns what it was."""
    if fcntl is None:
        return []
    try:
        names = [name for name in os.listdir(tempfile.gettempdir()) if name.startswith(PREFIX)]
    except OSError:
        return []
    removed = []
    for folder in (Path(tempfile.gettempdir(), name) for name in names):
        if _is_left_behind(folder):
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed


def _is_left_behind(folder: Path) -> bool:
    try:
        about, owner = os.lstat(folder), os.lstat(folder / OWNER)
        ours = about.st_uid == owner.st_uid == os.geteuid()
        if not (ours and stat.S_ISDIR(about.st_mode) and stat.S_ISREG(owner.st_mode)):
            return False
        file = os.open(folder / OWNER, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False  # somebody lives there
    finally:
        os.close(file)
    return True
