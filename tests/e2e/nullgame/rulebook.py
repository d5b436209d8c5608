"""The rules of the null game, by number, and its help."""

from __future__ import annotations

from client.board.look import HelpPage, rule_pages
from client.board.rulebook import Rule
from client.core.words import _


def rules() -> tuple[Rule, ...]:
    """All of them, in the language in use."""
    return (
        Rule(
            "NL1",
            _("Counting"),
            _("In turn everybody says one, two or three more."),
            (_("Nobody says nothing."),),
        ),
        Rule("NL2", _("Winning"), _("Whoever says the goal wins.")),
    )


def pages() -> tuple[HelpPage, ...]:
    """The pages in the language in use."""
    return (
        HelpPage(_("Counting together"), (_("Count up in turn; the goal is to say the last number."),)),
        *rule_pages(rules()),
    )
