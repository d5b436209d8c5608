"""Chess pieces and walkers: there at every size, told apart by outline, and keeping the stage's protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

import pygame
import pytest

from sprites.pieces import walkers
from sprites.pieces.chesspieces import ChessPieces
from sprites.pieces.pyramids import Pyramids
from sprites.pieces.walkers import Walkers
from sprites.stage.stage import PieceArt

SIZES = (32, 48, 80, 160)
CHESS = "KQRBNPDCW"
WALKERS = ("mario", "luigi", "wario", "waluigi")
BLOCKS = "rgyp"


def opaque(image: pygame.Surface, threshold: int = 100) -> int:
    return pygame.mask.from_surface(image, threshold).count()


def grey(image: pygame.Surface, side: int = 24) -> list[int]:
    """Lightness on a dark ground at a small size, colours taken away."""
    ground = pygame.Surface(image.get_size(), pygame.SRCALPHA)
    ground.fill((48, 40, 80))
    ground.blit(image, (0, 0))
    small = pygame.transform.smoothscale(ground, (side, side))
    data = pygame.image.tobytes(small, "RGB")
    return [(data[i] * 30 + data[i + 1] * 59 + data[i + 2] * 11) // 100 for i in range(0, len(data), 3)]


def differ(a: pygame.Surface, b: pygame.Surface) -> float:
    """Part of the pixels whose lightness differs clearly."""
    pairs = list(zip(grey(a), grey(b), strict=True))
    return sum(abs(x - y) > 30 for x, y in pairs) / len(pairs)


def outline(image: pygame.Surface) -> pygame.Mask:
    return pygame.mask.from_surface(image, 160)


@cache
def art(name: str) -> PieceArt:
    makers: dict[str, Callable[[], PieceArt]] = {
        "pyramids": Pyramids,
        "chess": ChessPieces,
        "walkers": Walkers,
    }
    return makers[name]()


@pytest.mark.parametrize("square", SIZES)
def test_chess_pieces_have_silhouettes_of_their_own(square: int) -> None:
    pictures = {letter: art("chess").image(letter, square) for letter in CHESS}
    for letter, image in pictures.items():
        assert opaque(image) > 0.1 * square * square, letter
    for a, b in combinations(CHESS, 2):
        one, two = outline(pictures[a]), outline(pictures[b])
        apart = one.count() + two.count() - 2 * one.overlap_area(two, (0, 0))
        assert apart > 0.06 * max(one.count(), two.count()), (a, b)


@pytest.mark.parametrize("letter", CHESS)
def test_ivory_is_much_lighter_than_obsidian(letter: str) -> None:
    white, black = art("chess").image(letter, 48), art("chess").image(letter.lower(), 48)
    assert sum(grey(white)) > 1.3 * sum(grey(black))
    assert art("chess").colour(letter) != art("chess").colour(letter.lower())


@pytest.mark.parametrize("square", SIZES)
def test_obstacles_differ_in_pattern_and_walkers_in_shape(square: int) -> None:
    for a, b in combinations(BLOCKS, 2):
        assert differ(art("walkers").image(a, square), art("walkers").image(b, square)) > 0.04, (a, b)
    for a, b in combinations(WALKERS, 2):
        one, two = (outline(art("walkers").image(name, square)) for name in (a, b))
        apart = one.count() + two.count() - 2 * one.overlap_area(two, (0, 0))
        assert apart > 0.05 * max(one.count(), two.count()), (a, b)


def test_a_walker_stands_above_the_obstacle_under_it() -> None:
    (alone,) = art("walkers").stack(("mario",))
    below, above = art("walkers").stack(("r", "mario"))
    assert above.dy < below.dy
    assert above.dy < alone.dy
    assert art("walkers").stack(("r",))[0] == below


@pytest.mark.parametrize("name", ["pyramids", "chess", "walkers"])
def test_art_keeps_the_protocol_of_the_stage(name: str) -> None:
    letters = {"pyramids": tuple("SMLsml"), "chess": tuple(CHESS + CHESS.lower())}.get(
        name, (*WALKERS, *BLOCKS)
    )
    for letter in letters:
        assert art(name).weight(letter) in (1, 2, 3)
        assert all(0 <= part <= 255 for part in art(name).colour(letter))
        image = art(name).image(letter, 40)
        assert image is art(name).image(letter, 40)
        width, height = image.get_size()
        assert image.get_at((0, 0)).a < 60
        assert image.get_at((width - 1, height - 1)).a < 60
        assert art(name).image(letter, 1).get_width() > 0


def test_walkers_live_and_nothing_else_does() -> None:
    assert all(art("walkers").lives(name) for name in WALKERS)
    assert not any(art("walkers").lives(block) for block in BLOCKS)
    assert not any(art("chess").lives(letter) for letter in CHESS + CHESS.lower())
    assert not any(art("pyramids").lives(letter) for letter in "SMLsml")


def test_every_obstacle_has_a_voice_of_its_own() -> None:
    assert len({art("walkers").voice(block) for block in BLOCKS}) == 4


def test_every_walker_wears_a_sign_of_its_own_that_shows_at_32_pixels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bare = dict.fromkeys(walkers.SIGNS, lambda pen: None)
    for name in walkers.SIGNS:
        walkers._sprite.cache_clear()
        signed = pygame.image.tobytes(Walkers().image(name, 32), "RGBA")
        with monkeypatch.context() as patch:
            patch.setattr(walkers, "SIGNS", bare)
            walkers._sprite.cache_clear()
            plain = pygame.image.tobytes(Walkers().image(name, 32), "RGBA")
        differ = sum(signed[i : i + 4] != plain[i : i + 4] for i in range(0, len(signed), 4))
        assert differ >= 8, name
    walkers._sprite.cache_clear()
    assert len(set(walkers.SIGNS.values())) == 4
