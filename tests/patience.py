"""How long a test waits for something that should come: so long that only a fault can make it miss.

A machine may be busy with other things, and its processes get a tenth of what they get elsewhere.  A test that
passes never waits so long; what is to be fast is measured by the benchmarks.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 120.0


def wait_until(ready: Callable[[], object], told: Callable[[], object] = lambda: "") -> None:
    """Look until ``ready``; what ``told`` says explains why it never was."""
    end = time.monotonic() + PATIENCE_S
    while not ready():
        assert time.monotonic() < end, told()
        time.sleep(0.005)
