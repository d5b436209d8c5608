"""Addresses as people write them, and those of this machine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net import addresses
from net.addresses import DEFAULT_PORT, Address, BadAddress, own_hosts, published, reachable, read_address


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
    monkeypatch.setattr(addresses, "own_hosts", lambda: there)
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
