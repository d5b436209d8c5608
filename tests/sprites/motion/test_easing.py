"""Easings begin and end where they should."""

from __future__ import annotations

import pytest

from sprites.motion.easing import EASINGS, RETURNING, ease


@pytest.mark.parametrize("name", sorted(EASINGS))
def test_easings_begin_at_0_and_end_at_1_or_return(name: str) -> None:
    assert ease(name, 0.0) == pytest.approx(0.0, abs=1e-9)
    assert ease(name, 1.0) == pytest.approx(0.0 if name in RETURNING else 1.0, abs=1e-9)
    assert ease(name, 7.0) == ease(name, 1.0) and ease(name, -3.0) == ease(name, 0.0)


@pytest.mark.parametrize("name", ["linear", "out", "into", "both"])
def test_plain_easings_never_go_back(name: str) -> None:
    values = [ease(name, i / 50) for i in range(51)]
    assert values == sorted(values)


def test_landing_goes_a_little_too_far() -> None:
    highest = max(ease("land", i / 200) for i in range(201))
    assert 1.005 < highest < 1.05
