"""Where peers are: ``HOST:PORT`` as people write it, and the addresses of this machine.

Knows IPv6 brackets and zones.  A zone (``%3``) means something on one machine only: it is never published,
and ``reachable`` adds our own zones to a link-local address that came without one.  Ours are numbers, which
every system takes: Windows knows its interfaces by no other name here.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import NamedTuple

import ifaddr

from net.wire.errors import NetError

DEFAULT_PORT = 44144
EXAMPLE = f"192.168.1.20:{DEFAULT_PORT}"
"""An address as people read it and write it."""
"""Where we listen unless told otherwise (unassigned at IANA); any free port if it is taken."""
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
        number = _number(self.host)
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
        if _number(host) is None:
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


def own_hosts(loopback: bool | None = None) -> tuple[str, ...]:
    """The IP addresses of this machine, likeliest to be reachable first; link-local ones with their zone.

    ``loopback``: True adds the loopback addresses, False leaves them out, None takes them only if there is
    nothing else.
    """
    found: list[str] = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str):
                found.append(ip.ip)
            else:
                host, _, scope = ip.ip
                found.append(zoned(host, scope or adapter.index or 0))
    real = sorted({host for host in found if not _loopback(host)}, key=_likelihood)
    loops = sorted({host for host in found if _loopback(host)}, key=_likelihood)
    if loopback or (loopback is None and not real):
        return (*real, *loops)
    return tuple(real)


def zoned(host: str, scope: int) -> str:
    """``host`` as this machine can call it: a link-local IPv6 address gets the number of its interface.

    >>> zoned("fe80::1", 3), zoned("2001:db8::1", 3)
    ('fe80::1%3', '2001:db8::1')
    """
    return f"{host}%{scope}" if scope and "%" not in host and _link_local(host) else host


def published(hosts: Iterable[str], port: int) -> tuple[Address, ...]:
    """The addresses to tell others: ``hosts`` without zones, each once."""
    return tuple(dict.fromkeys(Address(host, port).without_zone() for host in hosts))


def reachable(addresses: Iterable[Address]) -> tuple[Address, ...]:
    """``addresses`` in forms that can be connected to: link-local ones once for each of our zones."""
    result: dict[Address, None] = {}
    zones: list[str] | None = None
    for address in addresses:
        if address.is_link_local and "%" not in address.host:
            if zones is None:
                zones = [host.partition("%")[2] for host in own_hosts() if "%" in host]
            result |= {Address(f"{address.host}%{zone}", address.port): None for zone in zones}
        else:
            result[address] = None
    return tuple(result)


def _bad(text: str) -> BadAddress:
    return BadAddress(
        "address", "{text!r} is no address: write one like {example}", text=text[:80], example=EXAMPLE
    )


def _plain(label: str) -> bool:
    return 0 < len(label) <= 63 and all(character.isalnum() or character in "-_" for character in label)


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _loopback(host: str) -> bool:
    number = _number(host)
    return number is not None and number.is_loopback


def _link_local(host: str) -> bool:
    number = _number(host)
    return number is not None and number.is_link_local and number.version == 6


def _likelihood(host: str) -> tuple[int, str]:
    """IPv4 of the LAN, then IPv6, then link-local; self-given IPv4 addresses late."""
    number = _number(host)
    if number is None:
        return 9, host
    if number.is_link_local:
        return (3 if number.version == 6 else 2), host
    return (0 if number.version == 4 else 1), host
