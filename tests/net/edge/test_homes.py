"""A home that can't be used: taken, read-only, full, not there; and one that others could read.

Each call of the operating system is made to fail at each place where a home is used.
"""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.edge import disk, store
from net.edge.certificate import server_context
from net.edge.export import verify
from net.edge.store import Home, HomeError, usual_path
from net.edge.temporary_home import MemoryHome, TemporaryHome, usable_home
from net.hub import Hub
from net.intents import Join, LeaveMatch, OpenTable, Ready, Resume
from tests.net.owners import Owner, over, wait
from tests.patience import PATIENCE_S

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
SHORT = {"quiet_limit": "10"}
ERRNOS = (
    errno.EROFS,
    errno.ENOSPC,
    errno.EACCES,
    errno.EPERM,
    errno.EIO,
    errno.EDQUOT,
    errno.EMFILE,
    errno.ENOTDIR,
)
ROOT = Path(__file__).parents[3]


def owner_of(home: Home, network: bool = False) -> Owner:
    owner = Owner.__new__(Owner)
    hub = Hub(home, "Anna", network=network, discover=False)
    owner.__dict__.update(
        folder=home.path,
        name="Anna",
        hub=hub,
        told=[],
        table=None,
        matches={},
        plays=True,
        until=10**9,
        likes="",
    )
    hub.start()
    return owner


def plays_through(home: Home) -> Owner:
    """A whole local match in ``home``; its owner, closed."""
    owner = owner_of(home)
    try:
        owner.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
        wait([owner], over(owner))
    finally:
        owner.hub.close()
        home.close()
    return owner


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the system for temporary ones that this test has for itself."""
    folder = tmp_path / "system-temp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder


# -- which home is chosen


def test_a_good_home_is_the_wanted_one(tmp_path: Path) -> None:
    chosen = usable_home(tmp_path / "new" / "home")
    assert chosen.trouble is None and chosen.home.kept and chosen.home.on_disk
    assert chosen.home.path == tmp_path / "new" / "home" and chosen.home.locked
    chosen.home.close()


def test_a_taken_home_is_replaced_by_one_with_its_settings_and_cards(tmp_path: Path, temporary: Path) -> None:
    first = usable_home(tmp_path / "home").home
    first.settings_path.write_text('name = "Aino"\n')
    (first.path / "cards").mkdir()
    (first.path / "cards" / "mokki.toml").write_text("# cards\n")
    second = usable_home(tmp_path / "home")
    assert second.trouble is not None and second.trouble.code == "home-locked"
    assert isinstance(second.home, TemporaryHome) and not second.home.kept
    assert second.home.path.parent == temporary
    assert second.home.settings_path.read_text() == 'name = "Aino"\n'
    assert (second.home.path / "cards" / "mokki.toml").read_text() == "# cards\n"
    assert second.home.identity().public != first.identity().public, "two windows are two peers"
    third = usable_home(tmp_path / "home")
    assert third.home.path != second.home.path
    for home in (first, second.home, third.home):
        home.close()
    assert not list(temporary.iterdir()), "what is temporary is gone at the end"
    assert usable_home(tmp_path / "home").trouble is None


def test_a_temporary_home_with_a_report_in_it_is_left_behind(tmp_path: Path) -> None:
    home = TemporaryHome()
    (home.path / "reports").mkdir()
    home.close()
    assert home.path.exists()


Breaks = Callable[[Path, pytest.MonkeyPatch], None]


def _file(path: Path, _patch: pytest.MonkeyPatch) -> None:
    path.write_text("x")


def _lock_is_a_folder(path: Path, _patch: pytest.MonkeyPatch) -> None:
    (path / "lock").mkdir(parents=True)


def _identity_is_a_folder(path: Path, _patch: pytest.MonkeyPatch) -> None:
    (path / "identity" / "x").mkdir(parents=True)


def _below_a_file(path: Path, _patch: pytest.MonkeyPatch) -> None:
    path.parent.rmdir()
    path.parent.write_text("x")


BREAKS: dict[str, tuple[Breaks, str]] = {
    "a file": (_file, "home-write"),
    "below a file": (_below_a_file, "home-write"),
    "lock is a folder": (_lock_is_a_folder, "home-write"),
    "identity is a folder": (_identity_is_a_folder, "home-write"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_what_is_wrong_with_a_home_is_told_for_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    break_it, code = BREAKS[name]
    path = tmp_path / "above" / "home"
    path.parent.mkdir()
    break_it(path, monkeypatch)
    chosen = usable_home(path)
    assert chosen.trouble is not None and chosen.trouble.code == code
    assert str(path) in str(chosen.trouble)
    assert plays_through(chosen.home).match.status == "finished"


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL, errno.EIO])
def test_a_lock_that_can_not_be_had_is_no_twin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(store, "_take_lock", refuse)
        with pytest.raises(HomeError) as caught:
            Home(tmp_path / "home").lock()
        assert caught.value.code == "home-lock" and os.strerror(number) in str(caught.value)
        assert isinstance(usable_home(tmp_path / "home").home, MemoryHome), "no folder here has locks"
    assert usable_home(tmp_path / "home").trouble is None


@pytest.mark.parametrize("number", [errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK])
def test_what_says_that_a_lock_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(store, "_take_lock", refuse)
    with pytest.raises(HomeError) as caught:
        Home(tmp_path / "home").lock()
    assert caught.value.code == "home-locked"


@POSIX
@pytest.mark.parametrize("data_home", ["", "relative/folder"])
def test_a_user_without_a_home_is_told_so(data_home: str, tmp_path: Path) -> None:
    """No HOME, and no entry in the password file."""
    code = f"""
