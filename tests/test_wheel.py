"""The built wheel is whole: it is installed alone, elsewhere, and the program starts from it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("client", "net", "rules", "sprites")


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's content and nothing else."""
    work = tmp_path_factory.mktemp("wheel")
    tree = work / "tree"
    tree.mkdir()
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tree / name, ignore=ignore)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    pip = (sys.executable, "-m", "pip", "-q")
    built = run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", work, ".", cwd=tree)
    assert built.returncode == 0, built.stderr
    (wheel,) = work.glob("magicade-*.whl")
    target = work / "site"
    done = run(*pip, "install", "--no-deps", "--target", target, wheel, cwd=work)
    assert done.returncode == 0, done.stderr
    return target


def test_pyproject_lists_every_package() -> None:
    found = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for package in PACKAGES
        for path in (ROOT / package).rglob("__init__.py")
    }
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(settings["tool"]["setuptools"]["packages"]) == found


def test_wheel_holds_every_file_that_the_packages_hold(installed: Path) -> None:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert (installed / path.relative_to(ROOT)).is_file(), path


def test_rules_answer_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    answer = run(
        sys.executable, "-m", "rules", "start", "mind-control", cwd=tmp_path, PYTHONPATH=str(installed)
    )
    assert answer.stdout.strip() == "2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 w -:- 0 1"


def test_window_opens_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    """The title is drawn by the installed files alone, then the window closes itself."""
    code = """if True:
        import pathlib, sys, threading
        import client.app, pygame
        assert pathlib.Path(client.app.__file__).is_relative_to(sys.argv[1]), client.app.__file__
        def close(hub):
            event = pygame.event.Event(pygame.QUIT)
            threading.Timer(1.0, lambda: pygame.event.post(event)).start()
        sys.exit(client.app.run(pathlib.Path(sys.argv[2]), start=close))
    """
    done = run(
        sys.executable,
        "-c",
        code,
        installed,
        tmp_path / "home",
        cwd=tmp_path,
        PYTHONPATH=str(installed),
        SDL_VIDEODRIVER="dummy",
        SDL_AUDIODRIVER="dummy",
    )
    assert (done.returncode, done.stderr) == (0, "")
