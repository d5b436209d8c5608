"""Dialogs: a question over the dimmed scene, with two or three answers; and a menu of choices.

The focus starts on the first answer, which must be the safe one; Cancel only closes.  A dangerous answer
is marked as such.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from client.core.intents import Cancel, Intent
from client.core.overlay import Overlay
from client.core.skin import TITLE, Skin
from client.core.transitions import Stay, Transition, stay_or
from client.core.widget import Action, Widget
from client.widgets.buttons import Button
from client.widgets.texts import Label
from sprites.kit.theme import BODY, LARGE

Answer = tuple[str, Action | None]
"""What is written on the button, and what it does (None: only close)."""


class Dialog(Overlay):
    """A question with answers, side by side where there is room, else one below the other."""

    def __init__(
        self,
        question: str,
        text: str,
        answers: Sequence[Answer],
        *,
        danger: bool = False,
        widgets: Sequence[tuple[Widget, int]] = (),
        start: int = 0,
        lacks: Callable[[], str] = str,
    ) -> None:
        """``start``: the answer that has the focus at first, one that does no harm.

        ``danger``: the last answer can't be undone.  ``widgets``: more of them above the answers, each with its
        logical height.  ``lacks`` says in words what the last answer still lacks, empty if nothing: until then it
        only shows these words, and the dialog stays open.
        """
        super().__init__()
        self.question = question
        self.text = text
        self.answers = list(answers)
        self.danger = danger
        self.more = list(widgets)
        self.start = start
        self.warning = ""
        """What the last answer lacked when it was given."""
        self._lacks = lacks
        self._skin: Skin | None = None
        self.box = pygame.Rect(0, 0, 0, 0)

    def fit(self, skin: Skin) -> None:
        self._skin = skin
        usual = f"answer-{self.start}" if self.start else ""
        key = self.layer.focus.key if self.layer.focus is not None else usual
        self.parts.clear()
        px = skin.px
        self.rect = pygame.Rect(0, 0, skin.scale.width, skin.scale.height)
        wide = min(self.rect.width - px(32), px(600))
        inner = wide - px(64)
        head = Label(self.question, size=LARGE, face=TITLE)
        body = Label(self.text, size=BODY)
        head_high = head.wanted(skin, inner)[1]
        body_high = body.wanted(skin, inner)[1] + px(8) if self.text else 0
        more_high = sum(px(high) + px(16) for _, high in self.more)
        warning = Label(self.warning, size=BODY, role="warn", mark="warning")
        if self.warning:
            more_high += warning.wanted(skin, inner)[1] + px(16)
        buttons = self._buttons()
        sizes = [button.wanted(skin) for button in buttons]
        beside = sum(size[0] + px(16) for size in sizes) - px(16) <= inner and len(buttons) <= 3
        high = max((size[1] for size in sizes), default=0) + px(8)
        answers_high = high if beside else len(buttons) * (high + px(8)) - px(8)
        self.box = pygame.Rect(0, 0, wide, px(80) + head_high + body_high + more_high + answers_high)
        self.box.center = self.rect.center
        x, y = self.box.left + px(32), self.box.top + px(28)
        head.rect = pygame.Rect(x, y, inner, head_high)
        y += head_high + px(8)
        body.rect = pygame.Rect(x, y, inner, body_high)
        y += body_high + px(8)
        for widget, logical in self.more:
            widget.rect = pygame.Rect(x, y, inner, px(logical))
            y += px(logical) + px(16)
        self.parts += [head, body, *(widget for widget, _ in self.more)]
        if self.warning:
            warning.rect = pygame.Rect(x, y, inner, warning.wanted(skin, inner)[1])
            y = warning.rect.bottom + px(16)
            self.parts.append(warning)
        if beside:
            each = (inner - px(16) * (len(buttons) - 1)) // max(1, len(buttons))
            even = all(size[0] <= each for size in sizes)
            for button, size in zip(buttons, sizes, strict=True):
                button.rect = pygame.Rect(x, y, each if even else size[0], high)
                x += button.rect.width + px(16)
        else:
            for button in buttons:
                button.rect = pygame.Rect(x, y, inner, high)
                y += high + px(8)
        self.parts += buttons
        self.layer.settle(key or (self.more[0][0].key if self.more else buttons[0].key if buttons else ""))

    def _buttons(self) -> list[Button]:
        last = len(self.answers) - 1
        return [
            Button(
                text,
                self._answering(action) if number < last else self.answer_last,
                danger=self.danger and number == last,
                strong=not self.danger and number == last,
                key=f"answer-{number}",
            )
            for number, (text, action) in enumerate(self.answers)
        ]

    def _answering(self, action: Action | None) -> Action:
        def answer() -> Transition:
            self.close()
            return stay_or(action() if action is not None else None)

        return answer

    def answer_last(self) -> Transition:
        """Give the last answer, or say what it lacks and stay open."""
        lacking = self._lacks()
        if not lacking:
            return stay_or(self._answering(self.answers[-1][1])())
        self.warning = lacking
        if self._skin is not None:
            self.fit(self._skin)
        self.changed()
        return Stay()

    def unhandled(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Cancel):
            self.close()
            return Stay()
        return None

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        dim(surface, skin)
        fill = (*skin.theme.sky_bottom, 255)
        skin.plate(surface, self.box, fill, skin.accent, 16)
        for part in self.parts:
            if part.visible:
                part.paint(surface, skin)


def dim(surface: pygame.Surface, skin: Skin) -> None:
    """Darken (on light themes: whiten) what lies below, within the clip."""
    clip = surface.get_clip()
    if clip.width and clip.height:
        veil = pygame.Surface(clip.size, pygame.SRCALPHA)
        veil.fill((*skin.theme.sky_top, 190))
        surface.blit(veil, clip)
