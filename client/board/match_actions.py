"""What somebody at this window may do about a match besides moving: asked of the hub, or asked about first.

Knows the hub and the match as it is shown, no widget; what leads to other scenes is handed in.
"""

from __future__ import annotations

from client.board import questions
from client.board.questions import Questions
from client.board.shown_match import ShownMatch
from client.core.overlay import Open
from client.core.services import Services
from client.core.transitions import Pop, ToTitle, Transition
from client.core.widget import Action
from net.intents import Act, Answer, Forfeit, LeaveMatch, Propose, Rematch


class MatchActions:
    """Each answers with the transition that it leads to, or None."""

    def __init__(self, shown: ShownMatch, services: Services, asked: Questions) -> None:
        self._shown = shown
        self._services = services
        self._asked = asked

    def act(self, action: str) -> None:
        """Send ``action``, which must be allowed, as the next one of the match."""
        self._shown.sent = action
        self._services.hub.post(Act(self._shown.match.id, action, self._shown.match.entries))

    def take_back(self) -> Transition | None:
        """Ask the others to take back what was done here last; at one screen it is done at once."""
        return self._propose("takeback") if self._shown.live and self._shown.here else None

    def pause(self) -> Transition | None:
        """Ask the others for a pause."""
        return self._propose("pause")

    def go_on(self) -> Transition | None:
        """Ask the others to go on after a pause."""
        return self._propose("resume")

    def agree(self) -> Transition | None:
        """Agree to what is asked for."""
        self._services.hub.post(Answer(self._shown.match.id, True))
        return None

    def decline(self) -> Transition | None:
        """Decline what is asked for."""
        self._services.hub.post(Answer(self._shown.match.id, False))
        return None

    def end_without_them(self) -> Transition | None:
        """End the match without who is gone, once somebody has said yes to that."""
        return self._asked.ask_ending(lambda: self._services.hub.post(Forfeit(self._shown.match.id)))

    def rematch(self) -> Transition | None:
        """Ask the others for a rematch."""
        self._services.hub.post(Rematch(self._shown.match.id))
        return None

    def leave(self) -> Transition | None:
        """Go away; where the match goes on and somebody here plays, it is asked how."""
        match = self._shown.match
        if not self._shown.live or not any(seat.here for seat in match.seats):
            return self.save_and_leave()
        return Open(questions.before_leaving(self.save_and_leave, self.give_up))

    def save_and_leave(self) -> Transition:
        """Go away; the match can be taken up again."""
        return self._go_away(for_good=False)

    def give_up(self) -> Transition:
        """Go away for good."""
        return self._go_away(for_good=True)

    def menu(self, switch_sound: Action, loud: bool, settings: Action) -> Transition:
        """What is rarely wanted, as a menu; ``loud``: whether there is sound now."""
        shown = self._shown
        plays = shown.live and bool(shown.here)
        alone = all(seat.here for seat in shown.match.seats)
        return Open(
            questions.what_else(
                switch_sound,
                loud,
                self.take_back if plays and shown.place.last else None,
                self.pause if plays and not alone else None,
                settings,
                self.leave,
            )
        )

    def _propose(self, kind: str) -> Transition | None:
        """Ask the others for what happens once all agree: ``takeback``, ``pause`` or ``resume``."""
        self._services.hub.post(Propose(self._shown.match.id, kind))
        return None

    def _go_away(self, for_good: bool) -> Transition:
        """To where one came from, if one only watched; else to the title."""
        match = self._shown.match
        if not self._shown.record:
            self._services.hub.post(LeaveMatch(match.id, for_good))
        return Pop() if match.watching else ToTitle()
