"""Who may import whom (docs/architecture.md), checked by walking the imports of every module."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from client.games.registry import FOLDERS
from rules import registry

ROOT = Path(__file__).resolve().parent.parent
OWN = ("client", "net", "rules", "sprites")

ALLOWED_OWN = {
    "rules": {"rules"},
    "sprites": {"sprites"},
    "net": {"net", "rules"},
    "client": {"client", "net", "rules", "sprites"},
}
PURE = {"random", "time", "os", "socket", "asyncio", "threading", "datetime", "secrets", "pathlib"}
EDGE_OF_RULES = {
    "rules/commandline.py": {"open"},  # the record that ``replay`` is given
    "rules/terminal.py": {"os", "print"},  # the null device, once nobody reads standard output any more
}
"""All that the rules have of the world outside, for ``python -m rules``."""
HOMES = {
    "msgpack": {"net/wire/codec.py"},
    "zeroconf": {"net/edge/discovery.py"},
    "tomllib": {"rules/outside.py"},
    "ssl": {"net/edge/session.py", "net/edge/certificate.py"},
}


def modules(package: str) -> Iterator[Path]:
    return (path for path in (ROOT / package).rglob("*.py") if "__pycache__" not in path.parts)


@cache
def tree(path: Path) -> ast.Module:
    """What is in a module; read once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> set[str]:
    """Every module name that ``path`` imports, wherever the import stands."""
    names: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add(node.module or "")
    return names


def roots(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize("package", OWN)
def test_imports_run_one_way(package: str) -> None:
    paths = list(modules(package))
    assert paths
    for path in paths:
        wrong = (roots(path) & set(OWN)) - ALLOWED_OWN[package]
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


NET_ROOMS = ("wire", "log", "events", "intents", "match", "peer", "edge", "hub")
"""The rooms of ``net``, each importing only what is named before it."""


def test_rooms_of_net_import_one_way() -> None:
    for path in modules("net"):
        room = path.relative_to(ROOT / "net").parts[0].removesuffix(".py")
        if room == "__init__":
            continue
        below = set(NET_ROOMS[: NET_ROOMS.index(room) + 1])
        used = {name.split(".")[1] for name in imports(path) if name.startswith("net.")}
        assert used <= below, f"{path.relative_to(ROOT)} imports {used - below}"


@pytest.mark.parametrize("room", ["wire", "log", "match", "peer", "intents.py", "events.py"])
def test_a_peer_has_no_socket_thread_clock_chance_disk(room: str) -> None:
    """So that whole parties run in one process, and one seed replays a party exactly (design, idea 6)."""
    paths = [path for path in modules("net") if path.relative_to(ROOT / "net").parts[0] == room]
    assert paths
    for path in paths:
        used = roots(path) & (
            PURE | {"ifaddr", "zeroconf", "ssl", "logging", "multiprocessing", "subprocess"}
        )
        assert not used, f"{path.relative_to(ROOT)} imports {used}"


CLIENT_ROOMS = ("core", "widgets", "board", "bots", "options", "games", "scenes")
"""The rooms of ``client``, each importing only what is named before it; the modules beside them may import all."""


def test_rooms_of_client_import_one_way() -> None:
    for path in modules("client"):
        room = path.relative_to(ROOT / "client").parts[0]
        if room not in CLIENT_ROOMS:
            continue
        below = {f"client.{name}" for name in CLIENT_ROOMS[: CLIENT_ROOMS.index(room) + 1]}
        used = {name for name in imports(path) if name.split(".")[0] == "client"}
        wrong = {name for name in used if ".".join(name.split(".")[:2]) not in below}
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


@cache
def import_graph() -> dict[str, set[str]]:
    """Each module of ours → those of ours that it imports, also only for its types or only within a function."""
    known = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in OWN
        for path in modules(package)
    }
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        found = set(imports(path))
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ImportFrom):
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                if inner <= known.keys():
                    found.discard(node.module or "")  # only modules are taken from that package
                found |= inner
        graph[name] = {other for other in found if other in known}
    return graph


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The modules that reach each other by imports, one set for each such knot."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        waiting = list(graph[start])
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += graph[name]
        reached[start] = seen
    knots = {frozenset(b for b in reached[a] if a in reached[b]) for a in graph if a in reached[a]}
    return [set(knot) for knot in knots]


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a", "d"}}
    assert sorted(map(sorted, circles(graph))) == [["b", "c"], ["d"]]


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert not circles(import_graph())


