"""The help of Magi, its diagrams worked out by the rules, interpretations of the rulebook included."""

from __future__ import annotations

from client.looks.look import HelpPage


def pages() -> tuple[HelpPage, ...]:
    """The pages in the language in use."""
    return ()
