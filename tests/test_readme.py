"""The README's commands are what CI runs, and what they name exists."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
INSTALLS = re.findall(r"^    ((?:python3|py) -m venv .*)$", README, re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_playing_and_testing_are_one_command_each_on_every_system() -> None:
    assert [(line.startswith("py "), "pytest" in line) for line in INSTALLS] == [
        (False, False),
        (True, False),
        (False, True),
        (True, True),
    ]


@pytest.mark.parametrize("command", INSTALLS)
def test_every_install_takes_what_is_built_already(command: str) -> None:
    """The newest libraries have no wheel for every machine, an older one has."""
    assert "pip install -q --prefer-binary " in command
    for extra in re.findall(r"\[(\w+)\]", command):
        assert extra in PROJECT["optional-dependencies"]


@pytest.mark.skipif(shutil.which("sed") is None, reason="needs sed")
def test_ci_finds_the_test_command_as_the_readme_has_it() -> None:
    (script,) = re.findall(r"sed -n '(.*)' README\.md", CI)
    done = subprocess.run(
        ["sed", "-n", script, "README.md"], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert done.stdout.splitlines()[:1] == [INSTALLS[2]]


def test_no_python_from_3_11_on_is_shut_out() -> None:
    assert PROJECT["requires-python"] == ">=3.11"
    assert "Python 3.11 or newer" in README


def test_the_troubles_that_newcomers_have_are_in_the_readme() -> None:
    from net.wire.address import DEFAULT_PORT

    part = README.partition("### If it doesn't work")[2].partition("\n## ")[0]
    for word in ("python3-venv", "firewall", "private network", "macOS", "Local", "5353", str(DEFAULT_PORT)):
        assert word in part, word


def fake(folder: Path, name: str, answer: str) -> str:
    """Something on PATH that answers as a Python of that version would; its path."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{answer}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.skipif(os.name != "posix", reason="CI is a shell script")
def test_ci_takes_the_oldest_python_of_each_minor_version(tmp_path: Path) -> None:
    one, two, pyenv = tmp_path / "one", tmp_path / "two", tmp_path / "pyenv" / "versions" / "x" / "bin"
    pyenv.mkdir(parents=True)
    newer = fake(one, "python3", f'echo 3 12 9 1 1 "{one}/python3"')
    fake(one, "python3.11", "echo 3 11 8 1 1 /one/python3.11")
    debian = fake(two, "python3.11", f'echo 3 11 2 1 1 "{two}/python3.11"')
    fake(two, "python3", "echo 3 10 4 1 1 /two/python3")  # too old
    fake(two, "python3.15", "echo 3 15 0 0 1 /two/python3.15")  # not out yet
    fake(two, "python3.13", "echo 3 13 1 1 0 /usr/bin/python3.13")  # can make no environments
    fake(two, "python3.12", "echo nonsense")
    fake(two, "python3.9", "exit 1")
    fake(two, "python3-config", "echo 3 11 0 1 1 /config")
    fake(two, "pyenv", f'echo "{tmp_path}/pyenv"')
    last = fake(pyenv, "python3.14", f'echo 3 14 2 1 1 "{pyenv}/python3.14"')
    path = os.pathsep.join(map(str, (one, tmp_path / "nowhere", two)))
    done = subprocess.run(
        [sys.executable, ROOT / ".ci" / "pythons.py"],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.stdout.splitlines() == [f"3.11.2 {debian}", f"3.12.9 {newer}", f"3.14.2 {last}"]
    assert done.stderr.splitlines() == ["missing 3.13.1 /usr/bin/python3.13"]


def test_ci_types_are_checked_for_three_systems() -> None:
    assert "for platform in linux win32 darwin" in CI and 'mypy" --platform "$platform"' in CI
