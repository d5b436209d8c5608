"""Saved records made readable: ``verify`` with every signature, ``export`` as JSON lines for ``rules replay``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Report:
    """What verifying found; ``lines`` for people, ``last`` (JSON) depends on the log alone."""

    ok: bool
    lines: tuple[str, ...]
    last: str


def verify(path: Path) -> Report:
    """Verify the record at ``path`` whole; raises LogError or HomeError if it can't be read at all."""
    raise NotImplementedError


def export(path: Path) -> Iterator[str]:
    """The record as JSON lines: header, then an action and digest each, then the outcome."""
    raise NotImplementedError