import os
from net.edge.store import HomeError
from net.edge.temporary_home import usable_home
from client.core.settings import default_name
import net.wire.names
os.chdir({str(tmp_path)!r})
if os.getuid() == 0:
    os.setgid(54321), os.setuid(54321)
chosen = usable_home()
print(chosen.trouble.code, chosen.home.on_disk, default_name())
chosen.home.close()
assert not os.path.exists("~"), "a folder called ~"
"""
    env = {k: v for k, v in os.environ.items() if k not in ("HOME", "LOGNAME", "USER", "LNAME", "USERNAME")}
    env |= {
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": "/tmp",
        "XDG_DATA_HOME": data_home,
    }
    if os.getuid() != 0 and not data_home:
        pytest.skip("this user has an entry")
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.stdout, done.stderr) == ("home-unknown True Player\n", "")


@pytest.mark.parametrize("error", [RuntimeError, KeyError, OSError])
def test_a_home_that_can_not_be_found_out_is_unknown(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail(*_given: object, **_named: object) -> Path:
        raise error("no home")

    monkeypatch.setattr(store, "user_data_path", fail)
    with pytest.raises(HomeError) as caught:
        usual_path()
    assert caught.value.code == "home-unknown"
    chosen = usable_home()
    assert chosen.trouble is not None and chosen.home.on_disk
    chosen.home.close()


@POSIX
def test_a_read_only_home_as_a_plain_user() -> None:
    """With real modes, which root would not feel."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        home = Path(folder) / "home"
        usable_home(home).home.close()
        for path in (home, *home.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        Path(folder).chmod(0o755)
        code = f"""
import os, sys
from pathlib import Path
from net.edge.temporary_home import usable_home
if os.getuid() == 0:
    os.setgid(65534), os.setuid(65534)
chosen = usable_home(Path({str(home)!r}))
print(chosen.trouble.code, type(chosen.home).__name__)
chosen.home.close()
"""
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": "/tmp"}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=env,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        home.chmod(0o755)
    assert (done.stdout, done.stderr) == ("home-write TemporaryHome\n", "")


# -- every call fails, everywhere

CALLS = ("mkdir", "opened", "_write_all", "replace", "fsync", "_take_lock", "read")


def break_call(patch: pytest.MonkeyPatch, call: str, number: int, below: Path | None) -> None:
    """Have one kind of call fail with ``number``; for paths ``below`` only, where a path is known."""

    def failing(whole: Callable[..., Any]) -> Callable[..., Any]:
        def work(*given: Any, **named: Any) -> Any:
            known = [one for one in given if isinstance(one, Path)]
            if below is None or not known or any(one.is_relative_to(below) for one in known):
                raise OSError(number, os.strerror(number))
            return whole(*given, **named)

        return work

    where: Any = {"mkdir": Path, "replace": Path, "fsync": os, "_take_lock": store}.get(call, disk)
    patch.setattr(where, call, failing(getattr(where, call)))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(CALLS), st.sampled_from(ERRNOS), st.booleans())
