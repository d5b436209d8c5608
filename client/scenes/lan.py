"""LAN party: the live list of tables at the left, the chosen one's details at the right."""

from __future__ import annotations

import pygame

from client.core.overlay import Open
from client.core.scene import Push
from client.core.skin import BOLD
from client.core.transitions import Transition
from client.core.words import _, ngettext
from client.scenes.address import AddressDialog
from client.scenes.opentable import OpenTableScene
from client.scenes.rows import draw_listed, game_name, state_of
from client.widgets.buttons import Button
from client.widgets.framed_scene import FramedScene
from client.widgets.lists import ListBox
from client.widgets.texts import Emblem, Label, Plate
from net.events import Event, Failed, Listed, TablesHeard
from net.intents import Join, Watch
from sprites.kit.theme import LARGE, SMALL


class LanScene(FramedScene):
    """Find a table, join it, watch it, or open one."""

    title = "lan"

    def heading(self) -> str:
        return _("LAN party")

    def top_widgets(self) -> list[Button]:
        return [
            Button(_("Open a table"), self._open, mark="plus", strong=True, key="open"),
            Button(_("Join by address"), self._address, mark="network", key="address"),
        ]

    def fill(self) -> None:
        px, body = self.px, self.body
        old = getattr(self, "list", None)
        self.list: ListBox[Listed] = ListBox(
            self.services.known.tables,
            draw_listed,
            row=72,
            empty=self._empty(),
            identity=lambda table: table.id,
            on_choose=self._show,
            on_confirm=self._confirm,
            key="tables",
        )
        if old is not None:
            self.list.index = min(old.index, max(0, len(self.list.items) - 1))
        if self.scale.portrait:
            split = body.height * 11 // 20
            self.list.rect = pygame.Rect(body.left, body.top, body.width, split)
            side = pygame.Rect(body.left, body.top + split + px(16), body.width, body.height - split - px(16))
        else:
            wide = body.width * 11 // 20
            self.list.rect = pygame.Rect(body.left, body.top, wide, body.height)
            side = pygame.Rect(body.left + wide + px(24), body.top, body.width - wide - px(24), body.height)
        self.list.fit(self.skin)
        self.add(self.list)
        self._details(side)
        self._show()

    def _details(self, side: pygame.Rect) -> None:
        px = self.px
        self.add(Plate(side))
        pad = px(24)
        x, wide = side.left + pad, side.width - 2 * pad
        art = min(px(96), side.height // 4)
        self.emblem = self.add(Emblem(""))
        self.emblem.rect = pygame.Rect(x, side.top + pad, art, art)
        self.name = self.add(Label("", size=LARGE, face=BOLD, wrap=True, middle=True))
        self.name.rect = pygame.Rect(x + art + px(16), side.top + pad, wide - art - px(16), art)
        high = px(52)
        foot = side.bottom - pad - high
        self.what = self.add(Label(""))
        self.what.rect = pygame.Rect(x, side.top + pad + art + px(16), wide, px(112))
        self.addresses = self.add(Label("", size=SMALL, role="muted"))
        top = self.what.rect.bottom + px(8)
        self.addresses.rect = pygame.Rect(x, top, wide, max(1, foot - px(8) - top))
        half = (wide - px(16)) // 2
        self.join = self.add(Button(_("Join"), self._join, mark="seat", strong=True, key="join"))
        self.join.rect = pygame.Rect(x, foot, half, high)
        self.watch = self.add(Button(_("Watch"), self._watch, mark="eye", key="watch"))
        self.watch.rect = pygame.Rect(x + half + px(16), foot, half, high)

    def _empty(self) -> str:
        if not self.services.known.network:
            return _("There is no network here.")
        return _("Nobody has opened a table yet. Open one, or join by address.")

    def entered(self) -> None:
        if not self.list.items and self.base.focus is self.list:
            self.base.set_focus(
                None
            )  # by hand: ``settle`` alone would leave the focus ring on the empty list
            self.base.settle("open")

    def told(self, event: Event) -> Transition | None:
        if isinstance(event, TablesHeard):
            self.list.update(event.tables)
            self._show()
        elif isinstance(event, Failed):
            self.list.empty = self._empty()
            self.list.changed()
        return None

    def _show(self) -> Transition | None:
        table = self.list.chosen
        for widget in (self.emblem, self.name, self.what, self.addresses):
            widget.changed()
        self.emblem.visible = table is not None
        if table is None:
            self.name.say("")
            self.what.say(_("Choose a table to see more of it."))
            self.addresses.say("")
            self.join.enabled = self.watch.enabled = False
        else:
            self.emblem.game = table.game
            self.name.say(_("{name}'s table").format(name=table.host))
            words, _role = state_of(table)
            self.what.role = "text"
            seats = ngettext("{n} seat", "{n} seats", table.seats).format(n=table.seats)
            watch = _("Anyone may watch.") if table.watchable else _("Nobody may watch.")
            self.what.say(f"{game_name(table.game)}  ·  {seats}\n{words}\n{watch}")
            self.addresses.say("\n".join(table.addresses))
            usable = table.compatible
            self.join.enabled = usable and not table.running and not table.locked and table.free > 0
            self.watch.enabled = usable and table.watchable
        self.join.changed()
        self.watch.changed()
        return None

    def _confirm(self) -> Transition | None:
        if self.join.enabled:
            return self._join()
        return self._watch() if self.watch.enabled else None

    def _join(self) -> Transition | None:
        if self.list.chosen is not None:
            self.services.hub.post(Join(self.list.chosen.id))
        return None

    def _watch(self) -> Transition | None:
        if self.list.chosen is not None:
            self.services.hub.post(Watch(self.list.chosen.id))
        return None

    def _open(self) -> Transition | None:
        return Push(OpenTableScene(self.services))

    def _join_at(self, address: str) -> None:
        self.services.hub.post(Join(address))

    def _address(self) -> Transition | None:
        return Open(AddressDialog(_("Join by address"), _("Join"), self._join_at))
