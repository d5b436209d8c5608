"""What is pressed: buttons, tiles, toggles.

All act on release over themselves, or on Confirm; pressed looks pressed.
"""

from __future__ import annotations

import pygame

from client.core.intents import Confirm, Drag, Intent, Press, Release
from client.core.skin import BOLD, PLAIN, Skin
from client.core.transitions import Transition, stay_or
from client.core.widget import Action, Widget
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, SMALL, mix


class Pressable(Widget):
    """Whatever acts when pressed."""

    focusable = True
    small = True

    def __init__(self, on_press: Action | None = None) -> None:
        super().__init__()
        self.on_press = on_press

    def press(self) -> Transition:
        """Act now."""
        return stay_or(self.on_press() if self.on_press is not None else None)

    def handle(self, intent: Intent) -> Transition | None:
        if not self.enabled:
            return None
        if isinstance(intent, Confirm):
            return self.press()
        if isinstance(intent, (Press, Drag, Release)) and intent.button == 1:
            inside = self.rect.collidepoint(intent.x, intent.y)
            was = self.pressed
            self.pressed = inside and not isinstance(intent, Release)
            if self.pressed != was:
                self.changed()
            if isinstance(intent, Release) and inside and was:
                return self.press()
            return stay_or(None)
        return None


class Button(Pressable):
    """A labelled button.  ``strong``: filled with the accent; ``danger``: edged in the warning colour."""

    def __init__(
        self,
        text: str,
        on_press: Action | None = None,
        *,
        mark: str = "",
        hint: str = "",
        strong: bool = False,
        danger: bool = False,
        size: float = BODY,
        key: str = "",
    ) -> None:
        """``mark``: an icon of ``sprites.kit.emblems``; ``hint``: the key or pad button shown at the right."""
        super().__init__(on_press)
        self.text = text
        self.mark = mark
        self.hint = hint
        self.strong = strong
        self.danger = danger
        self.size = size
        self.key = key or text

    def wanted(self, skin: Skin) -> tuple[int, int]:
        """The size in real pixels at which nothing is cut."""
        wide, high = (
            skin.type.size(self.text, self.size, BOLD) if self.text else (0, skin.type.line(self.size))
        )
        if self.mark:
            wide += high + (skin.px(8) if self.text else 0)
        if self.hint:
            wide += skin.type.size(self.hint, SMALL)[0] + skin.px(16)
        return wide + skin.px(32), high + skin.px(16)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        colour = theme.text if self.enabled else mix(theme.muted, theme.sky_bottom, 0.4)
        edge = theme.bad if self.danger else skin.accent if self.strong or self.focused else None
        if self.strong and self.enabled:
            fill = (*mix(skin.accent, theme.text, 0.25 if self.hovered else 0.0), 255)
            colour = theme.sky_top
        else:
            fill = theme.panel_raised if self.hovered or self.focused else theme.panel
        box = self.rect.move(0, skin.px(2)) if self.pressed else self.rect
        skin.plate(surface, box, fill, edge or theme.border)
        self._face(surface, skin, box, colour)
        if self.focused:
            skin.ring(surface, box)

    def _face(
        self, surface: pygame.Surface, skin: Skin, box: pygame.Rect, colour: tuple[int, int, int]
    ) -> None:
        high = skin.type.line(self.size)
        hint = skin.type.size(self.hint, SMALL)[0] + skin.px(16) if self.hint else 0
        room = max(1, box.width - skin.px(24) - hint)
        mark = high + (skin.px(8) if self.text else 0) if self.mark else 0
        wide = min(room, (skin.type.size(self.text, self.size, BOLD)[0] if self.text else 0) + mark)
        left = box.left + (box.width - hint - wide) // 2
        if self.mark:
            picture = icon(self.mark, high, colour)
            surface.blit(picture, picture.get_rect(midleft=(left, box.centery)))
        if self.text:
            skin.write(
                surface, self.text, (left + mark, box.centery), self.size, colour, BOLD,
                max(1, wide - mark), "midleft",
            )  # fmt: skip
        if self.hint:
            skin.write(
                surface, self.hint, (box.right - skin.px(12), box.centery), SMALL,
                colour if self.strong else skin.theme.muted, PLAIN, None, "midright",
            )  # fmt: skip


class Toggle(Pressable):
    """A switch with its label to the left; ``on_change`` gets the new value."""

    def __init__(self, text: str, value: bool, on_change: Action | None = None, *, key: str = "") -> None:
        super().__init__(on_change)
        self.text = text
        self.value = value
        self.key = key or text

    def wanted(self, skin: Skin) -> tuple[int, int]:
        """The size in real pixels at which nothing is cut."""
        wide, high = skin.type.size(self.text, BODY)
        return wide + skin.px(96), high + skin.px(16)

    def press(self) -> Transition:
        self.value = not self.value
        self.changed()
        return super().press()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        skin.plate(
            surface,
            self.rect,
            theme.panel_raised if self.hovered or self.focused else theme.panel,
            theme.border,
        )
        skin.write(
            surface, self.text, (self.rect.left + skin.px(16), self.rect.centery), BODY,
            theme.text if self.enabled else theme.muted, PLAIN,
            max(1, self.rect.width - skin.px(96)), "midleft",
        )  # fmt: skip
        track = pygame.Rect(0, 0, skin.px(48), skin.px(26))
        track.midright = (self.rect.right - skin.px(16), self.rect.centery)
        fill = (*skin.accent, 255) if self.value else (*mix(theme.sky_bottom, theme.muted, 0.35), 255)
        skin.plate(surface, track, fill, theme.text, 13)
        knob = pygame.Rect(0, 0, skin.px(18), skin.px(18))
        knob.centery = track.centery
        if self.value:
            knob.right = track.right - skin.px(4)
        else:
            knob.left = track.left + skin.px(4)
        skin.plate(surface, knob, theme.sky_top if self.value else theme.text, None, 9)
        if self.focused:
            skin.ring(surface, self.rect)
