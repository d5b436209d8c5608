"""Hints read strictly; real zeroconf on loopback: found, updated, withdrawn, merged."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from net.edge import discovery
from net.edge.discovery import Discovery
from net.edge.entropy import new_key
from net.events import Listed
from net.wire.errors import NetError
from net.wire.hint import Announcement, Hint, read_hint, write_hint
from net.wire.link import PROTOCOL
from tests.patience import PATIENCE_S

TABLE = "12" * 16
SAID = Announcement(TABLE, "mindcontrol", 1, "Äinö 🧙", 2, 1, locked=True)
LOOPBACK = ("127.0.0.1",)


def encoded(pairs: Mapping[str, str]) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in pairs.items()}


def test_a_hint_is_read_as_it_was_written() -> None:
    assert read_hint(encoded(write_hint("ab" * 32, SAID))) == Hint("ab" * 32, PROTOCOL, SAID)


def test_the_record_fits_into_dns() -> None:
    longest = Announcement("f" * 64, "g" * 32, 999_999, "🧙" * 32, 8, 8)
    assert all(len(f"{key}={value}".encode()) <= 255 for key, value in write_hint("f" * 64, longest).items())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("v", "x"), ("v", "-1"), ("v", "01"), ("v", "9" * 40), ("peer", "ab"), ("peer", "AB" * 32),
        ("id", ""),
        ("id", "zz" * 16), ("game", ""), ("game", "a b"), ("game", "x" * 200), ("rules", "1.0"), ("host", ""),
        ("host", "a\nb"), ("host", "x" * 33), ("seats", "0"), ("seats", "9"), ("free", "3"), ("free", "²"),
        ("run", "yes"), ("watch", "2"), ("lock", ""),
    ],
)  # fmt: skip
def test_a_hint_with_one_bad_pair_is_none(key: str, value: str) -> None:
    pairs = encoded(write_hint("ab" * 32, SAID))
    assert read_hint({**pairs, key.encode(): value.encode()}) is None
    assert read_hint({**pairs, key.encode(): b"\xff\xfe"}) is None
    assert read_hint({**pairs, key.encode(): None}) is None


def test_unknown_pairs_are_ignored() -> None:
    pairs = encoded(write_hint("ab" * 32, SAID))
    assert read_hint({**pairs, b"new": b"thing", b"flag": None}) is not None


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(sorted(write_hint("ab" * 32, SAID))) | st.text(max_size=4), st.binary(max_size=40)
    )
)
def test_garbage_is_no_hint_and_no_error(garbage: dict[str, bytes]) -> None:
    base = encoded(write_hint("ab" * 32, SAID))
    read_hint({**base, **{key.encode(): value for key, value in garbage.items()}})
    assert read_hint({key.encode(): value for key, value in garbage.items()}) is None, "no peer is that short"


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> str:
    """A service name of our own: nobody else on this machine, or in another test, is heard."""
    name = f"_mg{secrets.token_hex(4)}._tcp.local."
    monkeypatch.setattr(discovery, "SERVICE", name)
    return name


class Scout:
    """One discovery and what it told."""

    def __init__(self, hosts: tuple[str, ...] = LOOPBACK, rules: int = 1) -> None:
        self.peer = new_key().public.hex()
        self.lists: list[tuple[Listed, ...]] = []
        self.problems: list[NetError] = []
        self.it = Discovery(self.peer, {"mindcontrol": rules}, self.lists.append, self.problems.append, hosts)


@contextlib.asynccontextmanager
async def scouts(count: int) -> Any:
    made = [Scout() for _ in range(count)]
    for scout in made:
        await scout.it.start()
    try:
        yield made
    finally:
        for scout in made:
            await scout.it.close()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(2 * PATIENCE_S):
            await work()

    asyncio.run(bounded())


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.02)


def test_a_table_is_found_updated_and_withdrawn() -> None:
    async def work() -> None:
        async with scouts(2) as (one, two):
            await one.it.announce(SAID, 4100)
            await until(two.it.listed)
            line = two.it.listed()[0]
            assert line == Listed(
                TABLE, "mindcontrol", "Äinö 🧙", 2, 1, False, True, True, True, ("127.0.0.1:4100",)
            )
            assert one.it.listed() == (), "our own tables are not in our list"
            await one.it.announce(Announcement(TABLE, "mindcontrol", 1, "Äinö", 2, 0, running=True), 4100)
            await until(lambda: two.it.listed()[0].running)
            assert two.it.listed()[0].free == 0
            await one.it.withdraw(TABLE)
            await until(lambda: not two.it.listed())
            assert two.lists[-1] == () and not one.problems and not two.problems

    run(work)


def test_who_comes_later_finds_what_is_there_and_holders_merge() -> None:
    async def work() -> None:
        async with scouts(2) as (one, two):
            other = "34" * 16
            await one.it.announce(SAID, 4100)
            await one.it.announce(Announcement(other, "mindcontrol", 1, "Aino", 2, 0, running=True), 4100)
            await two.it.announce(Announcement(other, "mindcontrol", 1, "Eino", 2, 0, running=True), 4200)
            late = Scout()
            await late.it.start()
            try:
                await until(lambda: len(late.it.listed()) == 2 and len(late.it.listed()[1].addresses) == 2)
                table, match = late.it.listed()
                assert table.id == TABLE and match.id == other and match.running
                assert set(match.addresses) == {"127.0.0.1:4100", "127.0.0.1:4200"}
                await one.it.close()  # goodbye to all of one's
                await until(lambda: len(late.it.listed()) == 1)
                assert late.it.listed()[0].addresses == ("127.0.0.1:4200",)
            finally:
                await late.it.close()

    run(work)


def test_other_versions_are_listed_as_not_compatible() -> None:
    async def work() -> None:
        async with scouts(2) as (one, two):
            await one.it.announce(Announcement(TABLE, "mindcontrol", 2, "Aino", 2, 1), 4100)
            await until(two.it.listed)
            assert not two.it.listed()[0].compatible

    run(work)


def test_a_garbage_announcement_is_ignored(caplog: Any, service: str) -> None:
    async def work() -> None:
        async with scouts(2) as (one, two):
            rogue = AsyncZeroconf(interfaces=list(LOOPBACK))
            for number, properties in enumerate(
                ({}, {"v": "1"}, {**write_hint("cd" * 32, SAID), "seats": "many"}, {b"\xff": b"\xff" * 200})
            ):
                info = AsyncServiceInfo(
                    service,
                    f"rogue-{number}.{service}",
                    port=1,
                    properties=properties,
                    server="rogue.local.",
                    parsed_addresses=list(LOOPBACK),
                )
                await rogue.async_register_service(info, cooperating_responders=True)
            await one.it.announce(SAID, 4100)
            await until(two.it.listed)
            await asyncio.sleep(0.3)
            assert [line.id for line in two.it.listed()] == [TABLE]
            await rogue.async_close()

    with caplog.at_level(logging.ERROR):
        run(work)
    assert not caplog.records


def test_who_vanishes_without_goodbye_is_dropped_after_a_while(monkeypatch: Any) -> None:
    monkeypatch.setattr(discovery, "TTL_S", 3)
    monkeypatch.setattr(discovery, "CHECK_S", 0.3)
    monkeypatch.setattr(discovery, "ASK_MS", 2000)

    async def work() -> None:
        async with scouts(2) as (one, two):
            await one.it.announce(SAID, 4100)
            await until(two.it.listed)
            await asyncio.sleep(5.0)
            assert two.it.listed(), "who still answers stays"
            one.it._zeroconf.zeroconf.registry.async_remove(list(one.it._told.values()))  # struck dumb
            await until(lambda: not two.it.listed())

    run(work)


def test_without_a_usable_interface_it_says_so_and_goes_on() -> None:
    async def work() -> None:
        for hosts in ((), ("203.0.113.77",)):
            scout = Scout(hosts)
            await scout.it.start()
            await scout.it.announce(SAID, 4100)
            await scout.it.withdraw(TABLE)
            assert [problem.code for problem in scout.problems] in (["no-network"], ["no-multicast"])
            assert "network" in str(scout.problems[0]) and scout.it.listed() == ()
            await scout.it.close()

    run(work)


def test_new_interfaces_are_taken_up_and_tables_announced_again(monkeypatch: Any) -> None:
    monkeypatch.setattr(discovery, "CHECK_S", 0.1)
    there: list[tuple[str, ...]] = [()]
    monkeypatch.setattr(discovery, "own_hosts", lambda: there[0])

    async def work() -> None:
        scout = Scout()
        scout.it._only = None
        async with scouts(1) as (other,):
            await scout.it.start()
            await scout.it.announce(SAID, 4100)
            assert [problem.code for problem in scout.problems] == ["no-network"]
            there[0] = LOOPBACK
            await until(other.it.listed)
            await scout.it.close()

    run(work)
