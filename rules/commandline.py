"""The commands of ``python -m rules``: how people script the rules, and how other programs talk to them.

With `rules.terminal` the only module of this package with input and output.  Bad input: exit 2, one line on
standard error, nothing on standard output.  See ``docs/rules-command-line.md``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NoReturn

from rules import registry
from rules.errors import RulesError
from rules.jsonlines import hex_of, json_line, read_object
from rules.numbers import whole_number
from rules.outside import LINE_BYTES, POSITION_CHARS, RECORD, RECORD_BYTES, STDIN, check_size, decoded
from rules.query import DEEPEST, START, Question, answer, divide, outcome
from rules.record import Mismatch, read, replay
from rules.terminal import EXIT_CODES, FAILED, REFUSED, flush, given, release, say, tell

USAGE = f"""usage: python -m rules COMMAND …

  list                                    the games: id, name, seats
  start GAME [--seats N] [--seed HEX]     the start position
  legal GAME POSITION [--json]            the legal board moves
  shapes GAME POSITION                    the legal moves without their free colours
  apply GAME POSITION MOVE…               the position after these moves
  perft GAME POSITION DEPTH [--divide]    the number of move sequences of that length
  outcome GAME POSITION                   how the game ended, as JSON
  show GAME POSITION                      the board as text
  replay FILE                             plays a match from JSON lines, ply by ply
  batch                                   answers JSON lines, one by one

POSITION is in the game's notation, or start, or - to read it from standard input.
Everywhere a position is given: --option NAME=VALUE (repeatable), and for start --seats N --seed HEX.

--help says this, --version which rules these are.
{EXIT_CODES}."""


class _Wrong(Exception):
    """Bad input: what to say and the exit code."""

    def __init__(self, words: str, code: int = REFUSED) -> None:
        super().__init__(words)
        self.code = code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Wrong(f"{self.prog.rsplit(' ', 1)[-1]}: {message}")


def _parser(command: str) -> _Parser:
    parser = _Parser(prog=f"python -m rules {command}", allow_abbrev=False)
    if command == "replay":
        parser.add_argument("file", metavar="FILE", help="a match as JSON lines, - for standard input")
        return parser
    if command in ("list", "batch"):
        return parser
    parser.add_argument("game", metavar="GAME")
    if command != "start":
        parser.add_argument("position", metavar="POSITION")
    if command == "perft":
        parser.add_argument("depth", metavar="DEPTH")
        parser.add_argument("--divide", action="store_true", help="by first move, then in all")
    if command == "apply":
        parser.add_argument("moves", metavar="MOVE", nargs="*")
    if command == "legal":
        parser.add_argument("--json", action="store_true", help="as one JSON list")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[])
    parser.add_argument("--seats", metavar="N", help="players, for the start position")
    parser.add_argument(
        "--seed", metavar="HEX", default="", help="seed of the shuffling, for the start position"
    )
    return parser


def _options(pairs: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise RulesError("option-form", "an option is NAME=VALUE, not {pair!r}", pair=pair)
        if name in options:
            raise RulesError("option-twice", "option {name} is given twice", name=name)
        options[name] = value
    return options


def _number(text: str, what: str, low: int, high: int) -> int:
    number = whole_number(text, low, high, padded=True)
    if number is None:
        raise RulesError(
            "number",
            "{what} must be a whole number from {low} to {high}, not {text!r}",
            what=what,
            low=low,
            high=high,
            text=text,
        )
    return number


def _position(text: str) -> str:
    if text != "-":
        return text
    return decoded(given().read(POSITION_CHARS + 1), POSITION_CHARS, STDIN).rstrip("\r\n")


def _ask(command: str, args: argparse.Namespace) -> list[str]:
    """The lines that a command about one position prints."""
    question = Question(
        registry.game(args.game),
        START if command == "start" else _position(args.position),
        getattr(args, "moves", ()),
        _options(args.option),
        None if args.seats is None else _number(args.seats, "--seats", 1, 1_000_000),
        hex_of(args.seed, "--seed"),
    )
    depth = _number(args.depth, "DEPTH", 0, DEEPEST) if command == "perft" else 0
    state = question.state()
    if command == "legal":
        return [json_line(state.legal())] if args.json else list(state.legal())
    if command == "shapes":
        return list(state.shapes())
    if command == "outcome":
        return [json_line(outcome(state))]
    if command == "show":
        return state.show().split("\n")
    if command == "perft":
        parts = divide(state, depth) if args.divide and depth else []
        total = sum(count for _, count in parts) if parts else state.perft(depth)
        return [f"{move} {count}" for move, count in parts] + [str(total)]
    return [state.notation()]


def _list() -> int:
    for game in registry.games():
        low, high = min(game.seats), max(game.seats)
        say(game.id, game.name, str(low) if low == high else f"{low}-{high}")
    return 0


def _replay(path: str) -> int:
    try:
        if path == "-":
            data = given().read(RECORD_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(RECORD_BYTES + 1)
    except OSError as error:
        raise _Wrong(f"{path}: {error.strerror or error}") from None
    try:
        check_size(data, RECORD_BYTES, RECORD)
        play, happened = read(data.split(b"\n"))
        for told in replay(play, happened):
            say(f"{told.words()} {told.digest.hex()}")
    except Mismatch as error:
        flush()
        raise _Wrong(f"{path}: {error}", FAILED) from None
    except RulesError as error:
        raise _Wrong(f"{path}: {error}") from None
    say(json_line(outcome(play.state)))
    return 0


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of ``source`` as they come; of one that is too long only the beginning, which is refused."""
    while line := source.readline(LINE_BYTES + 1):
        rest = line
        while len(rest) > LINE_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(LINE_BYTES + 1)
        yield line


def _batch() -> int:
    for line in _lines(given()):
        try:
            reply: dict[str, object] = {"ok": answer(read_object(line))}
        except RulesError as error:
            reply = {"error": str(error)}
        say(json_line(reply), at_once=True)
    return 0


_ABOUT_A_POSITION = ("start", "legal", "shapes", "apply", "perft", "outcome", "show")


def run(argv: Sequence[str]) -> int:
    """Carries one command out; raises _Wrong for bad input."""
    if not argv:
        raise _Wrong("rules: a command is missing; python -m rules --help lists them")
    command, rest = argv[0], list(argv[1:])
    if command in ("-h", "--help", "help"):
        for line in USAGE.splitlines():
            say(line)
        return 0
    if command == "--version":
        say(f"rules of magicade {release()} ({', '.join(f'{g.id} {g.version}' for g in registry.games())})")
        return 0
    if command not in (*_ABOUT_A_POSITION, "list", "replay", "batch"):
        raise _Wrong(f"rules: there is no command {command[:40]!r}; python -m rules --help lists them")
    args = _parser(command).parse_intermixed_args(rest)
    if command == "batch":
        return _batch()
    if command == "replay":
        return _replay(args.file)
    if command == "list":
        return _list()
    try:
        lines = _ask(command, args)
    except RulesError as error:
        raise _Wrong(f"{args.game}: {error}") from None
    for line in lines:
        say(line)
    return 0


def main(argv: Sequence[str]) -> int:
    """Carry out one command; its exit code."""
    try:
        return run(argv)
    except _Wrong as wrong:
        tell(" ".join(str(wrong).splitlines()))
        return wrong.code
