"""The built wheel is whole: it is installed alone, elsewhere, and the program starts from it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

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
        timeout=PATIENCE_S,
    )


def sources() -> set[str]:
    """Every file of the packages, as a path from the root."""
    return {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def copy_of_the_tree(work: Path) -> Path:
    """What is in the repository, without what tools leave there."""
    tree = work / "tree"
    tree.mkdir()
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", "artefacts", ".*_cache", ".hypothesis")
    for name in (*PACKAGES, "docs", "tests", ".ci"):
        shutil.copytree(ROOT / name, tree / name, ignore=ignore)
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", ".gitignore"):
        shutil.copy(ROOT / name, tree / name)
    return tree


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def wheel_of(tree: Path, into: Path) -> Path:
    """The wheel that pip builds of ``tree``, as ``pip install .`` does."""
    pip = (sys.executable, "-m", "pip", "-q")
    built = run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", into, ".", cwd=tree)
    assert built.returncode == 0, built.stderr
    (wheel,) = into.glob("magicade-*.whl")
    return wheel


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's content and nothing else."""
    work = tmp_path_factory.mktemp("wheel")
    wheel = wheel_of(copy_of_the_tree(work), work)
    target = work / "site"
    pip = (sys.executable, "-m", "pip", "-q")
    done = run(*pip, "install", "--no-deps", "--no-compile", "--target", target, wheel, cwd=work)
    assert done.returncode == 0, done.stderr
    return target


def test_wheel_holds_every_file_that_the_packages_hold_and_no_other(installed: Path) -> None:
    found = {name for name in files(installed) if name.split("/")[0] in PACKAGES}
    assert {name for name in found if "__pycache__" not in name} == sources()  # it may have run already
    assert {name.split("/")[0] for name in files(installed)} - {*PACKAGES, "bin"} == {
        "magicade-0.1.0.dist-info"
    }


def test_every_folder_with_modules_is_a_package() -> None:
    for name in sources():
        assert (ROOT / name).with_name("__init__.py").exists(), f"{name} lies outside all packages"


KINDS = ("py", "po", "svg", "toml", "wav", "ogg", "ttf", "json", "typed")


@pytest.mark.parametrize("folder", ["client/new/deep", "rules/dist", "net/build", "sprites/_x1"])
def test_new_packages_and_files_of_any_kind_come_along_and_old_ones_do_not_stay(
    tmp_path: Path, folder: str
) -> None:
    """Nothing is listed by hand, and what an earlier build held is not in the next."""
    tree = tmp_path / "tree"
    for name in (*PACKAGES, folder):
        (tree / name).mkdir(parents=True)
        (tree / name / "__init__.py").write_text("")
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", ".gitignore"):
        shutil.copy(ROOT / name, tree / name)
    (tmp_path / ".git").mkdir()  # as in the folder of somebody who keeps everything in a repository
    (tmp_path / ".gitignore").write_text("*\n")
    build = "import hatchling.build, sys; hatchling.build.build_wheel(sys.argv[1])"
    for round, called in enumerate(("old", "new")):
        for kind in KINDS:
            if round == 0:
                (tree / folder / f"old.{kind}").write_text("")
            else:
                (tree / folder / f"old.{kind}").rename(tree / folder / f"new.{kind}")
        before = files(tree)
        target = tmp_path / called
        target.mkdir()
        done = run(sys.executable, "-c", build, target, cwd=tree)
        assert done.returncode == 0, done.stderr
        (wheel,) = target.glob("*.whl")
        held = {name for name in names_in(wheel) if name.startswith(folder)}
        assert held == {f"{folder}/__init__.py", *(f"{folder}/{called}.{kind}" for kind in KINDS)}
        assert files(tree) == before, "nothing is left behind"


def test_what_is_sent_as_source_holds_everything_and_builds_the_same_wheel(
    installed: Path, tmp_path: Path
) -> None:
    tree = copy_of_the_tree(tmp_path)
    before = files(tree)
    build = "import hatchling.build, sys; hatchling.build.build_sdist(sys.argv[1])"
    done = run(sys.executable, "-c", build, tmp_path, cwd=tree)
    assert done.returncode == 0, done.stderr
    assert files(tree) == before, "nothing is left behind"
    (sent,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(sent, tmp_path / "sent")
    (unpacked,) = (tmp_path / "sent").iterdir()
    assert files(unpacked) - {"PKG-INFO"} == before
    assert {"docs/architecture.md", "tests/test_wheel.py", "CHANGELOG.md", ".ci/run"} <= files(unpacked)
    assert names_in(wheel_of(unpacked, tmp_path)) == sources()


def test_rules_answer_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    answer = run(
        sys.executable, "-m", "rules", "start", "mind-control", cwd=tmp_path, PYTHONPATH=str(installed)
    )
    assert answer.stdout.strip() == "2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 w -:- 0 1"


def test_window_opens_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    """The title is drawn by the installed files alone, then the window closes itself."""
    code = """if True:
        import pathlib, sys, threading
        import client.program, pygame
        assert pathlib.Path(client.program.__file__).is_relative_to(sys.argv[1]), client.program.__file__
        def close(hub):
            event = pygame.event.Event(pygame.QUIT)
            threading.Timer(1.0, lambda: pygame.event.post(event)).start()
        sys.exit(client.program.run(pathlib.Path(sys.argv[2]), start=close))
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
