"""The player's settings: what they are, and how they lie on disk as a TOML file.

Written atomically; a broken file is set aside and said so, never a crash, never overwritten.
Knows no window: who shows or applies a setting reads the fields.
"""

from __future__ import annotations

import getpass
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import NamedTuple

from client.core import tomlfile
from net.edge import disk
from rules import outside

LANGUAGES = ("auto", "en", "fi")
THEMES = ("night", "paper", "contrast")
LONGEST_BYTES = 16 * 1024


@dataclass
class Settings:
    """The choices of one player, with their defaults."""

    name: str = ""
    language: str = "auto"
    """One of LANGUAGES; ``auto`` follows the system."""
    theme: str = "night"
    volume: int = 70
    """Percent, 0–100."""
    fullscreen: bool = False
    reduced_motion: bool = False
    game: str = ""
    """The game that was set up last; empty, or unknown by now: the first."""


class SettingsTrouble(NamedTuple):
    """Something was wrong with the file: a msgid with named places, and what fills them."""

    message: str
    arguments: dict[str, str]


def load(path: Path) -> tuple[Settings, SettingsTrouble | None]:
    """The settings in the file ``path``, and what was wrong with it, if anything.

    No file: defaults.  A file that can't be read is set aside (``….broken-N``); so is one with a bad
    value, but the good ones are kept.
    """
    try:
        text = outside.decoded(disk.read(path, LONGEST_BYTES), LONGEST_BYTES, "settings.toml")
        values = outside.read_toml(text, LONGEST_BYTES, "settings.toml")
    except (FileNotFoundError, NotADirectoryError):
        return Settings(name=default_name()), None
    except (OSError, outside.Unreadable):
        return Settings(name=default_name()), _aside(path)
    settings, wrong = _checked(values)
    return settings, _aside(path) if wrong else None


def save(path: Path, settings: Settings) -> None:
    """Write ``settings`` to the file ``path`` in one piece; raises OSError."""
    tomlfile.write(
        path, "".join(f"{name} = {tomlfile.value(value)}\n" for name, value in asdict(settings).items())
    )


def default_name() -> str:
    """The login name with a capital letter, if it makes a fit name; else ``Player``."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        login = ""
    return clean(login[:1].upper() + login[1:]) or "Player"


def clean(name: str) -> str:
    """``name`` as the net takes it (see ``net.wire.names``); empty if nothing is left."""
    from net.wire.names import clean_name

    return clean_name(name)


def _checked(values: dict[str, object]) -> tuple[Settings, bool]:
    """The settings that ``values`` give, and whether one of them was wrong."""
    settings = Settings(name=default_name())
    wrong = False
    allowed = {"language": LANGUAGES, "theme": THEMES, "volume": range(101)}
    for field in fields(Settings):
        if field.name not in values:
            continue
        value = values[field.name]
        typed = type(value) is type(getattr(settings, field.name))
        known = field.name not in allowed or value in allowed[field.name]
        if typed and known and (field.name != "name" or clean(str(value)) == value):
            setattr(settings, field.name, value)
        else:
            wrong = True
    return settings, wrong


def _aside(path: Path) -> SettingsTrouble:
    """Move the file out of the way under a name that is not taken."""
    try:
        target = disk.set_aside(path)
    except OSError as error:
        return SettingsTrouble(
            "The settings file {file} can't be read ({reason}); the usual settings are used.",
            {"file": str(path), "reason": error.strerror or str(error)},
        )
    return SettingsTrouble(
        "The settings file was broken; it was set aside as {file}, the usual settings are used.",
        {"file": target.name},
    )
