"""Seeing a saved record again: read in slices, bad files told in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from client import shots
from client.core import words
from client.core.scene import Scene
from client.core.transitions import Pop
from client.scenes.opening import OpeningScene
from net.events import SavedMatch


@pytest.mark.parametrize("content", [None, b"", b"rubbish that is no record at all"])
def test_a_record_that_cant_be_read_is_told_and_left(tmp_path: Path, content: bytes | None) -> None:
    words.use("en")
    path = tmp_path / "x.magicade"
    if content is not None:
        path.write_bytes(content)
    services = shots.services()
    saved = SavedMatch("aa" * 16, "mind-control", ("A", "B"), 3, True, False, 0.0, str(path))
    scene: Scene = OpeningScene(services, saved)
    scene.resize(640, 360)
    assert isinstance(scene.advance(0.0), Pop)
    assert len(services.toasts.lines) == 1
    assert "{" not in services.toasts.lines[0][0]
