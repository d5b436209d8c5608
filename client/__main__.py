"""``magicade``, also as ``python -m client``; what can be typed lies in `client.cli`."""

from __future__ import annotations

from rules.terminal import command, last


def main() -> int:
    """Carry out the command line of this process, which then ends; the exit code."""

    def run() -> int:
        from client.cli import main  # takes a while: Ctrl-C is to be quiet here too

        return main()

    return last(command(run))


if __name__ == "__main__":
    raise SystemExit(main())
