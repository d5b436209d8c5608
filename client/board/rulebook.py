"""What a numbered rule of a game is, the help's pages made from a rulebook, and which rules a sentence cites.

Each game's ``rulebook.py`` holds its rules once, in our own words: the help shows them and ``docs/rules`` is
written from them (`client.games.rulebooks`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from client.core.words import _

_CITED = re.compile(r"\b[A-Z]{2}[1-9][0-9]?\b")


class Rule(NamedTuple):
    """One rule, in the language in use."""

    number: str
    """As refusals cite it: ``MG11``."""
    title: str
    text: str
    ours: tuple[str, ...] = ()
    """What was chosen where the source is silent or unclear: one sentence for each mark [I] of the rulebook."""


def cited(text: str, rules: Sequence[Rule]) -> tuple[str, ...]:
    """The numbers of ``rules`` that a sentence cites, in its order.

    >>> cited("the king would be in check (MG11)", [Rule("MG11", "Check", "…")])
    ('MG11',)
    """
    known = {rule.number for rule in rules}
    return tuple(number for number in _CITED.findall(text) if number in known)


def by_number(rules: Sequence[Rule]) -> str:
    """All rules as one text with a heading for each, as a `Reading` wants it."""
    lines = []
    for rule in rules:
        lines += ["", f"## {rule.number}  {rule.title}", rule.text, *(f"•  {choice}" for choice in rule.ours)]
    return "\n".join(lines)


def chosen_by_us(rules: Sequence[Rule]) -> tuple[str, ...]:
    """What was chosen where the source is silent, each with the number of its rule."""
    return tuple(f"{rule.number}: {choice}" for rule in rules for choice in rule.ours)


def document(name: str, credit: str, rules: Sequence[Rule]) -> str:
    """The rulebook of the game called ``name`` as a Markdown document."""
    parts = [
        f"# {name}",
        credit,
        _("The rules by number, as the program cites them. [I] marks what the source leaves open, and what was "
          "chosen there."),
    ]  # fmt: skip
    for rule in rules:
        parts += [
            f"## {rule.number} {rule.title}",
            rule.text,
            *(f"- **[I]** {choice}" for choice in rule.ours),
        ]
    return "\n\n".join(parts) + "\n"
