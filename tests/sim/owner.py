"""What people and bots do at a peer: they play, answer, and do something about those who are gone.  Ruled by dice."""

from __future__ import annotations

from random import Random

from net.events import Match
from net.intents import Act, Answer, Forfeit, Intent, Propose

PATIENT_S = 12.0
"""How long somebody waits for those who are gone, or for a pause to end, before doing something about it."""


class Owner:
    """One node's people; asked once a second what they want in a match."""

    def __init__(self, seed: str, wishes: frozenset[str]) -> None:
        """``wishes``: which of ``takeback``, ``pause``, ``forfeit`` these people come to think of."""
        self._dice = Random(seed)
        self._wishes = wishes
        self._since: dict[tuple[str, str], float] = {}
        """Match and what is waited about → since when."""
        self.did: set[str] = set()
        """What they have wanted besides playing."""

    def wants(self, match: Match, now_s: float) -> Intent | None:
        """What is done now, if anything."""
        if match.watching or match.status not in ("running", "paused", "adjourned"):
            return None
        proposal = match.proposal
        if proposal is not None and proposal.ours:
            return self._did("answer", Answer(match.id, self._dice.random() < 0.7))
        if match.status == "paused":
            if self._patient(match, "pause", now_s) or proposal is not None:
                return None
            return Propose(match.id, "resume")
        if match.remedy:
            if "forfeit" in self._wishes and not self._patient(match, "remedy", now_s):
                self._since.pop((match.id, "remedy"))
                return self._did("forfeit", Forfeit(match.id))
        else:
            self._since.pop((match.id, "remedy"), None)
        for wish in ("takeback", "pause"):
            if wish in self._wishes and proposal is None and self._dice.random() < 0.02:
                return self._did(wish, Propose(match.id, wish))
        turn = match.state.turn
        if turn is None or not match.seats[turn].here or self._dice.random() < 0.2:
            return None
        actions = match.state.legal() or match.state.extras()
        return Act(match.id, self._dice.choice(actions), match.entries)

    def _did(self, what: str, intent: Intent) -> Intent:
        self.did.add(what)
        return intent

    def _patient(self, match: Match, about: str, now_s: float) -> bool:
        """Whether they go on waiting about something."""
        return now_s < self._since.setdefault((match.id, about), now_s) + PATIENT_S
