"""Joining or watching by address: for networks where tables don't announce themselves."""

from __future__ import annotations

from collections.abc import Callable

from client.core.transitions import Transition
from client.core.words import _
from client.widgets.dialog import Dialog
from client.widgets.text_field import TextField
from net.wire.address import EXAMPLE


class AddressDialog(Dialog):
    """Asks for an address; ``done`` gets what was typed, without spaces around it, never nothing."""

    def __init__(self, question: str, answer: str, done: Callable[[str], None]) -> None:
        self.field = TextField(
            _("Address"), "", on_submit=self.answer_last, limit=120, empty=EXAMPLE, key="address"
        )
        self.field.label_part = 0.24
        self._done = done
        super().__init__(
            question,
            _("The other computer shows its addresses at its table, like {example}.").format(example=EXAMPLE),
            [(_("Back"), None), (answer, self._take)],
            widgets=[(self.field, 52)],
            lacks=self._lacking,
        )

    def _lacking(self) -> str:
        return "" if self.field.value.strip() else _("There is no address yet: write it above.")

    def _take(self) -> Transition | None:
        self._done(self.field.value.strip())
        return None
