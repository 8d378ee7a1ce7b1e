"""Which requests are let in: judged by their head alone, before a byte of the body is read.

Every request to `escale serve` passes `refusal` (see `handlers.Guarded`), whoever answers it.
Three attacks are meant. DNS rebinding: a stranger's name is made to lead to this machine, so only
known names are served. Cross-site requests: another site's page makes a visitor's browser post
here, or open pages here, each of which costs a kernel. And bodies that are larger than anything
that belongs here. What a handler does with a request that is let in is left to the handler.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tornado.httputil import HTTPHeaders, HTTPServerRequest

MOST_BODY = 64 * 1024  #: bytes; what a page asks of us is far smaller
HOST = re.compile(r"(?:\[([0-9a-f:.]+)(?:%25\w+)?\]|([a-z0-9_.-]+))(?::(\d{0,5}))?", re.IGNORECASE)
READING = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
HERE = ("same-origin", "none")  # Sec-Fetch-Site: our own pages, or typed into the address bar
FRAMES = ("iframe", "frame")


class Entry(NamedTuple):
    """Who is let in, as `escale serve` was asked."""

    hosts: frozenset[str] = frozenset()  #: names that the operator allows: a proxy's, an alias
    ports: frozenset[tuple[str, int]] = frozenset()  #: and ports of theirs, for an Origin
    name: str = "localhost"  #: the name or address at which the server listens
    network: bool = False  #: is this machine served under its own addresses, too?
    framed_by: tuple[str, ...] = ()  #: origins that may show our pages in a frame


class Refusal(NamedTuple):
    """Why a request is not let in: the status, the words for the visitor, those for the log."""

    status: int
    words: str  #: of `error.…` in site.toml
    why: str


def refusal(request: HTTPServerRequest, entry: Entry) -> Refusal | None:
    """What is wrong with this request, if anything."""
    headers, method = request.headers, request.method or ""
    host = headers.get("Host", "localhost")  # only HTTP/1.0 may leave it out
    if not is_ours(host_name(host), entry, request):
        return Refusal(421, "421", f"for the host {host}, which --allow-host could let in")
    length = body_length(headers)
    if length > MOST_BODY:
        return Refusal(413, "413", f"with a body of more than {MOST_BODY} bytes")
    if length and method != "POST":
        return Refusal(400, "400", "with a body where none belongs")
    changes = method not in READING or "Upgrade" in headers
    if changes and not is_own_origin(headers, entry):
        return Refusal(403, "foreign", f"from {headers.get('Origin')}{advice(headers, entry)}")
    if not is_own_fetch(headers, method, entry):
        return Refusal(403, "foreign", "from a page of another site")
    return None


# --- Host ---------------------------------------------------------------------------------------


def host_name(header: str) -> str:
    """The name or address in a Host header, in one spelling; nothing if it cannot be one."""
    found = HOST.fullmatch(header)
    if found is None:
        return ""
    name = (found[1] or found[2]).lower().removesuffix(".")
    address = as_address(name)
    return str(address) if address else name


def port_of(header: str) -> int | None:
    """The port in a Host header or an Origin, if it says one: browsers leave out 80 and 443."""
    found = HOST.fullmatch(header)
    return int(found[3]) if found and found[3] else None


def household(address: str) -> str:
    """Whose an address is, as far as can be told: an IPv6 network of 64 bits belongs to one."""
    found = as_address(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found or address)


def as_address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(name.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_ours(name: str, entry: Entry, request: HTTPServerRequest | None = None) -> bool:
    """Is that a name of this server?"""
    if not name:
        return False
    address = as_address(name)
    if name in ("localhost", entry.name, *entry.hosts) or (address and address.is_loopback):
        return True
    if not entry.network:
        return False
    if address:
        return address == as_address(local_address(request))
    return name in own_names(socket.gethostname())


def local_address(request: HTTPServerRequest | None) -> str:
    """The address of this machine at which a request has come in."""
    stream = getattr(getattr(request, "connection", None), "stream", None)
    try:
        return str(stream.socket.getsockname()[0]) if stream else ""
    except (AttributeError, OSError):  # it has been closed meanwhile
        return ""


def own_names(hostname: str) -> set[str]:
    """What this machine is called by its neighbours, without asking them."""
    whole = hostname.lower().removesuffix(".")
    first = whole.partition(".")[0]
    return {whole, first, f"{first}.local"} - {"", ".local"}


# --- Origin and Sec-Fetch -----------------------------------------------------------------------


def is_own_origin(headers: HTTPHeaders, entry: Entry) -> bool:
    """Does it come from a page of ours? A program sends no Origin; a browser always does here."""
    origin = headers.get("Origin")
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False  # "null": a sandboxed frame, a file
    if parts.netloc.lower() == headers.get("Host", "").lower():
        return True
    # A proxy may have put another Host there; then the operator has named the public one. What else
    # listens on that machine, at another port, is somebody else's.
    name, port = host_name(parts.netloc), port_of(parts.netloc)
    return name in entry.hosts and (port is None or (name, port) in entry.ports)


def advice(headers: HTTPHeaders, entry: Entry) -> str:
    """What would let in an Origin that is ours but for its port."""
    netloc = headers.get("Origin", "").rpartition("//")[2]
    known = host_name(netloc) in entry.hosts
    return f", which --allow-host {netloc} could let in" if known else ""


def is_own_fetch(headers: HTTPHeaders, method: str, entry: Entry) -> bool:
    """Is it asked for by ourselves, or does somebody come here? Old browsers do not say."""
    site = headers.get("Sec-Fetch-Site")
    if site is None or site in HERE:
        return True
    if method not in READING or headers.get("Sec-Fetch-Mode") != "navigate":
        return False
    kind = headers.get("Sec-Fetch-Dest")
    return kind == "document" or (kind in FRAMES and is_framed(headers, entry))


def is_framed(headers: HTTPHeaders, entry: Entry) -> bool:
    """Does a site that may show us in a frame ask for a page?"""
    try:
        parts = urlsplit(headers.get("Referer", ""))
    except ValueError:
        return False
    return f"{parts.scheme}://{parts.netloc}".lower() in map(str.lower, entry.framed_by)


def is_visit(headers: HTTPHeaders) -> bool:
    """Is somebody going to see the page that is asked for? Then it is worth a kernel.

    A browser that loads a page says that it takes HTML; one that was made to load it as an image or
    a script does not. Over plain http this is all that it says. Programs say what they like.
    """
    ahead = (headers.get(name, "") for name in ("Sec-Purpose", "Purpose", "X-Moz"))
    if any("prefetch" in value.lower() for value in ahead):
        return False
    browser = headers.get("User-Agent", "").startswith("Mozilla/")
    return not browser or "text/html" in headers.get("Accept", "")


# --- bodies and options -------------------------------------------------------------------------


def body_length(headers: HTTPHeaders) -> int:
    """How much follows, at least; what is no number at all is refused by Tornado."""
    said = headers.get("Content-Length", "0")
    digits = said.lstrip("0") if said.isdecimal() else ""
    found = int(digits or "0") if len(digits) < 10 else MOST_BODY + 1
    return max(found, 1 if "Transfer-Encoding" in headers else 0)


def entry_for(host: str, allowed: Iterable[str], framed_by: tuple[str, ...] = ()) -> Entry:
    """Who is let in by a server that listens at `host`."""
    everywhere = host in ("", "0.0.0.0", "::")
    name = host_name(f"[{host}]" if ":" in host else host)
    address = as_address(name)
    local = name == "localhost" or bool(address and address.is_loopback)
    named = [(host_name(one), port_of(one)) for one in allowed]
    return Entry(
        frozenset(one for one, _ in named),
        frozenset((one, port) for one, port in named if port is not None),
        "localhost" if everywhere else name,
        not local,
        framed_by,
    )
