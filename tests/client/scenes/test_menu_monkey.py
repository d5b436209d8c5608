"""The menus in clumsy hands: no key, click or size breaks a scene, and painting in part equals painting whole."""

from __future__ import annotations

import random

import pygame
import pytest

from client import shots
from client.core import words
from client.core.intents import (
    KEYS,
    PAD,
    Cancel,
    Composing,
    Confirm,
    Drag,
    Edit,
    Focus,
    Intent,
    Menu,
    Nav,
    Next,
    Page,
    PointerMoved,
    Press,
    Previous,
    Release,
    Resize,
    Scroll,
    Shortcut,
    Text,
)
from client.core.scene import Push, Replace, Scene
from client.core.transitions import Pop, ToTitle, Transition

SIZES = ((1280, 720), (640, 480), (320, 240), (1, 1), (360, 640), (900, 3))
DEEPEST = 5
COMPARED = 240
TYPED = ("a", "漢", "ä7", "-", "#o.", "99999999999", "\ufe0f", "{", " ")
NAMES = sorted(shots.scenes(shots.services("en", "night")))


class Walk:
    """A stack of scenes as the app would keep it, and whoever presses everything."""

    def __init__(self, name: str) -> None:
        self.dice = random.Random(name)
        self.now = 100.0
        self.given = shots.services(self.dice.choice(("en", "fi")), self.dice.choice(("night", "paper")))
        self.given.clock = lambda: self.now
        self.given.apply_settings = self.follow_settings
        self.surface = pygame.Surface((640, 480))
        self.stack: list[Scene] = []
        self.trace: list[Intent] = []
        self.follow(Push({**shots.scenes(self.given), **shots.overlays(self.given)}[name]()))

    @property
    def top(self) -> Scene:
        return self.stack[-1]

    def follow_settings(self) -> None:
        words.use(self.given.settings.language)
        for scene in self.stack:
            scene.relayout()

    def follow(self, wish: Transition | None) -> None:
        if isinstance(wish, (Push, Replace)) and len(self.stack) < DEEPEST:
            if isinstance(wish, Replace):
                self.stack.pop().left()
            self.stack.append(wish.scene)
        elif isinstance(wish, Pop) and len(self.stack) > 1:
            self.stack.pop().left()
        elif isinstance(wish, ToTitle):
            while len(self.stack) > 1:
                self.stack.pop().left()
        else:
            return
        self.top.resize(*self.surface.get_size())
        self.top.entered()

    def frame(self, seconds: float) -> None:
        self.now += seconds
        for event in self.given.hub.events():
            self.given.known.learn(event)
            self.follow([scene.told(event) for scene in self.stack][-1])
        self.follow(self.top.advance(self.now))
        for rect in self.top.take_damage():
            self.top.paint(self.surface, rect)
        self.top.live(self.surface)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            for intent in self.intents():
                self.trace.append(intent)
                self.follow(self.top.handle(intent))
            if self.dice.random() < 0.4:
                self.frame(self.dice.choice((0.01, 0.3, 1.5)))
        self.rest()

    def rest(self) -> None:
        """After a while nothing changes but what moves by itself (the title), and nothing stale is left."""
        for _ in range(70):
            self.frame(0.1)
        if self.top.title == "title" or min(self.surface.get_size()) < COMPARED:
            return
        before = pygame.image.tobytes(self.surface, "RGB")
        self.top.damage()
        self.frame(0.0)
        assert before == pygame.image.tobytes(self.surface, "RGB"), f"{self.top.title}: not painted again"

    def at(self) -> tuple[int, int]:
        stops = [widget.rect for widget in self.top.layer.stops() if widget.rect.w > 0 and widget.rect.h > 0]
        if stops and self.dice.random() < 0.75:
            area = self.dice.choice(stops)
        else:
            area = self.surface.get_rect().inflate(10, 10)
        return self.dice.randrange(area.left, area.right), self.dice.randrange(area.top, area.bottom)

    def intents(self) -> list[Intent]:
        dice, device = self.dice, self.dice.choice((KEYS, PAD))
        fate = dice.random()
        if fate < 0.34:
            place = self.at()
            return [PointerMoved(*place), Press(*place, dice.choice((1, 1, 1, 3))), Release(*place)]
        if fate < 0.4:
            return [Press(*self.at()), Drag(*self.at()), Release(*self.at())]
        if fate < 0.45:
            return [Scroll(*self.at(), dice.choice((-2, 1)))]
        if fate < 0.62:
            return [Nav(dice.choice(("left", "right", "up", "down")), device)]
        if fate < 0.65:
            return [Page(dice.choice(("up", "down", "home", "end")), device)]
        if fate < 0.76:
            return [Confirm(device)]
        if fate < 0.83:
            return [dice.choice((Cancel, Next, Previous, Menu))(device)]
        if fate < 0.93:
            if not self.top.editing:
                return [Shortcut(dice.choice("abcdefghijklmnopqrstuvwxyz0123456789+-"))]
            edits = ("backspace", "delete", "left", "right", "home", "end", "clear", "word-backspace")
            return [dice.choice((Text(dice.choice(TYPED)), Edit(dice.choice(edits)), Composing("か")))]
        if fate < 0.95:
            size = dice.choice(SIZES)
            self.surface = pygame.Surface(size)
            return [Resize(*size)]
        if fate < 0.97:
            return [Focus(False), Focus(True)]
        return [Shortcut(dice.choice(("pad-x", "pad-y", "pad-back")), PAD)]


@pytest.mark.parametrize("name", [*NAMES, "options", "options-magi", "options-taika-mario", "keyboard"])
def test_whatever_is_pressed_in_a_menu_nothing_breaks_or_stays_unpainted(name: str) -> None:
    walk = Walk(name)
    try:
        walk.play(120)
    except Exception as error:
        error.add_note(f"the last that happened: {walk.trace[-8:]}")
        raise


def test_a_message_that_was_shown_while_the_window_grew_goes_away_in_time() -> None:
    walk = Walk("lan")
    walk.given.toasts.say("Something went wrong.")
    walk.frame(0.1)
    walk.surface = pygame.Surface((960, 540))
    walk.follow(walk.top.handle(Resize(960, 540)))
    walk.rest()
    assert not walk.given.toasts.lines