GAME_LISTS = {"rules/registry.py", "client/games/registry.py"}
"""Where the games are listed: the only places outside a game's own two folders that may name one."""
GAME_FOLDERS = {
    game.id: {package.replace(".", "/"), FOLDERS[game.id].replace(".", "/")}
    for game, (package, _name) in zip(registry.games(), registry.LIST, strict=True)
}
"""Game id → its folder of the rules and that of the client."""


def owner(path: Path) -> str:
    """The id of the game in whose folder a module lies; empty: it is no game's."""
    place = path.relative_to(ROOT).as_posix()
    found = (
        game for game, folders in GAME_FOLDERS.items() if any(place.startswith(f"{one}/") for one in folders)
    )
    return next(found, "")


def test_each_game_has_a_folder_of_the_rules_and_one_of_the_client_and_no_other_has() -> None:
    assert GAME_FOLDERS.keys() == FOLDERS.keys()
    listed = {folder for folders in GAME_FOLDERS.values() for folder in folders}
    assert len(listed) == 2 * len(GAME_FOLDERS)
    there = {init.parent.relative_to(ROOT).as_posix() for room in ("rules", "client/games")
             for init in (ROOT / room).glob("*/__init__.py")}  # fmt: skip
    assert there - {"client/games/plain"} == listed


def named(text: str) -> set[str]:
    """The games that a text names: by id, by name or by a folder's name, however that is written."""
    text = re.sub("magicade", "", text, flags=re.IGNORECASE)
    found = set()
    for game in registry.games():
        words = {game.id, game.name, *(folder.rpartition("/")[2] for folder in GAME_FOLDERS[game.id])}
        pattern = "|".join("[-_ ]?".join(map(re.escape, re.split("[- ]", word))) for word in words)
        if re.search(rf"(?<![A-Za-z])(?i:{pattern})(?![a-z])", text):
            found.add(game.id)
    return found


def test_names_of_games_are_found_however_they_are_written() -> None:
    for text in (
        'game == "mind-control"',
        "MindControlLook",
        "MIND_CONTROL",
        "rules.mindcontrol",
        "Mind Control",
    ):
        assert named(text) == {"mind-control"}
    for text in ("client.games.taika", "TaikaState", "taika-mario", "TAIKA"):
        assert named(text) == {"taika-mario"}
    assert named("from rules.magi import MAGI") == {"magi"}
    assert not named("Magicade MAGICADE_HOME magic imagine taikasauva")


@pytest.mark.parametrize("package", OWN)
def test_nothing_outside_a_games_two_folders_asks_which_game_it_is(package: str) -> None:
    """Not by its id, not by its name, not by an import of what is its own; nor does one game ask for another.

    Prose is read too: a game that is called by an everyday word would need a narrower look.
    """
    for path in (ROOT / package).rglob("*"):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in (".py", ".po", ".toml") and name not in GAME_LISTS:
            others = named(path.read_text(encoding="utf-8")) - {owner(path)}
            assert not others, f"{name} names {others}"


@pytest.mark.parametrize("package", OWN)
def test_nothing_outside_a_games_two_folders_asks_for_an_option_by_its_name(package: str) -> None:
    for path in modules(package):
        name = path.relative_to(ROOT).as_posix()
        if owner(path) or name == "rules/nullgame.py":
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Subscript):
                asked, of = node.slice, node.value
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "get"
            ):
                asked, of = (node.args or [node])[0], node.func.value
            else:
                continue
            mapping = getattr(of, "attr", getattr(of, "id", ""))
            constant = isinstance(asked, ast.Constant) and isinstance(asked.value, str)
            assert not (constant and mapping == "options"), f"{name}:{node.lineno}"


def test_rules_import_only_the_standard_library() -> None:
    for path in modules("rules"):
        assert roots(path) - {"rules"} <= sys.stdlib_module_names, path


