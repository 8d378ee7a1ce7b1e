"""What a machine can hold: how many pages at a time, and how many kernels are kept ready.

The numbers were measured (docs/serving.md): a page at a table takes about 64 MB, and what people do
who think for a second or three between their moves keeps a twentieth of a core busy.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

PAGE = 80  # MB: a kernel at a table, and what the server holds for it
SERVER = 400  # MB: the server, and some for the rest of the machine
A_CORE = 20  # pages that a core carries
MOST, FEWEST = 400, 4  # pages, by default
NICE = 2  # of kernels: the server, which everybody waits for, comes before any of them
NICE_AT_START = 8  # of kernels that nobody plays with yet, where that can be taken back


class Machine(NamedTuple):
    """What there is of it for us."""

    cores: int
    memory: int  #: in MB; 0 where it cannot be known


def machine() -> Machine:
    """This one, as far as it is ours: a container may have less than the machine has."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    memory = 0
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    return contained(Machine(cores or 1, max(0, memory)), Path("/sys/fs/cgroup"))


def contained(whole: Machine, group: Path) -> Machine:
    """What a control group leaves of a machine."""
    cores, memory = whole
    quota, _, period = _read(group / "cpu.max").partition(" ")
    if quota.isdigit() and period.isdigit():
        cores = max(1, min(cores, round(int(quota) / int(period))))
    limit = _read(group / "memory.max")
    if limit.isdigit():
        memory = min(memory or int(limit), int(limit) // 2**20)
    return Machine(cores, memory)


def _read(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except (OSError, UnicodeError):
        return ""


def most_pages(there: Machine) -> int:
    """How many pages at a time, if nobody says."""
    by_cores = there.cores * A_CORE
    by_memory = (there.memory - SERVER) // PAGE if there.memory else by_cores
    return max(FEWEST, min(by_cores, by_memory, MOST))


def kept_ready(there: Machine) -> int:
    """How many kernels are kept ready, if nobody says: a tenth of all pages, and not too many."""
    return max(1, min(most_pages(there) // 10, there.cores + 1, 12))


def at_once(cores: int, *, playing: bool) -> int:
    """How many kernels start at the same time: half of the cores belong to those who play."""
    return max(1, cores // 2) if playing else max(1, cores)


def said(there: Machine, most: int) -> str:
    """What the server says at its start."""
    cores = "1 core" if there.cores == 1 else f"{there.cores} cores"
    return f"room for {most} pages at a time: about {PAGE} MB a page, {cores}"


def too_many(there: Machine, most: int) -> str:
    """What is to be said if more pages are asked for than fit; as a rule nothing."""
    needed = SERVER + most * PAGE
    if not there.memory or needed <= there.memory:
        return ""
    fits = max(1, (there.memory - SERVER) // PAGE)
    return (
        f"--most {most} may need {needed} MB and this machine has {there.memory}: "
        f"--most {fits} would fit"
    )
