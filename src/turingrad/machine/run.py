"""What a run returns, whoever ran it: the last configuration, the steps, and why it stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from turingrad._support.interrupts import defer_interrupts
from turingrad._support.validation.values import finite, whole
from turingrad.errors import InputError, LimitError
from turingrad.machine.views import call_view

Stop = Literal["halt", "steps", "seconds", "memory", "interrupt"]
MAX_COUNT = 1 << 62  # what kernels and iterators count to: no run takes as long


class Configuration(Protocol):
    """One instant of a machine. Every machine model has its own; all carry the number of steps taken."""

    @property
    def step(self) -> int: ...


C = TypeVar("C", bound=Configuration)
C_co = TypeVar("C_co", bound=Configuration, covariant=True)


@dataclass(frozen=True)
class Run(Generic[C]):
    """A finished run. `steps` counts the source machine's steps, `network_steps` what a network took for them.
    `subject` is the network that ran, or the machine, and `given` its input, of a run by `tg.run`."""

    machine: Any
    configuration: C
    halted: bool
    stopped: Stop
    seconds: float
    executor: str
    on: str = "reference"
    network_steps: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    replay: Callable[[], Iterator[C]] | None = field(default=None, repr=False, compare=False)
    subject: Any = field(default=None, repr=False, compare=False)
    given: Any = field(default=None, repr=False, compare=False)

    @property
    def steps(self) -> int:
        return self.configuration.step

    @property
    def steps_per_second(self) -> float:
        return self.steps / self.seconds if self.seconds > 0 else 0.0

    @property
    def verdict(self) -> str:
        """How it ended: `accept`, `reject`, `halted`, `stuck` with the state and what it read, `trapped` (a program),
        or `running`."""
        if not self.halted:
            return "running"
        if getattr(self.configuration, "trap", None) is not None:
            return "trapped"
        state = getattr(self.configuration, "state", None)
        for name in ("accept", "reject"):
            if state in getattr(self.machine, name, ()):
                return name
        if state is None or state in self.machine.halting:
            return "halted"
        reads = getattr(self.machine, "reads", None)
        read = "" if reads is None else f" reading {' '.join(reads(self.configuration))}"
        return f"stuck in {state}{read}"

    @property
    def output(self) -> Any:
        """What the machine has written: of a program its bytes, of a learner its output."""
        return self._of_configuration("output", "writes nothing")

    @property
    def value(self) -> Any:
        """What a Python function returned."""
        return self.details["value"] if "value" in self.details else self._of_configuration("value", "returns no value")

    @property
    def exit_code(self) -> int | None:
        """The exit code of a program; None if it has not exited."""
        code: int | None = self._of_configuration("exit_code", "has no exit code")
        return code

    def _of_configuration(self, name: str, lack: str) -> Any:
        if not hasattr(self.configuration, name):
            from turingrad.machine.kinds import describe_machine  # which imports the kinds, and they this module

            raise InputError(f"{describe_machine(self.machine)} {lack}")
        return getattr(self.configuration, name)

    def view(self, **options: Any) -> Any:
        """The run as a page to step through: notebooks show it, `save(path)` writes it, `open()` starts a browser."""
        return call_view("run_view", self, **options)

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """The space-time diagram of a tape machine's run, as matplotlib axes."""
        return call_view("space_time", self, ax, **options)

    def _repr_html_(self) -> str:
        return str(call_view("run_html", self))

    @property
    def trace(self) -> Iterator[C]:
        """The configurations of the run from the first on, computed again as they are asked for."""
        if self.replay is None:
            raise InputError(f"the executor {self.executor!r} on {self.on!r} keeps no trace of this run")
        return self.replay()


@dataclass
class Clock:
    """Counts down a step limit and a wall-clock limit for a run that proceeds in chunks."""

    max_steps: int | None
    max_seconds: float | None

    def __post_init__(self) -> None:
        if self.max_steps is not None:
            self.max_steps = whole(self.max_steps, "the step limit")
        if self.max_seconds is not None and self.max_seconds != float("inf"):
            self.max_seconds = finite(self.max_seconds, "the time limit in seconds", 0)
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def stop_reason(self, step: int) -> Stop | None:
        """Why the run must stop after `step` steps, or None while it may go on."""
        if self.max_steps is not None and step >= self.max_steps:
            return "steps"
        if self.max_seconds is not None and self.seconds >= self.max_seconds:
            return "seconds"
        return None

    def allowance(self, step: int, chunk: int) -> int:
        """How many steps the next chunk may take."""
        return chunk if self.max_steps is None else min(chunk, self.max_steps - step)