def test_rules_have_no_clock_no_chance_no_input_or_output() -> None:
    for path in modules("rules"):
        name = path.relative_to(ROOT).as_posix()
        called = {
            node.func.id
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        impure = roots(path) & PURE | called & {"open", "input", "print"}
        assert impure <= EDGE_OF_RULES.get(name, set()), (name, impure)


OUTSIDE = {
    "rules/outside.py": {"loads", "decode"},
    "rules/terminal.py": {"decode"},  # of what we print ourselves
    "net/wire/hint.py": {"decode"},  # a TXT record: 255 bytes a pair, never raises
    "net/edge/record_index.py": {"loads"},  # written by us, as its sum proves
}


@pytest.mark.parametrize("package", OWN)
def test_text_from_outside_is_decoded_and_parsed_in_one_place(package: str) -> None:
    """There sizes are capped first; see ``rules/outside.py``."""
    for path in modules(package):
        name = path.relative_to(ROOT).as_posix()
        used = {
            node.attr
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute) and node.attr in ("loads", "load", "decode")
            and (node.attr == "decode" or (isinstance(node.value, ast.Name) and node.value.id in ("json", "tomllib")))
        }  # fmt: skip
        assert used <= OUTSIDE.get(name, set()), (name, used)
        assert "scrap" not in path.read_text(encoding="utf-8") or name == "client/core/clipboard.py", name


@pytest.mark.parametrize("library", HOMES)
def test_each_edge_library_has_one_home(library: str) -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for package in OWN
        for path in modules(package)
        if library in roots(path)
    }
    assert users <= HOMES[library]


def test_only_the_window_knows_pygame() -> None:
    for package in ("rules", "net"):
        for path in modules(package):
            assert "pygame" not in roots(path), path


def test_only_client_input_reads_pygame_events() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for path in modules("client")
        if ".event.get(" in path.read_text(encoding="utf-8")
        or ".event.wait(" in path.read_text(encoding="utf-8")
        or ".event.poll(" in path.read_text(encoding="utf-8")
    ]
    assert set(readers) <= {"client/core/input.py"}


FILES = {"open", "replace", "rename", "renames", "truncate", "unlink", "remove", "link", "symlink"}
"""What of ``os`` changes files; of ``pathlib`` what also changes or reads them, if no other class of ours has it."""
PATHS = {"write_text", "write_bytes", "read_text", "read_bytes", "touch", "mkstemp", "NamedTemporaryFile"}
READS = {
    "net/edge/certificate.py": {"write_bytes"},  # a key that ``ssl`` wants as a file, for a moment
    "client/core/words/__init__.py": {"read_text"},  # what the package itself brings along
    "rules/taika/cards.py": {"read_text"},
    "client/games/taika/pictures.py": {"write_text"},  # pictures for the documents
    "client/games/rulebooks.py": {"write_text"},  # the documents themselves
    "sprites/sound/sound.py": {"os.open"},  # the null device
    "rules/terminal.py": {"os.open"},  # the same
}


@pytest.mark.parametrize("package", OWN)
def test_files_of_ours_are_touched_in_one_place(package: str) -> None:
    """There they are written whole or not at all, and a virus scanner that holds one is waited for."""
    for path in modules(package):
        name = path.relative_to(ROOT).as_posix()
        used = {
            f"os.{node.attr}" if of_os else node.attr
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute)
            and (
                (
                    (of_os := isinstance(node.value, ast.Name) and node.value.id in ("os", "shutil"))
                    and node.attr in FILES
                )
                or node.attr in PATHS
            )
        }
        assert name == "net/edge/disk.py" or used <= READS.get(name, set()), (name, used)


def test_nobody_reads_the_clock_that_ticks_every_15_ms_on_windows() -> None:
    for package in OWN:
        for path in modules(package):
            assert "monotonic" not in path.read_text(encoding="utf-8"), f"{path}: use time.perf_counter"


@pytest.mark.parametrize("package", OWN)
def test_standard_output_and_error_have_one_door(package: str) -> None:
    """There what is printed is made fit for any terminal, and a reader may go."""
    for path in modules(package):
        name = path.relative_to(ROOT).as_posix()
        if name in (
            "rules/terminal.py",
            "client/shots.py",
            "sprites/sheet/sheet.py",
        ):  # two are tools for pictures
            continue
        for node in ast.walk(tree(path)):
            called = node.func if isinstance(node, ast.Call) else None
            assert not (isinstance(called, ast.Name) and called.id == "print"), f"{name}:{node.lineno}"
            if isinstance(node, ast.Attribute) and node.attr in (
                "stdout",
                "stderr",
                "__stdout__",
                "__stderr__",
            ):
                assert ast.unparse(node.value) != "sys", f"{name}:{node.lineno}"
