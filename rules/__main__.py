"""``python -m rules``: how people script the rules; what can be asked lies in `rules.commandline`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rules.terminal import command, last


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command; its exit code."""

    def run() -> int:
        from rules.commandline import main  # takes a while: Ctrl-C is to be quiet here too

        return main(sys.argv[1:] if argv is None else argv)

    return command(run)


if __name__ == "__main__":
    raise SystemExit(last(main()))
