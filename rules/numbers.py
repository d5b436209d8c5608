"""Whole numbers, written as text or read from JSON and TOML: the one reader for positions, options and command lines.

Knows no notation and words no error: who asks says what is wrong and where.
"""

from __future__ import annotations

from typing import TypeGuard


def whole_number(text: str, low: int, high: int, *, padded: bool = False) -> int | None:
    """The number from ``low`` (0 or more) to ``high`` that ``text`` writes in ASCII digits, or None.

    Leading zeros are refused unless ``padded``.  Costs no more than the length of ``text``.

    >>> whole_number("42", 0, 99), whole_number("042", 0, 99), whole_number("-1", 0, 99)
    (42, None, None)
    """
    if not (text.isascii() and text.isdigit()):
        return None
    plain = text.lstrip("0") or "0"
    if len(plain) > len(str(high)) or not (padded or plain == text):
        return None
    number = int(plain)
    return number if low <= number <= high else None


def is_whole_number(value: object, low: int, high: int) -> TypeGuard[int]:
    """Whether ``value`` is a whole number from ``low`` to ``high``; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
