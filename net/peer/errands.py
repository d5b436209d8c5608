"""Going to a table or match that the owner named by its id or address: find it, connect, ask what is there, ask in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from net.events import Listed
from net.intents import Join, Watch
from net.peer.links import Links
from net.wire.address import read_address
from net.wire.errors import ConnectError, NetError
from net.wire.link import Reason
from net.wire.messages import AskList, AskLook, AskSeat, AskWatch, GiveList

ANSWER_S = 5.0
HEAR_S = 5.0
"""How long we listen for the announcement of what we are asked to reach."""


@dataclass
class Errand:
    """One of them.  It listens, then a call is under way, then ``peer`` is asked what it holds."""

    intent: Join | Watch
    until_s: float
    wanted: str = ""
    """The id of the table or match, once it is known."""
    call: int = 0
    peer: str = ""


class Errands:
    """The errands under way, and what we have asked to be let into.

    ``fail`` is told of each that came to nothing; ``network``, ``discovery``: whether there is any.
    """

    def __init__(
        self, links: Links, fail: Callable[[NetError], None], *, network: bool, discovery: bool
    ) -> None:
        self.wanted: dict[str, str] = {}
        """Tables and matches that we asked for → the peer that we asked."""
        self.asked: dict[str, set[str]] = {}
        """Tables → as what we asked to sit there: ``person`` or ``bot:LEVEL``."""
        self._links = links
        self._fail = fail
        self._network = network
        self._discovery = discovery
        self._errands: list[Errand] = []
        self._listed: tuple[Listed, ...] = ()

    def go(self, intent: Join | Watch, now_s: float) -> None:
        """Set out; raises NetError if it can't be done at all."""
        if not self._network:
            raise ConnectError("no-network", "there is no network here")
        errand = Errand(intent, now_s + HEAR_S)
        if not self._found(errand):
            if not is_id(intent.target):
                errand.call = self._links.dial([str(read_address(intent.target))])
            elif not self._discovery:
                raise _unknown(intent.target)
        self._errands.append(errand)

    def heard(self, listed: tuple[Listed, ...]) -> None:
        """The list of what is announced has changed."""
        self._listed = listed
        for errand in self._errands:
            if not errand.call:
                self._found(errand)

    def tick(self, now_s: float) -> None:
        """Give up what has taken too long (a call gives up by itself)."""
        for errand in list(self._errands):
            if now_s < errand.until_s or (errand.call and not errand.peer):
                continue
            if not errand.call:
                self._end(errand, _unknown(errand.intent.target))
            else:
                self._end(
                    errand,
                    ConnectError(
                        "unreachable",
                        "{address} can't be reached: {problem}",
                        address=errand.intent.target,
                        problem="no answer",
                    ),
                )

    def dialled(self, call: int, link: int, error: NetError | None, now_s: float) -> None:
        """A call has ended."""
        errand = next((one for one in self._errands if one.call == call), None)
        if errand is None:
            return
        hello = self._links.hello(link)
        if error is not None or hello is None:
            self._end(errand, error or ConnectError("lost", "the connection broke"))
            return
        errand.peer = hello.peer
        errand.until_s = now_s + ANSWER_S
        if errand.wanted and isinstance(errand.intent, Join):
            self._ask_in(errand, at_table=True)
        else:
            self._links.reply(link, AskList())

    def listed(self, peer: str, held: GiveList) -> None:
        """``peer`` says what it holds."""
        for errand in [one for one in self._errands if one.peer == peer]:
            target = errand.intent.target
            if isinstance(errand.intent, Join):
                choices = held.tables
                nothing = ConnectError("no-table", "there is no open table at {target}", target=target)
            else:
                choices = (*held.matches, *held.tables)
                nothing = ConnectError(
                    "nothing-there", "there is nothing to watch at {target}", target=target
                )
            errand.wanted = errand.wanted or (choices[0] if choices else "")
            if errand.wanted:
                self._ask_in(errand, at_table=errand.wanted in held.tables)
            else:
                self._end(errand, nothing)

    def lost(self, peer: str, reason: Reason) -> None:
        """The last connection with ``peer`` is over."""
        for errand in [one for one in self._errands if one.peer == peer]:
            self._end(errand, ConnectError(reason.marked, reason.message, **reason.arguments))

    def forget(self, about: str) -> None:
        """That table or match is not asked for any more."""
        self.wanted.pop(about, None)
        self.asked.pop(about, None)

    # -- inside --------------------------------------------------------------------------------------------

    def _found(self, errand: Errand) -> bool:
        """Call whoever announces the target, if somebody does."""
        line = next((one for one in self._listed if one.id == errand.intent.target), None)
        if line is None:
            return False
        errand.wanted = line.id
        self._links.known[line.id] = line.addresses
        errand.call = self._links.dial(line.addresses)
        return True

    def _ask_in(self, errand: Errand, *, at_table: bool) -> None:
        self._errands.remove(errand)
        self.wanted[errand.wanted] = errand.peer
        if isinstance(errand.intent, Join):
            player = errand.intent.player
            self.asked.setdefault(errand.wanted, set()).add(player)
            self._links.post(errand.peer, AskSeat(errand.wanted, player))
        elif at_table:
            self._links.post(errand.peer, AskLook(errand.wanted))
        else:
            self._links.post(errand.peer, AskWatch(errand.wanted))

    def _end(self, errand: Errand, error: NetError) -> None:
        self._errands.remove(errand)
        self._fail(error)


def is_id(target: str) -> bool:
    """Whether ``target`` is the id of a table or match rather than an address."""
    return len(target) >= 16 and not set(target) - set("0123456789abcdef")


def _unknown(target: str) -> ConnectError:
    return ConnectError("unknown", "nobody announces {target} now", target=target[:16])
