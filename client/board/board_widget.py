"""The board as a widget: mouse, keys and pad on squares become choices.

Owns the board's cursor, what is dragged and the choice being made (``Chooser``); what is seen is its ``picture``'s.
Knows no match and no hub: a whole action goes to ``on_action``, an impossible one to ``on_refused``, every other
change to ``on_change``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pygame

from client.board.board_picture import BoardPicture
from client.board.chips import NOWHERE, done_chip, paint_chips, part_chip
from client.board.chooser import Target
from client.board.dragging import Dragging
from client.board.look import Look, Traces
from client.core.intents import (
    Cancel,
    Confirm,
    Drag,
    Intent,
    Nav,
    PointerMoved,
    Press,
    Release,
    Scroll,
    Shortcut,
)
from client.core.skin import Skin
from client.core.transitions import Stay, Transition
from client.core.widget import Widget
from rules.facts import PieceMap
from rules.game import State
from sprites.stage.boardview import BoardView, Marks

_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_FAR = 0.42
"""How far the pointer must go from the middle of a square to drag what stands there, in squares."""


class BoardCallbacks(NamedTuple):
    """Whom the board tells."""

    on_action: Callable[[str], None]
    on_refused: Callable[[str, str], None]
    """The action that somebody seems to have meant, and the square it was about."""
    on_change: Callable[[], None]
    """The choice, or what is pointed at, is another."""
    on_menu: Callable[[], Transition | None]
    """Something that is no square must be chosen now."""


class BoardWidget(Widget):
    """The squares; ``place`` must be called before anything is painted."""

    focusable = True

    def __init__(
        self,
        look: Look,
        pieces: PieceMap,
        calls: BoardCallbacks,
        *,
        reduced: bool = False,
        sound: Callable[[str], None] = lambda name: None,
    ) -> None:
        super().__init__()
        self.key = "board"
        self.look = look
        self.chooser = look.chooser()
        self.cursor = ""
        self.pointed = ""
        """The square under the mouse."""
        self.by_keys = False
        """Whether the board is being used without a mouse: then the cursor shows."""
        self.called = False
        """Whether something beside the board wants the focus to go here."""
        self.traces = Traces()
        """What the last step left to be seen."""
        self.check = ""
        self.picture = BoardPicture(look, pieces, reduced, sound)
        self._calls = calls
        self._sound = sound
        self._drag = Dragging()
        self._chips = (NOWHERE, NOWHERE, "")
        """The chips over the squares as they were marked last, and the part that one of them shows."""

    @property
    def view(self) -> BoardView | None:
        """Which square lies where; None before the board has a place."""
        return self.picture.view

    # ---- what is shown

    def place(
        self,
        rect: pygame.Rect,
        skin: Skin,
        flip: bool,
        trays: Mapping[str, pygame.Rect],
        ground: pygame.Surface,
    ) -> None:
        """Lie within ``rect`` on ``ground``, the painted window without the board (kept and drawn on)."""
        self.rect = self.picture.place(rect, skin, flip, trays, ground)
        self._drag.at = None
        self.mark()
        self.picture.touched()

    def use(self, state: State | None) -> None:
        """Begin to choose in ``state``; None: nothing can be chosen here now."""
        self.chooser.reset(state)
        self._let_go()
        self.mark()

    def mark(self) -> None:
        """Mark what is chosen and what can be."""
        chooser = self.chooser
        lit = chooser.lit()
        self.picture.mark(
            Marks(
                selected=chooser.chosen,
                targets=lit,
                last=self.traces.squares,
                cursor=self.cursor if self.by_keys and self.focused else "",
                hover="" if self.by_keys else self.pointed,
                check=self.check,
                source=() if chooser.begun or lit else tuple(chooser.targets()),
                cells=chooser.cells() or ({} if chooser.begun or self.picture.busy else self.traces.cells),
                ghosts=chooser.ghosts(),
                hide=chooser.hidden(),
            )
        )
        now = (done_chip(self.view, chooser), part_chip(self.view, chooser), chooser.part)
        if now != self._chips:
            self.picture.repaint(rect.inflate(8, 8) for rect in (*self._chips[:2], *now[:2]) if rect.width)
            self._chips = now

    def aimed(self) -> Target | None:
        """The target that is pointed at, or that the cursor stands on."""
        if not self.chooser.begun:
            return None
        return self.chooser.targets().get(self.cursor if self.by_keys else self.pointed)

    @property
    def at(self) -> str:
        """The square that is pointed at, or that the cursor stands on."""
        if self.by_keys:
            return self.cursor if self.focused else ""
        return self.pointed

    def changed(self) -> None:
        """The focus came or went: only the cursor shows that."""
        self.mark()

    # ---- time and painting

    def tick(self, now: float) -> None:
        if self.picture.tick(now):
            self.mark()  # what was done is marked once it has been seen

    def wakes_at(self, now: float) -> float | None:
        return self.picture.wakes_at(now)

    def bounds(self) -> pygame.Rect:
        return self.rect

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        self.picture.paint(surface)
        paint_chips(surface, skin, self.view, self.chooser)
        if self._drag.at is not None:
            held = self.chooser.carried(self.picture.pieces.get(self._drag.start, ()))
            self.picture.paint_held(surface, held, self._drag.at)

    # ---- intents

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, (PointerMoved, Press, Drag, Release, Scroll)):
            return self._pointer(intent)
        if isinstance(intent, Nav):
            return self._move_cursor(intent.direction)
        if isinstance(intent, Confirm):
            return self._confirm()
        if isinstance(intent, Cancel):
            if not self.chooser.back():
                return None
            self._let_go()
            self.tell()
            return Stay()
        if isinstance(intent, Shortcut):
            return Stay() if self.shortcut(intent.key) else None
        return None

    def _confirm(self) -> Transition:
        """Yes to what is ready, or else to the square under the cursor."""
        if self.chooser.ready() is not None:
            self.act()
            return Stay()
        self.show_cursor()
        return self.pick(self.cursor)

    def act(self) -> None:
        """Do what is chosen, if it is whole and waits for that."""
        action = self.chooser.ready()
        if action is not None:
            self._calls.on_action(action)

    def ask_menu(self) -> Transition | None:
        """Something that is no square must be chosen now."""
        return self._calls.on_menu()

    def shortcut(self, key: str) -> bool:
        """A key that may choose something; tells whether it did."""
        done = self.chooser.key(key, self.cursor if self.by_keys else self.pointed)
        if done:
            self._sound("click")
        if self.chooser.jump:
            self.cursor, self.chooser.jump, self.by_keys = self.chooser.jump, "", True
        self.tell()
        return done

    def scroll_elsewhere(self, by: int) -> bool:
        """The wheel was turned away from the board; tells whether that chose something."""
        done = self.chooser.scroll(by, over_board=False)
        if done:
            self.tell()
        return done

    def point_at(self, place: str) -> None:
        """The mouse is over this square (or none)."""
        if place != self.pointed or self.by_keys:
            self.pointed = place
            self.by_keys = False
            self.chooser.point(place)
            self.tell()

    def show_cursor(self) -> None:
        """Keys or pad are in use: the cursor shows, somewhere sensible."""
        if not self.cursor and self.view is not None:
            self.cursor = self.view.square_at(self.view.board.center) or ""
            sources = list(self.chooser.targets())
            if sources and self.cursor not in sources:
                middle = pygame.Vector2(self.view.board.center)
                self.cursor = min(sources, key=lambda place: middle.distance_to(self.picture.centre(place)))
        if not self.by_keys:
            self.by_keys = True
            self.tell()

    def pick(self, place: str) -> Transition:
        """Somebody means this square: take up what stands there, or go there, or learn why not."""
        if not place or self.chooser.state is None:
            return Stay()
        target = self.chooser.targets().get(place)
        if target is not None:
            first = not self.chooser.begun
            self.chooser.choose(place)
            return self._chosen(target, first)
        if self.chooser.begun:
            return self._elsewhere(place)
        if self._menu_next():
            return self.ask_menu() or Stay()
        self._refuse(place)
        return Stay()

    def _menu_next(self) -> bool:
        """Whether what can be chosen next is no square, but only on a menu."""
        return not self.chooser.targets() and bool(self.chooser.menu())

    def _chosen(self, target: Target, first: bool) -> Transition:
        if target.action is not None:
            self._let_go()
            self._calls.on_action(target.action)
            return Stay()
        if first:
            self._sound("pick")
        self.tell()
        return (self.ask_menu() if self._menu_next() else None) or Stay()

    def _elsewhere(self, place: str) -> Transition:
        """With something chosen, a square was meant that is no target: the choice itself is taken back by it,
        another piece is taken up instead; anything else is refused, and what is chosen stays chosen."""
        chooser = self.chooser
        if chooser.keeps_choice_on_miss:
            self._refuse(place)
            return Stay()
        if place == chooser.chosen:
            chooser.clear()
        elif chooser.instead(place):
            self._sound("pick")
        else:
            self._refuse(place)
        self.tell()
        return Stay()

    def _refuse(self, place: str) -> None:
        """A square was meant that can't be chosen now: tell what action that seems to be, if it seems any."""
        chooser = self.chooser
        meant = chooser.attempt(place)
        if meant is None and chooser.begun:
            meant = self.look.attempt(chooser.prefix, chooser.part, place)
        elif meant is None and place in self.picture.pieces:
            meant = self.look.attempt((place,), "", place)
        if meant:
            self._calls.on_refused(meant, place)

    def _pointer(self, intent: PointerMoved | Press | Drag | Release | Scroll) -> Transition | None:
        if self.view is None:
            return None
        if isinstance(intent, PointerMoved):
            self._let_go()  # no button is held: it was let go where the board could not hear of it
        at = (intent.x, intent.y)
        chips = self._chips[:2]
        # A chip lies over squares: who points at it means none of them.
        on_chip = not self._drag.start and any(chip.collidepoint(at) for chip in chips)
        place = "" if on_chip else self.view.square_at(at) or ""
        self.point_at(place)
        if isinstance(intent, Scroll):
            done = self.chooser.scroll(intent.dy)
            self.tell()
            return Stay() if done else None
        if isinstance(intent, Press):
            return self._press(intent, place)
        if isinstance(intent, Drag) and self._drag.start:
            if self._drag.at is not None or self._far(at):
                self.picture.repaint(self._drag.follow(at, self.view.square))
            return Stay()
        if isinstance(intent, Release) and self._drag.start:
            return self._drop(place)
        return Stay()

    def _press(self, intent: Press, place: str) -> Transition:
        self._let_go()
        if intent.button != 1:
            self.shortcut(self.chooser.second_button)
            return Stay()
        if part_chip(self.view, self.chooser).collidepoint(intent.x, intent.y):
            self.shortcut("t")
            return Stay()
        if done_chip(self.view, self.chooser).collidepoint(intent.x, intent.y):
            self.act()
            return Stay()
        if self.chooser.begun and self.chooser.grabs(place):
            # Chosen already: it can be dragged now, and goes back only if it is let go where it was.
            self._drag.take(place, was_chosen=True)
            return Stay()
        wish = self.pick(place)
        if place and self.chooser.grabs(place):
            self._drag.take(place, was_chosen=False)
        return wish

    def _far(self, at: tuple[int, int]) -> bool:
        """Whether the pointer has left the middle of the square where something was taken."""
        square = self.view.square if self.view is not None else 1
        return pygame.Vector2(at).distance_to(self.picture.centre(self._drag.start)) > _FAR * square

    def _drop(self, place: str) -> Transition:
        """What is dragged is let go over ``place``: it goes there or stays chosen; nothing else is taken up."""
        dragged, start, was_chosen = self._drag.at is not None, self._drag.start, self._drag.was_chosen
        self._let_go()
        if place == start:
            return self.pick(place) if was_chosen and not dragged else Stay()
        if not dragged or not place or self.chooser.state is None:
            return Stay()
        target = self.chooser.drop(place)
        if target is not None:
            return self._chosen(target, False)
        self._refuse(place)
        self.tell()
        return Stay()

    def _let_go(self) -> None:
        """Nothing follows the pointer any more."""
        self.picture.repaint(self._drag.let_go())

    def _move_cursor(self, direction: str) -> Transition:
        if not self.by_keys or not self.cursor:
            self.show_cursor()
            return Stay()
        if self.view is not None:
            self.cursor = self.view.neighbour(self.cursor, *_STEPS[direction])
            self.chooser.point(self.cursor)
        self.tell()
        return Stay()

    def call_focus(self) -> None:
        """Like ``tell``; whoever places the focus puts it here (see ``called``)."""
        self.called = True
        self.tell()

    def tell(self) -> None:
        """The choice, or what is pointed at, is another: mark it and say so."""
        self.mark()
        self._calls.on_change()