def test_whatever_fails_a_home_is_chosen_and_said(
    tmp_path_factory: pytest.TempPathFactory, call: str, number: int, everywhere: bool
) -> None:
    path = tmp_path_factory.mktemp("some") / "home"
    with pytest.MonkeyPatch.context() as patch:
        break_call(patch, call, number, None if everywhere else path)
        chosen = usable_home(path)
        if chosen.trouble is None:
            assert chosen.home.path == path
        else:
            assert not chosen.home.kept and chosen.trouble.message
            assert os.strerror(number) in str(chosen.trouble) or chosen.trouble.code == "home-locked"
        assert chosen.home.identity().public
    chosen.home.close()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("after", [0, 3, 12])
def test_a_local_match_goes_on_whatever_the_disk_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, after: int
) -> None:
    """From the start or from the n-th entry on, every call of a kind fails: it is played to its end."""
    chosen = usable_home(tmp_path / "home")
    owner = owner_of(chosen.home)
    owner.until = after
    try:
        if after:
            owner.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
            wait([owner], lambda: owner.matches and owner.match.entries >= after)
        else:
            wait([owner], lambda: owner.hub._carrier is not None)
        break_call(monkeypatch, call, number, None)
        owner.until = 10**9
        if after:
            owner.move(owner.match)
        else:
            owner.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
        wait([owner], over(owner))
        said = owner.failures()
        assert said in ([], ["home-write", "not-kept"]), "told once, not with every move"
        assert owner.match.path == ("" if said else str(next(chosen.home.matches.glob("*.magicade"))))
    finally:
        monkeypatch.undo()
        owner.hub.close()
        chosen.home.close()


def test_once_there_is_room_again_all_of_a_local_match_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = usable_home(tmp_path / "home")
    owner = owner_of(chosen.home)
    owner.until = 9
    try:
        wait([owner], lambda: owner.hub._carrier is not None)
        with monkeypatch.context() as patch:
            break_call(patch, "opened", errno.ENOSPC, None)
            owner.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
            wait([owner], lambda: owner.matches and owner.match.entries == 9)
            assert owner.match.path == ""
        owner.until = 10**9
        owner.move(owner.match)
        wait([owner], over(owner))
        assert verify(Path(owner.match.path)).ok
        assert Path(owner.match.path).with_suffix(".private").exists(), (
            "and it could have been taken up again"
        )
    finally:
        owner.hub.close()
        chosen.home.close()


def test_without_any_folder_a_match_is_played_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    owner = plays_through(MemoryHome())
    assert owner.match.path == "" and not owner.failures()
    assert sorted(tmp_path.rglob("*")) == before


def test_two_windows_on_one_home_play_with_each_other(tmp_path: Path) -> None:
    first, second = usable_home(tmp_path / "home"), usable_home(tmp_path / "home")
    anna, bert = owner_of(first.home, network=True), owner_of(second.home, network=True)
    try:
        anna.hub.post(OpenTable("mind-control", SHORT, ["person", "open"], autostart=True))
        wait([anna], lambda: anna.table)
        bert.hub.post(Join(anna.address))
        wait([anna, bert], lambda: bert.table)
        assert bert.table is not None
        bert.hub.post(Ready(bert.table.id, True))
        wait([anna, bert], over(anna, bert))
    finally:
        for owner, chosen in ((anna, first), (bert, second)):
            owner.hub.close()
            chosen.home.close()


