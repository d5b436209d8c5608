"""Tests wait for what should come, by ``tests/patience.py``; none gives up because a machine is busy."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S, wait_until

ROOT = Path(__file__).resolve().parent
CLOCKS = {"monotonic", "perf_counter", "time"}
WAITS = {"timeout", "wait_for", "wait", "join", "result", "settimeout"}
"""Calls whose last argument, if it is a number, says how long they wait."""
LOOK_S = 0.01
"""Who waits no longer looks again and again."""


def number(node: ast.AST) -> float | None:
    found = node.value if isinstance(node, ast.Constant) else None
    return float(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else None


def impatience(source: str) -> Iterator[int]:
    """The lines with a time limit of their own that is shorter than our patience."""
    for node in ast.walk(ast.parse(source)):
        limits: list[ast.AST] = []
        if isinstance(node, ast.Call):
            limits += [word.value for word in node.keywords if word.arg == "timeout"]
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if called in WAITS or (isinstance(node.func, ast.Name) and node.func.id == "wait"):
                limits += node.args[-1:]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left = node.left
            if (
                isinstance(left, ast.Call)
                and isinstance(left.func, ast.Attribute)
                and left.func.attr in CLOCKS
            ):
                limits.append(node.right)
        yield from (
            node.lineno for limit in limits if (found := number(limit)) and LOOK_S < found < PATIENCE_S
        )


def test_no_test_has_a_short_time_limit_of_its_own() -> None:
    for path in ROOT.rglob("*.py"):
        if "bench" not in path.parts:
            assert not [*impatience(path.read_text(encoding="utf-8"))], path


@pytest.mark.parametrize(
    "line",
    [
        "run(x, timeout=30)",
        "process.wait(timeout=1.5)",
        "asyncio.timeout(5)",
        "asyncio.wait_for(it, 2)",
        "wait([anna, bert], ready, 40)",
        "done.wait(20)",
        "thread.join(5.0)",
        "future.result(10.0)",
        "connection.settimeout(5)",
        "time.monotonic() + 10",
        "time.perf_counter() + 0.5",
    ],
)
def test_short_limits_are_seen(line: str) -> None:
    assert [*impatience(line)] == [1]
    assert not [
        *impatience(re.sub("[0-9.]+", lambda found: found[0] if found[0] == "." else "PATIENCE_S", line))
    ]


def test_waiting_ends_when_it_has_come_and_tells_what_never_did(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([0, "", None, "here"])
    wait_until(lambda: next(answers))
    assert not [*answers]
    monkeypatch.setattr("tests.patience.PATIENCE_S", 0.01)
    with pytest.raises(AssertionError, match="the door is shut"):
        wait_until(lambda: False, lambda: "the door is shut")
