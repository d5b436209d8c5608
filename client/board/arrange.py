"""Where things lie on the board scene, for any window: pure geometry in real pixels.

Wide windows: board to the left of the panel; portrait ones: panel under the board.  The board gets all that is left.
"""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect

from sprites.kit.theme import Scale


class Places(NamedTuple):
    """The rectangles of one arrangement; any of them may be empty in a tiny window."""

    board: Rect
    players: Rect
    panel: Rect
    moves: Rect
    hint: Rect
    bar: Rect

    def with_notice(self, high: int, instead: bool, row: int, gap: int) -> tuple[Rect, Rect]:
        """Where something that must be said stands, ``high`` pixels, and what is left for the moves.

        ``instead``: in the place of the hint, which says nothing that matters then; else over the moves.  A list
        that would keep fewer than two rows of ``row`` pixels lies beneath as it is.
        """
        if instead:
            high = max(high, self.hint.height)
            notice = Rect(self.hint.left, self.hint.bottom - high, self.hint.width, high)
            left = Rect(self.moves.topleft, (self.moves.width, min(self.moves.bottom, notice.top - gap)))
            left.height -= left.top
        else:
            notice = Rect(self.moves.topleft, (self.moves.width, min(self.moves.height, high)))
            top = notice.bottom + gap
            left = Rect(self.moves.left, top, self.moves.width, self.moves.bottom - top)
        return notice, left if left.height >= 2 * row else self.moves


def arrange(scale: Scale, seats: int, panel_height: int) -> Places:
    """The places for a window of this scale, ``seats`` players and a game panel of ``panel_height`` pixels."""
    return _portrait(scale, seats, panel_height) if scale.portrait else _wide(scale, seats, panel_height)


def players_height(scale: Scale, seats: int) -> int:
    """Real pixels that the cards of so many players want."""
    high, gap = (60, 8) if seats <= 2 else (45, 5)
    return seats * scale.px(high) + (seats - 1) * scale.px(gap)


def _wide(scale: Scale, seats: int, panel_height: int) -> Places:
    px = scale.px
    gap = px(8)
    bar = Rect(px(16), scale.height - px(52), scale.width - 2 * px(16), px(44))
    top, bottom = px(12), bar.top - gap
    side_width = max(1, min(px(420), scale.width - px(80)))
    side = Rect(scale.width - side_width - px(16), top, side_width, max(1, bottom - top))
    board = Rect(px(16), top, max(8, side.left - px(32)), max(8, bottom - top))
    # A very wide window: board and panel stay together in the middle.
    spare = board.width - board.height - px(80)
    if spare > 0:
        board.left += spare // 2
        board.width -= spare
        side.right -= spare // 2
    return _column(scale, board, side, bar, seats, panel_height)


def _portrait(scale: Scale, seats: int, panel_height: int) -> Places:
    px = scale.px
    gap = px(8)
    edge = px(12)
    bar = Rect(edge, scale.height - px(56), scale.width - 2 * edge, px(48))
    side = min(scale.width - 2 * edge, int((scale.height - bar.height) * 0.6))
    board = Rect((scale.width - side) // 2, edge, side, side)
    rest = Rect(edge, board.bottom + gap, bar.width, max(1, bar.top - board.bottom - 2 * gap))
    half = (rest.width - gap) // 2
    left = Rect(rest.left, rest.top, half, rest.height)
    right = Rect(left.right + gap, rest.top, rest.width - half - gap, rest.height)
    players = Rect(left.left, left.top, left.width, min(left.height, players_height(scale, seats)))
    panel = Rect(left.left, players.bottom + gap, left.width, max(0, left.bottom - players.bottom - gap))
    panel.height = min(panel.height, panel_height)
    hint_high = min(px(128), right.height // 2)
    hint = Rect(right.left, right.bottom - hint_high, right.width, hint_high)
    moves = Rect(right.left, right.top, right.width, max(1, hint.top - right.top - gap))
    return Places(board, players, panel, moves, hint, bar)


def _column(scale: Scale, board: Rect, side: Rect, bar: Rect, seats: int, panel_height: int) -> Places:
    px = scale.px
    gap = px(8)
    players = Rect(side.left, side.top, side.width, players_height(scale, seats))
    panel = Rect(side.left, players.bottom + gap, side.width, panel_height)
    hint_high = px(104)
    hint = Rect(side.left, side.bottom - hint_high, side.width, hint_high)
    top = (panel.bottom if panel_height else players.bottom) + gap
    moves = Rect(side.left, top, side.width, max(1, hint.top - gap - top))
    return Places(board, players, panel, moves, hint, bar)
