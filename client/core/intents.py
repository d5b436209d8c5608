"""Intents: what somebody wants, whichever device it came from.

Only `client.core.input` makes them from pygame's events (and tests make them by hand); scenes and widgets
understand nothing else.  Places are window pixels.  Nothing here knows pygame.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MOUSE = "mouse"
KEYS = "keys"
PAD = "pad"


@dataclass(frozen=True, slots=True)
class PointerMoved:
    """The pointer is here now, with no button held."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Press:
    """A button (1 left, 2 middle, 3 right) or a finger went down; ``clicks``: 1 for a single click, 2 for the
    second in a row, and so on."""

    x: int
    y: int
    button: int = 1
    clicks: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Drag:
    """The pointer moved while the button was down."""

    x: int
    y: int
    button: int = 1


@dataclass(frozen=True, slots=True)
class Release:
    """The button came up; also sent when the window loses the pointer in the middle of a press."""

    x: int
    y: int
    button: int = 1


@dataclass(frozen=True, slots=True)
class Scroll:
    """The wheel turned over this place: ``dy`` > 0 is away from the user, towards the top."""

    x: int
    y: int
    dy: int


@dataclass(frozen=True, slots=True)
class Nav:
    """Go ``left``, ``right``, ``up`` or ``down``: arrow keys, d-pad, stick (repeated while held)."""

    direction: str
    device: str = KEYS


@dataclass(frozen=True, slots=True)
class Page:
    """A page or an end of what is long: ``up``, ``down``, ``home``, ``end``."""

    where: str
    device: str = KEYS


@dataclass(frozen=True, slots=True)
class Confirm:
    """Yes, this: Enter, space, the pad's lower face button."""

    device: str = KEYS


@dataclass(frozen=True, slots=True)
class Cancel:
    """No, back: Escape, the pad's right face button."""

    device: str = KEYS


@dataclass(frozen=True, slots=True)
class Menu:
    """What else is there? F10, the pad's start button."""

    device: str = KEYS


@dataclass(frozen=True, slots=True)
class Next:
    """The next thing: Tab, the right shoulder button."""

    device: str = KEYS


@dataclass(frozen=True, slots=True)
class Previous:
    """The thing before: Shift+Tab, the left shoulder button."""

    device: str = KEYS


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A key pressed while nothing is being edited, lower case: ``f``, ``r``, ``f1``, ``ctrl+z`` …;
    from a pad ``pad-x`` and ``pad-y`` (the left and the upper face button)."""

    key: str
    device: str = KEYS
    sign: str = field(default="", compare=False)
    """The sign as it was typed, upper case with shift; empty for what is no sign."""


@dataclass(frozen=True, slots=True)
class Text:
    """Text to insert where one is editing: typed, composed or pasted."""

    text: str


@dataclass(frozen=True, slots=True)
class Composing:
    """The input method's unfinished text; empty when it has ended."""

    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A change in the text being edited: ``backspace``, ``delete``, ``word-backspace``, ``word-delete``, ``clear``,
    ``cut``, ``undo``, ``redo``; or the caret goes ``left``, ``right``, ``word-left``, ``word-right``, ``home``,
    ``end``; or ``select-all``, ``copy``."""

    what: str
    select: bool = False
    """Whether the selection grows with the caret."""


@dataclass(frozen=True, slots=True)
class Resize:
    """The window has this size in pixels now."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Focus:
    """The window gained or lost the keyboard; after a loss nothing is held down any more."""

    gained: bool


@dataclass(frozen=True, slots=True)
class PadsChanged:
    """A gamepad came or went; ``count`` are here."""

    count: int


@dataclass(frozen=True, slots=True)
class Fullscreen:
    """Switch between window and full screen: F11, Alt+Enter."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """The window was uncovered: everything must be painted again."""


@dataclass(frozen=True, slots=True)
class Wake:
    """Another thread has something to tell."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the program."""


Intent = (
    PointerMoved | Press | Drag | Release | Scroll | Nav | Page | Confirm | Cancel | Menu | Next | Previous
    | Shortcut | Text | Composing | Edit | Resize | Focus | PadsChanged | Fullscreen | Redraw | Wake | Quit
)  # fmt: skip


def device_of(intent: Intent) -> str:
    """The device that an intent came from, empty where that can't be told."""
    if isinstance(intent, (PointerMoved, Press, Drag, Release, Scroll)):
        return MOUSE
    if isinstance(intent, (Nav, Page, Confirm, Cancel, Menu, Next, Previous, Shortcut)):
        return intent.device
    return ""
