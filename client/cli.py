"""The command line: what can be typed, read and checked; what it does lies elsewhere.

Without a command, and for ``host``, ``join``, ``watch`` and ``play`` without ``--headless``, the window
opens; only then is pygame imported.  Wrong input: one clear sentence on standard error and exit code 2.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from client.bots import DEFAULT_LEVEL, LEVELS
from client.games.registry import file_options, parts_of
from net.intents import Join, OpenTable, Watch
from net.log.playable import check_terms
from net.wire.address import read_address
from net.wire.errors import NetError
from net.wire.link import PROTOCOL
from rules.errors import RulesError
from rules.numbers import whole_number
from rules.registry import game as find_game
from rules.registry import games
from rules.terminal import DONE, EXIT_CODES, FAILED, REFUSED, release, say, tell, visible

if TYPE_CHECKING:
    from client.core.services import HubLike
    from client.headless import CommandSettings

WAIT_S = 30.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit code."""
    multiprocessing.freeze_support()  # in a frozen program the bots' process starts here too
    given = parser().parse_args(sys.argv[1:] if arguments is None else list(arguments))
    try:
        return int(given.run(given))
    except (NetError, RulesError) as error:
        tell(f"magicade: {error}")
        return REFUSED


def parser() -> argparse.ArgumentParser:
    """Everything that can be typed."""
    top = _Parser(
        prog="magicade",
        description="Three abstract games about minds and magic. Without a command the window opens.",
        epilog=EXIT_CODES,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    everywhere = _Parser(add_help=False)
    # Also before the command; a default there would undo what was given before it.
    for place, default in ((top, None), (everywhere, argparse.SUPPRESS)):
        place.add_argument(
            "--home", type=Path, default=default, metavar="DIR", help="keep everything in this folder"
        )
        place.add_argument(
            "--verbose",
            action="store_true",
            default=False if default is None else default,
            help="say on standard error, too, what goes to the log",
        )
    top.add_argument("--port", type=_port, default=None, help="listen on this TCP port")
    top.set_defaults(run=_window)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, parents=[everywhere], help=text, description=text, epilog=EXIT_CODES)
        made.set_defaults(run=run, port=None)
        return made

    play = command("play", _play, "play at this screen, without a network")
    _game(play)
    host = command("host", _host, "open a table on the LAN")
    _game(host)
    _network(host)
    host.add_argument("--no-watchers", action="store_true", help="let nobody watch")
    host.add_argument(
        "--unlisted", action="store_true", help="do not announce the table: only who knows HOST:PORT can come"
    )
    host.add_argument("--position", default="", help="start position in the game's notation")
    play.add_argument("--position", default="", help="start position in the game's notation")
    join = command("join", _join, "take a seat at a table")
    join.add_argument("target", nargs="?", default="", metavar="TABLE or HOST:PORT")
    join.add_argument("--seat", type=_player, default="person", help="person, bot or bot:LEVEL")
    join.add_argument("--game", choices=[game.id for game in games()], help="only tables of this game")
    _network(join)
    watch = command("watch", _watch, "watch a match")
    watch.add_argument("target", nargs="?", default="", metavar="TABLE or HOST:PORT")
    watch.add_argument("--game", choices=[game.id for game in games()], help="only this game")
    _network(watch)
    tables = command("tables", _tables, "list the tables and matches on the LAN as JSON")
    tables.add_argument("--wait", type=_seconds, default=2.0, metavar="SECONDS", help="how long to listen")
    verify = command("verify", _verify, "check a saved match; the last line depends on the log alone")
    verify.add_argument("file", type=Path)
    export = command("export", _export, "write a saved match as JSON lines")
    export.add_argument("file", type=Path)
    return top


