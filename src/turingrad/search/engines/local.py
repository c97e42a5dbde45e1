"""All cores of this computer: a process each."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Any, NamedTuple

from cloudpickle import dumps
from joblib import cpu_count  # type: ignore[import-untyped]

from turingrad._support.interrupts import defer_interrupts
from turingrad.errors import InputError, LimitError
from turingrad.search.engines.choice import Engine
from turingrad.search.engines.worker import BOOT
from turingrad.search.units import R, Work, perform


class Answer(NamedTuple):
    """What a worker says: a unit's result, what it raised, or (no number) that it has gone."""

    worker: int
    number: int | None
    result: Any = None
    error: Exception | None = None


@contextmanager
def local_engine(workers: int | None = None) -> Iterator[Engine]:
    """`workers` processes, one a core where None; with 1 the units are done in this process."""
    count = workers or cpu_count()
    if count == 1:
        yield lambda units: map(perform, units)
        return
    pool = Pool()
    try:
        for _ in range(count):
            pool.start()
        yield pool.submit
    finally:
        pool.end()


class Pool:
    """Worker processes, and one queue of their answers, filled by a thread for each."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        self.answers: SimpleQueue[Answer] = SimpleQueue()
        self.sent = 0

    def start(self) -> None:
        """One more worker: in a process group of its own, so that Ctrl-C in a terminal reaches only its parent."""
        environment = {"OMP_NUM_THREADS": "1", **os.environ}
        with defer_interrupts():
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", BOOT],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                process_group=0 if os.name == "posix" else None,
            )
            self.processes.append(process)
        self.send(process, pickle.dumps(sys.path))
        threading.Thread(target=self.listen, args=(len(self.processes) - 1,), daemon=True).start()

    def send(self, process: subprocess.Popen[bytes], message: bytes) -> None:
        """A worker that has gone is told of by its listener."""
        assert process.stdin is not None
        with suppress(OSError), defer_interrupts():  # a message is sent whole
            process.stdin.write(message)
            process.stdin.flush()

    def listen(self, worker: int) -> None:
        stream = self.processes[worker].stdout
        assert stream is not None
        try:
            while True:
                self.answers.put(Answer(worker, *pickle.load(stream)))
        except Exception:  # the end of the stream, or half an answer
            self.answers.put(Answer(worker, None))

    def submit(self, units: Sequence[Work[R]]) -> Iterator[R]:
        """One unit at a time to each worker; results as they come."""
        first, waiting = self.sent, list(reversed(units))
        open_units = 0
        for process in self.processes[: len(units)]:
            self.give(process, waiting.pop())
            open_units += 1
        while open_units:
            answer = self.answers.get()
            if answer.number is None:
                raise LimitError(
                    "a worker process was killed, perhaps for lack of memory; the units that were finished are kept, "
                    "resume with fewer workers"
                )
            if answer.number < first:  # of a round that was given up
                continue
            open_units -= 1
            if answer.error is not None:
                raise answer.error
            if waiting:
                self.give(self.processes[answer.worker], waiting.pop())
                open_units += 1
            yield answer.result

    def give(self, process: subprocess.Popen[bytes], unit: Work[Any]) -> None:
        try:
            message = dumps((self.sent, unit))
        except Exception as error:  # of what a user's task holds
            raise InputError(f"this task cannot be sent to a worker process: {error}") from None
        self.sent += 1
        self.send(process, message)

    def end(self) -> None:
        """All of them at once, in the middle of whatever they do: what was not answered is done again another time."""
        with defer_interrupts():
            for process in self.processes:
                process.kill()
            for process in self.processes:
                process.wait()
            for process in self.processes:
                assert process.stdin is not None
                with suppress(OSError):  # of what was written and never read
                    process.stdin.close()
