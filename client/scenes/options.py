"""The options of a game, explained, and the position to start from: laid over the scene that sets up a match.

Made from ``Game.options`` and what the game says of them (`client.options`); whether all fits together the
game says, live, in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pygame

from client.core.clipboard import clipboard
from client.core.intents import Cancel, Intent, PointerMoved
from client.core.overlay import Overlay
from client.core.services import Services
from client.core.skin import TITLE, Skin
from client.core.transitions import Stay, Transition
from client.core.words import _, explain
from client.options.editor import ChosenSoFar, Editor, OptionRow
from client.options.game_options import GameOptions
from client.widgets.buttons import Button, Toggle
from client.widgets.dialog import dim
from client.widgets.form import Form
from client.widgets.text_field import TextField
from client.widgets.texts import Label, Reading
from net.log.playable import MAX_POSITION_BYTES, check_terms
from net.wire.errors import NetError
from rules.errors import RulesError
from rules.game import Game
from sprites.kit.theme import LARGE


@dataclass
class Choices:
    """What was chosen: option texts that are not as usual, and a start position."""

    options: dict[str, str] = field(default_factory=dict)
    position: str = ""
    own: tuple[str, ...] = ()
    """What the player has made and takes along (own card sets …), by ids that only the game's editors know."""


def problem(game: Game, options: Mapping[str, str], position: str, seats: int) -> str:
    """Why a match can't begin so, in words; empty if it can."""
    try:
        check_terms(game, options, seats, position)
    except (RulesError, NetError) as error:
        return explain(error)
    return ""


def settled(asked: GameOptions, chosen: Choices, names: Sequence[str]) -> Choices:
    """``chosen`` as it is for those who sit there now, with what the player has made as it is on disk now.

    What can't be had any more (own card sets that clash, say) stays as it was, for the dialog to tell.
    """
    usual = {option.name: str(option.default) for option in asked.game.options}
    options, own = dict(chosen.options), chosen.own
    for editor in asked.editors(ChosenSoFar(chosen.options, names, chosen.own)):
        own = editor.own(own)
        try:
            options |= editor.read()
        except RulesError:
            continue
    changed = {name: value for name, value in options.items() if value != usual[name]}
    return Choices(changed, chosen.position, own)


