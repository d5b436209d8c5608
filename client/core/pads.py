"""Gamepads: whatever is plugged in becomes a handful of named presses.

Pads that SDL knows are read by their standard layout, others by the usual order of buttons.  Coming and going
is handled at any time; what was held on a pad that goes is let go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

PadPress = tuple[str, bool]
"""A named press and whether it began or ended; ``("pads", True)`` when a pad came or went."""

_ON, _OFF = 0.55, 0.35
"""How far a stick must be pushed to count, and how far back to count no more."""

_BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "confirm",
    pygame.CONTROLLER_BUTTON_B: "cancel",
    pygame.CONTROLLER_BUTTON_X: "pad-x",
    pygame.CONTROLLER_BUTTON_Y: "pad-y",
    pygame.CONTROLLER_BUTTON_BACK: "pad-back",
    pygame.CONTROLLER_BUTTON_START: "menu",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "previous",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "next",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
}
_PLAIN_BUTTONS = ("confirm", "cancel", "pad-x", "pad-y", "previous", "next", "pad-back", "menu")
_AXES = {
    pygame.CONTROLLER_AXIS_LEFTX: ("left", "right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("up", "down"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: ("", "page-up"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: ("", "page-down"),
}
_PLAIN_AXES = {0: ("left", "right"), 1: ("up", "down")}


@dataclass
class _Pad:
    """One pad that is plugged in; ``device`` keeps it open."""

    device: object
    known: bool
    down: set[str] = field(default_factory=set)
    centred: set[int] = field(default_factory=set)
    """The axes that were seen near their centre: another one is broken, or rests elsewhere."""
    at_rest: set[int] = field(default_factory=set)
    """Those of them that are there now."""
    fresh: bool = True
    """Whether where its axes rest was not looked at yet."""


class Pads:
    """All gamepads of this machine."""

    def __init__(self) -> None:
        self._pads: dict[int, _Pad] = {}

    @property
    def count(self) -> int:
        """How many are plugged in."""
        return len(self._pads)

    def open(self) -> None:
        """Start listening; those already plugged in arrive as events."""
        try:
            pygame.joystick.init()
        except pygame.error:
            return

    def let_go(self) -> None:
        """Nothing is held any more (the window lost the keyboard): a stick that is held counts from its centre on."""
        for pad in self._pads.values():
            pad.down.clear()
            pad.centred = set(pad.at_rest)

    def calibrate(self) -> None:
        """Look where the axes of new pads rest.  Call it after SDL was asked for events: only then it knows."""
        for pad in self._pads.values():
            if not pad.fresh:
                continue
            pad.fresh = False
            for axis in _AXES if pad.known else _PLAIN_AXES:
                if abs(_reading(pad, axis)) <= _OFF:
                    pad.centred.add(axis)
                    pad.at_rest.add(axis)

    def read(self, event: pygame.event.Event) -> list[PadPress]:
        """What ``event`` changes."""
        kind = event.type
        if kind == pygame.JOYDEVICEADDED:
            return self._added(event.device_index)
        if kind == pygame.JOYDEVICEREMOVED:
            pad = self._pads.pop(event.instance_id, None)
            return [("pads", True)] if pad is not None else []
        pad = self._pads.get(getattr(event, "instance_id", -1))
        if pad is None:
            return []
        if kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP) and pad.known:
            return self._turn(pad, _BUTTONS.get(event.button, ""), kind == pygame.CONTROLLERBUTTONDOWN)
        if kind == pygame.CONTROLLERAXISMOTION and pad.known:
            return self._stick(pad, event.axis, _AXES, event.value / 32768)
        if pad.known:
            return []
        if kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            name = _PLAIN_BUTTONS[event.button] if event.button < len(_PLAIN_BUTTONS) else ""
            return self._turn(pad, name, kind == pygame.JOYBUTTONDOWN)
        if kind == pygame.JOYAXISMOTION:
            return self._stick(pad, event.axis, _PLAIN_AXES, event.value)
        if kind == pygame.JOYHATMOTION:
            x, y = event.value
            return [*self._axis(pad, ("left", "right"), x), *self._axis(pad, ("down", "up"), y)]
        return []

    def plug(self, instance_id: int, known: bool, device: object = None) -> list[PadPress]:
        """A pad is there, to be read by SDL's standard layout (``known``) or by the order of its buttons."""
        self._pads[instance_id] = _Pad(device, known)
        return [("pads", True)]

    def _added(self, index: int) -> list[PadPress]:
        from pygame._sdl2 import controller

        try:
            if not controller.get_init():
                controller.init()
            if controller.is_controller(index):
                pad = controller.Controller(index)
                return self.plug(pad.as_joystick().get_instance_id(), True, pad)
            stick = pygame.joystick.Joystick(index)
            return self.plug(stick.get_instance_id(), False, stick)
        except pygame.error:
            return []

    def _turn(self, pad: _Pad, name: str, down: bool) -> list[PadPress]:
        if not name or down == (name in pad.down):
            return []
        if down:
            pad.down.add(name)
        else:
            pad.down.discard(name)
        return [(name, down)]

    def _stick(
        self, pad: _Pad, axis: int, table: Mapping[int, tuple[str, str]], value: float
    ) -> list[PadPress]:
        """An axis that moved; one that never was near its centre has moved only where it rests."""
        if abs(value) <= _OFF:
            pad.centred.add(axis)
            pad.at_rest.add(axis)
        else:
            pad.at_rest.discard(axis)
        return self._axis(pad, table.get(axis), value) if axis in pad.centred else []

    def _axis(self, pad: _Pad, names: tuple[str, str] | None, value: float) -> list[PadPress]:
        changes: list[PadPress] = []
        for name, pushed in zip(names or (), (-value, value), strict=False):
            held = name in pad.down
            changes += self._turn(pad, name, pushed > (_OFF if held else _ON))
        return changes


def _reading(pad: _Pad, axis: int) -> float:
    """Where an axis is now; far out if that can't be told."""
    try:
        value: float = pad.device.get_axis(axis)  # type: ignore[attr-defined]  # pygame's Joystick or Controller
    except (pygame.error, AttributeError):
        return 1.0
    return value / 32768 if pad.known else value
