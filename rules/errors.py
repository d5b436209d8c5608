"""What can be wrong with something given to the rules.

Every error carries a code (stable, for programs), an English message with named
places, and the arguments for these places, so that a client can word it in its own
language.  ``str(error)`` is the English sentence.  Nothing here knows any game.
"""

from __future__ import annotations


class RulesError(ValueError):
    """Something given to the rules is wrong; ``code``, ``message`` and ``arguments`` say what.

    >>> str(RulesError("no-stack", "{square} is empty", square="c3"))
    'c3 is empty'
    """

    def __init__(self, code: str, message: str, **arguments: str | int) -> None:
        self.code = code
        self.message = message
        self.arguments = arguments
        super().__init__(message.format(**arguments))


class MalformedAction(RulesError):
    """The action can't be read."""


class IllegalAction(RulesError):
    """The action was read, but the rules do not allow it here; the message cites the rule."""


class BadPosition(RulesError):
    """The position can't be read or can't be."""


class BadOption(RulesError):
    """An option is unknown or its value is out of range."""
