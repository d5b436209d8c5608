"""The thin bar of actions at the bottom: how its buttons share the room.

Where the words would not fit, the keys are left out first, then the icons; in the narrowest windows icons stay alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from client.widgets.buttons import Button
from client.widgets.skin import Skin


def place_bar(buttons: Sequence[Button], rect: pygame.Rect, skin: Skin) -> None:
    """Place ``buttons`` side by side in ``rect``, as wide as they want, the rest shared among them."""
    gap = skin.px(8)
    room = rect.width - gap * (len(buttons) - 1)
    _drop(buttons, room, skin)
    wanted = [button.wanted(skin)[0] for button in buttons]
    spare = max(0, room - sum(wanted))
    left = rect.left
    for button, width in zip(buttons, wanted, strict=True):
        wide = max(1, min(width + spare // len(buttons), rect.right - left))
        button.rect = pygame.Rect(left, rect.top, wide, rect.height)
        left += wide + gap


def _drop(buttons: Sequence[Button], room: int, skin: Skin) -> None:
    marks = [button.mark for button in buttons]
    for step in ("hint", "mark", "text"):
        if sum(button.wanted(skin)[0] for button in buttons) <= room:
            return
        for button, mark in zip(buttons, marks, strict=True):
            if step == "hint":
                button.hint = ""
            elif step == "mark":
                button.mark = ""
            elif mark:
                button.text, button.mark = "", mark
