"""What a construction is: one value, `CONSTRUCTION` in `constructions/NAME/construction.py`, found by its folder.

Everything that works on all constructions (`drive`, `check`, the command line) reads these values and knows no names.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from turingrad._support.arrays import I64, Bits, Signs
from turingrad.machine.run import Progress, StartedRun, quiet

if TYPE_CHECKING:
    from turingrad.constructions.network import Network

ALL_DTYPES = ("float16", "bfloat16", "float32", "float64")


@dataclass(frozen=True, slots=True)
class Executor:
    """One method of running a network. `dtypes` it computes in (none: it computes with symbols), `devices` it runs on
    (None: every torch device), `parallel` where it uses several threads. `forms`: the kinds of machine that it runs
    (none: all that the construction takes). `uses_torch`: if not, runs may be long."""

    name: str
    dtypes: tuple[str, ...] = ALL_DTYPES
    devices: tuple[str, ...] | None = ("cpu",)
    parallel: bool = False
    forms: tuple[str, ...] = ()
    uses_torch: bool = True

    def runs(self, form: str | None) -> bool:
        """Whether it runs machines of this kind."""
        return not self.forms or form is None or form in self.forms


@dataclass(frozen=True)
class TrainingRequest:
    """What is to be learned, and how: checked by `drive` before a construction sees it. `learner` is a machine or a
    compiled network; `executor` is None if the construction may choose. Features are float64 instead where the
    trainer quantises them (`takes_numbers`)."""

    learner: Any
    X: Signs
    y: Signs
    X_test: Signs
    executor: str | None = None
    dtype: str | None = None
    threads: int | None = None
    max_steps: int | None = None
    noise: float | Callable[..., Any] | None = None
    seed: int = 0
    progress: Progress = quiet
    options: Any = None


@dataclass(frozen=True)
class TrainingResult:
    """What came of a training request: predictions (0 if there is no answer; numbers if the trainer's labels are), SGD
    steps, figures. `interrupted`: the figures are true of the steps that were taken. `predictor`: the trained network,
    to be asked about more points; `network`: that network itself, to be saved. `taught`: the numbers of the samples
    that its update saw, in their order, if it was not each once; those of a second pass go on from the first's."""

    executor: str
    predictions: Signs
    sgd_steps: int
    details: Mapping[str, Any] = field(default_factory=dict)
    interrupted: bool = False
    predictor: Callable[[Signs], Signs] | None = field(default=None, compare=False, repr=False)
    network: Network[Any, Any] | None = field(default=None, compare=False, repr=False)
    taught: I64 | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a construction that has none."""


@dataclass(frozen=True)
class Construction:
    """A recipe that turns a machine into a network, and all that others need to know of it.

    accepts: raises `MachineError`, saying why, if the machine is not one for this construction.
    Options, LearnOptions: frozen dataclasses, what `compile` and `learn` let one choose.
    sizes_for(machine, given, steps, executor): options of `compile` that follow from a run; the user's win.
    forms: of a library name that has several, those that fit, the preferred first; `learner_form` is that of `learn`.
    begin(network, given, executor), evaluate(network, vectors, executor, device), learn(request): None if it does
    not run, evaluate or learn. `choose(network, given, max_steps)` names the executor if the user does not.
    rebuild(made_from, dtype): a network that is made of more than its machine, see `Network.made_from`.
    learns_with: which of dtype, threads, max_steps and noise `learn` honours.
    check_with(machine): the executor by which `check` runs whole runs if the forward pass takes long, which then runs
    `forward_steps` steps (of `Network.stepping_network`), the first steps on the machine's own input alone.
    """

    name: str
    paper: str
    executors: tuple[Executor, ...]
    accepts: Callable[[Any], None]
    forms: tuple[str, ...] = ()
    learner_form: str | None = None
    Options: type = NoOptions
    LearnOptions: type = NoOptions
    compile: Callable[..., Network[Any, Any]] | None = None
    sizes_for: Callable[[Any, Any, int | None, str | None], dict[str, Any]] = lambda *_: {}
    begin: Callable[[Any, Any, str], StartedRun[Any]] | None = None
    choose: Callable[[Any, Any, int | None], str | None] = lambda _network, _given, _steps: None
    evaluate: Callable[[Any, Bits, str, str], Bits] | None = None
    learn: Callable[[TrainingRequest], TrainingResult] | None = None
    rebuild: Callable[[Mapping[str, Any], Any], Network[Any, Any]] | None = None
    learns_with: tuple[str, ...] = ()
    check_with: Callable[[Any], str | None] = lambda _machine: None
    forward_steps: int = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. `ratio` is to a baseline measured in the same run, `bar` the least (or most) that it should be,
    `limit` what was tried and what limits it, said where the bar is not met."""

    what: str
    value: float
    unit: str
    ratio: float | None = None
    bar: float | None = None
    at_most: bool = False
    note: str = ""
    limit: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the bar is met; None if there is none. The bar is on the ratio if there is one, else the value."""
        if self.bar is None:
            return None
        figure = self.value if self.ratio is None else self.ratio
        return figure <= self.bar if self.at_most else figure >= self.bar

    @property
    def remark(self) -> str:
        """The note, and beside an unmet bar what limits it."""
        return "; ".join(part for part in (self.note, self.limit if self.met is False else "") if part)


@dataclass
class BenchReport:
    """Collects the rows of one benchmark; `progress` is called with what is being measured."""

    name: str
    progress: Callable[[str], None] = lambda _what: None
    rows: list[Row] = field(default_factory=list)

    def row(self, what: str, value: float, unit: str, **more: Any) -> None:
        """Add a `Row`; `more` are its other fields."""
        self.rows.append(Row(what, value, unit, **more))

    def times(self, what: str, ratio: float, **more: Any) -> None:
        """A ratio that is a row of its own."""
        self.row(what, ratio, "times", ratio=ratio, **more)

    def memory(self, what: str, *, bar: float, note: str = "") -> None:
        """The most memory that this process has had so far."""
        self.row(what, peak_memory(), "GB", bar=bar, at_most=True, note=note)

    def seconds(self, what: str, work: Callable[[], Any], *, warmup: int = 1, repeat: int = 3) -> float:
        """The best of `repeat` timings of `work`, after `warmup` calls that do not count."""
        self.progress(what)
        for _ in range(warmup):
            work()
        return min(_time(work) for _ in range(repeat))

    def processor(self, what: str, *works: Callable[[], Any], warmup: int = 1, repeat: int = 3) -> tuple[float, ...]:
        """CPU seconds, of each of several works: in turn, so that what else runs on the machine slows all
        of them, and the best of `repeat` of each. They must run on one thread."""
        self.progress(what)
        for work in works * warmup:
            work()
        rounds = [[_time(work, time.process_time) for work in works] for _ in range(repeat)]
        return tuple(map(min, zip(*rounds, strict=True)))


def peak_memory() -> float:
    """The most memory that this process has had, in GB."""
    import resource  # not on every system

    unit = 1 if sys.platform == "darwin" else 1024  # bytes on macOS, kilobytes on Linux
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**30


def _time(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    started = clock()
    work()
    return clock() - started


@dataclass(frozen=True)
class Chapter:
    """A chapter of the tour: its place, its title, and the function that shows it on a console."""

    order: int
    title: str
    show: Callable[[Any], None]