class OptionsDialog(Overlay):
    """All options of a game with an explanation beside; ``done`` gets what was chosen when it can be played."""

    def __init__(
        self,
        services: Services,
        asked: GameOptions,
        chosen: Choices,
        names: Sequence[str],
        done: Callable[[Choices], None],
    ) -> None:
        """``names``: who sits at the table, by seat."""
        super().__init__()
        self.services = services
        self.asked = asked
        self.game = asked.game
        self.names = list(names)
        self.box = pygame.Rect(0, 0, 0, 0)
        self._done = done
        self._skin: Skin | None = None
        self.form = Form((), row=46, on_look=self._looked, key="form")
        self.about = Reading("", key="about")
        self.trouble = Label("", role="bad", mark="warning")
        self.trouble.visible = False
        self.buttons = self._buttons()
        self._build(chosen)

    def _build(self, chosen: Choices) -> None:
        """Make the fields for what is chosen."""
        so_far = ChosenSoFar(chosen.options, self.names, chosen.own, self._changed)
        self.editors: list[Editor] = self.asked.editors(so_far)
        self.fold = Toggle(
            _("Start from a position"), bool(chosen.position), self._folded, key="from-position"
        )
        self.position = TextField(
            _("Position"), chosen.position, self._changed, limit=MAX_POSITION_BYTES, empty=_("paste it here"),
            key="position",
        )  # fmt: skip
        self.position.label_part = 0.22
        self._rows()
        self._changed()

    def _rows(self) -> None:
        title = _("Start from a position")
        text = _("Paste a position as the rules of the game write it; one on the clipboard is taken at once. Board, "
                 "pieces and cards are then those of the position; the other options hold as they are.")  # fmt: skip
        self.rows = [row for editor in self.editors for row in editor.rows]
        self.rows.append(OptionRow(self.fold, title, text))
        if self.fold.value:
            self.rows.append(OptionRow(self.position, title, text))
        self.form.set([row.field for row in self.rows])

    def refresh(self) -> None:
        """What the player has made may have changed on disk (it was edited meanwhile)."""
        chosen, _error = self._read()
        self._build(chosen)

    # ---- what is chosen

    def _read(self) -> tuple[Choices, str]:
        """What is chosen now, and why that can't be, in words (else empty)."""
        options: dict[str, str] = {}
        own: tuple[str, ...] = ()
        error = ""
        for editor in self.editors:
            own = editor.own(own)
            try:
                options |= editor.read()
            except RulesError as wrong:
                error = error or explain(wrong)
        usual = {option.name: str(option.default) for option in self.game.options}
        changed = {name: value for name, value in options.items() if value != usual[name]}
        position = self.position.value.strip() if self.fold.value else ""
        return Choices(changed, position, own), error

    def _check(self) -> str:
        chosen, error = self._read()
        if self.fold.value and not chosen.position:
            error = error or _("Paste a position, or switch that off.")
        return error or problem(self.game, chosen.options, chosen.position, len(self.names))

    def _changed(self) -> Transition | None:
        trouble = self._check()
        if trouble != self.trouble.text:
            self.trouble.say(trouble)
            self.trouble.visible = bool(trouble)
            self._place()
        self._looked()
        self.changed()
        return None

    def _folded(self) -> Transition | None:
        pasted = clipboard().strip()
        if self.fold.value and not self.position.value and self._reads(pasted):
            self.position.set(pasted)
        self._rows()
        self._changed()
        self._place()
        if self.fold.value:
            self.form.choose(len(self.rows) - 1)
        return None

    def _reads(self, text: str) -> bool:
        """Whether ``text`` is a position of this game."""
        try:
            self.game.position(text, self.game.configure({}))
        except RulesError:
            return False
        return True

    def _looked(self) -> Transition | None:
        at = self.form.looked_at
        for row in self.rows:
            if row.field is at:
                self.about.set(f"# {row.title}\n\n{row.about}\n\n{row.more()}".rstrip())
        return None

    # ---- layout

    def fit(self, skin: Skin) -> None:
        self._skin = self.services.skin(skin.scale, self.game.id)
        key = self.layer.focus.key if self.layer.focus is not None else "form"
        self._place()
        self.layer.settle(key)

    def _buttons(self) -> list[Button]:
        found = [Button(_("Back"), self._back, key="answer-0")]
        found += self.asked.tools(self.services, lambda: self._read()[0].options)
        found.append(Button(_("Usual options"), self._usual, key="answer-1"))
        found.append(Button(_("Take these"), self._take, strong=True, key="answer-2"))
        return found

    def _place(self) -> None:
        skin = self._skin
        if skin is None:
            return
        px, scale = skin.px, skin.scale
        self.rect = pygame.Rect(0, 0, scale.width, scale.height)
        self.box = (
            self.rect.inflate(-px(64), -px(48)) if not scale.portrait else self.rect.inflate(-px(32), -px(48))
        )
        inner = self.box.inflate(-px(48), -px(40))
        head = Label(_("Options of {game}").format(game=self.game.name), size=LARGE, face=TITLE)
        head.rect = pygame.Rect(inner.left, inner.top, inner.width, head.wanted(skin, inner.width)[1])
        bottom = self._place_buttons(skin, inner)
        if self.trouble.visible:
            high = min(self.trouble.wanted(skin, inner.width)[1], inner.height // 4)
            self.trouble.rect = pygame.Rect(inner.left, bottom - high, inner.width, high)
            bottom -= high + px(12)
        top = head.rect.bottom + px(12)
        room = pygame.Rect(inner.left, top, inner.width, max(1, bottom - top))
        if scale.portrait:
            split = room.height * 64 // 100
            self.form.rect = pygame.Rect(room.left, room.top, room.width, split)
            self.about.rect = pygame.Rect(
                room.left, room.top + split + px(12), room.width, max(1, room.height - split - px(12))
            )
        else:
            wide = room.width * 60 // 100
            self.form.rect = pygame.Rect(room.left, room.top, wide, room.height)
            self.about.rect = pygame.Rect(
                room.left + wide + px(16), room.top, room.width - wide - px(16), room.height
            )
        self.form.fit(skin)
        self.about.fit(skin)
        self.parts[:] = [head, self.form, self.about, self.trouble, *self.buttons]
        self.changed()

    def _place_buttons(self, skin: Skin, inner: pygame.Rect) -> int:
        """Place the buttons at the bottom, in as few rows as they fit; where the room above them ends."""
        px, gap = skin.px, skin.px(12)
        sizes = [button.wanted(skin) for button in self.buttons]
        high = max(size[1] for size in sizes) + px(4)
        across = next(
            n
            for n in (len(sizes), 3, 2, 1)
            if max(size[0] for size in sizes) * n + gap * (n - 1) <= inner.width or n == 1
        )
        rows = [self.buttons[start : start + across] for start in range(0, len(sizes), across)]
        top = inner.bottom - len(rows) * (high + gap) + gap
        for down, row in enumerate(rows):
            each = (inner.width - gap * (len(row) - 1)) // len(row)
            for number, button in enumerate(row):
                button.rect = pygame.Rect(
                    inner.left + number * (each + gap), top + down * (high + gap), each, high
                )
        return top - px(16)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin = self._skin or skin
        dim(surface, skin)
        skin.plate(surface, self.box, (*skin.theme.sky_bottom, 255), skin.accent, 16)
        for part in self.parts:
            if part.visible:
                part.paint(surface, skin)

    # ---- what the buttons do

    def _back(self) -> Transition | None:
        self.close()
        return None

    def _usual(self) -> Transition | None:
        self._build(Choices())
        self._place()
        return None

    def _take(self) -> Transition | None:
        if self._check():
            self._changed()  # what is wrong stands beside the button
            self.services.audio.play("error")
            return None
        self.close()
        self._done(self._read()[0])
        return None

    def first(self, intent: Intent) -> Transition | None:
        if isinstance(intent, PointerMoved) and not self.form.rect.collidepoint(intent.x, intent.y):
            self.form.leave()
        return None

    def unhandled(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Cancel):
            self.close()
            return Stay()
        return None
