"""The matches that a peer holds: how they come to be held, what their owner wants in them, who may watch them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from net.events import Event, Failed, MatchStarted
from net.intents import Act, Answer, Forfeit, LeaveMatch, Propose, Resume
from net.log.header import Header
from net.log.ledger import Ledger
from net.log.pen import Pen
from net.log.private_file import PrivateFile
from net.match.match import MatchPeer
from net.match.record_file import RecordFile, Records
from net.peer.inputs import Loaded
from net.peer.links import Links, good_addresses
from net.peer.outputs import Load
from net.wire.errors import LocalError
from net.wire.messages import MAX_KNOWN, AskWatch, EndWatch, Known, SayPeers, SayRefused
from net.wire.table import TableError

MAX_MATCHES = 64


class Matches:
    """All matches of this peer, running, finished and watched, by match id.

    ``load`` asks for a record to be read; ``begun`` is told the id of each match that begins.
    """

    def __init__(
        self,
        me: str,
        links: Links,
        records: Records,
        *,
        tell: Callable[[Event], None],
        load: Callable[[Load], None],
        begun: Callable[[str], None],
        clock: Callable[[], float],
        addresses: Callable[[], tuple[str, ...]],
    ) -> None:
        self.held: dict[str, MatchPeer] = {}
        self._me = me
        self._links = links
        self._records = records
        self._tell = tell
        self._load = load
        self._begun = begun
        self._clock = clock
        self._addresses = addresses

    def get(self, match_id: str) -> MatchPeer:
        """The match of this id; raises TableError."""
        match = self.held.get(match_id)
        if match is None:
            raise TableError("no-match", "there is no such match here")
        return match

    def has_begun(self, match_id: str) -> bool:
        """Whether this match is here and its game has begun."""
        return match_id in self.held and self.held[match_id].begun

    # -- into what is held -----------------------------------------------------------------------------------

    def create(
        self,
        header: Header,
        pens: Mapping[int, Pen],
        players: Mapping[int, str],
        watchable: bool,
        local: bool = False,
    ) -> MatchPeer:
        """Hold a new match, with a record; raises LocalError if that can't be written (a local one plays on)."""
        ledger, seated = Ledger(header), list(pens.values())
        trouble = None
        try:
            file = self._records.create(header, PrivateFile(seated, players))
        except LocalError as error:
            if not local:
                raise
            file, trouble = self._records.file(header), error
        match = self._add(ledger, seated, file, players, watchable=watchable, local=local)
        if trouble is not None:
            match.keeper.lag(trouble)
        return match

    def load(self, header: Header, link: int) -> bool:
        """If there is a record of this match, go on with it (``loaded``): whether there is."""
        if not self._records.has(header.match_id):
            return False
        self._load(Load(header.match_id.hex(), link))
        return True

    def loaded(self, given: Loaded) -> None:
        """A record was read, or not; raises NetError if not."""
        if given.error is not None:
            raise given.error
        saved = given.saved
        if saved is None or given.match in self.held:
            return
        ledger = saved.ledger
        private = saved.private
        local = len(private.pens) == len(ledger.seats)
        match = self._add(ledger, private.pens, saved.file, private.players, local=local)
        match.keeper.was_saved(private)
        for peer, addresses in private.addresses.items():
            self._links.known.setdefault(peer, good_addresses(addresses))
        if saved.aside:
            self._tell(Failed("aside", "a broken file was set aside: {path}", {"path": saved.aside}))
        if local or ledger.closed:
            match.begin_local()
            return
        for peer in sorted(match.player_peers):
            if peer in self._links:
                self.follow(match, peer)
        hello = self._links.hello(given.link)
        if hello is not None and hello.peer not in match.links:
            self.follow(match, hello.peer)

    def drop_void(self, match_id: str) -> None:
        """A seat was lost before that match began: it will never be."""
        match = self.held.pop(match_id, None)
        if match is not None:
            match.void()

    def _add(
        self,
        ledger: Ledger,
        pens: Sequence[Pen],
        file: RecordFile,
        players: Mapping[int, str],
        *,
        watchable: bool = True,
        local: bool = False,
    ) -> MatchPeer:
        over = [key for key, match in self.held.items() if match.ledger.closed and not match.links]
        while len(self.held) >= MAX_MATCHES and over:
            del self.held[over.pop(0)]
        match = MatchPeer(
            ledger,
            pens,
            file,
            players,
            me=self._me,
            post=self._links.post,
            tell=self._told,
            clock=self._clock,
            watchable=watchable,
            local=local,
        )
        self.held[match.id] = match
        return match

    def _told(self, event: Event) -> None:
        if isinstance(event, MatchStarted):
            self._begun(event.match.id)
        self._tell(event)

    # -- what the owner wants ----------------------------------------------------------------------------------

    def want(self, intent: Act | LeaveMatch | Forfeit | Propose | Answer | Resume) -> None:
        """Carry out an intent about one match; raises NetError."""
        if isinstance(intent, Resume):
            self._resume(intent.match)
            return
        match = self.get(intent.match)
        if isinstance(intent, Act):
            match.act(intent.action, intent.after)
        elif isinstance(intent, LeaveMatch):
            self._leave(match, intent.for_good)
        elif isinstance(intent, Forfeit):
            match.forfeit()
        elif isinstance(intent, Propose):
            match.propose(intent.kind, intent.back_to)
        else:
            match.answer(intent.yes)

    def _leave(self, match: MatchPeer, for_good: bool) -> None:
        if for_good and not match.watching and not match.ledger.closed:
            match.leave()
            if not match.local:
                return
        self.held.pop(match.id, None)
        for peer in list(match.links):
            self._links.post(peer, EndWatch(match.id))

    def _resume(self, match_id: str) -> None:
        if match_id in self.held:
            match = self.held[match_id]
            match.begun = False
            match.begin_local()
            return
        if not _is_match_id(match_id) or not self._records.has(bytes.fromhex(match_id)):
            raise TableError("no-match", "there is no such match in the home folder")
        self._load(Load(match_id))

    # -- who else is in a match ----------------------------------------------------------------------------------

    def linked(self, peer: str) -> None:
        """``peer`` is linked: exchange with it the logs of the matches in which it holds seats."""
        for match in self.held.values():
            if peer in match.player_peers:
                self.follow(match, peer)

    def tick(self) -> None:
        """Keep beside each match where its players can be called now."""
        for match in self.held.values():
            if not match.local:
                known = self._links.known
                match.keeper.addresses(
                    {one: known[one] for one in sorted(match.player_peers) if one in known}
                )

    def compare(self, peer: str) -> None:
        """One of several connections with ``peer`` is over: ask how much of each match it has."""
        for match in self.held.values():
            if peer in match.links:
                match.exchange.ask(peer)

    def lost(self, peer: str) -> None:
        """The last connection with ``peer`` is over."""
        for match in list(self.held.values()):
            match.unlink(peer)

    def follow(self, match: MatchPeer, peer: str) -> None:
        """Exchange the log with ``peer``, and have it exchange with us."""
        self._links.post(peer, AskWatch(match.id))
        match.link(peer)

    def introduce(self, match: MatchPeer, to: str = "") -> None:
        """Tell one peer, or else all links of a match, where its players can be called."""
        players = sorted(match.player_peers)
        known: list[Known] = [(self._me, self._addresses())]
        known += [
            (peer, self._links.known[peer][:MAX_KNOWN]) for peer in players if peer in self._links.known
        ]
        everybody = [*match.links, *(peer for peer in players if peer not in match.links)]
        for peer in [to] if to else everybody:
            others = tuple(one for one in known if one[0] != peer and one[1])
            self._links.post(peer, SayPeers(match.id, others))

    def take_peers(self, said: SayPeers) -> None:
        """Where others of a match can be called, as somebody says."""
        match = self.held.get(said.match)
        for peer, addresses in said.known if match is not None else ():
            if match is not None and peer in match.player_peers and peer not in self._links:
                # Who comes back may listen elsewhere; the address that it was met at stays, whatever others say.
                met = self._links.known.get(peer, ())[:1]
                told = tuple(one for one in good_addresses(addresses) if one not in met)
                self._links.known[peer] = (*met, *told)[:MAX_KNOWN]

    def asked_watch(self, link: int, peer: str, match_id: str) -> None:
        """``peer`` wants to be served a match; raises TableError if it may not be."""
        match = self.held.get(match_id)
        if match is None or (match.local and peer not in match.player_peers):
            self._links.reply(link, SayRefused(match_id, "no-match", "that match is not there"))
            return
        if not match.watchable and peer not in match.player_peers:
            raise TableError("no-watchers", "this match takes no watchers")
        match.introduce(peer)
        if peer not in match.links:
            match.link(peer)
            self.introduce(match)
        else:  # what it was told before may have come before it had the match
            self.introduce(match, peer)

    def end_watch(self, peer: str, match_id: str) -> None:
        """``peer`` wants that match no more."""
        match = self.held.get(match_id)
        if match is not None:
            match.unlink(peer)


def _is_match_id(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")
