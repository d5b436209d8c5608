"""Addresses as people write them, and those of this machine."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.edge import interfaces
from net.edge.interfaces import own_hosts, published, reachable
from net.edge.session import _remote
from net.wire.address import (
    DEFAULT_PORT,
    Address,
    BadAddress,
    read_address,
    zoned,
)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.0.2.7", "192.0.2.7", DEFAULT_PORT),
        (" 192.0.2.7:1 ", "192.0.2.7", 1),
        ("den-box.local:65535", "den-box.local", 65535),
        ("::1", "::1", DEFAULT_PORT),
        ("[::1]", "::1", DEFAULT_PORT),
        ("[fe80::1%eth0]:4000", "fe80::1%eth0", 4000),
        ("fe80::1%3", "fe80::1%3", DEFAULT_PORT),
    ],
)
def test_addresses_are_read_and_written_alike(text: str, host: str, port: int) -> None:
    address = read_address(text)
    assert address == Address(host, port)
    assert read_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    ["", ":", "x:", ":4", "x:0", "x:65536", "x:-1", "x:4a", "x:²", "1.2.3", "1.2.3.256", "a b", "[::1",
     "[::1]4", "[::1]:", "[x]:1", "a:b:c", "a..b",
     "x" * 64, "http://x/", "x:1:2"],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_the_text_itself(text: str) -> None:
    with pytest.raises(BadAddress, match="is no address"):
        read_address(text)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        address = read_address(text)
    except BadAddress:
        return
    assert read_address(str(address)) == address


def test_zones_are_never_published_and_link_local_addresses_get_ours(monkeypatch: Any) -> None:
    there = ("192.0.2.1", "fe80::a%eth0", "fe80::b%wlan0")
    monkeypatch.setattr(interfaces, "own_hosts", lambda: there)
    assert published(there, 5) == (Address("192.0.2.1", 5), Address("fe80::a", 5), Address("fe80::b", 5))
    assert reachable([Address("fe80::c", 5), Address("192.0.2.9", 5), Address("fe80::d%eth0", 5)]) == (
        Address("fe80::c%eth0", 5),
        Address("fe80::c%wlan0", 5),
        Address("192.0.2.9", 5),
        Address("fe80::d%eth0", 5),
    )


def test_own_addresses_leave_loopback_out_unless_asked_for_or_alone() -> None:
    everything, real = own_hosts(True), own_hosts(False)
    loops = [host for host in everything if host not in real]
    assert all(host == "::1" or host.startswith("127.") for host in loops)
    assert not any(host == "::1" or host.startswith("127.") for host in real)
    assert own_hosts() == (real or tuple(loops))


class Card:
    """A network interface as ``ifaddr`` tells of it."""

    def __init__(self, name: str, index: int | None, *addresses: tuple[str, int] | str) -> None:
        self.name, self.index = name, index
        ips = [one if isinstance(one, str) else (one[0], 0, one[1]) for one in addresses]
        self.ips = [type("Ip", (), {"ip": ip, "is_IPv6": isinstance(ip, tuple)}) for ip in ips]


@pytest.mark.parametrize("name", ["eth0", "{4D36E972-E325-11CE-BFC1-08002BE10318}", "Ethernet 2", "WLAN-ä"])
def test_a_zone_is_the_number_of_its_interface_whatever_that_is_called(name: str, monkeypatch: Any) -> None:
    cards = [Card(name, 12, "192.0.2.1", ("fe80::1", 12), ("2001:db8::1", 0)), Card("odd", 7, ("fe80::2", 0))]
    monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: cards)
    assert own_hosts() == ("192.0.2.1", "2001:db8::1", "fe80::1%12", "fe80::2%7")
    assert reachable([Address("fe80::9", 5)]) == (Address("fe80::9%12", 5), Address("fe80::9%7", 5))
    assert published(own_hosts(), 5)[2:] == (Address("fe80::1", 5), Address("fe80::2", 5))


@settings(max_examples=100, deadline=None)
@given(st.ip_addresses(), st.integers(0, 2**32 - 1))
def test_only_link_local_addresses_get_a_zone_and_it_can_be_read_back(ip: Any, scope: int) -> None:
    host = zoned(str(ip), scope)
    wants = ip.version == 6 and ip.is_link_local and scope > 0
    assert host == (f"{ip}%{scope}" if wants else str(ip))
    assert zoned(host, scope) == host
    assert read_address(str(Address(host, 5))) == Address(host, 5)


@pytest.mark.parametrize(
    ("where", "host"),
    [
        (("fe80::1", 4, 0, 12), "fe80::1%12"),
        (("fe80::1%12", 4, 0, 12), "fe80::1%12"),
        (("2001:db8::1", 4, 0, 12), "2001:db8::1"),
        (("192.0.2.1", 4), "192.0.2.1"),
        (None, ""),
    ],
)
def test_a_caller_is_known_by_an_address_that_can_be_called_back(where: Any, host: str) -> None:
    transport = asyncio.Transport({"peername": where} if where else {})
    assert _remote(transport).host == host
