"""What comes from outside into window and commands (files, clipboard, arguments) is read or refused, never raised."""

from __future__ import annotations

import codecs
import os
import sys
from pathlib import Path

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from client.cli import main
from client.core import settings as settings_file
from client.core.clipboard import LONGEST, clipboard
from client.core.input import Input
from client.core.intents import Text
from client.core.settings import Settings, load
from client.games.taika import card_sets as cardsets
from client.games.taika.card_sets import Shelf
from net.edge import disk
from net.wire.address import read_address
from net.wire.errors import NetError
from net.wire.hint import read_hint
from rules.registry import games
from sprites.kit.text import Typesetter
from tests.rules.test_outside import ANY_TEXT, HOSTILE

BYTES = st.one_of(st.binary(), HOSTILE.map(lambda text: text.encode("utf-8", "surrogatepass")))
FILES = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
CARDS = '[[set]]\nid = "oma"\n\n[[card]]\nset = "oma"\nid = "tupa"\npattern = ["#o#"]\n'

HOSTILE_FILES = {
    "a long number": b"zzz = " + b"9" * 5000,
    "deep nesting": b"zzz = " + b"[" * 3000,
    "a long key": b".".join([b"a"] * 6000) + b" = 1",
    "too large": b"#" * (cardsets.LARGEST_BYTES + 1),
    "no UTF-8": b"caf\xe9 \xff\xfe",
    "NUL": b"name = \0",
}


# -- settings -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", HOSTILE_FILES.values(), ids=HOSTILE_FILES)
def test_settings_that_can_t_be_read_are_set_aside_and_told_of(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    found, trouble = load(path)
    assert found == Settings(name=found.name)
    assert trouble is not None and trouble.arguments == {"file": "settings.toml.broken-1"}
    assert (tmp_path / "settings.toml.broken-1").read_bytes() == data
    assert load(path)[1] is None


def test_a_byte_order_mark_does_not_break_good_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(codecs.BOM_UTF8 + b'language = "fi"\r\nvolume = 3\r\n')
    found, trouble = load(path)
    assert (found.language, found.volume, trouble) == ("fi", 3, None)


@FILES
@given(data=BYTES)
def test_any_settings_file_gives_settings(tmp_path: Path, data: bytes) -> None:
    for old in tmp_path.iterdir():
        old.unlink()
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    found, trouble = load(path)
    settings_file.save(tmp_path / "again.toml", found)
    assert load(tmp_path / "again.toml") == (found, None)
    assert path.exists() == (trouble is None)


@pytest.mark.skipif(sys.platform == "win32", reason="no such files")
def test_what_never_ends_is_no_settings_file_and_no_card_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    assert load(tmp_path / "settings.toml")[1] is not None
    cards = tmp_path / "cards"
    cards.mkdir()
    os.mkfifo(cards / "pipe.toml")
    (cards / "zero.toml").symlink_to("/dev/zero")
    assert [one.trouble is not None for one in Shelf(cards).files()] == [True, True]
    with pytest.raises(OSError, match="too large"):
        disk.read(Path("/dev/zero"), 1000, piped=True)


@pytest.mark.parametrize("login", ["\udcff\udcfe", "", "x" * 100_000, "a\0b", "a" + "\u0316\u0301" * 500_000])
def test_any_login_name_makes_a_name(monkeypatch: pytest.MonkeyPatch, login: str) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: login)
    name = settings_file.default_name()
    assert name and settings_file.clean(name) == name


# -- card files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", HOSTILE_FILES.values(), ids=HOSTILE_FILES)
def test_a_hostile_card_file_is_told_of_and_ends_no_command(
    tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards" / "own.toml"
    path.parent.mkdir()
    path.write_bytes(data)
    assert Shelf(path.parent).files()[0].trouble is not None
    assert main(["--home", str(tmp_path), "host", "taika-mario", "--headless", "--seat", "bot", "--seat", "bot",
                 "--cards", str(path)]) == 2  # fmt: skip
    assert capsys.readouterr().err.startswith(f"magicade: {path}: ")


@FILES
@given(data=BYTES)
def test_any_card_file_is_read_or_told_of(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(data)
    one = cardsets.read_file(path)
    assert one.sets or one.trouble is not None


@pytest.mark.skipif(sys.platform != "linux", reason="file names are any bytes on Linux only")
def test_a_card_file_whose_name_is_no_text_is_read_and_its_name_drawn(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path)
    for name, text in ((b"\xff.toml", CARDS), (b"\xfe\x1b.toml", "broken")):
        with open(folder + b"/" + name, "wb") as file:
            file.write(text.encode())
    broken, good = Shelf(tmp_path).files()
    assert good.sets and broken.trouble is not None
    for text in (str(good.path), str(broken.path), str(broken.trouble)):
        assert Typesetter().render(text, width=200).get_width() <= 200


# -- the clipboard --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
        pygame.error("gone"),
        ValueError(),
        MemoryError(),
        OSError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_clipboard_that_can_t_be_read_is_empty(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def broken() -> str:
        raise error

    monkeypatch.setattr("pygame.scrap.get_text", broken)
    assert clipboard() == ""
    reader = Input()
    reader.edit(True)
    paste = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_LCTRL, unicode="v")
    assert not any(isinstance(intent, Text) for intent in reader.read([paste], 0.0))


@given(text=st.one_of(ANY_TEXT, HOSTILE))
@settings(deadline=None)
def test_any_clipboard_is_one_clean_line(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pygame.scrap.get_text", lambda: text)
        line = clipboard()
    assert len(line) <= LONGEST
    line.encode("utf-8")
    assert not set(line) & {"\0", "\n", "\r", "\t", "\x1b"}


def test_an_endless_clipboard_is_cut_before_it_is_cleaned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygame.scrap.get_text", lambda: "a" + "\u0316\u0301" * 5_000_000)
    assert 0 < len(clipboard()) <= LONGEST


# -- the network ----------------------------------------------------------------------------------------------

PAIRS = [b"v", b"peer", b"id", b"game", b"rules", b"host", b"seats", b"free", b"run", b"watch", b"lock"]


@given(st.dictionaries(st.one_of(st.sampled_from(PAIRS), st.binary()), st.one_of(st.none(), BYTES)))
def test_any_txt_record_is_a_hint_or_none(pairs: dict[bytes, bytes | None]) -> None:
    assert read_hint(pairs) is None or set(PAIRS) <= set(pairs)


@given(st.one_of(ANY_TEXT, HOSTILE))
def test_any_text_is_an_address_or_refused_in_words(text: str) -> None:
    try:
        str(read_address(text)).encode("utf-8")
    except NetError as error:
        str(error).encode("utf-8")


# -- arguments ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game.id for game in games()])
@pytest.mark.parametrize("value", ["\udcff", "9" * 379_000, "[" * 3000, '{"a":' * 3000, "a\0", ""])
def test_any_argument_is_taken_or_refused_in_words(
    game: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["--headless", "--seat", "bot", "--seat", "bot"]
    base = ["--home", str(tmp_path), "host", game, *seats]
    for extra in (["--option", f"move_limit={value}"], ["--option", f"{value}=1"], ["--cards", value or "."]):
        assert _refused([*base, *extra]), extra
        assert capsys.readouterr().err
    if value:
        assert _refused([*base, "--position", value])
        assert len(capsys.readouterr().err) < 5000


def _refused(argv: list[str]) -> bool:
    try:
        return main(argv) == 2
    except SystemExit as end:
        return end.code == 2
