"""Ambient motion on the board: walkers breathe for five seconds after an input, ten times a second at most."""

from __future__ import annotations

import pygame

from tests.client.board_rig import Rig


def rig(game: str = "taika-mario") -> Rig:
    return Rig(rules=game, size=(960, 540), here=(0,))


def picture(there: Rig) -> bytes:
    return pygame.image.tobytes(there.surface, "RGB")


def watch(there: Rig, seconds: float) -> tuple[int, float]:
    """Lets time pass as the app's loop would; how often the picture changed, and when it did last."""
    start, changes, last = there.now, 0, 0.0
    seen = picture(there)
    while there.now < start + seconds:
        due = there.scene.due(there.now)
        if due is None:
            break
        there.frame(max(0.001, due - there.now))
        if picture(there) != seen:
            seen, changes, last = picture(there), changes + 1, there.now - start
    return changes, last


def resting(game: str = "taika-mario") -> tuple[Rig, bytes]:
    there = rig(game)
    there.point("e5")
    there.settle()
    there.frame()
    assert there.scene.due(there.now) is None
    return there, picture(there)


def test_walkers_breathe_for_five_seconds_after_an_input_and_rest_as_they_stood() -> None:
    there, before = resting()
    there.point("e5")
    changes, last = watch(there, 20.0)
    assert 5 < changes <= 52
    assert last < 5.3
    assert there.scene.due(there.now) is None and picture(there) == before


def test_nobody_breathes_in_a_window_without_the_keyboard() -> None:
    there, before = resting()
    there.point("e5")
    watch(there, 1.0)
    there.services.focused = False
    changes, last = watch(there, 20.0)
    assert changes <= 2 and last < 0.4
    assert picture(there) == before
    there.point("e5")
    assert watch(there, 20.0)[0] == 0


def test_boards_on_which_nobody_lives_stay_still() -> None:
    there, _ = resting("mind-control")
    there.point("e5")
    assert watch(there, 20.0)[0] <= 1


def test_with_reduced_motion_nobody_breathes() -> None:
    there, before = resting()
    there.scene.board.picture.reduced = True
    there.point("e5")
    assert watch(there, 20.0)[0] == 0
    assert picture(there) == before
