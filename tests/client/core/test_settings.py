"""Settings on disk: written whole, read strictly, a broken file set aside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from client.core.settings import Settings, default_name, load, save


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    settings = Settings('Äiti "x" \\ 武', "fi", "paper", 5, True, True)
    save(path, settings)
    assert load(path) == (settings, None)
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"], "nothing else is left"


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    settings, trouble = load(tmp_path / "settings.toml")
    assert trouble is None
    assert settings == Settings(name=default_name())
    assert settings.name


@pytest.mark.parametrize("content", [b"name = ", b"\xff\xfe", b"volume = [1"])
def test_a_broken_file_is_set_aside_and_never_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.toml"
    for number in (1, 2):
        path.write_bytes(content)
        settings, trouble = load(path)
        assert settings == Settings(name=default_name())
        assert trouble is not None
        assert trouble.message.format(**trouble.arguments).count(f"settings.toml.broken-{number}")
        assert (tmp_path / f"settings.toml.broken-{number}").read_bytes() == content
        assert not path.exists()


@pytest.mark.parametrize(
    "line",
    ['volume = "loud"', "volume = 101", 'theme = "pink"', 'name = " x"', "fullscreen = 1", "volume = true"],
)
def test_one_bad_value_takes_its_default_and_the_good_ones_stay(tmp_path: Path, line: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'language = "fi"\n{line}\n', encoding="utf-8")
    settings, trouble = load(path)
    assert settings == Settings(name=default_name(), language="fi")
    assert trouble is not None
    assert (tmp_path / "settings.toml.broken-1").exists()


def test_what_a_later_version_adds_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("tomorrow = 1\nvolume = 3\n", encoding="utf-8")
    settings, trouble = load(path)
    assert (settings.volume, trouble) == (3, None)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    save(path, Settings("A"))

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(path, Settings("B"))
    assert load(path)[0].name == "A"
    assert len(list(tmp_path.iterdir())) == 1
