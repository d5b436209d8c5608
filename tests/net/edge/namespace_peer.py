"""A peer for the namespace tests: sessions and discovery, led by JSON lines on standard input.

Orders: ``{"announce": {...}}``, ``{"withdraw": ID}``, ``{"connect": [HOST:PORT …]}``; every event goes to
standard output as one JSON line.  Ends, with goodbyes, at the end of input.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from net.edge.discovery import Discovery
from net.edge.entropy import new_key
from net.edge.interfaces import own_hosts
from net.edge.session import Caps, ConnectError, Session, Sessions
from net.wire.address import read_address
from net.wire.hint import Announcement
from net.wire.link import Limits, Reason
from net.wire.messages import AskList

CAPS = Caps(connect_s=10.0, tick_s=0.1, link=Limits(ping_s=0.5, dead_s=3.0))


def tell(**event: Any) -> None:
    print(json.dumps(event), flush=True)


class Teller:
    """Prints what sessions tell."""

    def session_opened(self, session: Session) -> None:
        tell(opened=session.peer.name, remote=session.remote.host)

    def session_received(self, session: Session, message: Any) -> None:
        tell(received=message.KIND)

    def session_closed(self, session: Session, reason: Reason) -> None:
        tell(closed=reason.code, name=session.peer.name)


async def main(name: str) -> None:
    identity = new_key()
    sessions = Sessions(identity, name, "0.1.0", {"mindcontrol": 1}, Teller(), CAPS)
    port = await sessions.listen()
    discovery = Discovery(
        identity.public.hex(),
        {"mindcontrol": 1},
        lambda lines: tell(listed=[[line.id, line.host, list(line.addresses)] for line in lines]),
        lambda problem: tell(problem=problem.code),
    )
    await discovery.start()
    tell(ready=port, hosts=own_hosts())
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        if "announce" in order:
            await discovery.announce(Announcement(**order["announce"]), port)
        elif "withdraw" in order:
            await discovery.withdraw(order["withdraw"])
        elif "connect" in order:
            begun = time.perf_counter()
            try:
                session = await sessions.connect([read_address(text) for text in order["connect"]])
            except ConnectError as error:
                tell(failed=error.code)
            else:
                tell(connected=session.peer.name, took_ms=round(1000 * (time.perf_counter() - begun), 1))
                session.send(AskList())
    await discovery.close()
    await sessions.close()


asyncio.run(main(sys.argv[1]))
