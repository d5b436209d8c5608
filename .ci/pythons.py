"""Which Pythons of this machine Magicade must work on: one line each, ``VERSION PATH``, oldest first.

Looks through PATH for ``python3`` and ``python3.N``, and through pyenv's versions if there is pyenv.  Of every
minor version from 3.11 on the oldest is taken that can make virtual environments; one that can't (Debian
leaves ``ensurepip`` out) is told on standard error as ``missing VERSION PATH``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LEAST = (3, 11)
NAME = re.compile(r"python3(\.[0-9]+)?")
ASK = """if True:
    import importlib.util, sys
    info = sys.version_info
    usable = all(map(importlib.util.find_spec, ("venv", "ensurepip", "ssl")))
    print(*info[:3], int(info.releaselevel == "final"), int(usable), sys.executable)
"""


def candidates() -> Iterator[Path]:
    """Every file that may be a Python, the same one perhaps by several names."""
    folders = [Path(part) for part in os.environ.get("PATH", "").split(os.pathsep) if part]
    try:
        root = subprocess.run(["pyenv", "root"], capture_output=True, text=True, check=True).stdout.strip()
        folders += sorted(Path(root).glob("versions/*/bin"))
    except (OSError, subprocess.CalledProcessError):
        pass
    for folder in folders:
        try:
            yield from sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))
        except OSError:
            continue


def asked(path: Path) -> tuple[tuple[int, ...], bool, str] | None:
    """Version, whether it can make environments, and its own name; None if it is not for us."""
    try:
        done = subprocess.run([str(path), "-c", ASK], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = done.stdout.split(maxsplit=5)
    if done.returncode or len(words) != 6 or words[3] != "1":
        return None
    version = tuple(int(word) for word in words[:3])
    return (version, words[4] == "1", words[5].strip()) if version >= LEAST else None


def main() -> int:
    """Print them."""
    usable: dict[tuple[int, ...], tuple[tuple[int, ...], str]] = {}
    missing: dict[tuple[int, ...], str] = {}
    for path in candidates():
        found = asked(path)
        if found is None:
            continue
        version, whole, name = found
        if not whole:
            missing.setdefault(version, name)
        elif version[:2] not in usable or version < usable[version[:2]][0]:
            usable[version[:2]] = (version, name)
    for version, name in sorted(usable.values()):
        print(".".join(map(str, version)), name)
    for version, name in sorted(missing.items()):
        print("missing", ".".join(map(str, version)), name, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
