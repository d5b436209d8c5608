"""How tables, matches and records look as rows of a list."""

from __future__ import annotations

import time

import pygame

from client.core.skin import BOLD, Skin
from client.core.words import _
from net.events import Listed, SavedMatch
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, SMALL, mix

NOTE = SMALL + 1


def game_name(game_id: str) -> str:
    """What a game is called; the id itself for one that this program does not know."""
    from rules.errors import RulesError
    from rules.registry import game

    try:
        return game(game_id).name
    except RulesError:
        return game_id


def state_of(table: Listed) -> tuple[str, str]:
    """What can be done with a table, in words, and the role of the text."""
    if not table.compatible:
        return _("Another version"), "warn"
    if table.running:
        return (_("Running"), "good") if table.watchable else (_("Running, closed to watchers"), "muted")
    if table.locked:
        return _("Locked"), "muted"
    if table.free:
        return _("{n} free").format(n=table.free), "accent"
    return _("Full"), "muted"


def draw_listed(surface: pygame.Surface, skin: Skin, rect: pygame.Rect, table: Listed, chosen: bool) -> None:
    """A table or match on the LAN: emblem, who announces it, seats as dots, marks, state."""
    theme, px = skin.theme, skin.px
    side = rect.height - px(16)
    picture = skin.emblem(table.game, max(1, side))
    surface.blit(picture, picture.get_rect(midleft=(rect.left + px(8), rect.centery)))
    left = rect.left + side + px(24)
    words, role = state_of(table)
    colours = {"good": theme.good, "accent": skin.accents_of(table.game).first, "warn": theme.warn}
    colour = colours.get(role, theme.muted)
    right = rect.right - px(12)
    said = skin.write(
        surface, words, (right, rect.centery + px(2)), NOTE, colour, BOLD, rect.width // 3, "topright"
    )
    marks = [name for name, shown in _marks(table) if shown]
    x = right
    for name in marks:
        image = icon(name, px(20), theme.muted)
        surface.blit(image, image.get_rect(bottomright=(x, rect.centery)))
        x -= px(26)
    room = max(1, min(said.left, x) - left - px(8))
    skin.write(surface, table.host, (left, rect.centery), BODY, theme.text, BOLD, room, "bottomleft")
    dots(surface, skin, (left, rect.centery + px(14)), table.seats, table.free, table.game)
    beside = left + table.seats * px(20) + px(8)
    name_room = max(1, said.left - beside - px(8))
    where = (beside, rect.centery + px(2))
    skin.write(surface, game_name(table.game), where, NOTE, theme.muted, width=name_room)


def _marks(table: Listed) -> list[tuple[str, bool]]:
    return [
        ("warning", not table.compatible),
        ("lock", table.locked),
        ("eye", table.watchable),
        ("play", table.running),
    ]


def dots(
    surface: pygame.Surface, skin: Skin, start: tuple[int, int], seats: int, free: int, game: str
) -> None:
    """Seats as dots: filled where somebody sits, hollow where one is free."""
    side = skin.px(14)
    accent = skin.accents_of(game).first
    for number in range(seats):
        box = pygame.Rect(0, 0, side, side)
        box.midleft = (start[0] + number * skin.px(20), start[1])
        taken = number < seats - free
        fill = (*accent, 255) if taken else (*mix(skin.theme.sky_top, accent, 0.15), 255)
        skin.plate(surface, box, fill, accent, 7, 2)


def names_of(saved: SavedMatch) -> str:
    """Who played a saved match."""
    return " – ".join(saved.names)


def what_and_when(saved: SavedMatch) -> str:
    """The game of a saved match, and when it was played last."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.modified))
    return f"{game_name(saved.game)}  ·  {when}"


def standing_of(saved: SavedMatch) -> tuple[str, bool]:
    """What can be done with a saved match, and whether it can be gone on with."""
    if saved.finished:
        return _("Finished"), False
    return (_("Can go on"), True) if saved.mine else (_("Unfinished"), False)


def told_of(saved: SavedMatch) -> str:
    """A saved match in a sentence."""
    return f"{what_and_when(saved)}  ·  {standing_of(saved)[0]}"


def draw_saved(
    surface: pygame.Surface, skin: Skin, rect: pygame.Rect, saved: SavedMatch, chosen: bool
) -> None:
    """A record in the home folder: emblem, players, when, whether it can be gone on with."""
    theme, px = skin.theme, skin.px
    side = rect.height - px(16)
    picture = skin.emblem(saved.game, max(1, side))
    surface.blit(picture, picture.get_rect(midleft=(rect.left + px(8), rect.centery)))
    left = rect.left + side + px(24)
    right = rect.right - px(12)
    words, good = standing_of(saved)
    colour = theme.good if good else theme.muted
    said = skin.write(surface, words, (right, rect.centery), NOTE, colour, BOLD, rect.width // 3, "midright")
    room = max(1, said.left - left - px(12))
    skin.write(surface, names_of(saved), (left, rect.centery), BODY, theme.text, BOLD, room, "bottomleft")
    skin.write(surface, what_and_when(saved), (left, rect.centery + px(2)), NOTE, theme.muted, width=room)
