"""What must be said or answered beside the board: an offer, a lost player, looking back, the end.

Never over the board and never modal.  Answers are armed only after a moment, and the focus does not go there by
itself, so that nobody accepts by an accidental press.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from client.core.skin import BOLD, Skin
from client.core.transitions import Transition
from client.core.widget import Widget
from client.widgets.buttons import Button
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, SMALL

ARM_S = 0.7


class Reply(NamedTuple):
    """One button."""

    label: str
    act: Callable[[], Transition | None]
    icon: str = ""
    danger: bool = False


class Notice(NamedTuple):
    """What is said."""

    title: str
    text: str = ""
    role: str = "plain"
    """``plain``, ``ask`` (armed after a moment), ``warn``."""


class NoticeBox(Widget):
    """A panel with a title, some words and up to three buttons; invisible while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.key = "notice"
        self.notice: Notice | None = None
        self.buttons: list[Button] = []
        self.visible = False
        self._armed_at: float | None = None

    def children(self) -> Sequence[Widget]:
        return self.buttons

    def say(self, notice: Notice | None, replies: Sequence[Reply], skin: Skin) -> None:
        """Show ``notice`` with its buttons from now on; None: nothing."""
        same = notice == self.notice and [reply.label for reply in replies] == [b.text for b in self.buttons]
        if same:
            return
        self.notice = notice
        self.visible = notice is not None
        self._armed_at = None
        self.buttons = [
            Button(
                reply.label,
                reply.act,
                mark=reply.icon,
                danger=reply.danger,
                size=BODY - 2,
                key=f"notice-{number}",
            )
            for number, reply in enumerate(replies)
        ]
        for button in self.buttons:
            button.enabled = notice is None or notice.role != "ask"
        self.fit(skin)
        self.changed()

    def wanted(self, skin: Skin, width: int) -> int:
        """The height in real pixels at which nothing is cut."""
        if self.notice is None:
            return 0
        inner = max(1, width - skin.px(28))
        less = skin.type.line(BODY) + skin.px(8) if self.notice.role == "warn" else 0
        high = len(title_lines(skin, self.notice.title, max(1, inner - less))) * skin.type.line(BODY)
        if self.notice.text:
            words = skin.type.wrap(self.notice.text, SMALL + 1, max(1, inner - less))
            high += len(words) * skin.type.line(SMALL + 1) + skin.px(2)
        return high + skin.px(20) + (skin.px(48) if self.buttons else 0)

    def fit(self, skin: Skin) -> None:
        """Place the buttons; call it after placing."""
        if not self.buttons:
            return
        gap, high = skin.px(8), skin.px(40)
        inner = self.rect.inflate(-2 * skin.px(12), -2 * skin.px(10))
        wide = (inner.width - gap * (len(self.buttons) - 1)) // len(self.buttons)
        for number, button in enumerate(self.buttons):
            button.rect = pygame.Rect(inner.left + number * (wide + gap), inner.bottom - high, wide, high)
            if button.wanted(skin)[0] > wide:
                button.mark = ""

    def tick(self, now: float) -> None:
        if self.notice is None or self.notice.role != "ask" or all(button.enabled for button in self.buttons):
            return
        if self._armed_at is None:
            self._armed_at = now + ARM_S
        elif now >= self._armed_at:
            for button in self.buttons:
                button.enabled = True
            self.changed()

    def wakes_at(self, now: float) -> float | None:
        if self.notice is None or all(button.enabled for button in self.buttons):
            return None
        return now if self._armed_at is None else self._armed_at

    def bounds(self) -> pygame.Rect:
        return self.rect.inflate(16, 16)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        notice = self.notice
        if notice is None:
            return
        theme, px = skin.theme, skin.px
        edge = theme.warn if notice.role in ("warn", "ask") else skin.accent
        skin.plate(surface, self.rect, (*theme.sky_bottom, 255), edge, line=2.5)
        left, top = self.rect.left + px(14), self.rect.top + px(10)
        width = max(1, self.rect.width - px(28))
        if notice.role == "warn":
            mark = icon("warning", skin.type.line(BODY), theme.warn)
            surface.blit(mark, (left, top))
            left += mark.get_width() + px(8)
            width -= mark.get_width() + px(8)
        limit = (self.buttons[0].rect.top if self.buttons else self.rect.bottom) - px(2)
        for line in title_lines(skin, notice.title, width):
            skin.write(surface, line, (left, top), BODY, theme.text, BOLD, width)
            top += skin.type.line(BODY)
        top += px(2)
        for line in skin.type.wrap(notice.text, SMALL + 1, width) if notice.text else []:
            if top + skin.type.line(SMALL + 1) > limit:
                break
            skin.write(surface, line, (left, top), SMALL + 1, theme.muted, width=width)
            top += skin.type.line(SMALL + 1)
        for button in self.buttons:
            button.paint(surface, skin)


def title_lines(skin: Skin, title: str, width: int) -> list[str]:
    """The title in at most two lines; what is longer is cut."""
    lines = skin.type.wrap(title, BODY, max(1, width), BOLD)
    return lines if len(lines) <= 2 else [lines[0], " ".join(lines[1:])]
