"""Pyramids, chess pieces, walkers, emblems and icons: there at every size and told apart by shape too."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pygame
import pytest
from sprites.chesspieces import ChessPieces
from sprites.walkers import Walkers

from sprites.emblems import ICONS, app_icon, emblem, icon
from sprites.pyramids import Pyramids
from sprites.stage import PieceArt

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
    return {"pyramids": Pyramids, "chess": ChessPieces, "walkers": Walkers}[name]()


@pytest.mark.parametrize("square", SIZES)
def test_every_stack_of_one_to_three_pyramids_is_drawn_with_every_piece_showing(square: int) -> None:
    pyramids = art("pyramids")
    unit = round(square * 1.3)
    for height in (1, 2, 3):
        for stack in product("LMSlms", repeat=height):
            if [piece.lower() for piece in stack] != sorted((p.lower() for p in stack), key="lms".index):
                continue
            poses = pyramids.stack(stack)
            assert len(poses) == height
            for piece in set(stack):
                image = pyramids.image(piece, square)
                assert image.get_size() == (unit, unit)
                assert opaque(image) > 0.1 * square * square
            lifts = [pose.dy for pose in poses]
            assert lifts == sorted(lifts, reverse=True)
            assert len(set(lifts)) == height


def test_larger_pyramids_are_larger_and_a_stack_leans_apart() -> None:
    pyramids = art("pyramids")
    for letters in ("SML", "sml"):
        sizes = [opaque(pyramids.image(piece, 96), 200) for piece in letters]
        assert sizes[0] * 1.3 < sizes[1] and sizes[1] * 1.3 < sizes[2]
        assert [pyramids.weight(piece) for piece in letters] == [1, 2, 3]
    straight, bent = pyramids.stack(("L", "m", "S")), pyramids.stack(("L", "m", "S"), 1.0)
    assert bent[2].dx - bent[0].dx > straight[2].dx - straight[0].dx + 0.2


@pytest.mark.parametrize("square", SIZES)
@pytest.mark.parametrize("piece", "SML")
def test_the_players_pyramids_differ_in_lightness_and_pattern_not_only_in_hue(
    piece: str, square: int
) -> None:
    ice, ember = art("pyramids").image(piece, square), art("pyramids").image(piece.lower(), square)
    assert differ(ice, ember) > 0.06
    assert outline(ice).overlap_area(outline(ember), (0, 0)) != opaque(ice, 160) or differ(ice, ember) > 0.06


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


@pytest.mark.parametrize("size", [16, 24, 64, 256])
def test_icons_and_emblems_are_drawn_at_every_size_and_all_differ(size: int) -> None:
    pictures = [icon(name, size, (242, 240, 255)) for name in ICONS]
    pictures += [emblem(game, size) for game in ("mind-control", "magi", "taika-mario", "unknown")]
    for image in pictures:
        assert image.get_size() == (size, size)
        assert 0.04 * size * size < opaque(image) <= size * size
    assert len({pygame.image.tobytes(image, "RGBA") for image in pictures}) == len(pictures)


def test_the_window_icon_has_the_size_asked_for() -> None:
    assert app_icon(32).get_size() == (32, 32)
    assert opaque(app_icon(32)) > 800
