"""A sequence that never changes, to which one more can be put at a price that does not grow with it.

Events carry the whole past of a match: a tuple built anew for each entry would cost more with every entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeVar, overload

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
CHUNK = 256


class Growing(Sequence[T_co], Generic[T_co]):
    """Full chunks, shared with what it grew from, and a rest; equal to any sequence with the same items.

    >>> three = Growing("ab").plus("c")
    >>> list(three), list(three.cut(1)), three == ("a", "b", "c")
    (['a', 'b', 'c'], ['a'], True)
    """

    __slots__ = ("_chunks", "_rest")

    def __init__(self, items: Iterable[T_co] = ()) -> None:
        if isinstance(items, Growing):
            self._chunks: tuple[tuple[T_co, ...], ...] = items._chunks
            self._rest: tuple[T_co, ...] = items._rest
            return
        whole = tuple(items)
        full = len(whole) // CHUNK * CHUNK
        self._chunks = tuple(whole[start : start + CHUNK] for start in range(0, full, CHUNK))
        self._rest = whole[full:]

    @classmethod
    def _of(cls, chunks: tuple[tuple[T, ...], ...], rest: tuple[T, ...]) -> Growing[T]:
        made: Growing[T] = Growing()
        made._chunks, made._rest = chunks, rest
        return made

    def plus(self: Growing[T], item: T) -> Growing[T]:
        """This and one more at the end."""
        rest = (*self._rest, item)
        return self._of((*self._chunks, rest), ()) if len(rest) == CHUNK else self._of(self._chunks, rest)

    def cut(self: Growing[T], length: int) -> Growing[T]:
        """The first ``length`` items, or all if there are no more."""
        if length >= len(self):
            return self
        full, rest = divmod(max(length, 0), CHUNK)
        last = self._chunks[full] if full < len(self._chunks) else self._rest
        return self._of(self._chunks[:full], last[:rest])

    def __len__(self) -> int:
        return len(self._chunks) * CHUNK + len(self._rest)

    def __iter__(self) -> Iterator[T_co]:
        yield from chain(*self._chunks, self._rest)

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        chunk, place = divmod(at, CHUNK)
        return self._chunks[chunk][place] if chunk < len(self._chunks) else self._rest[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Growing):
            return self._chunks == other._chunks and self._rest == other._rest
        if isinstance(other, Sequence) and not isinstance(other, str):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Growing({list(self)!r})"