# -- a full folder for temporary files


def no_temp(*_given: object, **_named: object) -> str:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_without_temporary_files_one_listens_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, temporary: Path
) -> None:
    temporary.rmdir()
    home = Home(tmp_path / "home")
    owner = owner_of(home, network=True)
    wait([owner], lambda: owner.hub.port)
    assert not owner.failures()
    owner.hub.close()
    assert not list(home.path.glob("magicade-*"))


def test_where_no_certificate_can_be_made_local_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "mkdtemp", no_temp)
    with pytest.raises(OSError):
        server_context(tmp_path)
    owner = owner_of(Home(tmp_path / "home"), network=True)
    try:
        owner.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
        wait([owner], over(owner))
        assert owner.failures() == ["listen"]
        assert "No space left" in str(owner.failed()[0].arguments)
    finally:
        owner.hub.close()


# -- who may read what


def modes(home: Path) -> dict[str, int]:
    return {
        path.relative_to(home.parent).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in (home, *home.rglob("*"))
    }


@POSIX
@pytest.mark.parametrize("umask", [0o000, 0o002, 0o022, 0o027, 0o077])
def test_whatever_the_umask_secrets_and_folders_are_for_their_owner_alone(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        owner = plays_through(usable_home(tmp_path / "new" / "home").home)
        owner.hub.close()
    finally:
        os.umask(before)
    found = modes(tmp_path / "new" / "home")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert len(found) >= 6
    for name, mode in found.items():
        path = tmp_path / "new" / name
        if path.is_dir():
            assert mode == 0o700, name
        elif path.suffix == ".magicade":
            assert mode == 0o644 & ~umask, name
        else:
            assert mode == 0o600, name


@POSIX
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o666, 0o777])
def test_secrets_that_others_could_read_are_closed_and_that_is_told(tmp_path: Path, mode: int) -> None:
    home = Home(tmp_path / "home")
    key = home.identity()
    (home.path / "identity").chmod(mode)
    owner = owner_of(Home(home.path))
    try:
        wait([owner], lambda: owner.failures() == ["file-open"])
        assert modes(home.path)["home/identity"] == 0o600
        owner.until = 6
        owner.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
        wait([owner], lambda: owner.matches and owner.match.entries == 6)
        match = owner.match
        private = Path(match.path).with_suffix(".private")
        private.chmod(mode)
        owner.hub.post(LeaveMatch(match.id))
        owner.matches.clear()
        owner.hub.post(Resume(match.id))
        wait([owner], lambda: owner.matches)
        assert owner.failures() == ["file-open", "file-open"]
        assert stat.S_IMODE(private.stat().st_mode) == 0o600
    finally:
        owner.hub.close()
    assert Home(home.path).identity().public == key.public


@POSIX
def test_a_secret_that_can_not_be_closed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Home(tmp_path / "home").identity()
    home = Home(tmp_path / "home")
    (home.path / "identity").chmod(0o644)

    def refuse(self: Path, mode: int) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "chmod", refuse)
    home.identity()
    (trouble,) = home.troubles()
    assert trouble.code == "file-open" and os.strerror(errno.EPERM) in str(trouble)
    assert not home.troubles()


def test_a_broken_identity_is_told(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (tmp_path / "identity").write_bytes(b"short")
    (tmp_path / "identity").chmod(0o600)
    home.identity()
    assert [trouble.code for trouble in home.troubles()] == ["aside"]


def test_a_broken_record_for_which_there_is_no_room_stays_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(tmp_path / "home")
    owner = plays_through(home)
    path = Path(owner.match.path)
    data = path.read_bytes()
    broken = data[:-40] + b"\xff" * 40
    path.write_bytes(broken)
    with monkeypatch.context() as patch:
        break_call(patch, "_write_all", errno.ENOSPC, None)
        with pytest.raises(HomeError):
            home.open(path)
    assert path.read_bytes() == broken and not list(path.parent.glob("*.broken*"))
    assert home.open(path).aside is not None
