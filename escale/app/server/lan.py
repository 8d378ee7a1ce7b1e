"""For `escale serve --lan`: the addresses of this machine in its networks, and a code to scan.

Nothing is sent to find them.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address

from escale.engine.errors import EscaleError

ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation; it is looked up in the routes only
WHITE, PLAIN = "\x1b[30;107m", "\x1b[0m"  # black on white, whatever the terminal's colours
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
QUIET_ZONE = 2  # modules of white around a code


def addresses() -> list[str]:
    """Where others can reach this machine; first by the way that leads out of it."""
    found = [_routed(), *_of_interfaces()]
    usable = [address for address in found if address and _is_usable(address)]
    if not usable:
        raise EscaleError(
            "this machine is in no network, so nobody else could come; "
            "join one, or leave --lan out to play on this machine"
        )
    return list(dict.fromkeys(usable))


def _is_usable(address: str) -> bool:
    found = ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _routed() -> str:
    """The address that a packet to elsewhere would carry. None is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ELSEWHERE)
            return str(asking.getsockname()[0])
        except OSError:
            return ""


def _of_interfaces() -> list[str]:
    try:
        import psutil
    except ImportError:  # it comes with the kernels
        return []
    up = {name for name, about in psutil.net_if_stats().items() if about.isup}
    return [
        entry.address
        for name, entries in psutil.net_if_addrs().items()
        for entry in entries
        if name in up and entry.family == socket.AF_INET
    ]


def qr_code(address: str, colours: bool) -> str:
    """A QR code in half blocks, two rows of it a line."""
    import segno

    rows = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=QUIET_ZONE)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = (
        "".join(HALVES[bool(above), bool(below)] for above, below in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join(f"{WHITE}{line}{PLAIN}" if colours else line for line in lines)
