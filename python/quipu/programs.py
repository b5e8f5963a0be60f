"""Anybody's program as a player, by the engine protocol (``docs/engine.md``): JSON lines over its standard input and
output. It gets what its seat may see, and nothing else.

>>> from quipu.programs import Program
>>> with Program("python3 mine.py") as mine:
...     quipu.arena("thebes", [mine, "expert"], games=10, iterations=200)
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any

from ._quipu import Game, State

PROTOCOL = 1
STARTING = 30.0
"""How many seconds a program may take to start, and to begin a match: some load a network."""
LEAVING = 2.0
"""How many seconds one that was told to quit may take before it is ended."""


class ProgramError(Exception):
    """A program that ended, did not answer in time, or answered anything but a legal word."""


class Program:
    """A program that plays one seat, match after match; it is started with the first one, and anew after a fault.

    ``iterations`` is told as its budget, ``seconds`` likewise: then it is told to stop when they are over. After
    ``patience`` more seconds it has failed, and :class:`ProgramError` says how.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        patience: float = 60.0,
    ):
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.name = self.command[-1] if self.command else "program"
        self._seconds, self._patience = seconds, patience
        self._budget: dict[str, Any] = {} if iterations is None else {"iterations": iterations}
        if seconds is not None:
            self._budget["ms"] = round(1000 * seconds)
        self._process: subprocess.Popen | None = None
        self._asked = 0

    def begin(self, game: Game, seat: int) -> None:
        """Begins a match."""
        if self._process is None:
            self._start()
        known = {key for key, _, _ in game.options()}
        options = {key: str(value) for key, value in game.get_parameters().items() if key in known}
        message = {"game": game.key, "seats": game.num_players(), "seat": letter(seat), "options": options}
        self._tell("game", **message)
        self._answer("ok", STARTING)

    def __call__(self, state: State) -> int:
        """Asks it for a decision."""
        seat = state.current_player()
        legal = {state.action_to_string(action): action for action in state.legal_actions()}
        self._asked += 1
        view = state.view(seat)
        self._tell("choose", id=self._asked, seat=letter(seat), view=view, legal=list(legal), budget=self._budget)
        if self._seconds is None:
            answer = self._answer("word", self._patience)
        else:
            answer = self._answer("word", self._seconds, late=self._patience)
        if answer.get("id") != self._asked:
            raise self._failed(f"it answered question {answer.get('id')}, asked was {self._asked}")
        if answer.get("word") not in legal:
            raise self._failed(f"its word {str(answer.get('word'))[:80]!r} is not legal")
        return legal[answer["word"]]

    def end(self, points: Sequence[int], places: Sequence[int]) -> None:
        """Says that the match is over."""
        self._tell("over", points=[int(each) for each in points], places=[int(each) for each in places])

    def close(self) -> None:
        """Tells it to quit, and ends it if it does not."""
        if self._process is None:
            return
        self._tell("quit")
        self._to.put(None)
        process, self._process = self._process, None
        try:
            process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            raise ProgramError(f"cannot start {self.command}: {error}") from error
        self._from: queue.Queue[str | None] = queue.Queue()
        self._to: queue.Queue[str | None] = queue.Queue()
        # Lines are written beside: a program that does not read must not hold up whoever asks.
        threading.Thread(target=_read, args=(self._process.stdout, self._from), daemon=True).start()
        threading.Thread(target=_write, args=(self._process.stdin, self._to), daemon=True).start()
        self._tell("hello", protocol=PROTOCOL, by="quipu from Python")
        ready = self._answer("ready", STARTING)
        if ready.get("protocol") != PROTOCOL:
            raise self._failed(f"it speaks version {ready.get('protocol')} of the protocol, this is {PROTOCOL}")
        self.name = str(ready.get("name", self.name))[:60]

    def _tell(self, kind: str, **fields) -> None:
        if self._process is None:
            raise ProgramError(f"{self.name} is not running, a match begins with begin()")
        self._to.put(json.dumps({"t": kind, **fields}) + "\n")

    def _answer(self, kind: str, seconds: float, late: float | None = None) -> dict[str, Any]:
        """Its next answer, which is of that kind; what it tells besides (``info``) is passed over."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._from.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                if late is None:
                    raise self._failed("it did not answer in time") from None
                self._tell("stop")
                end, late = time.monotonic() + late, None
                continue
            if line is None:
                raise self._failed("it has ended")
            try:
                answer = json.loads(line)
                told = answer["t"]
            except (ValueError, TypeError, KeyError):
                raise self._failed(f"{line[:80]!r} is no message") from None
            if told == kind:
                return answer
            if told != "info":
                raise self._failed(f"it sent {str(answer.get('text', told))[:200]!r}, {kind!r} was due")

    def _failed(self, why: str) -> ProgramError:
        """Ends it, and says what was wrong."""
        self.close()
        return ProgramError(f"{self.name}: {why}")


def letter(seat: int) -> str:
    """A seat as the protocol names it."""
    return chr(ord("A") + seat)


def _read(pipe, into: queue.Queue[str | None]) -> None:
    with pipe:
        for line in pipe:
            into.put(line)
    into.put(None)


def _write(pipe, lines: queue.Queue[str | None]) -> None:
    # A program that has ended is found out when its answer is missing.
    with contextlib.suppress(OSError), pipe:
        for line in iter(lines.get, None):
            pipe.write(line)
            pipe.flush()
