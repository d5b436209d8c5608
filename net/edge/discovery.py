"""Finding tables on the LAN: zeroconf announcements of ours, and the list of those heard.  Its only home.

One ``Discovery`` lives in a running asyncio loop, on all network interfaces, and starts anew when these
change.  What is heard is untrusted: at most a line in a list.  Without a network, or without multicast, it
says so and does nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import ifaddr
from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.edge.interfaces import own_hosts
from net.events import Listed
from net.wire.address import Address
from net.wire.errors import NetError
from net.wire.hint import Announcement, Hint, read_hint, write_hint
from net.wire.link import PROTOCOL
from net.wire.messages import MAX_KNOWN

SERVICE = "_magicade._tcp.local."
TTL_S = 30
"""How long an announcement is believed without being heard again."""
CHECK_S = 5.0
"""How often interfaces and the age of what was heard are looked at."""
ASK_MS = 2000
MAX_HEARD = 256


class Discovery:
    """Announces what we hold, and keeps the list of what others hold.

    ``changed`` is called in the loop with the whole new list; ``failed`` with what is missing (once for each
    new problem).  ``hosts`` limits it to the interfaces with these IP addresses (tests: ``127.0.0.1``).
    """

    def __init__(
        self,
        peer: str,
        rules: Mapping[str, int],
        changed: Callable[[tuple[Listed, ...]], None],
        failed: Callable[[NetError], None],
        hosts: Sequence[str] | None = None,
    ) -> None:
        self._peer = peer
        self._rules = dict(rules)
        self._changed = changed
        self._failed = failed
        self._only = tuple(hosts) if hosts is not None else None
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._bound: tuple[str, ...] = ()
        self._wanted: dict[str, tuple[Announcement, int]] = {}
        self._told: dict[str, AsyncServiceInfo] = {}
        self._heard: dict[str, tuple[Hint, tuple[Address, ...]]] = {}
        self._asking: set[str] = set()
        self._listed: tuple[Listed, ...] = ()
        self._problem = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def start(self) -> None:
        """Begin to listen and to announce; never raises for want of a network."""
        await self._refresh()
        self._task(self._watching())

    async def close(self) -> None:
        """Withdraw everything that we announced, and stop."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._stop()

    async def announce(self, said: Announcement, port: int) -> None:
        """Announce this, or the news of it if its id is announced already; ``port`` is where we listen."""
        self._wanted[said.id] = (said, port)
        async with self._turn:
            await self._tell(said.id)

    async def withdraw(self, id: str) -> None:
        """Announce it no more (nothing happens if it was not)."""
        self._wanted.pop(id, None)
        async with self._turn:
            info = self._told.pop(id, None)
            if info and self._zeroconf:
                with contextlib.suppress(OSError, ZeroconfError):
                    await (await self._zeroconf.async_unregister_service(info))

    def listed(self) -> tuple[Listed, ...]:
        """What others hold, merged by id, open tables first."""
        return self._listed

    # -- our side ------------------------------------------------------------------------------

    async def _tell(self, id: str) -> None:
        if self._zeroconf is None or id not in self._wanted:
            return
        said, port = self._wanted[id]
        hosts = [host.partition("%")[0] for host in self._bound]
        info = AsyncServiceInfo(
            SERVICE,
            f"{id[:24]}-{self._peer[:16]}.{SERVICE}",
            port=port,
            properties=write_hint(self._peer, said),
            server=f"magicade-{self._peer[:16]}.local.",
            host_ttl=TTL_S,
            other_ttl=TTL_S,
            parsed_addresses=list(dict.fromkeys(hosts)),
        )
        known = id in self._told
        self._told[id] = info
        try:
            if known:
                await self._zeroconf.async_update_service(info)
            else:
                # The name holds our own key, so nobody can have it: no need to ask around first.
                await self._zeroconf.async_register_service(info, cooperating_responders=True)
        except (OSError, ZeroconfError) as error:
            self._fail("announce", "tables can't be announced on this network: {problem}", error)

    # -- their side ----------------------------------------------------------------------------

    def _noticed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            self._drop(name)
        else:
            self._ask(name)

    def _ask(self, name: str) -> None:
        """Learn what ``name`` says now: from the cache if that is fresh, else by asking."""
        if self._zeroconf is None or name in self._asking:
            return
        try:
            info = AsyncServiceInfo(SERVICE, name)
        except ZeroconfError:
            return  # not a name of this service at all
        if info.load_from_cache(self._zeroconf.zeroconf):
            self._take(name, info)
        elif len(self._asking) < MAX_HEARD:
            self._asking.add(name)
            self._task(self._asked(name, info, self._zeroconf.zeroconf))

    async def _asked(self, name: str, info: AsyncServiceInfo, zeroconf: Zeroconf) -> None:
        try:
            found = await info.async_request(zeroconf, ASK_MS)
        except (OSError, ZeroconfError):
            found = False
        finally:
            self._asking.discard(name)
        if found:
            self._take(name, info)
        else:
            self._drop(name)

    def _take(self, name: str, info: AsyncServiceInfo) -> None:
        hint = read_hint(info.properties)
        if hint is None or hint.peer == self._peer or not info.port:
            self._drop(name)
            return
        if name not in self._heard and len(self._heard) >= MAX_HEARD:
            return
        hosts = info.parsed_scoped_addresses(IPVersion.All)[:MAX_KNOWN]
        self._heard[name] = (hint, tuple(Address(host, info.port) for host in hosts))
        self._publish()

    def _drop(self, name: str) -> None:
        if self._heard.pop(name, None):
            self._publish()

    def _publish(self) -> None:
        merged: dict[str, list[tuple[Hint, tuple[Address, ...]]]] = {}
        for name in sorted(self._heard):
            hint, addresses = self._heard[name]
            merged.setdefault(hint.announcement.id, []).append((hint, addresses))
        listed = tuple(
            sorted(map(self._line, merged.values()), key=lambda one: (one.running, one.host, one.id))
        )
        if listed != self._listed:
            self._listed = listed
            self._changed(listed)

    def _line(self, holders: list[tuple[Hint, tuple[Address, ...]]]) -> Listed:
        """One line for all who announce the same table or match; who speaks as we do is believed first."""
        holders = sorted(holders, key=lambda holder: not self._fits(holder[0]))
        said = holders[0][0].announcement
        addresses = dict.fromkeys(str(address) for _, some in holders for address in some)
        return Listed(
            id=said.id,
            game=said.game,
            host=said.host,
            seats=said.seats,
            free=said.free,
            running=said.running,
            watchable=any(hint.announcement.watchable for hint, _ in holders),
            locked=said.locked,
            compatible=self._fits(holders[0][0]),
            addresses=tuple(addresses),
        )

    def _fits(self, hint: Hint) -> bool:
        said = hint.announcement
        return hint.protocol == PROTOCOL and self._rules.get(said.game) == said.version

    # -- the network beneath -------------------------------------------------------------------

    async def _watching(self) -> None:
        while True:
            await asyncio.sleep(CHECK_S)
            await self._refresh()
            for name in list(self._heard):
                self._ask(name)

    async def _refresh(self) -> None:
        """Bind to the interfaces that are there now, if they are others than before."""
        try:
            hosts = self._only if self._only is not None else own_hosts()
        except OSError as error:
            self._fail("no-network", "there is no network: {problem}", error)
            return
        if self._zeroconf is not None and hosts == self._bound:
            return
        async with self._turn:
            await self._stop()
            if not hosts:
                self._fail("no-network", "there is no network: {problem}", "no address")
                return
            problem: Exception | None = None
            for version in (IPVersion.All, IPVersion.V4Only):
                try:
                    self._zeroconf = AsyncZeroconf(interfaces=_interfaces(hosts, version), ip_version=version)
                    break
                except (OSError, RuntimeError, ValueError, ZeroconfError) as error:
                    problem = error
            if self._zeroconf is None:
                self._fail("no-multicast", "tables on this network can't be found: {problem}", problem)
                return
            self._problem = ""
            self._bound = hosts
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._noticed])
            for id in list(self._wanted):
                await self._tell(id)

    async def _stop(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        browser, self._browser = self._browser, None
        self._bound = ()
        self._told.clear()
        with contextlib.suppress(OSError, ZeroconfError, asyncio.TimeoutError):
            if browser:
                await browser.async_cancel()
            if zeroconf:
                await zeroconf.async_close()
        self._heard.clear()
        self._publish()

    def _fail(self, code: str, message: str, problem: object) -> None:
        if self._problem != code:
            self._problem = code
            self._failed(NetError(code, message, problem=str(problem)))

    def _task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _interfaces(
    hosts: Sequence[str], version: IPVersion
) -> list[str | int | tuple[tuple[str, int, int], int]]:
    """As zeroconf wants them: IPv4 addresses, and the index of each interface that has an IPv6 one."""
    plain = {host.partition("%")[0] for host in hosts}
    found: list[str | int | tuple[tuple[str, int, int], int]] = [host for host in hosts if ":" not in host]
    if version is IPVersion.All:
        for adapter in ifaddr.get_adapters():
            mine = any(ip.is_IPv6 and ip.ip[0] in plain for ip in adapter.ips)
            if mine and adapter.index not in found and adapter.index is not None:
                found.append(adapter.index)
    if not found:
        raise ValueError("no interface with an address")
    return found
