"""Frames, and msgpack with limits: the only home of msgpack.

A frame is a 4-byte big-endian length and one msgpack value.  A value is None, a bool, an int of 64 bits,
a text, bytes, or a tuple of values: no maps, floats, extensions or timestamps.  Every value has
exactly one encoding, and ``unpack`` refuses any other, so that what is signed is unique.
Knows nothing about what the values mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgpack  # type: ignore[import-untyped]  # ships no types

from net.wire.errors import LocalError, RemoteError

Value = None | bool | int | str | bytes | tuple["Value", ...]
"""What ``unpack`` gives."""
Packable = None | bool | int | str | bytes | Sequence["Packable"]
"""What ``pack`` takes: lists and tuples are the same on the wire."""

MAX_FRAME_BYTES = 64 * 1024
"""The longest payload of one frame."""
MAX_TEXT_BYTES = 8 * 1024
MAX_BYTES_BYTES = 60 * 1024
MAX_ITEMS = 4096
MAX_DEPTH = 8
"""How deep arrays may be nested; a flat array is 1 deep."""
INT_LOW = -(2**63)
INT_HIGH = 2**63 - 1
HEADER_BYTES = 4


class WireError(RemoteError):
    """Bytes that are no frame or no value of ours."""


class PackError(LocalError):
    """We tried to send what can't be sent."""


def pack(value: Packable, limit: int = MAX_FRAME_BYTES) -> bytes:
    """The one encoding of ``value``; raises PackError if it has none or is longer than ``limit`` bytes.

    >>> pack(("ping", 7)).hex()
    '92a470696e6707'
    """
    problem = _problem(value, 0)
    if problem:
        raise PackError("pack-value", "can't be packed: {problem}", problem=problem)
    data = _encode(value)
    if len(data) > limit:
        raise PackError(
            "pack-size", "{size} bytes are more than the {limit} allowed", size=len(data), limit=limit
        )
    return data


def unpack(data: bytes, limit: int = MAX_FRAME_BYTES) -> Value:
    """The value that ``data`` is the encoding of; arrays come as tuples; raises WireError, nothing else."""
    if len(data) > limit:
        raise WireError(
            "wire-size", "{size} bytes are more than the {limit} allowed", size=len(data), limit=limit
        )
    try:
        value: Any = msgpack.unpackb(
            data,
            raw=False,
            use_list=False,
            max_str_len=MAX_TEXT_BYTES,
            max_bin_len=MAX_BYTES_BYTES,
            max_array_len=MAX_ITEMS,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, TypeError, RecursionError, OverflowError) as error:
        raise WireError(
            "wire-msgpack", "not readable as msgpack within the limits ({kind})", kind=type(error).__name__
        ) from None
    problem = _problem(value, 0)
    if problem:
        raise WireError("wire-value", "not allowed on the wire: {problem}", problem=problem)
    if _encode(value) != data:
        raise WireError("wire-canonical", "not in the one encoding that is allowed")
    return value  # type: ignore[no-any-return]  # msgpack has no types; _problem has just checked it


def frame(payload: bytes) -> bytes:
    """``payload`` with its length before it; raises PackError if it is empty or too long for one frame."""
    if not 0 < len(payload) <= MAX_FRAME_BYTES:
        raise PackError("frame-size", "a frame can't hold {size} bytes", size=len(payload))
    return len(payload).to_bytes(HEADER_BYTES, "big") + payload


class FrameReader:
    """Cuts a stream into frames' payloads; never holds more than one frame that is not whole."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._broken: WireError | None = None

    @property
    def held(self) -> int:
        """How many bytes of a frame that is not whole yet are kept."""
        return len(self._held)

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that ``data`` completes, in order.

        Raises WireError as soon as a header announces an empty or too long frame, and ever after; frames that
        were whole before the bad header in the same call are lost, which is right for a connection that ends.
        """
        if self._broken:
            raise self._broken
        self._held += data
        payloads = []
        at = 0
        while len(self._held) - at >= HEADER_BYTES:
            size = int.from_bytes(self._held[at : at + HEADER_BYTES], "big")
            if not 0 < size <= MAX_FRAME_BYTES:
                self._held.clear()
                self._broken = WireError(
                    "frame-size",
                    "a frame of {size} bytes; allowed are 1 to {limit}",
                    size=size,
                    limit=MAX_FRAME_BYTES,
                )
                raise self._broken
            end = at + HEADER_BYTES + size
            if end > len(self._held):
                break
            payloads.append(bytes(self._held[at + HEADER_BYTES : end]))
            at = end
        del self._held[:at]
        return payloads


def _encode(value: Packable) -> bytes:
    return bytes(msgpack.packb(value, use_bin_type=True))


def _problem(value: object, depth: int) -> str:
    """Why ``value`` is none of ours, or an empty text."""
    kind = type(value)
    if value is None or kind is bool:
        return ""
    if isinstance(value, int):
        return "" if INT_LOW <= value <= INT_HIGH else "a whole number of more than 64 bits"
    if isinstance(value, str):
        try:
            size = len(value.encode("utf-8"))
        except UnicodeEncodeError:
            return "a text with a lone surrogate"
        return "" if size <= MAX_TEXT_BYTES else "a too long text"
    if isinstance(value, bytes):
        return "" if len(value) <= MAX_BYTES_BYTES else "too many bytes in one piece"
    if isinstance(value, tuple | list) and not isinstance(value, msgpack.ExtType):
        if depth >= MAX_DEPTH:
            return "arrays nested too deep"
        if len(value) > MAX_ITEMS:
            return "a too long array"
        return next((found for item in value if (found := _problem(item, depth + 1))), "")
    return f"a value of type {kind.__name__}"
