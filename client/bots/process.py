"""The bots' own process: questions in, actions out, over one pipe.

Started by ``multiprocessing``'s spawn, so it imports only what it needs (rules and bots, never
pygame or the network).  ``Mind`` is the asking side; an answer that comes too late is never taken for the
answer to a later question.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any, Protocol

from client.bots.player import Choose
from rules.game import State


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A bot seat is to act; ``number`` comes back with the answer."""

    number: int
    game: str
    state: State
    seat: int
    level: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """``action``, or what went wrong in the process."""

    number: int
    action: str
    trouble: str = ""


class Pipe(Protocol):
    """One end of a pipe: a ``Connection``, or on Windows a ``PipeConnection``."""

    def send(self, obj: Any, /) -> None: ...
    def recv(self) -> Any: ...
    def poll(self, timeout: float = ..., /) -> bool: ...
    def close(self) -> None: ...


class MindError(Exception):
    """The process died, hung or could not think."""


class Mind:
    """The process, started when first asked, and again after it failed.  One thread may use it.

    ``choose`` runs in that process, once for each question.
    """

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._process: Any = None
        self._pipe: Pipe | None = None
        self._number = 0

    def ask(
        self, game: str, state: State, seat: int, level: int, seed: bytes, patience_s: float = 20.0
    ) -> str:
        """The bot's action; raises MindError after ``patience_s`` or when the process dies or fails."""
        self._number += 1
        try:
            pipe = self._start()
            pipe.send(BotQuestion(self._number, game, state, seat, level, seed))
            if not pipe.poll(patience_s):
                raise MindError(f"no answer within {patience_s:g} s")
            answer = pipe.recv()
        except MindError:
            self.stop()
            raise
        except (EOFError, OSError) as error:
            self.stop()
            raise MindError(f"the bot's process ended ({type(error).__name__})") from None
        if not isinstance(answer, BotAnswer) or answer.number != self._number:
            self.stop()
            raise MindError("the bot's process is confused")
        if answer.trouble:
            raise MindError(answer.trouble)
        return answer.action

    @property
    def pid(self) -> int | None:
        """The process's id while there is one."""
        return self._process.pid if self._process is not None else None

    def stop(self) -> None:
        """End the process."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.join(0.2)
            if process.is_alive():
                process.kill()
                process.join(2.0)

    def _start(self) -> Pipe:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self.stop()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=think, args=(theirs, self._choose), name="magicade-bot", daemon=True)
        with _ctrl_c_held():
            process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        return ours


@contextlib.contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """A process started in here hears no Ctrl-C before it ignores it (Windows can't have that)."""
    if sys.platform == "win32":
        yield
        return
    # The first process of all brings this helper along, whose start lets Ctrl-C through again: so it comes before.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def think(pipe: Pipe, choose: Choose) -> None:
    """The process's whole life: ends when the asking side is gone."""
    # Ctrl-C reaches the whole process group; who asks decides when this process ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            action = choose(question.game, question.state, question.seat, question.level, question.seed)
            answer = BotAnswer(question.number, action)
        except Exception as error:  # whatever a game's evaluation does wrong must not end the process
            answer = BotAnswer(question.number, "", f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return
