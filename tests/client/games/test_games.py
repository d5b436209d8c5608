"""What each game's folder gives the client, and what stands in for it where a game has none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from client.core import words
from client.core.intents import KEYS, PAD, Confirm, Nav, Press
from client.games.registry import FOLDERS, choose, file_options, livery_of, look_of, options_of, parts_of
from client.options.editor import ChosenSoFar
from client.widgets.dialog import Dialog
from rules.errors import RulesError
from rules.nullgame import NULL
from rules.registry import games, registered
from sprites.kit.emblems import HOUSE
from sprites.kit.theme import THEMES
from tests.client.board_rig import Rig
from tests.client.by_device import press_with
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[3]


def test_every_game_of_the_rules_has_a_folder_and_no_other_has() -> None:
    assert list(FOLDERS) == [game.id for game in games()]


@pytest.mark.parametrize("game", [*FOLDERS, "no-such-game"])
def test_bots_and_files_of_a_game_are_had_without_pygame(game: str) -> None:
    code = (
        "import sys; from client.games.registry import parts_of\n"
        f"parts = parts_of({game!r}); parts.player(); parts.files\n"
        "assert 'pygame' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_each_game_has_colours_of_its_own_that_are_the_same_whenever_asked() -> None:
    assert all(livery_of(game) is livery_of(game) is not HOUSE for game in FOLDERS)
    night = {livery_of(game).accents_in(THEMES["night"]) for game in FOLDERS}
    assert len(night) == len(FOLDERS) and THEMES["night"].accents not in night


def test_a_game_without_a_folder_is_shown_named_and_played_plainly() -> None:
    words.use("en")
    assert livery_of("null") is livery_of("") is HOUSE
    assert look_of("null").side(1) == "Seat 2" and look_of("null").help() == ()
    asked = options_of(NULL)
    assert asked.wording("goal").name == "Goal" and asked.wording("goal").about == ""
    assert asked.summary({}) == "Usual options" and asked.summary({"goal": "10"}) == "Usual options"
    assert asked.summary({"goal": "12"}) == "Goal: 12"
    (editor,) = asked.editors(ChosenSoFar({"goal": "12"}, ("Aino", "Louhi")))
    assert editor.read() == {"goal": "12"} and editor.own(("mokki",)) == ("mokki",)
    state = NULL.start(NULL.configure({}), 2)
    assert choose("null", state, 0, 2, b"seed") in state.legal()


def test_a_file_that_can_not_be_used_is_named(tmp_path: Path) -> None:
    for option in file_options().values():
        with pytest.raises(RulesError) as refused:
            option.read([tmp_path / "nowhere.toml"])
        assert "nowhere.toml" in str(refused.value)
    assert not parts_of("no-such-game").files


@pytest.mark.parametrize("device", ["mouse", KEYS, PAD])
def test_where_no_square_can_be_chosen_the_board_asks_by_a_menu(device: str) -> None:
    with registered(NULL):
        rig = Rig(rules="null")
        if device == "mouse":
            rig.click("d4")
        else:
            rig.scene.handle(Nav("up", device))
            rig.scene.handle(Confirm(device))
        assert isinstance(rig.scene.overlays[-1], Dialog)
        press_with(rig.scene, device, "answer-2")
        assert rig.told_by_hub() == ["+2"]
        rig.settle()
        rig.scene.handle(Press(*rig.at("a1")))
        assert rig.scene.overlays, "the next one is asked in the same way"