class Stepper(Protocol[C_co]):
    """An interpreter in the middle of a run."""

    def advance(self, steps: int) -> int:
        """Take at most `steps` steps; returns how many were taken, fewer only where the machine has halted."""

    def halted(self) -> bool:
        """True if no step is possible."""

    def configuration(self) -> C_co: ...


class TraceStepper(Generic[C]):
    """A stepper over configurations that are computed one by one; it looks one ahead to see the end."""

    def __init__(self, configurations: Iterator[C]) -> None:
        self.going = configurations
        self.now: C = next(self.going)
        self.ahead: C | None = next(self.going, None)

    def advance(self, steps: int) -> int:
        for taken in range(steps):
            if self.ahead is None:
                return taken
            self.now, self.ahead = self.ahead, next(self.going, None)
        return steps

    def halted(self) -> bool:
        return self.ahead is None

    def configuration(self) -> C:
        return self.now


# Steps between two looks at the clock: a fraction of a second for the slowest and the fastest interpreter.
FIRST_CHUNK, STREAM_CHUNK, LARGEST_CHUNK = 1_000, 100_000, 16_000_000


Progress = Callable[[str, int, int | None], None]
"""Told a label, the steps done, and how many there will be at most."""

T = TypeVar("T")


def with_progress(items: Collection[T], label: str, progress: Progress | None) -> Iterator[T]:
    """The items one by one; before each, `progress` receives how many are done."""
    for number, item in enumerate(items):
        if progress is not None:
            progress(label, number, len(items))
        yield item


def quiet(_label: str, _done: int, _total: int | None) -> None:
    """No progress."""


def advance_until_stopped(
    stepper: Stepper[C],
    clock: Clock,
    *,
    chunk: int = FIRST_CHUNK,
    progress: Progress | None = None,
    label: str = "steps",
) -> Stop:
    """Run until halt, a limit, or Ctrl-C; returns why it stopped. Chunks, the first of `chunk` steps, grow while quick.

    A stepper that outgrows the memory set aside for it raises LimitError; what it computed so far stands.
    """
    step = stepper.configuration().step
    try:
        while not stepper.halted():
            reason = clock.stop_reason(step)
            if reason is not None:
                return reason
            before = clock.seconds
            with defer_interrupts():
                step += stepper.advance(clock.allowance(step, chunk))
            if progress is not None:
                progress(label, step, clock.max_steps)
            if clock.seconds - before < 0.05:
                chunk = min(2 * chunk, LARGEST_CHUNK)
    except KeyboardInterrupt:
        return "interrupt"
    except LimitError:
        return "memory"
    return "halt"


@dataclass(frozen=True)
class StartedRun(Generic[C]):
    """A run at its start: its stepper, the first chunk of steps, and what to report of it when it has ended."""

    stepper: Stepper[C]
    label: str = "steps"
    chunk: int = FIRST_CHUNK
    network_steps: Callable[[], int] | None = None
    details: Callable[[], Mapping[str, Any]] = dict


def run_to_end(
    begin: Callable[[], StartedRun[C]],
    machine: Any,
    executor: str,
    *,
    max_steps: int | None,
    max_seconds: float | None = None,
    on: str = "reference",
    progress: Progress | None = None,
) -> Run[C]:
    """A run from its start to the halt or to a limit. What has begun before the clock starts is not counted."""
    Clock(max_steps, max_seconds)  # refuse impossible limits before any work
    started = begin()
    stepper, clock = started.stepper, Clock(max_steps, max_seconds)
    stopped = advance_until_stopped(stepper, clock, chunk=started.chunk, progress=progress, label=started.label)
    last, seconds = stepper.configuration(), clock.seconds
    return Run(
        machine=machine,
        configuration=last,
        halted=stepper.halted(),
        stopped=stopped,
        seconds=seconds,
        executor=executor,
        on=on,
        network_steps=None if started.network_steps is None else started.network_steps(),
        details=started.details(),
        replay=lambda: stream(begin().stepper, Clock(last.step, None)),
    )


def stream(stepper: Stepper[C], clock: Clock, every: int = 1) -> Iterator[C]:
    """The first configuration, each `every`-th, and always the last. A long way between two is taken in chunks."""
    return _stream(stepper, clock, whole(every, "the distance of two steps of a trace", 1))


def _stream(stepper: Stepper[C], clock: Clock, every: int) -> Iterator[C]:
    configuration = stepper.configuration()
    step = shown = configuration.step
    yield configuration
    while not stepper.halted() and clock.stop_reason(step) is None:
        step += stepper.advance(clock.allowance(step, min(shown + every - step, STREAM_CHUNK)))
        if step == shown + every:
            shown = step
            yield stepper.configuration()
    if step > shown:
        yield stepper.configuration()
