"""How a game ends has a clear name inside and the rulebook's letter or word outside (MC9, MG23, TM20)."""

from __future__ import annotations

import json
from enum import StrEnum

import pytest

from rules.endings import AGREED, FORFEITS, LEFT, RESIGNED, TIME
from rules.magi import notation as magi
from rules.magi.state import REASONS
from rules.mindcontrol import MIND_CONTROL
from rules.mindcontrol import notation as mindcontrol
from rules.query import outcome
from rules.taika import table as taika

BY_PLAYERS = (AGREED, RESIGNED, LEFT, TIME)
WRITTEN = {
    mindcontrol.MindControlEnd: "abcde",
    magi.MagiEnd: (
        "checkmate", "stalemate", "dead", "fivefold", "75 moves", "move limit", "threefold", "50 moves",
    ),
    taika.TaikaEnd: ("last", "together", "quiet"),
}  # fmt: skip
"""As the rulebooks have it; other programs and old records know these."""


@pytest.mark.parametrize("reasons", WRITTEN, ids=lambda reasons: reasons.__module__)
def test_each_reason_is_written_as_in_the_rulebook(reasons: type[StrEnum]) -> None:
    assert [f"{reason}" for reason in reasons] == list(WRITTEN[reasons])
    for reason in reasons:
        assert json.dumps(reason) == json.dumps(str(reason.value))
        assert not set(reasons) & set(BY_PLAYERS)


def test_what_players_do_ends_every_game_by_the_same_words() -> None:
    assert BY_PLAYERS == ("agreed", "resigned", "left", "time") and FORFEITS == ("left", "time")


def test_magi_can_say_each_of_its_reasons() -> None:
    assert set(REASONS) == {*magi.MagiEnd, *BY_PLAYERS}


def test_the_outcome_that_others_read_holds_the_letter() -> None:
    state = MIND_CONTROL.position("8/8/8/8/8/8/8/L7 w -:- 0 1", MIND_CONTROL.configure({}))
    ended = state.outcome()
    assert ended is not None and ended.reason is mindcontrol.MindControlEnd.ONE_OWNER
    assert json.dumps(outcome(state)["reason"]) == '"a"'
    assert "Over (a)" in state.show()
