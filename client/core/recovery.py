"""What is done when a scene, a look or an event raises: it is logged, said in words, and the scene is left.

Every call into a scene goes through ``Recovery.guard``, so that no exception reaches the loop.  The match is the
hub's and goes on.  Below the lowest scene there is always one that works (`client.core.lastresort`).
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator

from client.core.lastresort import LastResortScene
from client.core.reports import Reports
from client.core.scene import Scene
from client.core.services import Services
from client.core.words import _

LOG = logging.getLogger("magicade.window")


class Recovery:
    """Guards the scenes of ``stack``, which it changes when one of them fails."""

    def __init__(
        self,
        stack: list[Scene],
        services: Services,
        reports: Reports,
        reveal: Callable[[], None],
        title: Callable[[], Scene],
    ) -> None:
        """``reveal`` is called when another scene than before is on top, and must be shown; ``title`` makes
        the lowest one."""
        self.pending = False
        """Whether something was said or left that is not in the picture yet."""
        self._stack = stack
        self._services = services
        self._reports = reports
        self._reveal = reveal
        self._title = title

    @contextlib.contextmanager
    def guard(self, scene: Scene | None) -> Iterator[None]:
        """Catch whatever is raised within; ``scene`` is left for it (None: no scene is), and everything else
        goes on."""
        try:
            yield
        except Exception as error:
            self.failed(scene, error)

    def failed(self, scene: Scene | None, error: Exception) -> None:
        """``scene`` has raised ``error``: say so, and leave the scene if it is one of the stack."""
        title = scene.title if scene is not None else "the window"
        LOG.error("something went wrong in %s", title, exc_info=error)
        self.pending = True
        stays = scene is None or isinstance(scene, LastResortScene) or scene not in self._stack
        if scene is None or stays or _unborn(error, self._stack):
            self._say(left=False, board=False)
            return
        self._say(left=True, board=scene.title == "board")
        was_top = scene is self._stack[-1]
        self._stack.remove(scene)
        with contextlib.suppress(Exception):  # it has failed already
            scene.left()
        if not self._stack:
            self._stack.append(LastResortScene(self._services, self._title))
        if was_top:
            with self.guard(None):
                self._reveal()

    def _say(self, left: bool, board: bool) -> None:
        parts = [
            _("Something went wrong, and this page was closed.") if left else _("Something went wrong."),
            _("The match itself goes on: Watch takes it up again.") if board else "",
            said_report(self._reports),
        ]
        self._services.toasts.say(" ".join(part for part in parts if part))


def said_report(reports: Reports) -> str:
    """Where the newest report lies, in words; empty if there is none."""
    if reports.newest is None:
        return ""
    return _("What happened is written in {path}").format(path=reports.newest)


def _unborn(error: Exception, stack: list[Scene]) -> bool:
    """Whether ``error`` was raised while a new scene was being made, which is not in the stack: then none of the
    stack has failed."""
    trace = error.__traceback__
    while trace is not None:
        for held in trace.tb_frame.f_locals.values():
            for one in held if isinstance(held, tuple) else (held,):
                if isinstance(one, Scene) and one not in stack:
                    return True
        trace = trace.tb_next
    return False
