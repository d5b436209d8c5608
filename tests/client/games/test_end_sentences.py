"""The window has a sentence for each reason why a game can end."""

from __future__ import annotations

from enum import StrEnum

import pytest

from client.board.look import Look
from client.games.magi.look import MagiLook
from client.games.mindcontrol.look import MindControlLook
from client.games.taika.look import TaikaLook
from rules.endings import AGREED, LEFT, RESIGNED, TIME
from rules.game import Outcome
from rules.magi import notation as magi
from rules.mindcontrol import notation as mindcontrol
from rules.taika import table as taika

BY_PLAYERS = (AGREED, RESIGNED, LEFT, TIME)


@pytest.mark.parametrize(
    ("look", "reasons"),
    [
        (MindControlLook(), mindcontrol.MindControlEnd),
        (MagiLook(), magi.MagiEnd),
        (TaikaLook(), taika.TaikaEnd),
    ],
)
def test_the_window_has_a_sentence_for_each_reason(look: Look, reasons: type[StrEnum]) -> None:
    assert set(look.reasons()) == set(reasons)
    assert all(look.reason(Outcome(reason, None, ())) for reason in (*reasons, *BY_PLAYERS))
