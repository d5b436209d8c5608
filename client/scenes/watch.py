"""Watch: matches that run on the LAN now, and saved records to see again or to go on with."""

from __future__ import annotations

import pygame

from client.core.overlay import Open
from client.core.scene import Push
from client.core.skin import BOLD
from client.core.transitions import Transition
from client.core.words import _
from client.scenes.address import AddressDialog
from client.scenes.opening import OpeningScene
from client.scenes.rows import draw_listed, draw_saved, names_of, told_of
from client.widgets.buttons import Button
from client.widgets.dialog import Answer, Dialog
from client.widgets.framed_scene import FramedScene
from client.widgets.lists import ListBox
from client.widgets.texts import Label
from net.events import Event, Listed, SavedList, SavedMatch, TablesHeard
from net.intents import ListSaved, Resume, Watch
from sprites.kit.theme import BODY


class WatchScene(FramedScene):
    """Two lists: what runs now, what is saved."""

    title = "watch"

    def heading(self) -> str:
        return _("Watch")

    def top_widgets(self) -> list[Button]:
        return [Button(_("Watch by address"), self._address, mark="network", key="address")]

    def fill(self) -> None:
        px, body = self.px, self.body
        old = (getattr(self, "live_list", None), getattr(self, "saved_list", None))
        self.live_list: ListBox[Listed] = ListBox(
            self._running(),
            draw_listed,
            row=72,
            empty=_("No match that may be watched is running on this LAN."),
            identity=lambda table: table.id,
            on_confirm=self._watch,
            key="running",
        )
        self.saved_list: ListBox[SavedMatch] = ListBox(
            self.services.known.saved or (),
            draw_saved,
            row=72,
            empty=self._nothing_saved(),
            identity=lambda saved: saved.id,
            on_choose=self._chosen,
            on_confirm=self._details,
            key="saved",
        )
        if self.scale.portrait:
            half = (body.height - px(24)) // 2
            places = [
                pygame.Rect(body.left, body.top, body.width, half),
                pygame.Rect(body.left, body.top + half + px(24), body.width, half),
            ]
        else:
            half = (body.width - px(24)) // 2
            places = [
                pygame.Rect(body.left, body.top, half, body.height),
                pygame.Rect(body.left + half + px(24), body.top, half, body.height),
            ]
        heads = (_("Running now"), _("Saved"))
        lists: list[ListBox[Listed] | ListBox[SavedMatch]] = [self.live_list, self.saved_list]
        foot = px(52)
        for place, head, box, before in zip(places, heads, lists, old, strict=True):
            label = self.add(Label(head, size=BODY + 2, face=BOLD, role="accent", wrap=False))
            label.rect = pygame.Rect(place.left, place.top, place.width, px(32))
            top = label.rect.bottom + px(4)
            box.rect = pygame.Rect(place.left, top, place.width, place.bottom - foot - px(12) - top)
            box.index = min(before.index, max(0, len(box.items) - 1)) if before is not None else 0
            box.fit(self.skin)
            self.add(box)
        watch, saved = (pygame.Rect(p.left, p.bottom - foot, p.width, foot) for p in places)
        self.watch = self.add(Button(_("Watch"), self._watch, mark="eye", strong=True, key="watch"))
        self.watch.rect = watch
        wide = (saved.width - px(16)) // 2
        self.see = self.add(Button(_("See again"), self._see, mark="play", key="see"))
        self.see.rect = pygame.Rect(saved.left, saved.top, wide, foot)
        self.resume = self.add(Button(_("Go on"), self._resume, mark="again", key="resume"))
        self.resume.rect = pygame.Rect(saved.left + wide + px(16), saved.top, wide, foot)
        self._chosen()

    def _running(self) -> list[Listed]:
        known = self.services.known.tables
        return [table for table in known if table.running and table.watchable and table.compatible]

    def _nothing_saved(self) -> str:
        if self.services.known.saved is None:
            return _("Looking what is saved …")
        return _("Nothing is saved yet. Every match you play or watch will be here.")

    def entered(self) -> None:
        self.services.hub.post(ListSaved())

    def told(self, event: Event) -> Transition | None:
        if isinstance(event, SavedList):
            self.saved_list.empty = self._nothing_saved()
            self.saved_list.update(event.matches)
            self.saved_list.changed()
            self._chosen()
        if isinstance(event, TablesHeard):
            self.live_list.update(self._running())
            self._chosen()
        return None

    def _chosen(self) -> Transition | None:
        saved = self.saved_list.chosen
        states = (
            (self.watch, self.live_list.chosen is not None),
            (self.see, saved is not None),
            (self.resume, self._can_go_on(saved)),
        )
        for button, enabled in states:
            if button.enabled != enabled:
                button.enabled = enabled
                button.changed()
        return None

    def _watch(self) -> Transition | None:
        if self.live_list.chosen is not None:
            self.services.hub.post(Watch(self.live_list.chosen.id))
        return None

    def _details(self) -> Transition | None:
        """A saved match was taken: what it is, and all that can be done with it."""
        saved = self.saved_list.chosen
        if saved is None:
            return None
        answers: list[Answer] = [(_("Back"), None), (_("See again"), self._see)]
        if self._can_go_on(saved):
            answers.append((_("Go on"), self._resume))
        last = len(answers) - 1
        return Open(Dialog(names_of(saved), told_of(saved), answers, start=last))

    def _can_go_on(self, saved: SavedMatch | None) -> bool:
        return saved is not None and saved.mine and not saved.finished

    def _see(self) -> Transition | None:
        saved = self.saved_list.chosen
        return Push(OpeningScene(self.services, saved)) if saved is not None else None

    def _resume(self) -> Transition | None:
        if self.saved_list.chosen is not None:
            self.services.hub.post(Resume(self.saved_list.chosen.id))
        return None

    def _watch_at(self, address: str) -> None:
        self.services.hub.post(Watch(address))

    def _address(self) -> Transition | None:
        return Open(AddressDialog(_("Watch by address"), _("Watch"), self._watch_at))
