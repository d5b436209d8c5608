"""Magi's panel beside the board: what mate and resigning are worth, the bands, the offers, captured pieces, the match.

Draws what ``payoff`` and ``captured`` say; knows no rule of its own and presses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pygame

from client.board.panel import Panel, PanelContent
from client.board.result import fitting_score, score_line
from client.core.evening import Score
from client.core.skin import BOLD, PLAIN, TITLE, Skin
from client.core.widget import Widget
from client.core.words import _
from client.games.magi.captured import Captured, captured
from client.games.magi.payoff import Payoff, PayoffBand, offer_line, payoff
from rules.game import Outcome, State
from rules.magi.points import DRAW, RESIGN
from rules.magi.state import MagiState
from sprites.kit.emblems import icon
from sprites.kit.theme import HEADING, SMALL, mix
from sprites.stage.stage import PieceArt

HEIGHT, TALL = 262, 336
"""Logical heights beside the board, and under it, where the panel is narrower."""
FIGURE = 96
"""Logical width of one of the two large figures."""
NARROW = 360
"""Below this logical width the reason goes under the figures."""
PIECE = 22
MATCH = "magi"


class MagiPanel(Panel):
    """The payoff, always in sight; ``reason`` words an ending."""

    def __init__(self, art: PieceArt, reason: Callable[[Outcome], str]) -> None:
        self.box = PayoffBox(art)
        self._reason = reason

    def height(self, width: int, skin: Skin) -> int:
        return skin.px(TALL if skin.scale.portrait else HEIGHT)

    def layout(self, rect: pygame.Rect, skin: Skin, state: State, order: Sequence[int]) -> None:
        self.box.rect = rect.copy()
        self.box.order = tuple(order)

    def widgets(self) -> Sequence[Widget]:
        return (self.box,)

    def show(self, shown: PanelContent) -> None:
        if isinstance(shown.state, MagiState):
            self.box.show(shown.state, shown.names, shown.tally.score(MATCH), self._reason)


class PayoffBox(Widget):
    """All of the panel in one plate."""

    def __init__(self, art: PieceArt) -> None:
        super().__init__()
        self.key = "payoff"
        self.order: tuple[int, ...] = (1, 0)
        self.payoff: Payoff | None = None
        self.captured = Captured(((), ()), (0, 0))
        self.names: tuple[str, ...] = ("", "")
        self.score = ""
        """The match score in words; empty before a game has been played."""
        self._state: MagiState | None = None
        self._match = Score()
        self._art = art

    def show(
        self, state: MagiState, names: Sequence[str], score: Score, reason: Callable[[Outcome], str]
    ) -> None:
        """Show this position, and how the match between these two stands."""
        outcome = state.outcome()
        ending = reason(outcome) if outcome is not None else ""
        now = payoff(state, names, ending)
        pieces = captured(state)
        self._match = replace(score, points=dict(score.points))
        match = score_line(score, [names[seat] for seat in self.order])
        if (now, pieces, match, tuple(names)) == (self.payoff, self.captured, self.score, self.names):
            return
        self.payoff, self.captured, self.score, self.names = now, pieces, match, tuple(names)
        self._state = state
        self.changed()

    # ---- painting

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        now, state = self.payoff, self._state
        if now is None or state is None or self.rect.width < skin.px(40):
            return
        skin.plate(surface, self.rect, skin.theme.panel, skin.accent, line=1.5)
        old = surface.get_clip()
        surface.set_clip(self.rect.clip(old))
        inner = self.rect.inflate(-2 * skin.px(12), -2 * skin.px(6))
        line = skin.type.line(SMALL)
        y = self._figures(surface, skin, now, inner)
        # What is left of the height is shared out between the parts.
        rows = 2 + (1 if self.score else 0)
        wanted = line + skin.px(40) + line + rows * line + 2 * skin.px(PIECE)
        gap = max(0, min(skin.px(14), (inner.bottom - y - wanted) // 4))
        y = self._bar(surface, skin, now, pygame.Rect(inner.left, y + gap, inner.width, 0))
        y = self._offers(surface, skin, state, inner, y + gap)
        y = self._pieces(surface, skin, inner, y + gap)
        if self.score:
            where = (inner.left, min(y + gap // 2, inner.bottom - line))
            mark = icon("crown", line - skin.px(2), skin.accent)
            surface.blit(mark, mark.get_rect(midleft=(where[0], where[1] + line // 2)))
            left = where[0] + line + skin.px(6)
            names = [self.names[seat] for seat in self.order]
            text = fitting_score(skin, self._match, names, SMALL, inner.right - left)
            skin.write(surface, text, (left, where[1]), SMALL, skin.accent, BOLD, inner.right - left)
        surface.set_clip(old)

    def _figures(self, surface: pygame.Surface, skin: Skin, now: Payoff, inner: pygame.Rect) -> int:
        """Mate and resignation as large figures, and beside or below them why; returns where that ends."""
        theme, px = skin.theme, skin.px
        narrow = inner.width < px(NARROW)
        wide = inner.width // 2 if narrow else px(FIGURE)
        line = skin.type.line(SMALL)
        strong = HEADING - 2
        figures = [(now.mate_label, now.mate, skin.accent)]
        if not now.over:
            figures.append((now.resigned_label, now.resigned, theme.text if now.may_resign else theme.muted))
        for column, (label, value, colour) in enumerate(figures):
            left = inner.left + column * wide
            room = wide - px(8)
            skin.write(surface, label, (left, inner.top), SMALL, theme.muted, BOLD, room)
            size = fitting(skin, value, strong, room)
            where = (left, inner.top + line + skin.type.line(strong, TITLE) // 2)
            skin.write(surface, value, where, size, colour, TITLE, room, "midleft")
        bottom = inner.top + line + skin.type.line(strong, TITLE)
        left = inner.left if narrow else inner.left + len(figures) * wide + px(4)
        top = bottom if narrow else inner.top
        lines, size = reason_lines(skin, now.reason, inner.right - left, 2 if narrow else 3)
        high = skin.type.line(size)
        if not narrow:
            top += max(0, (bottom - top - len(lines) * high) // 2)
        for number, text in enumerate(lines):
            where = (left, top + number * high)
            skin.write(surface, text, where, size, theme.text, PLAIN, inner.right - left)
        return bottom + (2 * line if narrow else 0)

    def _bar(self, surface: pygame.Surface, skin: Skin, now: Payoff, place: pygame.Rect) -> int:
        """The bands side by side, the present one in gold, a marker where the game is; returns its lower edge."""
        theme, px = skin.theme, skin.px
        line, high = skin.type.line(SMALL), px(20)
        heads = (_("Mate"), _("Resigned"), _("From move"))
        label = max(skin.type.size(text, SMALL)[0] for text in heads) + px(8)
        cells = visible(now.cells, place.width - label, lambda cell: cell_width(skin, cell))
        left, top = place.left + label, place.top + line
        xs = [left + (place.right - left) * n // max(1, len(cells)) for n in range(len(cells) + 1)]
        for row, text in enumerate(heads):
            y = top + row * high + (high if row < 2 else line) // 2
            skin.write(surface, text, (place.left, y), SMALL, theme.muted, PLAIN, label, "midleft")
        for cell, (x, end) in zip(cells, pairwise(xs), strict=True):
            box = pygame.Rect(x, top, max(1, end - x - px(3)), 2 * high - px(1))
            self._cell(surface, skin, cell, box)
            where = (box.left + px(2), box.bottom + line // 2)
            ink = skin.accent if cell.now else theme.text if cell.mate else theme.muted
            first = skin.write(surface, str(cell.first), where, SMALL, ink, PLAIN, None, "midleft")
            if cell.declined:
                cross = icon("cross", px(12), theme.bad)
                surface.blit(cross, cross.get_rect(midleft=(first.right + px(4), first.centery + px(1))))
            if cell.now:
                self._marker(surface, skin, now, place, box)
        return top + 2 * high + line

    def _cell(self, surface: pygame.Surface, skin: Skin, cell: PayoffBand, box: pygame.Rect) -> None:
        theme, px = skin.theme, skin.px
        shade = 0.06 + (0.6 * max(0.0, cell.share - 0.5) if cell.mate else 0.0)
        fill = skin.accent if cell.now else mix(theme.sky_bottom, skin.accent, shade)
        edge = skin.accent if not cell.now and cell.mate else None
        skin.plate(surface, box, (*fill, 255), (*edge, 255) if edge else None, 5, 1)
        ink = theme.sky_top if cell.now else theme.text if cell.mate else theme.muted
        high = box.height // 2
        face = BOLD if cell.now else PLAIN
        for row, text in enumerate((cell.mate, cell.resigned)):
            where = (box.centerx, box.top + row * high + high // 2)
            skin.write(surface, text, where, SMALL, ink, face, box.width, "center")
        pygame.draw.line(surface, mix(fill, ink, 0.35), (box.left + px(5), box.centery),
                         (box.right - px(6), box.centery))  # fmt: skip

    def _marker(
        self, surface: pygame.Surface, skin: Skin, now: Payoff, place: pygame.Rect, box: pygame.Rect
    ) -> None:
        """The running move, above the point of the bar where it is."""
        px = skin.px
        x = box.left + px(4) + round((box.width - px(8)) * now.here)
        tip = [(x - px(5), box.top - px(6)), (x + px(5), box.top - px(6)), (x, box.top + px(1))]
        pygame.draw.polygon(surface, skin.theme.text, tip)
        wide = skin.type.size(now.move, SMALL, BOLD)[0]
        right_of = x + px(9) + wide <= place.right
        anchor = "bottomleft" if right_of else "bottomright"
        at = (x + px(9) if right_of else x - px(9), box.top - px(1))
        skin.write(surface, now.move, at, SMALL, skin.theme.text, BOLD, place.width, anchor)

    def _offers(
        self, surface: pygame.Surface, skin: Skin, state: MagiState, inner: pygame.Rect, y: int
    ) -> int:
        """What was offered and answered, in two lines."""
        line = skin.type.line(SMALL)
        texts, size = offer_lines(skin, state, self.names, inner.width - line - skin.px(6))
        for mark, text, used in zip(("handshake", "flag"), texts, self._used(state), strict=True):
            colour = skin.theme.text if used else skin.theme.muted
            picture = icon(mark, line - skin.px(2), colour)
            surface.blit(picture, picture.get_rect(midleft=(inner.left, y + line // 2)))
            left = inner.left + line + skin.px(6)
            where, face = (left, y + line // 2), BOLD if used else PLAIN
            skin.write(surface, text, where, size, colour, face, inner.right - left, "midleft")
            y += line
        return y

    @staticmethod
    def _used(state: MagiState) -> tuple[bool, bool]:
        kinds = {offer.kind for offer in state.bargain.offers}
        return DRAW in kinds, RESIGN in kinds

    def _pieces(self, surface: pygame.Surface, skin: Skin, inner: pygame.Rect, y: int) -> int:
        """For each player the pieces taken, in the order of the players above; and who has more."""
        side = skin.px(PIECE)
        for seat in self.order:
            right = inner.right
            if self.captured.lead[seat]:
                text = f"+{self.captured.lead[seat]}"
                where = (right, y + side // 2)
                written = skin.write(
                    surface, text, where, SMALL + 2, skin.theme.good, TITLE, None, "midright"
                )
                right = written.left - skin.px(6)
            letters = self.captured.taken[seat]
            for letter, x in zip(letters, row_of(letters, right - inner.left, side), strict=True):
                image = self._art.image(letter, side)
                surface.blit(image, image.get_rect(center=(inner.left + x + side // 2, y + side // 2)))
            if not letters:
                dot = (inner.left + side // 2, y + side // 2)
                pygame.draw.circle(surface, skin.theme.muted, dot, max(1, skin.px(2)))
            y += side
        return y


# ---- measures, apart from the widget so that they can be tested


def offer_lines(
    skin: Skin, state: MagiState, names: Sequence[str], width: int
) -> tuple[tuple[str, str], float]:
    """The two lines about offers and their size: smaller, then with shortened names, until all can be read."""
    texts, size = ("", ""), float(SMALL)
    for size, room in ((14, width), (13, width), (12, width), (14, width // 4), (13, width // 5),
                       (12, width // 6), (12, width // 12)):  # fmt: skip
        short = [skin.type.fit(name, size, room, BOLD) for name in names]
        texts = (offer_line(state, DRAW, short), offer_line(state, RESIGN, short))
        if max(skin.type.size(text, size, BOLD)[0] for text in texts) <= width:
            break
    return texts, size


def reason_lines(skin: Skin, text: str, width: int, rows: int) -> tuple[list[str], float]:
    """``text`` in at most ``rows`` lines, smaller if need be, and the size; cut only if even that is too long."""
    lines: list[str] = []
    for size in (float(SMALL), SMALL - 1.0, SMALL - 2.0, SMALL - 3.0):
        lines = skin.type.wrap(text, size, max(1, width)) if text else []
        if len(lines) <= rows:
            return lines, size
    return [*lines[: rows - 1], " ".join(lines[rows - 1 :])], size


def fitting(skin: Skin, text: str, size: float, width: int) -> float:
    """The largest type size up to ``size`` at which ``text`` fits."""
    while size > SMALL - 4 and skin.type.size(text, size, TITLE)[0] > width:
        size -= 1
    return size


def cell_width(skin: Skin, cell: PayoffBand) -> int:
    """Real pixels that a band needs for its words."""
    texts = (cell.mate, cell.resigned, str(cell.first))
    return max(skin.type.size(text, SMALL, BOLD)[0] for text in texts) + skin.px(12)


def visible(
    cells: Sequence[PayoffBand], width: int, wants: Callable[[PayoffBand], int]
) -> Sequence[PayoffBand]:
    """As many of the bands as there is room for: the present one, then those to come, then those before it."""
    now = next((number for number, cell in enumerate(cells) if cell.now), 0)
    room = max(1, width // max(1, max(map(wants, cells), default=1)))
    first = max(0, min(now, len(cells) - room))
    return cells[first : first + room]


def row_of(letters: Sequence[str], width: int, side: int) -> list[int]:
    """Where pieces of this size stand in a row: like ones overlap, all move closer where there is no room."""
    xs, x = [], 0.0
    for number, letter in enumerate(letters):
        if number:
            x += 0.62 * side if letter == letters[number - 1] else 0.98 * side
        xs.append(x)
    shrink = min(1.0, max(0, width - side) / x) if x else 1.0
    return [round(x * shrink) for x in xs]
