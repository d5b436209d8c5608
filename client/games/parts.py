"""What one game's folder gives the client: a ``GameParts``, as ``PARTS`` in the folder's ``__init__``.

Each part is made, and its module imported, when it is first asked for: a bot's process and the headless commands
never import pygame, and the window opens without the looks of games that nobody plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from client.bots.player import Player
from rules.game import Game

if TYPE_CHECKING:
    from client.board.look import Look
    from client.core.scene import Scene
    from client.core.services import Services
    from client.options.game_options import GameOptions
    from sprites.kit.emblems import Livery


@dataclass(frozen=True, slots=True)
class FileOption:
    """An option of the game that the command line can also read from files: ``--NAME FILE``."""

    name: str
    help: str
    """What the files are for, in a line of the command line's help."""
    read: Callable[[Sequence[Path]], str]
    """The option's text from these files; raises RulesError saying which file is wrong and why."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """Scenes of the game's own, for pictures of them (`client.shots`)."""

    furnish: Callable[[Path], None]
    """Puts into an empty home folder what somebody might have made."""
    scenes: Callable[[Services, Services], Mapping[str, Callable[[], Scene]]]
    """The scenes by names for their pictures: of somebody who has made nothing, and of one with such a home."""


@dataclass(frozen=True, slots=True)
class GameParts:
    """One game's parts; only ``player`` and ``files`` are asked for without a window."""

    look: Callable[[], Look]
    """A new look, for one scene."""
    options: Callable[[Game, Path | None], GameOptions]
    """What its options are called and how they are chosen, by somebody whose own files lie in that folder."""
    livery: Callable[[], Livery]
    """Its colours and its emblem, wherever it is shown."""
    player: Callable[[], Player]
    """Who plays for a bot; its module never imports pygame."""
    files: tuple[FileOption, ...] = ()
    pictures: Callable[[], Pictures] | None = None
