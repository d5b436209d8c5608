"""The card workshop: a player's own sets and cards, drawn, named and saved as files of the user folder (TM15).

Edits drafts (`client.games.taika.drafts`); what a card may be, the rules say, in words beside the card while it
is made.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from client.core.intents import Cancel, Intent, Shortcut
from client.core.overlay import Open
from client.core.services import Services
from client.core.skin import Skin
from client.core.transitions import Pop, Stay, Transition
from client.core.widget import Action
from client.core.words import _, explain, language, message
from client.games.taika.card_sets import GAME, BadSet, shelf_of, trouble_text
from client.games.taika.drafts import BLANK, FRESH, NEEDED, CardDraft, Desk, SetDraft
from client.games.taika.pattern_grid import PatternGrid
from client.games.taika.workshop_parts import Checks, Preview, SetSheet, WorkshopRow, draw_row, row_name, why
from client.widgets.buttons import Button
from client.widgets.dialog import Dialog
from client.widgets.fields import Slider
from client.widgets.framed_scene import FramedScene
from client.widgets.lists import ListBox
from client.widgets.text_field import TextField
from client.widgets.texts import Label, Plate
from rules.taika.cards import LONGEST_ID, LONGEST_NAME
from sprites.kit.theme import BODY, SMALL

FEW_COPIES = 9
"""The slider for copies ends here, or at what the card has already."""


class WorkshopScene(FramedScene):
    """Sets and cards at the left, the grid in the middle, names and the drawn card at the right."""

    title = "workshop"

    def __init__(self, services: Services, set_id: str = "", card_id: str = "") -> None:
        """``set_id`` and ``card_id``: what is opened first."""
        self.game = GAME
        self.desk = Desk(shelf_of(services.home))
        self.row = self._find(set_id, card_id)
        self._offset = 0
        super().__init__(services)

    def heading(self) -> str:
        return _("Card workshop")

    def top_widgets(self) -> list[Button]:
        self.save = Button(_("Save"), self._save, mark="save", key="save", strong=True)
        return [self.save]

    def entered(self) -> None:
        if self.row is None:
            self.base.settle("new-set")

    # ---- the list

    def rows(self) -> list[WorkshopRow]:
        """Everything in the list, in order."""
        found: list[WorkshopRow] = []
        for own in self.desk.sets():
            found.append(WorkshopRow(own))
            found += [WorkshopRow(own, card) for card in own.cards]
        return found + [WorkshopRow(None, None, broken) for broken in self.desk.broken]

    def _find(self, set_id: str, card_id: str) -> WorkshopRow | None:
        rows = self.rows()
        named = [row for row in rows if row.card is not None and row.own is not None]
        if card_id:
            named = [r for r in named if r.card and r.own and (r.own.id, r.card.id) == (set_id, card_id)]
        return named[0] if named else rows[0] if rows else None

    def fill(self) -> None:
        px, body = self.px, self.body
        if self.scale.portrait:
            high = min(px(300), body.height // 3)
            left = pygame.Rect(body.left, body.top, body.width, high)
            top = left.bottom + px(16)
            rest = pygame.Rect(body.left, top, body.width, max(1, body.bottom - top))
            half = (rest.width - px(16)) // 2
            middle = pygame.Rect(rest.left, rest.top, half, rest.height)
            right = pygame.Rect(middle.right + px(16), rest.top, rest.width - half - px(16), rest.height)
        else:
            wide = body.width * 26 // 100
            left = pygame.Rect(body.left, body.top, wide, body.height)
            half = body.width * 34 // 100
            middle = pygame.Rect(left.right + px(24), body.top, half, body.height)
            right = pygame.Rect(middle.right + px(24), body.top, 1, body.height)
            right.width = max(1, body.right - right.left)
        self._list(left)
        row = self.row
        if row is None:
            text = _("No card sets of your own yet. “New set” begins one: cards are drawn here, saved as files "
                     "in your folder, and go along with a table where you choose them.")  # fmt: skip
            self._tell(text, middle.union(right), "muted")
        elif row.broken is not None and row.broken.trouble is not None:
            text = trouble_text(row.broken) + "\n\n" + _("Nothing is written over this file. Mend it with a text "
                     "editor, or delete it.")  # fmt: skip
            self._tell(text, middle.union(right), "warn")
        elif row.own is not None and row.card is not None:
            self._card(row.card, middle, right)
        elif row.own is not None:
            self._set(row.own, middle, right)

    def _tell(self, text: str, room: pygame.Rect, role: str) -> None:
        label = Label(text, size=BODY + 2, role=role)
        inner = room.inflate(-self.px(64), -self.px(64))
        label.rect = pygame.Rect(inner.topleft, (inner.width, label.wanted(self.skin, inner.width)[1]))
        self.add(Plate(label.rect.inflate(self.px(64), self.px(64)).clip(room)))
        self.add(label)

    def _list(self, room: pygame.Rect) -> None:
        px = self.px
        self.list: ListBox[WorkshopRow] = ListBox(
            self.rows(), self._draw, row=40, on_choose=self._chosen, on_confirm=self._enter, key="list",
            empty=_("Nothing here yet"), identity=lambda row: tuple(map(id, row)),
        )  # fmt: skip
        buttons = [
            Button(_("New card"), self._new_card, mark="plus", key="new-card"),
            Button(_("Copy"), self._copy, key="copy"),
            Button(_("New set"), self._new_set, mark="plus", key="new-set"),
            Button(_("Delete"), self._delete, mark="cross", danger=True, key="delete"),
        ]
        row = self.row
        buttons[0].enabled = row is not None and row.own is not None
        buttons[1].enabled = row is not None and row.card is not None
        buttons[3].enabled = row is not None
        high, gap = px(46), px(8)
        if self.scale.portrait:
            wide = max(px(220), max(button.wanted(self.skin)[0] for button in buttons))
            self.list.rect = pygame.Rect(room.left, room.top, room.width - wide - px(16), room.height)
            for number, button in enumerate(buttons):
                top = room.top + number * (high + gap)
                button.rect = pygame.Rect(room.right - wide, top, wide, high)
        else:
            foot = 2 * high + gap
            self.list.rect = pygame.Rect(room.left, room.top, room.width, room.height - foot - px(12))
            half = (room.width - gap) // 2
            for number, button in enumerate(buttons):
                down, across = divmod(number, 2)
                top = room.bottom - foot + down * (high + gap)
                button.rect = pygame.Rect(room.left + across * (half + gap), top, half, high)
        rows = self.list.items
        self.list.index = rows.index(self.row) if self.row in rows else 0
        self.list.offset = self._offset
        self.list.fit(self.skin)
        self.add(self.list)
        for button in buttons:
            self.add(button)

    def _draw(
        self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect, row: WorkshopRow, chosen: bool
    ) -> None:
        wrong = row.broken is not None or (row.own is not None and bool(self.desk.fault(row.own, row.card)))
        draw_row(surface, skin, rect, row, chosen, wrong)

    def _chosen(self) -> Transition | None:
        self.row = self.list.chosen
        self._again()
        return None

    def _enter(self) -> Transition | None:
        """A row was taken: go on where it is edited."""
        keys = ("grid", "fi")
        for widget in self.widgets:
            if widget.key in keys and widget.takes_focus():
                self.base.set_focus(widget)
                break
        return None

    def _again(self) -> None:
        self._offset = self.list.offset
        self.relayout()

    # ---- one card

    def _card(self, card: CardDraft, middle: pygame.Rect, right: pygame.Rect) -> None:
        px, portrait = self.px, self.scale.portrait
        self.checks = Checks(self._needs(card))
        tools = [
            Button(_("Turn"), self._tool(card.turn), mark="" if portrait else "turn", key="turn"),
            Button(_("Mirror"), self._tool(card.mirror), mark="" if portrait else "mirror", key="mirror"),
            Button(_("Clear"), self._clear, key="clear"),
        ]
        high, gap = px(46), px(8)
        below = high + self.checks.wanted(self.skin) + px(24)
        side = min(middle.width, middle.height - below) if not portrait else middle.width
        self.grid = self.add(PatternGrid(card.cells, self._drawn, key="grid"))
        self.grid.rect = pygame.Rect(middle.centerx - side // 2, middle.top, side, side)
        y = self.grid.rect.bottom + px(10)
        each = (middle.width - 2 * gap) // 3
        for number, button in enumerate(tools):
            self.add(button)
            button.rect = pygame.Rect(middle.left + number * (each + gap), y, each, high)
        self.checks.rect = pygame.Rect(middle.left, y + high + px(12), middle.width, px(26) * 4)
        self.add(self.checks)
        self.preview = Preview(card)
        if portrait:
            self.preview.rect = pygame.Rect(right.left, right.top, right.width, side + px(10) + high)
            top = self.checks.rect.bottom + px(12)
            note = pygame.Rect(right.left, self.checks.rect.top, right.width, self.checks.rect.height)
            fields = pygame.Rect(middle.left, top, right.right - middle.left, max(1, right.bottom - top))
            self._fields(card, fields)
        else:
            end = self._fields(card, right)
            note_high = px(72)
            bottom = right.bottom - note_high
            self.preview.rect = pygame.Rect(right.left, end, right.width, max(1, bottom - px(8) - end))
            note = pygame.Rect(right.left, bottom, right.width, note_high)
        self.add(self.preview)
        self.note = self.add(Label("", size=BODY - 1))
        self.note.rect = note
        self._remark()

    def _fields(self, thing: CardDraft | SetDraft, room: pygame.Rect) -> int:
        """Names, id and (of a card) copies; where the room below them begins."""
        px = self.px
        self.fi = TextField(_("Name in Finnish"), thing.fi, self._named, limit=LONGEST_NAME, key="fi")
        self.en = TextField(_("Name in English"), thing.en, self._named, limit=LONGEST_NAME, key="en")
        self.id = TextField(_("Short name"), thing.id, self._identified, limit=LONGEST_ID, key="id")
        fields: list[TextField | Slider] = [self.fi, self.en, self.id]
        if isinstance(thing, CardDraft):
            most = max(FEW_COPIES, thing.copies)
            self.copies = Slider(_("Copies"), thing.copies, 1, most, on_change=self._copied, key="copies")
            fields.append(self.copies)
        high = min(px(50), (room.height - px(8) * 3) // 4)
        for number, each in enumerate(fields):
            each.label_part = 0.4
            each.rect = pygame.Rect(room.left, room.top + number * (high + px(8)), room.width, high)
            self.add(each)
        return room.top + len(fields) * (high + px(8)) + px(4)

    def _needs(self, card: CardDraft) -> list[tuple[bool | None, str]]:
        """What a card needs, ticked or not (TM15); None: could be better."""
        needed, fresh = card.count(NEEDED), card.count(FRESH)
        fault = self.desk.fault(self.row.own, card) if self.row is not None and self.row.own else None
        named = fault is None or fault.code not in ("card-id", "card-double", "card-name")
        return [
            (2 <= needed <= 8, _("{n} blocks: obstacles needed (2 to 8)").format(n=needed)),
            (1 <= fresh <= 5, _("{n} rings: new obstacles (1 to 5)").format(n=fresh)),
            (True, _("A name"))
            if card.fi.strip() or card.en.strip()
            else (None, _("No name yet: the short name is shown")),
            (named, _("A short name of its own")),
        ]

    def _remark(self) -> None:
        """Say what is wrong with what is chosen, or what is worth knowing."""
        row = self.row
        if row is None or row.own is None:
            return
        error = self.desk.fault(row.own, row.card)
        if error is not None:
            self.note.role = "warn"
            self.note.say(why(error))
        else:
            text, arguments = self.desk.remark(row.card) if row.card is not None else ("", {})
            self.note.role = "muted" if text else "good"
            self.note.say(message(text, arguments) if text else _("Fit to play."))
        self.note.changed()
        self.list.changed()

    def _refresh(self) -> None:
        """The chosen card or set was changed: all that shows it follows, the fields stay as they are."""
        row = self.row
        if row is not None and row.card is not None:
            self.grid.cells = row.card.cells
            self.grid.changed()
            self.checks.say(self._needs(row.card))
            self.preview.changed()
        self._remark()

    def _drawn(self) -> Transition | None:
        if self.row is not None and self.row.card is not None:
            self.row.card.cells = self.grid.cells
            self._refresh()
        return None

    def _tool(self, change: Callable[[], None]) -> Action:
        def use() -> Transition | None:
            change()
            self._refresh()
            return None

        return use

    def _clear(self) -> Transition | None:
        if self.row is not None and self.row.card is not None:
            self.row.card.cells = BLANK
            self._refresh()
        return None

    # ---- one set

    def _set(self, own: SetDraft, middle: pygame.Rect, right: pygame.Rect) -> None:
        px = self.px
        if self.scale.portrait:
            room = middle.union(right)
            end = self._fields(own, room)
            note = pygame.Rect(room.left, end, room.width, px(48))
            sheet = pygame.Rect(room.left, note.bottom, room.width, max(1, room.bottom - note.bottom))
        else:
            sheet = middle
            end = self._fields(own, right)
            note = pygame.Rect(right.left, end, right.width, px(120))
        self.add(SetSheet(own)).rect = sheet
        self.note = self.add(Label("", size=BODY - 1))
        self.note.rect = note
        self._remark()
        path = self.desk.path(own)
        if path is not None and not self.scale.portrait:
            text = _("Kept in {path}").format(path=path)
            kept = Label(text, size=SMALL, role="muted")
            high = kept.wanted(self.skin, right.width)[1]
            kept.rect = pygame.Rect(right.left, right.bottom - high, right.width, high)
            if kept.rect.top >= note.bottom:
                self.add(kept)

    # ---- fields

    def _named(self) -> Transition | None:
        row = self.row
        thing = None if row is None else row.card or row.own
        if thing is None:
            return None
        thing.fi, thing.en = self.fi.value, self.en.value
        if isinstance(thing, CardDraft):
            self.desk.name_card(thing)
        else:
            self.desk.name_set(thing)
        if thing.id != self.id.value:
            self.id.set(thing.id)
        self._refresh()
        return None

    def _identified(self) -> Transition | None:
        row = self.row
        thing = None if row is None else row.card or row.own
        if thing is not None:
            thing.id = self.id.value.strip()
            thing.follows = not thing.id
            self._refresh()
        return None

    def _copied(self) -> Transition | None:
        if self.row is not None and self.row.card is not None:
            self.row.card.copies = self.copies.value
            self._refresh()
        return None

    # ---- new, copy, delete

    def _open(self, row: WorkshopRow | None, focus: str) -> None:
        """Choose ``row`` and put the focus where one goes on."""
        self.row = row
        self._again()
        self.base.settle(focus)

    def _new_set(self) -> Transition | None:
        self._open(WorkshopRow(self.desk.new_set()), "fi" if language() == "fi" else "en")
        return None

    def _new_card(self) -> Transition | None:
        row = self.row
        if row is not None and row.own is not None:
            self._open(WorkshopRow(row.own, self.desk.new_card(row.own, row.card)), "grid")
        return None

    def _copy(self) -> Transition | None:
        row = self.row
        if row is not None and row.own is not None and row.card is not None:
            self._open(WorkshopRow(row.own, self.desk.copy_card(row.own, row.card)), "grid")
        return None

    def _delete(self) -> Transition | None:
        row = self.row
        if row is None:
            return None
        what = _("Delete the set {name} and all its cards?")
        if row.card is not None:
            what = _("Delete the card {name}?")
        elif row.broken is not None:
            what = _("Delete the file {name}?")
        return Open(
            Dialog(
                what.format(name=row_name(row)),
                _("It is gone for good once you save."),
                [(_("Back"), None), (_("Delete"), self._deleting(row))],
                danger=True,
            )
        )

    def _deleting(self, row: WorkshopRow) -> Action:
        def delete() -> Transition | None:
            before = self.rows()
            at = before.index(row)
            if row.broken is not None:
                self.desk.delete_broken(row.broken)
            elif row.own is not None and row.card is not None:
                self.desk.delete_card(row.own, row.card)
            elif row.own is not None:
                self.desk.delete_set(row.own)
            rows = self.rows()
            self._open(rows[min(max(0, at - bool(row.card)), len(rows) - 1)] if rows else None, "list")
            return None

        return delete

    # ---- saving and leaving

    def _save(self) -> Transition | None:
        self._store()
        return None

    def _store(self) -> bool:
        """Save what can be saved; whether nothing is left unsaved.  Shows the first fault."""
        if not self.desk.dirty():
            self.services.toasts.say(_("There is nothing to save."), bad=False)
            return True
        try:
            fault = self.desk.save()
        except BadSet as error:
            self.services.toasts.say(explain(error))
            return False
        if fault is None:
            self.services.toasts.say(_("Saved."), bad=False)
            self._again()
            return True
        # What is wrong stands beside it; that is said once.
        said = _("“{name}” is not saved yet: see what it still needs.")
        if self.desk.written:
            said = _("Saved, all but “{name}”: see what it still needs.")
        self.services.toasts.say(said.format(name=row_name(WorkshopRow(fault.set, fault.card))))
        self._open(WorkshopRow(fault.set, fault.card), "grid" if fault.card is not None else "fi")
        return False

    def back(self) -> Transition | None:
        if not self.desk.dirty():
            return Pop()
        return Open(
            Dialog(
                _("Leave without saving?"),
                _("Something was changed and is not saved yet."),
                [(_("Stay"), None), (_("Save and leave"), self._save_and_leave), (_("Leave"), self._leave)],
                danger=True,
            )
        )

    def _save_and_leave(self) -> Transition | None:
        return Pop() if self._store() else None

    def _leave(self) -> Transition | None:
        return Pop()

    def unhandled(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Shortcut) and intent.key == "ctrl+s":
            self._store()
            return Stay()
        return self.back() if isinstance(intent, Cancel) else None
