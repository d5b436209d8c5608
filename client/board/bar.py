"""The thin bar of actions at the bottom: how its buttons share the room.

Where the words would not fit, the keys are left out first, then the icons; in the narrowest windows icons stay alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from client.core.skin import Skin
from client.core.widget import Widget
from client.widgets.buttons import Button


class Bar(Widget):
    """A row of buttons that may become others while everything else stands (and moves) on."""

    def __init__(self) -> None:
        super().__init__()
        self.key = "bar"
        self.buttons: list[Button] = []

    def children(self) -> Sequence[Widget]:
        return self.buttons

    def show(self, buttons: Sequence[Button], skin: Skin) -> None:
        """Show these buttons from now on; one with the key of an earlier button takes its place and keeps the focus."""
        old = {button.key: button for button in self.buttons}
        self.buttons = [_renewed(old.pop(button.key, button), button) for button in buttons]
        for gone in old.values():
            gone.visible = False  # so that the focus does not stay there
        place_bar(self.buttons, self.rect, skin)
        self.changed()

    def bounds(self) -> pygame.Rect:
        return self.rect.inflate(16, 16)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        for button in self.buttons:
            button.paint(surface, skin)


def _renewed(button: Button, by: Button) -> Button:
    """``button``, saying and doing what ``by`` does."""
    button.text, button.mark, button.hint, button.on_press = by.text, by.mark, by.hint, by.on_press
    return button


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
