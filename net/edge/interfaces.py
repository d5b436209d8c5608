"""The addresses of this machine: which others can call, and in which forms it can call others.

A zone (``%3``) is never published, and ``reachable`` adds our own zones to a link-local address that came without
one.  Ours are numbers, which every system takes: Windows knows its interfaces by no other name here.
"""

from __future__ import annotations

from collections.abc import Iterable

import ifaddr

from net.wire.address import Address, number_of, zoned


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


def _loopback(host: str) -> bool:
    number = number_of(host)
    return number is not None and number.is_loopback


def _likelihood(host: str) -> tuple[int, str]:
    """IPv4 of the LAN, then IPv6, then link-local; self-given IPv4 addresses late."""
    number = number_of(host)
    if number is None:
        return 9, host
    if number.is_link_local:
        return (3 if number.version == 6 else 2), host
    return (0 if number.version == 4 else 1), host
