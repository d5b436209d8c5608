"""What can be wrong with something given to the rules.

Every error carries a code (stable, for programs), an English message with named
places, and the arguments for these places, so that a client can word it in its own
language.  ``str(error)`` is the English sentence.  Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 2000
"""How much of a text given to the rules an error repeats: a hostile one may be as long as it likes."""


class Word(str):
    """An English word as an argument (a side, a piece): a client may put it into its own language."""

    __slots__ = ()


def words(*texts: str) -> tuple[Word, ...]:
    """Several of them."""
    return tuple(map(Word, texts))


class RulesError(ValueError):
    """Something given to the rules is wrong; ``code``, ``message`` and ``arguments`` say what.

    >>> str(RulesError("no-stack", "{square} is empty", square="c3"))
    'c3 is empty'
    """

    def __init__(self, code: str, message: str, **arguments: str | int) -> None:
        self.code = code
        self.message = message
        self.arguments = {place: _shortened(given) for place, given in arguments.items()}
        super().__init__(message.format(**self.arguments))

    def __reduce__(self) -> tuple[object, ...]:
        """So that it can travel between processes with all that it carries."""
        return _rebuild, (type(self), self.code, self.message, self.arguments), self.__dict__


def _shortened(given: str | int) -> str | int:
    if isinstance(given, str) and len(given) > LONGEST:
        return given[: LONGEST - 3] + "..."
    return given


def _rebuild(kind: type[RulesError], code: str, message: str, arguments: dict[str, str | int]) -> RulesError:
    return kind(code, message, **arguments)


class MalformedAction(RulesError):
    """The action can't be read."""


class IllegalAction(RulesError):
    """The action was read, but the rules do not allow it here; the message cites the rule."""


class BadPosition(RulesError):
    """The position can't be read or can't be; ``reasons`` names each fault where there are several."""

    reasons: tuple[BadPosition, ...] = ()

    @classmethod
    def of(cls, faults: Sequence[BadPosition]) -> BadPosition:
        """One error that says all of ``faults`` (at least one), each wordable by itself."""
        if len(faults) == 1:
            return faults[0]
        whole = cls("several", "{faults}", faults="; ".join(str(fault) for fault in faults))
        whole.reasons = tuple(faults)
        return whole


class BadOption(RulesError):
    """An option is unknown or its value is out of range."""
