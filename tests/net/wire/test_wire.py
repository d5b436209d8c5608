"""Frames and values: one encoding each, every limit kept, nothing but WireError for bad bytes."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.wire.codec import (
    MAX_BYTES_BYTES,
    MAX_DEPTH,
    MAX_FRAME_BYTES,
    MAX_ITEMS,
    MAX_TEXT_BYTES,
    FrameReader,
    PackError,
    WireError,
    frame,
    pack,
    unpack,
)

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.text(max_size=40)
    | st.binary(max_size=40)
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=5).map(tuple), max_leaves=20).filter(
    lambda value: depth(value) <= MAX_DEPTH
)


def depth(value: object) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, tuple) else 0


def nested(levels: int) -> tuple[object, ...]:
    value: tuple[object, ...] = ()
    for _ in range(levels - 1):
        value = (value,)
    return value


@settings(max_examples=150, deadline=None)
@given(VALUES)
def test_unpack_gives_back_what_was_packed(value: object) -> None:
    assert unpack(pack(value)) == value  # type: ignore[arg-type]


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | VALUES.map(lambda value: pack(value)))  # type: ignore[arg-type]
def test_whatever_unpacks_is_the_one_encoding_of_its_value(data: bytes) -> None:
    try:
        value = unpack(data)
    except WireError:
        return
    assert pack(value) == data


def test_lists_and_tuples_are_the_same_on_the_wire() -> None:
    assert pack(["a", [1, (2,)]]) == pack(("a", (1, [2])))


@pytest.mark.parametrize(
    ("what", "data"),
    [
        ("nothing", b""),
        ("a byte msgpack never uses", b"\xc1"),
        ("a float", msgpack.packb(1.5)),
        ("not a number", msgpack.packb(float("nan"))),
        ("an empty map", b"\x80"),
        ("a map", msgpack.packb({1: 2})),
        ("an extension", b"\xd4\x01\x00"),
        ("an empty extension", b"\xc7\x00\x01"),
        ("a timestamp", b"\xd6\xff\x00\x00\x00\x00"),
        ("more than 64 bits signed", msgpack.packb(2**63)),
        ("a number in too many bytes", b"\xcc\x01"),
        ("a text in too many bytes", b"\xd9\x01a"),
        ("an array in too many bytes", b"\xdc\x00\x00"),
        ("text that is not UTF-8", b"\xa1\xff"),
        ("a surrogate in UTF-8", b"\xa3\xed\xa0\x80"),
        ("bytes after the value", b"\x01\x01"),
        ("a cut text", b"\xa5ab"),
        ("a cut array", b"\x92\x01"),
        ("an array that claims 4 billion items", b"\xdd\xff\xff\xff\xff"),
        ("a text that claims 4 GiB", b"\xdb\xff\xff\xff\xff"),
        ("bytes that claim 4 GiB", b"\xc6\xff\xff\xff\xff"),
        ("deep", msgpack.packb(nested(MAX_DEPTH + 1))),
        ("very deep", b"\x91" * 60_000 + b"\x01"),
        ("wide and deep claims", b"\xdc\x0f\xff" * 20_000),
        ("too many items", msgpack.packb((0,) * (MAX_ITEMS + 1))),
        ("too long a text", msgpack.packb("x" * (MAX_TEXT_BYTES + 1))),
        ("too many bytes", msgpack.packb(b"x" * (MAX_BYTES_BYTES + 1))),
        ("more than the limit", b"\xc4" + bytes(MAX_FRAME_BYTES)),
    ],
)
def test_bad_bytes_are_refused(what: str, data: bytes) -> None:
    with pytest.raises(WireError):
        unpack(data)


def test_values_at_the_limits_pass() -> None:
    for value in (
        nested(MAX_DEPTH),
        (0,) * MAX_ITEMS,
        "x" * MAX_TEXT_BYTES,
        b"x" * MAX_BYTES_BYTES,
        -(2**63),
    ):
        assert unpack(pack(value)) == value  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        {},
        {1},
        object(),
        2**63,
        "\ud800",
        nested(MAX_DEPTH + 1),
        (b"x" * MAX_BYTES_BYTES,) * 2,
        ("x" * 9000,),
    ],
)
def test_what_cannot_travel_cannot_be_packed(value: object) -> None:
    with pytest.raises(PackError):
        pack(value)  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=50), max_size=6), st.lists(st.integers(1, 9), max_size=80))
def test_frames_come_out_whole_however_they_are_cut(payloads: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame, payloads))
    reader, got = FrameReader(), []
    for size in [*cuts, len(stream)]:
        piece, stream = stream[:size], stream[size:]
        got += reader.feed(piece)
    got += reader.feed(stream)
    assert got == payloads and reader.held == 0


def test_byte_by_byte() -> None:
    reader = FrameReader()
    got = [payload for byte in frame(b"abc") + frame(b"d") for payload in reader.feed(bytes([byte]))]
    assert got == [b"abc", b"d"]


@pytest.mark.parametrize("size", [0, MAX_FRAME_BYTES + 1, 2**32 - 1])
def test_a_bad_length_is_an_error_at_the_header_and_for_ever(size: int) -> None:
    reader = FrameReader()
    assert reader.feed(size.to_bytes(4, "big")[:3]) == []
    with pytest.raises(WireError, match=str(size)):
        reader.feed(size.to_bytes(4, "big")[3:])
    with pytest.raises(WireError):
        reader.feed(frame(b"good"))
    assert reader.held == 0


def test_a_frame_is_neither_empty_nor_too_long() -> None:
    for payload in (b"", bytes(MAX_FRAME_BYTES + 1)):
        with pytest.raises(PackError):
            frame(payload)
    assert FrameReader().feed(frame(bytes(MAX_FRAME_BYTES))) == [bytes(MAX_FRAME_BYTES)]
