"""The menu for a part of an action that is no square: pieces to promote to as pictures, everything else as words."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from client.board.board_widget import BoardWidget
from client.board.piece_picker import PieceChoice, PiecePicker
from client.core.overlay import Overlay
from client.core.transitions import Transition
from client.core.words import _
from client.widgets.dialog import Dialog


def part_menu(
    board: BoardWidget, seat: int, on_action: Callable[[str], None], changed: Callable[[], None]
) -> Overlay:
    """A menu of what ``seat`` can choose next.  If the action is whole by that choice, it goes to ``on_action``;
    ``changed`` is called when the last choice was taken back instead."""
    look, chooser = board.look, board.chooser
    picks = chooser.menu()

    def take(value: str) -> Transition | None:
        action = chooser.push(value)
        if action is not None:
            on_action(action)
            return None
        board.mark()
        more = chooser.menu() and not chooser.targets()
        return board.ask_menu() if more else None

    def taking(value: str) -> Callable[[], Transition | None]:
        return lambda: take(value)

    def back() -> Transition | None:
        chooser.back()
        board.mark()
        changed()
        return None

    def beside() -> pygame.Rect:
        return board.view.rect_of(chooser.chosen) if board.view is not None else pygame.Rect(0, 0, 0, 0)

    title = look.menu_title(picks)
    pieces = [PieceChoice(pick.value, look.pick_name(pick), look.pick_piece(pick, seat)) for pick in picks]
    if picks and all(piece.piece for piece in pieces):
        return PiecePicker(title, pieces, look.art(), take, back, beside)
    answers = [(look.pick_name(pick), taking(pick.value)) for pick in picks]
    return Dialog(title, "", [(_("Back"), back), *answers])
