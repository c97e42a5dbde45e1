"""What a run returns, whoever ran it: the last configuration, the steps, and why it stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from turingrad.errors import InputError

Stop = Literal["halt", "steps", "seconds", "interrupt"]


class Configuration(Protocol):
    """One instant of a machine. Every machine model has its own; all carry the number of steps taken."""

    @property
    def step(self) -> int: ...


C = TypeVar("C", bound=Configuration)


@dataclass(frozen=True)
class Run(Generic[C]):
    """A finished run. `steps` counts the source machine's steps, `network_steps` what a network took for them."""

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

    @property
    def steps(self) -> int:
        return self.configuration.step

    @property
    def steps_per_second(self) -> float:
        return self.steps / self.seconds if self.seconds > 0 else 0.0

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
        if self.max_steps is not None and self.max_steps < 0:
            raise InputError(f"the step limit is {self.max_steps}; it must be 0 or more")
        if self.max_seconds is not None and self.max_seconds < 0:
            raise InputError(f"the time limit is {self.max_seconds} s; it must be 0 or more")
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def stopped(self, step: int) -> Stop | None:
        """Why the run must stop after `step` steps, or None while it may go on."""
        if self.max_steps is not None and step >= self.max_steps:
            return "steps"
        if self.max_seconds is not None and self.seconds >= self.max_seconds:
            return "seconds"
        return None

    def allowance(self, step: int, chunk: int) -> int:
        """How many steps the next chunk may take."""
        return chunk if self.max_steps is None else min(chunk, self.max_steps - step)
