"""What holds for all tests."""

from __future__ import annotations

import signal

# Started in the background of a shell, a program and all its children would never hear Ctrl-C: some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
