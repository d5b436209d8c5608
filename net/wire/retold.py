"""Our reasons as the peer who reads them would say them: where we say "they", it is they who say "we".

A reason is shown here in our own words; what is sent along is shown there.  Sentences that name neither side
travel as they are, so word a reason that way where it can be.
"""

from __future__ import annotations

from collections.abc import Mapping

RETOLD = {
    "they speak protocol version {theirs} and we speak {ours}: one of you needs a newer Magicade": (
        "they speak protocol version {ours} and we speak {theirs}: one of you needs a newer Magicade"
    ),
    "they sent our own nonce back": "we sent their own nonce back",
    "they could not prove who they are (or somebody sits between the two of you)": (
        "we could not prove who we are (or somebody sits between the two of you)"
    ),
    "they did not introduce themselves in time": "we did not introduce ourselves in time",
    "nothing was heard from them any more": "nothing was heard from us any more",
    "they did not take what was sent to them": "we did not take what was sent to us",
    "somebody else answers at that address": "they looked for somebody else at our address",
    "{game} by rules version {theirs}; this program plays version {ours}": (
        "{game} by rules version {theirs}; their program plays version {ours}"
    ),
    "there is no game {game!r}, only: {known}": "they have no game {game!r}, only: {known}",
}
"""A reason of ours (a msgid) → the same from the other side."""


def retold(message: str, arguments: Mapping[str, str | int]) -> str:
    """The sentence to send, in English, its places filled."""
    return RETOLD.get(message, message).format(**arguments)
