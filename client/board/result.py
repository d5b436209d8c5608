"""The card at the end: who won and how, points, the evening's score, and what one may do next.

Lies over the last position, which stays; closing it (Escape) leaves the board to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from client.core.evening import Score, Tally
from client.core.overlay import Overlay
from client.core.skin import BOLD, TITLE, Skin
from client.core.transitions import Transition, stay_or
from client.core.words import _, ngettext
from client.widgets.buttons import Button
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, HEADING, SMALL, Theme


class Standing(NamedTuple):
    """One player at the end."""

    name: str
    side: str
    points: int | None
    won: bool


class ResultButton(NamedTuple):
    """One button of the card; ``stays`` if the card stays open after it."""

    label: str
    act: Callable[[], Transition | None]
    icon: str = ""
    strong: bool = False
    stays: bool = False


NOTE_LINES = 3
"""A note takes at most so many lines; a path may be long."""


class ResultCard(Overlay):
    """Who won, and how."""

    def __init__(
        self,
        title: str,
        reason: str,
        standings: Sequence[Standing],
        tally: Tally,
        choices: Sequence[ResultButton],
        place: Callable[[], pygame.Rect],
        match: Score | None = None,
        picture: Callable[[int, int, Theme], pygame.Surface | None] = lambda points, height, theme: None,
    ) -> None:
        """``place``: the board, over whose middle the card lies; ``match``: points of several games added up;
        ``picture``: see ``Look.score_picture``."""
        super().__init__()
        self.title, self.reason, self.note = title, reason, ""
        self.standings = tuple(standings)
        self._picture = picture
        self._match = match if match is not None and len(self.standings) == 2 else None
        self.evening = _evening(self.standings, tally, self._match)
        """How things stand over several games, in one line; empty after the first."""
        self.choices = tuple(choices)
        self._place = place
        self.box = pygame.Rect(0, 0, 0, 0)
        self._title_lines: list[str] = []
        self._title_size = float(HEADING)
        self._reason_lines: list[str] = []
        self._note_lines: list[str] = []
        self._skin: Skin | None = None

    def tell(self, note: str) -> None:
        """Say something more at the foot of the card (somebody wants a rematch, where the record lies)."""
        self.note = note
        if self._skin is not None:
            self.fit(self._skin)
        self.changed()

    def fit(self, skin: Skin) -> None:
        key = self.layer.focus.key if self.layer.focus is not None else ""
        self._skin, px = skin, skin.px
        window = pygame.Rect(0, 0, skin.scale.width, skin.scale.height)
        wide = min(window.width - px(24), px(540))
        inner = wide - px(56)
        self._reason_lines = skin.type.wrap(self.reason, BODY, inner) if self.reason else []
        for self._title_size in (float(HEADING), HEADING * 0.75, HEADING * 0.55):
            self._title_lines = skin.type.wrap(self.title, self._title_size, inner, TITLE)
            if len(self._title_lines) <= 2:
                break
        title_high = len(self._title_lines) * skin.type.line(self._title_size, TITLE)
        head = px(24) + title_high + len(self._reason_lines) * skin.type.line(BODY)
        rows = len(self.standings) * px(self._row) + px(16)
        evening = px(34) if self.evening else 0
        self._note_lines = skin.type.wrap(self.note, SMALL + 1, inner)[:NOTE_LINES] if self.note else []
        note = max(px(26), len(self._note_lines) * skin.type.line(SMALL + 1) + px(6))
        per_row = 2
        button_rows = -(-len(self.choices) // per_row)
        high = head + rows + evening + note + button_rows * px(56) + px(16)
        self.box = pygame.Rect(0, 0, wide, min(high, window.height - px(8)))
        self.box.center = self._place().center
        self.box.clamp_ip(window)
        self.rect = self.box.copy()
        gap = px(12)
        each = (inner - gap) // per_row
        top = self.box.bottom - px(12) - button_rows * px(56)
        self.parts = []
        for number, choice in enumerate(self.choices):
            button = Button(
                choice.label,
                self._acting(choice),
                mark=choice.icon,
                strong=choice.strong,
                key=f"result-{number}",
            )
            button.rect = pygame.Rect(
                self.box.left + px(28) + (number % per_row) * (each + gap),
                top + number // per_row * px(56),
                each,
                px(46),
            )
            if button.wanted(skin)[0] > each:
                button.mark = ""
            self.parts.append(button)
        self.layer.settle(key)

    @property
    def _row(self) -> int:
        """Logical height of one player's row: two have room for large points."""
        return 58 if len(self.standings) <= 2 else 40

    def bounds(self) -> pygame.Rect:
        return self.box.inflate(16, 16)

    def _acting(self, choice: ResultButton) -> Callable[[], Transition]:
        def act() -> Transition:
            if not choice.stays:
                self.close()
            return stay_or(choice.act())

        return act

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, px = skin.theme, skin.px
        skin.plate(surface, self.box, (*theme.sky_bottom, 246), skin.accent, 18, 2.5)
        y = self.box.top + px(18)
        title_width = self.box.width - px(56)
        for line in self._title_lines:
            where = (self.box.centerx, y)
            skin.write(surface, line, where, self._title_size, theme.text, TITLE, title_width, "midtop")
            y += skin.type.line(self._title_size, TITLE)
        for line in self._reason_lines:
            skin.write(surface, line, (self.box.centerx, y), BODY, theme.muted, anchor="midtop")
            y += skin.type.line(BODY)
        y += px(10)
        for standing in self.standings:
            row = pygame.Rect(self.box.left + px(28), y, self.box.width - px(56), px(self._row - 4))
            fill = skin.glow_fill(0.2) if standing.won else theme.panel
            skin.plate(surface, row, fill, skin.accent if standing.won else theme.border, 10)
            left = row.left + px(14)
            if standing.won:
                crown = icon("crown", px(22), skin.accent)
                surface.blit(crown, crown.get_rect(midleft=(left, row.centery)))
            left += px(32)
            points = self._points(surface, skin, row, standing)
            name = skin.write(
                surface, standing.name, (left, row.centery), BODY, None, BOLD,
                max(1, (points.left - left) * 3 // 4), "midleft",
            )  # fmt: skip
            skin.write(
                surface, standing.side, (name.right + px(10), row.centery), SMALL, theme.muted,
                width=max(1, points.left - name.right - px(16)), anchor="midleft",
            )  # fmt: skip
            y += px(self._row)
        y += px(4)
        if self.evening:
            text = self.evening
            if self._match is not None:
                names = [standing.name for standing in self.standings]
                text = fitting_score(skin, self._match, names, BODY - 2, title_width)
            skin.write(
                surface,
                text,
                (self.box.centerx, y),
                BODY - 2,
                theme.text,
                BOLD,
                title_width,
                "midtop",
            )
            y += px(30)
        for line in self._note_lines:
            where = (self.box.centerx, y)
            skin.write(surface, line, where, SMALL + 1, theme.warn, width=title_width, anchor="midtop")
            y += skin.type.line(SMALL + 1)
        for part in self.parts:
            part.paint(surface, skin)

    def _points(
        self, surface: pygame.Surface, skin: Skin, row: pygame.Rect, standing: Standing
    ) -> pygame.Rect:
        """What one player has at the end, at the right of the row; where it lies."""
        where = (row.right - skin.px(16), row.centery)
        if standing.points is None:
            return pygame.Rect(where, (0, 0))
        picture = self._picture(standing.points, row.height * 7 // 10, skin.theme)
        if picture is not None:
            return surface.blit(picture, picture.get_rect(midright=where))
        size = HEADING if self._row > 40 else BODY + 4
        colour = skin.accent if standing.won else None
        return skin.write(surface, str(standing.points), where, size, colour, TITLE, None, "midright")


def _evening(standings: Sequence[Standing], tally: Tally, match: Score | None) -> str:
    """How things stand between these players in one line, once they have played more than one game."""
    if match is not None:
        return score_line(match, [standing.name for standing in standings]) if match.games > 1 else ""
    if tally.games <= 1:
        return ""
    wins = " – ".join(str(tally.wins.get(standing.name, 0)) for standing in standings)
    names = " – ".join(standing.name for standing in standings)
    text = _("This evening: {names}  {wins}").format(names=names, wins=wins)
    if tally.draws:
        drawn = ngettext("{n} draw", "{n} draws", tally.draws).format(n=tally.draws)
        text += f"  ({drawn})"
    return text


def score_line(score: Score, names: Sequence[str], shown: Sequence[str] = ()) -> str:
    """The match score of two players in words, ``shown`` in their names' places.

    Empty before their first game is over, and where both have one name, by which nobody can tell them apart.
    """
    if not score.games or names[0] == names[1]:
        return ""
    first, second = shown or names
    text = ngettext(
        "{first} {points} : {more} {second} after {n} game",
        "{first} {points} : {more} {second} after {n} games",
        score.games,
    )
    return text.format(
        first=first,
        points=score.points.get(names[0], 0),
        more=score.points.get(names[1], 0),
        second=second,
        n=score.games,
    )


def fitting_score(skin: Skin, score: Score, names: Sequence[str], size: float, width: int) -> str:
    """The match score in bold at this size, names shortened as far as it takes to fit ``width`` pixels."""
    text = ""
    for part in (1, 3, 4, 5, 8):
        short = [skin.type.fit(name, size, width // part, BOLD) for name in names]
        text = score_line(score, names, short)
        if skin.type.size(text, size, BOLD)[0] <= width:
            break
    return text
