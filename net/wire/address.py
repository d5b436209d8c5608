"""Where peers are: ``HOST:PORT`` as people write it.

Knows IPv6 brackets and zones.  A zone (``%3``) means something on one machine only.  The addresses of this machine
are ``net.edge.interfaces``.
"""

from __future__ import annotations

import ipaddress
from typing import NamedTuple

from net.wire.errors import NetError

DEFAULT_PORT = 44144
"""Where we listen unless told otherwise (unassigned at IANA); any free port if it is taken."""
EXAMPLE = f"192.168.1.20:{DEFAULT_PORT}"
"""An address as people read it and write it."""
MAX_HOST_CHARS = 120


class BadAddress(NetError):
    """A text that is no ``HOST:PORT``."""


class Address(NamedTuple):
    """A host (name, IPv4 or IPv6, perhaps with a zone) and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_link_local(self) -> bool:
        """Whether it is an IPv6 address that needs a zone."""
        number = number_of(self.host)
        return number is not None and number.version == 6 and number.is_link_local

    def without_zone(self) -> Address:
        """The form that may be published."""
        return self._replace(host=self.host.partition("%")[0])


def read_address(text: str) -> Address:
    """The address that a person wrote; without a port the usual one.  Raises BadAddress.

    >>> read_address("[fe80::1%eth0]:4000")
    Address(host='fe80::1%eth0', port=4000)
    >>> str(read_address("192.0.2.7"))
    '192.0.2.7:44144'
    """
    text = text.strip()
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        port_text = rest[1:] if rest.startswith(":") else ""
        if not bracket or (rest and not port_text) or ":" not in host:
            raise _bad(text)
    elif text.count(":") > 1:
        host, port_text = text, ""  # a bare IPv6 address
    else:
        host, colon, port_text = text.partition(":")
        if colon and not port_text:
            raise _bad(text)
    if ":" in host or (host and set(host) <= set("0123456789.")):
        if number_of(host) is None:
            raise _bad(text)
    elif (
        not host
        or len(host) > MAX_HOST_CHARS
        or not all(_plain(label) for label in host.rstrip(".").split("."))
    ):
        raise _bad(text)
    port = DEFAULT_PORT
    if port_text:
        if not (port_text.isascii() and port_text.isdigit() and 1 <= len(port_text) <= 5):
            raise _bad(text)
        port = int(port_text)
    if not 1 <= port <= 65535:
        raise _bad(text)
    return Address(host, port)


def zoned(host: str, scope: int) -> str:
    """``host`` as this machine can call it: a link-local IPv6 address gets the number of its interface.

    >>> zoned("fe80::1", 3), zoned("2001:db8::1", 3)
    ('fe80::1%3', '2001:db8::1')
    """
    return f"{host}%{scope}" if scope and "%" not in host and _link_local(host) else host


def _bad(text: str) -> BadAddress:
    return BadAddress(
        "address", "{text!r} is no address: write one like {example}", text=text[:80], example=EXAMPLE
    )


def _plain(label: str) -> bool:
    return 0 < len(label) <= 63 and all(character.isalnum() or character in "-_" for character in label)


def number_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that ``host`` is; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _link_local(host: str) -> bool:
    number = number_of(host)
    return number is not None and number.is_link_local and number.version == 6
