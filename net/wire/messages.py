"""What two peers may say to each other once their link is open: every message and its exact shape.

A message is a tuple that begins with its type.  ``SHAPES`` is the whole list: a new message is one line
in it.  Shapes only bound types, lengths and ranges; what a field means, and whether it may be said now, is
for whoever receives it.  Anything that fits no shape closes the link.
"""

from __future__ import annotations

import string
from collections.abc import Callable

from net.wire.codec import MAX_BYTES_BYTES, Value
from net.wire.errors import RemoteError

Message = tuple[Value, ...]
"""``(type, field, …)``."""
Check = Callable[[Value], bool]

MAX_ENTRY_BYTES = 16 * 1024
"""The longest signed entry, seal, proposal or consent that travels."""
MAX_ENTRIES = 256
"""How many entries one message may carry (they must also fit in one frame)."""
MAX_LISTED = 64


def text(most: int, least: int = 0) -> Check:
    """A text of ``least`` to ``most`` characters without control characters."""
    return lambda value: isinstance(value, str) and least <= len(value) <= most and value.isprintable()


def words(most: int) -> Check:
    """Any text of at most ``most`` characters."""
    return lambda value: isinstance(value, str) and len(value) <= most


def blob(most: int, least: int = 0) -> Check:
    """``least`` to ``most`` bytes."""
    return lambda value: isinstance(value, bytes) and least <= len(value) <= most


def whole(low: int, high: int) -> Check:
    """A whole number from ``low`` to ``high``."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def flag(value: Value) -> bool:
    """True or False."""
    return isinstance(value, bool)


def tree(value: Value) -> bool:
    """An array whose inside the receiver checks (the wire has bounded it)."""
    return isinstance(value, tuple)


def hexid(value: Value) -> bool:
    """A table, match or peer id: 16 to 64 lower-case hex digits."""
    return isinstance(value, str) and 16 <= len(value) <= 64 and not set(value) - set("0123456789abcdef")


def code(value: Value) -> bool:
    """A short stable word for programs."""
    return isinstance(value, str) and 1 <= len(value) <= 32 and not set(value) - _CODE_CHARACTERS


def many(check: Check, most: int) -> Check:
    """An array of at most ``most`` things that all pass ``check``."""
    return lambda value: isinstance(value, tuple) and len(value) <= most and all(map(check, value))


def record(*checks: Check) -> Check:
    """An array of exactly these fields."""
    return lambda value: (
        isinstance(value, tuple)
        and len(value) == len(checks)
        and all(check(item) for check, item in zip(checks, value, strict=True))
    )


_CODE_CHARACTERS = set(string.ascii_lowercase + string.digits + "-")
_seat = whole(0, 7)
_index = whole(0, 2**31 - 1)
_signed = blob(MAX_ENTRY_BYTES, 1)
_player = text(16)
_reason = text(300)

SHAPES: dict[str, tuple[Check, ...]] = {
    # a table before the start (ids are hex texts)
    "table": (tree,),  # the whole TableState, from its opener
    "look": (hexid,),  # be at this table without a seat (an empty list of tables: see list)
    "sit": (hexid, _player, whole(-1, 7), flag),  # table, player, seat or -1, keep other seats too
    "stand": (hexid,),  # leave the table
    "ready": (hexid, flag),
    "gather": (hexid, _index, blob(32, 32)),  # opener: bring your keys for this round and header nonce
    "keys": (hexid, _index, many(record(_seat, blob(32, 32), blob(64, 64)), 8)),  # seat, key, endorsement
    "closed": (hexid, code, _reason),  # the table is no more
    "refused": (hexid, code, _reason),  # what you asked about this table or match can't be done
    # a match
    "header": (hexid, blob(MAX_BYTES_BYTES, 1)),  # match, header bytes
    "watch": (hexid,),  # serve me this match from now on
    "unwatch": (hexid,),
    "log?": (hexid, _index),  # entries from this index on, please
    "entries": (hexid, _index, many(_signed, MAX_ENTRIES)),  # match, index of the first, entries
    "seal": (hexid, _seat, _signed),
    "proposal": (hexid, _signed),
    "forfeit?": (hexid, _index, _signed),  # match, index, proposed forfeit
    "forfeit!": (hexid, _index, flag, _signed),  # match, index, True: my consent / False: the missing entry
    "peers": (hexid, many(record(hexid, many(text(128, 1), 16)), 16)),  # who else is there, HOST:PORT forms
    "rematch": (hexid, flag),
    # what this peer holds
    "list?": (),
    "list": (many(hexid, MAX_LISTED), many(hexid, MAX_LISTED)),  # tables, matches
}
"""Message type → the checks of its fields."""


def problem(message: Message) -> str:
    """Why ``message`` has no shape of ours, in English; an empty text if it is fine."""
    kind = message[0] if message else None
    if not isinstance(kind, str) or kind not in SHAPES:
        return f"{kind[:20]!r} is no known message" if isinstance(kind, str) else "a message without a type"
    checks = SHAPES[kind]
    if len(message) - 1 != len(checks):
        return f"{kind!r} has {len(message) - 1} fields instead of {len(checks)}"
    for number, (check, value) in enumerate(zip(checks, message[1:], strict=True), 1):
        if not check(value):
            return f"field {number} of {kind!r} is not as it must be"
    return ""


def read(value: Value) -> Message:
    """``value`` as a message; raises RemoteError if it is none."""
    message = value if isinstance(value, tuple) else ()
    found = problem(message)
    if found:
        raise RemoteError("message", "an unexpected message: {problem}", problem=found)
    return message
