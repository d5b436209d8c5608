"""What benchmarks hand to a Python of its own as text, which no checker reads: every name in it is one."""

from __future__ import annotations

import ast
import builtins
from pathlib import Path

import pytest

BENCHES = sorted((Path(__file__).parent / "bench").glob("bench_*.py"))


def child(path: Path) -> str:
    """The text that a benchmark runs as a program; empty if it has none."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CHILD":
            return str(ast.literal_eval(node.value))
    return ""


def unbound(code: str) -> set[str]:
    """Names that ``code`` uses and binds nowhere."""
    used, bound = set(), {*dir(builtins)}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
    return used - bound


@pytest.mark.parametrize("path", [path for path in BENCHES if child(path)], ids=lambda path: path.stem)
def test_every_name_in_a_child_is_bound(path: Path) -> None:
    assert unbound(child(path)) == set()


def test_a_missing_import_is_found_and_some_children_are_there() -> None:
    board = child(Path(__file__).parent / "bench" / "bench_board.py")
    assert unbound(board.replace("from net.intents import OpenTable\n", "")) == {"OpenTable"}
