"""Our own sounds: there for every cue, the same every time, never loud, and silent without a sound card."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from sprites.sound import NAMES, Sounds
from sprites.synth import PEAK, RATE, samples

ROOT = Path(__file__).parents[2]


@cache
def made(name: str) -> tuple[int, ...]:
    return tuple(samples(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_bounded_short_audible_and_begins_and_ends_in_silence(name: str) -> None:
    wave = made(name)
    loudest = max(map(abs, wave))
    assert 1500 < loudest <= 32767 * PEAK
    assert 0.03 * RATE < len(wave) < 2.2 * RATE
    assert abs(wave[0]) < 600
    assert abs(wave[-1]) < 200
    assert abs(sum(wave) / len(wave)) < 0.05 * loudest


def test_sounds_are_the_same_bytes_in_every_process() -> None:
    code = (
        "import hashlib; from sprites.synth import samples;"
        "print([hashlib.sha256(samples(n).tobytes()).hexdigest() for n in ('destroy', 'click', 'down2')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=30
    )
    ours = [hashlib.sha256(samples(n).tobytes()).hexdigest() for n in ("destroy", "click", "down2")]
    assert done.stdout.strip() == str(ours)


def test_no_two_sounds_are_alike() -> None:
    assert len({made(name) for name in NAMES}) == len(NAMES)


def test_every_sound_that_choreography_names_exists() -> None:
    from sprites import choreography

    source = Path(choreography.__file__).read_text(encoding="utf-8")
    named = {f"down{weight}" for weight in (1, 2, 3)} | set(choreography._SOUNDS.values())
    named |= set(re.findall(r'Cue\([^"\n]*"(\w+)"\)', source)) | {"draw", "win", "rescue", "destroy"}
    assert named <= set(NAMES)


def test_unknown_sounds_and_a_player_that_was_not_started_are_silence() -> None:
    sounds = Sounds(2.0)
    assert sounds.volume == 1.0
    assert not sounds.ready
    sounds.play("click")
    sounds.play("no such sound")
    sounds.frame()
    sounds.set_volume(-1)
    assert sounds.volume == 0.0
    sounds.stop()