class _Parser(argparse.ArgumentParser):
    """Repeats what was typed so that it can be seen."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))


class _Version(argparse.Action):
    """Says what is installed; only then is it looked up."""

    def __call__(self, given: argparse.ArgumentParser, *_: object) -> None:
        rules = ", ".join(f"{game.id} {game.version}" for game in games())
        say(f"magicade {release()} (protocol {PROTOCOL}; rules: {rules})")
        given.exit()


def _game(place: argparse.ArgumentParser) -> None:
    place.add_argument("game", choices=[game.id for game in games()], metavar="GAME", help=_known())
    place.add_argument(
        "--seat",
        type=_seat,
        action="append",
        default=None,
        help="person, bot[:LEVEL] or open; one a seat",
    )
    place.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game",
    )
    for name, option in file_options().items():
        place.add_argument(
            f"--{name}", type=Path, action="append", default=[], metavar="FILE", help=option.help
        )


def _network(place: argparse.ArgumentParser) -> None:
    place.add_argument("--headless", action="store_true", help="no window; the last line printed is JSON")
    place.add_argument("--port", type=_port, default=None, help="listen on this TCP port")
    place.add_argument("--name", default="", help="the name to play under")
    place.add_argument("--wait", type=_seconds, default=WAIT_S, metavar="SECONDS", help="how long to look")
    place.add_argument(
        "--delay", type=_seconds, default=0.0, metavar="SECONDS", help="pause before a bot's move"
    )


def _known() -> str:
    return " | ".join(game.id for game in games())


def _seat(text: str) -> str:
    return "open" if text == "open" else _player(text)


def _player(text: str) -> str:
    if text == "person":
        return text
    found = re.fullmatch(r"bot(?::([0-9]+))?", text)
    level = int(found[1]) if found and found[1] else DEFAULT_LEVEL
    if not found or level not in LEVELS:
        levels = ", ".join(map(str, LEVELS))
        raise argparse.ArgumentTypeError(f"{text!r} is not person, bot or bot:LEVEL (levels {levels})")
    return f"bot:{level}"


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _port(text: str) -> int:
    port = whole_number(text, 1, 65535, padded=True)
    if port is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 1 to 65535")
    return port


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds: 0 or more")
    return seconds


def _checked(given: argparse.Namespace) -> tuple[dict[str, str], list[str]]:
    """Options and seats of a command that opens a game; raises RulesError or NetError."""
    rules = find_game(given.game)
    pairs = list(given.option)
    readers = {**file_options(), **{option.name: option for option in parts_of(given.game).files}}
    for name, option in readers.items():
        if files := getattr(given, name):
            pairs.append((name, option.read(files)))
    options: dict[str, str] = {}
    for name, value in pairs:
        if name in options:
            raise RulesError("option-twice", "option {name} is given twice", name=name)
        options[name] = value
    seats = given.seat if given.seat is not None else ["person"] * rules.seats[0]
    if len(seats) not in rules.seats:
        known = " or ".join(map(str, rules.seats))
        raise RulesError(
            "seats",
            "{game} is for {known} players, not {seats}",
            game=rules.name,
            known=known,
            seats=len(seats),
        )
    check_terms(rules, options, len(seats), given.position)
    return options, seats


def _target(given: argparse.Namespace) -> str:
    target = str(given.target)
    if target and not re.fullmatch(r"[0-9a-f]{16,64}", target):
        read_address(target)
    return target


def _headless_only(given: argparse.Namespace) -> None:
    if not given.headless and not given.target:
        raise RulesError("target", "say TABLE or HOST:PORT, or use --headless to take the first that fits")


# -- what the commands do: each imports only what it needs -------------------------------------


def _window(given: argparse.Namespace, start: Callable[[HubLike], None] | None = None) -> int:
    from client.program import run

    return run(given.home, start=start, port=given.port, verbose=given.verbose)


def _play(given: argparse.Namespace) -> int:
    options, seats = _checked(given)
    if "open" in seats:
        raise RulesError("open", "nobody can come to an open seat here: use host")
    position = given.position
    return _window(
        given, lambda hub: hub.post(OpenTable(given.game, options, seats, position=position, public=False))
    )


def _host(given: argparse.Namespace) -> int:
    options, seats = _checked(given)
    watchable, public = not given.no_watchers, not given.unlisted
    if given.headless:
        from client import headless

        return headless.host(
            _setup(given), given.game, options, seats, given.position, watchable=watchable, public=public
        )
    position = given.position
    return _window(
        given,
        lambda hub: hub.post(
            OpenTable(given.game, options, seats, position=position, watchable=watchable, public=public)
        ),
    )


def _join(given: argparse.Namespace) -> int:
    target = _target(given)
    if given.headless:
        from client import headless

        return headless.join(_setup(given), target, given.seat, given.game or "")
    _headless_only(given)
    return _window(given, lambda hub: hub.post(Join(target, given.seat)))


def _watch(given: argparse.Namespace) -> int:
    target = _target(given)
    if given.headless:
        from client import headless

        return headless.watch(_setup(given), target, given.game or "")
    _headless_only(given)
    return _window(given, lambda hub: hub.post(Watch(target)))


def _setup(given: argparse.Namespace) -> CommandSettings:
    from client import headless

    return headless.CommandSettings(
        given.home, given.name, given.port, given.wait, given.delay, given.verbose
    )


def _tables(given: argparse.Namespace) -> int:
    from client import headless

    return headless.tables(given.wait)


def _verify(given: argparse.Namespace) -> int:
    from net.edge.export import verify

    report = verify(given.file)
    for line in report.lines:
        say(line)
    say(report.last)
    return DONE if report.ok else FAILED


def _export(given: argparse.Namespace) -> int:
    from net.edge.export import export

    for line in export(given.file):
        say(line)
    return DONE
