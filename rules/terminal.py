"""What the two programs run from a command line share: standard streams, exit codes, Ctrl-C, the version.

The only door to standard output and error.  What is printed can always be shown and never steers a terminal;
a reader who has gone and Ctrl-C end a program quietly.  Imports little, so that Ctrl-C is quiet early on.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import signal
import sys
from collections.abc import Callable

TYPE_CHECKING = False  # ``typing`` takes long to import
if TYPE_CHECKING:
    from typing import BinaryIO

DONE, FAILED, REFUSED, INTERRUPTED = 0, 1, 2, 130
EXIT_CODES = (
    "exit codes: 0 done; 1 what was checked is wrong, or the match did not end as it should; "
    "2 it could not be done (standard error says why); 130 ended by Ctrl-C"
)

_SHOWN = "magicade-shown"
_ALIKE = {
    "–": "-", "—": "-", "−": "-", "‐": "-", "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"',
    "×": "x", "·": ".", "•": "*", "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip
"""Signs of our own sentences and boards → what stands for them where the encoding lacks them."""


class _Unwritten(Exception):
    """Standard output takes nothing more; the cause says why."""


def visible(text: str) -> str:
    """``text`` on one line, safe to print: control, format and other unprintable signs as ``\\x1b``, ``\\u202e`` …

    >>> print(visible("a\\x1b[2Jb"))
    a\\x1b[2Jb
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in "\u00a0\u202f\u3000" else _escaped(letter)
        for letter in text
    )


def say(*cells: str, at_once: bool = False) -> None:
    """Print one line on standard output, its cells with tabs between."""
    try:
        print("\t".join(map(visible, cells)), flush=at_once)
    except OSError as error:
        raise _Unwritten from error


def tell(line: str) -> None:
    """Print one line on standard error, at once; if nobody listens there, that is no reason to stop."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(visible(line), file=sys.stderr, flush=True)


def flush() -> None:
    """Let standard output have what was said so far, before something is told on standard error."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        raise _Unwritten from error


def given() -> BinaryIO:
    """Standard input as bytes; nothing comes where it is closed."""
    return io.BytesIO() if sys.stdin is None else sys.stdin.buffer


def command(run: Callable[[], int]) -> int:
    """The exit code of ``run``, with standard streams that show everything; Ctrl-C and closed pipes are quiet."""
    for stream in (sys.stdout, sys.stderr):
        _let_show(stream)
    code = DONE
    try:
        try:
            code = run()
        except SystemExit as ended:  # argparse has said what there was to say
            code = ended.code if isinstance(ended.code, int) else DONE if ended.code is None else FAILED
        flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except (_Unwritten, BrokenPipeError) as error:
        code = _unwritten(error.__cause__ or error, code)
    try:
        flush()
    except (_Unwritten, KeyboardInterrupt):
        _let_go()
    return code


def last(code: int) -> int:
    """``code``, with which the process ends now: from here on Ctrl-C does what the system does by itself."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return code


def release() -> str:
    """The version of the program that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("magicade")
    except PackageNotFoundError:
        return "(not installed)"


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def _let_show(stream: object) -> None:
    """Have ``stream`` write something for every sign, whatever its encoding."""
    codecs.register_error(_SHOWN, _in_its_stead)
    reconfigure = getattr(stream, "reconfigure", None)  # a stream of a test or of an editor may have none
    if reconfigure is not None:
        with contextlib.suppress(OSError, ValueError):
            reconfigure(errors=_SHOWN)


def _in_its_stead(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_ALIKE.get(letter) or _escaped(letter) for letter in lacking), error.end


def _unwritten(why: BaseException, code: int) -> int:
    """The exit code after standard output took no more: a reader who has enough is no failure."""
    _let_go()
    # Windows calls a closed pipe an invalid argument.
    if isinstance(why, BrokenPipeError) or (isinstance(why, OSError) and why.errno == errno.EINVAL):
        return code
    tell(f"standard output can't be written: {getattr(why, 'strerror', None) or why}")
    return REFUSED


def _let_go() -> None:
    """Keep the interpreter from stumbling over standard output again at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
