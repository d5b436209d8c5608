"""The whole of a peer as one machine without sockets, threads, clock and chance: inputs in, outputs out.

``take`` is given what has happened (``net.peer.inputs``) and when, and gives what is to be done about it
(``net.peer.outputs``), in order.  The disk (``Records``), randomness and where we listen are handed in.  Composed of
links, errands, tables, matches, starts, rematches, the lobby and calling back; this file routes between them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from net.events import Event, Failed, Listed, TablesHeard
from net.intents import Intent, Join, ListSaved, MatchIntent, Rematch, Rename, Watch, action_of, match_of
from net.match.record_file import Records
from net.peer.announcing import announcements
from net.peer.callback import CallBack
from net.peer.errands import Errands
from net.peer.inputs import (
    Closing,
    Dialled,
    Heard,
    Input,
    LinkClosed,
    LinkOpened,
    Loaded,
    MessageCame,
    Ticked,
    Wanted,
)
from net.peer.links import Links
from net.peer.lobby import Lobby
from net.peer.matches import Matches
from net.peer.outputs import Announce, Load, Output, Stumbled, Tell, UseName
from net.peer.rematches import Rematches
from net.peer.starts import Starts
from net.peer.table import Table
from net.peer.tables import Tables
from net.wire import messages
from net.wire.errors import LocalError, NetError
from net.wire.hint import Announcement
from net.wire.identity import Entropy, Key
from net.wire.link import Hello, Reason
from net.wire.messages import Message
from net.wire.names import check_name
from net.wire.retold import retold
from net.wire.table import TableError
from rules.errors import RulesError

MAX_COMPLAINTS = 256
MAX_FAULTS = 64


class Supplies(Protocol):
    """What a peer is handed."""

    @property
    def records(self) -> Records:
        """Its disk."""

    @property
    def entropy(self) -> Entropy:
        """Its randomness."""

    def listens(self) -> bool:
        """Whether others can call us."""

    def addresses(self) -> tuple[str, ...]:
        """Where they can, ``HOST:PORT``, likeliest first; none if nowhere."""


class Peer:
    """The machine; ``take`` is all that it is used by.

    ``network``: whether there is any; ``discovery``: whether announcements are heard.
    """

    def __init__(
        self,
        identity: Key,
        name: str,
        around: Supplies,
        now_s: float,
        *,
        network: bool = True,
        discovery: bool = True,
    ) -> None:
        self.name = name
        self.me = identity.public.hex()
        """Our peer id."""
        self._now_s = now_s
        self._outputs: list[Output] = []
        put, tell, entropy = self._put, self._tell, around.entropy
        self.links = Links(put)
        self.errands = Errands(self.links, self._failed, network=network, discovery=discovery)
        self.tables = Tables(self.me, self.links, around.addresses)
        self.matches = Matches(
            self.me,
            self.links,
            around.records,
            tell=tell,
            load=put,
            begun=self._begun,
            clock=lambda: self._now_s,
            addresses=around.addresses,
        )
        self.rematches = Rematches(self.me, self.links, self.matches, entropy, tell=tell)
        self.starts = Starts(identity, entropy, self.links, self.tables, self.matches)
        self.lobby = Lobby(
            self.links,
            self.tables,
            self.errands,
            self.matches,
            self.starts,
            self.rematches,
            entropy,
            tell=tell,
            listens=around.listens,
        )
        self.callback = CallBack(self.links)
        self._announces = network and discovery
        self._listens = around.listens
        self._said: tuple[Announcement, ...] = ()
        self._complaints: set[tuple[str, str, str]] = set()
        """What was said already of peers that sent what can't be: peer, match, code."""
        self._faults: set[str] = set()
        """What was told already of faults of ours."""
        self._again: list[tuple[int, messages.MatchMessage]] = []
        """What a fault of ours kept from being taken in: taken once more at the next tick."""

    def take(self, happened: Input, now_s: float) -> list[Output]:
        """What is to be done about it; ``now_s`` never goes back.  Never raises: faults of ours are outputs too."""
        self._now_s = now_s
        if isinstance(happened, Wanted):
            self._wanted(happened.intent)
        elif isinstance(happened, MessageCame):
            self._message_came(happened.link, happened.message)
        else:
            with self._going_on():
                self._happened(happened)
        outputs, self._outputs = self._outputs, []
        return outputs

    # -- what happens --------------------------------------------------------------------------------------------

    def _happened(
        self, happened: LinkOpened | LinkClosed | Dialled | Heard | Loaded | Ticked | Closing
    ) -> None:
        if isinstance(happened, LinkOpened):
            self._link_opened(happened)
        elif isinstance(happened, LinkClosed):
            self._link_closed(happened)
        elif isinstance(happened, Dialled):
            if not self.callback.dialled(happened.call, self._now_s):
                self.errands.dialled(happened.call, happened.link, happened.error, self._now_s)
        elif isinstance(happened, Heard):
            self._heard(happened.listed)
        elif isinstance(happened, Loaded):
            self.matches.loaded(happened)
        elif isinstance(happened, Ticked):
            self._ticked()
        else:
            self.lobby.closing()

    def _link_opened(self, opened: LinkOpened) -> None:
        peer = opened.hello.peer
        if peer == self.me:
            self.links.close(opened.link, Reason("self", "that is ourselves"))
            return
        self.links.opened(opened.link, opened.hello, opened.address)
        self.callback.linked(peer)
        self.matches.linked(peer)

    def _link_closed(self, closed: LinkClosed) -> None:
        peer, last = self.links.closed(closed.link)
        if not last:
            self.matches.compare(peer)  # what was on its way may be lost
            return
        reason = closed.reason
        self.errands.lost(peer, reason)
        for wanted in self._unanswered(peer):
            del self.errands.wanted[wanted]
            self._tell(Failed(reason.marked, reason.message, reason.arguments))
        self.matches.lost(peer)
        self.lobby.lost(peer)

    def _heard(self, listed: tuple[Listed, ...]) -> None:
        for line in listed:
            if line.id in self.matches.held:
                self.links.known[line.id] = line.addresses
        self.errands.heard(listed)
        self._tell(TablesHeard(listed))

    def _ticked(self) -> None:
        again, self._again = self._again, []
        for link, message in again:
            self._message_came(link, message, last=True)
        self.errands.tick(self._now_s)
        with self._going_on():
            self.matches.tick()
        for match in list(self.matches.held.values()):
            with self._going_on():
                match.tick()
                self.callback.look_after(match, self._now_s)
        if not self._announces or not self._listens():
            return
        said = announcements(self.name, self.tables, self.matches)
        if said != self._said:
            self._said = said
            self._put(Announce(said))

    def _begun(self, match_id: str) -> None:
        for table_id in self.tables.begun(match_id):
            self.errands.forget(table_id)

    # -- what the owner wants ------------------------------------------------------------------------------------

    def _wanted(self, intent: Intent) -> None:
        match_id, action = match_of(intent), action_of(intent)
        try:
            self._carry_out(intent)
        except (NetError, RulesError) as error:
            self._tell(Failed(error.code, error.message, error.arguments, match_id, action))
        except Exception as error:
            self._put(Stumbled(error, match_id, action))

    def _carry_out(self, intent: Intent) -> None:
        if isinstance(intent, Rename):
            self.name = check_name(intent.name)
            self._put(UseName(self.name))
        elif isinstance(intent, Join | Watch):
            self.errands.go(intent, self._now_s)
        elif isinstance(intent, Rematch):
            self._open_again(self.rematches.want(intent.match, self.name), intent.match)
        elif isinstance(intent, MatchIntent):
            self.matches.want(intent)
            if intent.match not in self.matches.held:
                self.errands.forget(intent.match)
        elif not isinstance(intent, ListSaved):  # that is for whoever has the disk
            self.lobby.want(intent, self.name)

    def _open_again(self, table: Table | None, match_id: str) -> None:
        if table is not None:
            self.lobby.open_again(table, self.matches.get(match_id).local)

    # -- what others say -------------------------------------------------------------------------------------------

    def _message_came(self, link: int, message: Message, *, last: bool = False) -> None:
        """Take ``message`` in; what fails by a fault of ours is tried once more, unless this is the ``last`` time.

        Nobody sends it again, and without it a match might stand still for ever; messages about a match change
        nothing when they are taken in twice.
        """
        hello = self.links.hello(link)
        if hello is None:
            return  # it was on its way when the connection ended
        try:
            self._take(link, hello, message)
        except TableError as error:
            if isinstance(
                message, messages.SayTable | messages.GiveHeader
            ):  # no request that could be refused
                self._cut_off(link, hello, message, error)
            else:
                said = retold(error.message, error.arguments)[:300]
                self.links.reply(link, messages.SayRefused(messages.about(message), error.code, said))
        except LocalError as error:
            self._failed(error)  # our own fault, or our disk's
        except (NetError, RulesError) as error:
            self._cut_off(link, hello, message, error)
        except Exception as error:  # our own fault: neither the link nor the match is lost by it
            self._stumbled(error)
            if isinstance(message, messages.MatchMessage) and not last:
                self._again.append((link, message))

    def _take(self, link: int, hello: Hello, message: Message) -> None:
        peer = hello.peer
        if isinstance(message, messages.AskList):
            self.links.reply(link, self._held())
        elif isinstance(message, messages.GiveList):
            self.errands.listed(peer, message)
        elif isinstance(message, messages.TableRequest):
            self.lobby.asked(peer, hello, message)
        elif isinstance(message, messages.TableNews):
            self.lobby.told(peer, message)
        elif isinstance(message, messages.SayRefused):
            if message.about in self.matches.held:
                self.matches.end_watch(peer, message.about)
            else:
                self.lobby.refused(message)
        elif isinstance(message, messages.GiveHeader):
            self.starts.take_header(link, peer, message, message.match in self.errands.wanted)
        elif isinstance(message, messages.AskWatch):
            self.matches.asked_watch(link, peer, message.match)
        elif isinstance(message, messages.EndWatch):
            self.matches.end_watch(peer, message.match)
        elif isinstance(message, messages.SayPeers):
            self.matches.take_peers(message)
        elif isinstance(message, messages.AskRematch):
            self._open_again(self.rematches.asked(peer, message.match, self.name), message.match)
        elif isinstance(message, messages.MatchMessage):
            self._about_match(peer, message)

    def _about_match(self, peer: str, message: messages.MatchMessage) -> None:
        match = self.matches.held.get(message.match)
        # What comes for a match that we have just left is no fault of theirs.
        if match is not None and (peer in match.links or peer in match.player_peers):
            if isinstance(message, messages.AskLog) and peer not in match.links:
                match.link(peer)  # a player who had left it is back
            match.received(peer, message)

    def _held(self) -> messages.GiveList:
        # Whoever asks takes the first: a table with a free seat, if there is any; the newest match.
        own = self.tables.own
        open_first = sorted(own, key=lambda table_id: not own[table_id].table.state.free)
        held = self.matches.held.items()
        watchable = [id for id, match in held if match.begun and match.watchable and not match.local]
        most = messages.MAX_LISTED
        return messages.GiveList(tuple(open_first[:most]), tuple(watchable[-most:][::-1]))

    def _cut_off(self, link: int, hello: Hello, message: Message, error: NetError | RulesError) -> None:
        """Close the link to a peer that sent something invalid; report it once.

        Whoever waits for a first answer of theirs is told of the closed link anyway.
        """
        about = messages.about(message)
        match_id = about if about in self.matches.held else ""
        complaint = (hello.peer, match_id, error.code)
        if complaint not in self._complaints and not self._unanswered(hello.peer):
            if len(self._complaints) >= MAX_COMPLAINTS:
                self._complaints.clear()
            self._complaints.add(complaint)
            told = Failed(
                "refused",
                "{name}'s program sent something that can't be, and was cut off: {why}",
                {"name": hello.name, "why": str(error)},
            )
            self._tell(replace(told, match_id=match_id))
        self.links.close(link, Reason(error.code, error.message, error.arguments))

    def _unanswered(self, peer: str) -> list[str]:
        """The tables and matches that we asked ``peer`` for and have not got."""
        return [
            wanted
            for wanted, asked in self.errands.wanted.items()
            if asked == peer and wanted not in self.tables.joined and wanted not in self.matches.held
        ]

    # -- out -------------------------------------------------------------------------------------------------------

    def _put(self, output: Output | Load) -> None:
        self._outputs.append(output)

    def _tell(self, event: Event) -> None:
        self._outputs.append(Tell(event))

    def _failed(self, error: NetError | RulesError) -> None:
        self._tell(Failed(error.code, error.message, error.arguments))

    def _stumbled(self, error: Exception) -> None:
        """A fault of ours, each told once: what is done four times a second may fail as often."""
        fault = repr(error)
        if fault not in self._faults:
            if len(self._faults) >= MAX_FAULTS:
                self._faults.clear()
            self._faults.add(fault)
            self._put(Stumbled(error))

    @contextlib.contextmanager
    def _going_on(self) -> Iterator[None]:
        """What is raised within is told, and never more: whatever comes next is served."""
        try:
            yield
        except (NetError, RulesError) as error:
            self._failed(error)
        except Exception as error:
            self._stumbled(error)
