"""Which letters a font file has: reads nothing but its ``cmap`` table.

pygame draws a box for a missing letter and doesn't say so; this does.  Knows the TrueType and
OpenType containers, nothing of drawing.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from pathlib import Path
from typing import BinaryIO


class Coverage:
    """The code points that a font maps to glyphs, as sorted ranges."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._ranges = sorted(ranges)
        self._starts = [first for first, _ in self._ranges]

    def __contains__(self, letter: str) -> bool:
        code = ord(letter)
        place = bisect_right(self._starts, code) - 1
        return place >= 0 and code <= self._ranges[place][1]

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self._ranges)


def coverage(path: Path) -> Coverage:
    """What ``path`` covers; nothing at all if it can't be read as a font."""
    try:
        with path.open("rb") as file:
            return Coverage(_ranges(_cmap(file)))
    except (OSError, struct.error, ValueError, IndexError):
        return Coverage([])


def _cmap(file: BinaryIO) -> bytes:
    """The cmap table of the first face in the file."""
    tag = file.read(4)
    if tag == b"ttcf":
        file.seek(12)
        (start,) = struct.unpack(">I", file.read(4))
        file.seek(start + 4)
    (tables,) = struct.unpack(">H", file.read(2))
    file.read(6)
    for _ in range(tables):
        name, _, offset, length = struct.unpack(">4sIII", file.read(16))
        if name == b"cmap":
            file.seek(offset)
            return file.read(length)
    raise ValueError("no cmap table")


def _ranges(cmap: bytes) -> list[tuple[int, int]]:
    """The code point ranges of the widest Unicode subtable (formats 4 and 12)."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    found: dict[int, int] = {}
    for i in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", cmap, 4 + 8 * i)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            found[struct.unpack_from(">H", cmap, offset)[0]] = offset
    if 12 in found:
        start = found[12]
        (groups,) = struct.unpack_from(">I", cmap, start + 12)
        triples = struct.iter_unpack(">III", cmap[start + 16 : start + 16 + 12 * groups])
        return [(first, last) for first, last, glyph in triples if glyph or last > first]
    if 4 in found:
        return _segments(cmap, found[4])
    return []


def _segments(cmap: bytes, start: int) -> list[tuple[int, int]]:
    """Format 4: segments whose letters may still be mapped to glyph 0, which means missing."""
    (double,) = struct.unpack_from(">H", cmap, start + 6)
    n = double // 2
    ends = struct.unpack_from(f">{n}H", cmap, start + 14)
    starts = struct.unpack_from(f">{n}H", cmap, start + 16 + double)
    at = start + 16 + 3 * double
    offsets = struct.unpack_from(f">{n}H", cmap, at)
    ranges: list[tuple[int, int]] = []
    for i in range(n):
        if starts[i] == 0xFFFF:
            continue
        if offsets[i] == 0:
            ranges.append((starts[i], ends[i]))
            continue
        for code in range(starts[i], ends[i] + 1):
            place = at + 2 * i + offsets[i] + 2 * (code - starts[i])
            if place + 2 <= len(cmap) and struct.unpack_from(">H", cmap, place)[0]:
                ranges.append((code, code))
    return ranges
