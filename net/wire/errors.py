"""What can be wrong with something that came over the network, or was asked of it.

Like the rules' errors: a stable code, an English message with named places (a msgid), and the
arguments for them, so that a client can word it in its own language.
"""

from __future__ import annotations

FROM_PEER = "peer:"
"""How a code begins that another peer chose: never to be taken for one of our own."""


class NetError(ValueError):
    """``code``, ``message`` and ``arguments`` say what is wrong; ``str(error)`` is the English sentence.

    >>> str(NetError("frame-size", "a frame of {size} bytes", size=70000))
    'a frame of 70000 bytes'
    """

    def __init__(self, code: str, message: str, **arguments: str | int) -> None:
        self.code = code
        self.message = message
        self.arguments = arguments
        super().__init__(message.format(**arguments))


class LocalError(NetError):
    """We misused a protocol core ourselves: a bug or a stale wish, never the other side's fault."""


class RemoteError(NetError):
    """The other side sent what it may not: close that one connection with this reason."""


class ConnectError(NetError):
    """Nobody could be reached, or it was somebody else."""
