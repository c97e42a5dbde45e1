"""What a kind of machine is: one value, `KIND` in `machine/NAME/kind.py`, found by its folder.

Everything that works on all machines (running, checking, pages, file formats, the command line) reads these values and
knows no names, so that a new kind is one folder and no list is edited. Nothing here, or in a `kind.py`, loads torch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import Bits, Signs
from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.machine.run import Run, StartedRun, Stepper, TraceStepper

M = TypeVar("M")
EXECUTORS = ("compiled", "python")
MAX_PAGE_STEPS = 1_000_000


class Machine(Protocol):
    """What every machine has, whatever its kind."""

    @property
    def name(self) -> str: ...

    @property
    def doc(self) -> str: ...


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A file format of a kind of machine.

    signature: a regular expression over the first bytes of a file. order: signatures are tried in this order, the most
    particular first. read, write: `module:function`, loaded when first called, of (bytes, source) -> machine and
    machine -> bytes; without `write` the format is read only. Two kinds may have a format of one name: the first whose
    signature fits reads a file, and each kind writes its own machines.
    """

    name: str
    extensions: tuple[str, ...]
    signature: bytes
    order: int
    read: str
    write: str | None = None


@dataclass(frozen=True, slots=True)
class JsonForm:
    """A kind's machines as JSON objects: `read` builds one from an object that fits the kind's `schema.json` (its
    folder's, whose `$defs` has an entry of the kind's name), `write` is the way back, without name and doc."""

    read: Callable[[dict[str, Any]], Any]
    write: Callable[[Any], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class InputRequest:
    """An input as the user of a command gives it: a text whose symbols `separator` parts, a file, or samples (X, y)."""

    text: str | None = None
    separator: str | None = None
    file: Path | None = None
    samples: tuple[Any, Any] | None = None


@dataclass(frozen=True)
class Taught:
    """What a reference learner answers: `predictions` (0 if it has no answer), figures of the run, and a function that
    answers more points, if it has one."""

    predictions: Signs
    figures: Mapping[str, Any]
    predictor: Callable[[npt.ArrayLike], Signs] | None = None


@dataclass(frozen=True)
class PageColumns:
    """How a page shows the steps of a machine.

    stage: who draws them, a function of `STAGES` in `view/page/run.js`; "fields" draws every column as a row of text.
    columns(machine, configurations): the columns of the page's frames, one entry per configuration.
    more(machine, given, configurations): further data of the stage. facts(run): figures for the head of the page.
    unit: what one frame is. max_steps: how long a run is followed if no limit is named. has_diagram: it has states and
    rules, which the page lists. first_input(machine): the input of a page if none is given.
    """

    stage: str
    columns: Callable[[Any, Sequence[Any]], dict[str, Any]]
    more: Callable[[Any, Any, Sequence[Any]], dict[str, Any]] = lambda _machine, _given, _shown: {}
    facts: Callable[[Run[Any]], dict[str, Any]] = lambda _run: {}
    unit: str = "step"
    max_steps: int = MAX_PAGE_STEPS
    has_diagram: bool = False
    first_input: Callable[[Any], Any] = lambda _machine: None


def describe_input(given: Any) -> str:
    """An input on one line: bits and signs in a row, rows of symbols parted by '/', samples by their number."""
    if isinstance(given, np.ndarray) and given.ndim > 1:
        return "/".join(map(describe_input, given))
    if isinstance(given, np.ndarray):
        return "".join("-" if value < 0 else str(value) for value in given.tolist())
    if isinstance(given, bytes | str | int):
        return str(given) if not isinstance(given, bytes) else given.hex()
    if given and hasattr(given[0], "shape"):  # arrays, or tensors
        return f"{len(given[0])} samples"
    return "/".join("".join(map(str, row)) if isinstance(row, tuple | list | str) else str(row) for row in given or ())


def describe_fields(configuration: Any) -> dict[str, Any]:
    """A configuration as JSON: its public fields, without the step."""
    names = [name for name in configuration.__dataclass_fields__ if name != "step"]
    return {name: getattr(configuration, name) for name in names}


@dataclass(frozen=True)
class Kind(Generic[M]):
    """A kind of machine, and all that others need to know of it.

    name: its folder's. title, plural: in sentences. order: its place in lists; of a library name with several forms
        the first kind is the default. machine_type, configuration_type: subclasses count as their base class.
    json, formats: its files. default_construction: what `export` and `view` compile to if nothing is named.
    parse_input(machine, request), draw_input(machine, max_length, rng), own_input(machine): an input from a command
        line, a random one, and the machine's own or None. input_options: which of the command line's `input`,
        `input_sep`, `vectors`, `data`, `input_file`, `ram` and `pass_exit_code` it has a use for. input_length(given):
        what a network's `input_bound` limits.
    begin(machine, given, executor): a run at its start, or None if it does not run step by step. trace(machine, given,
        max_steps): the configurations that a network must reproduce. executors: its reference interpreters.
    evaluate(machine, vectors, executor), learn(machine, X, y, X_test, executor=, max_steps=, seed=): if it has outputs
        for input vectors, if it learns. learner_form: what the library calls it as a learner.
    bounded_by_input: a run ends with its input, so that it needs no step limit. step_limits: the limits if none is
        named, without and with torch; None for those of all kinds.
    fields(configuration), more_fields(run): what `run --json` prints; trace_fields(configuration): what `run --trace`
        adds to the fields. summary(configuration): what `run` prints. written(configuration): the bytes that the
        machine itself writes, if it does: `run` prints them, and its summary to standard error. failure(configuration):
        an error of the machine's own, such as a trap, with which `run` ends.
    listing(machine): the lines of `turingrad library NAME`. page: how a page shows it; None if only trainings do.
    input_of(machine, configuration): the input that leads to a first configuration, to show a run again.
    draw_machine(rng): a random machine for the soak.
    """

    name: str
    title: str
    plural: str
    order: int
    machine_type: type[M]
    configuration_type: type[Any]
    json: JsonForm
    parse_input: Callable[[M, InputRequest], Any]
    draw_input: Callable[[M, int, np.random.Generator], Any]
    trace: Callable[[M, Any, int | None], Iterator[Any]]
    begin: Callable[[M, Any, str], StartedRun[Any]] | None = None
    evaluate: Callable[[M, npt.ArrayLike, str], Bits] | None = None
    learn: Callable[..., Taught] | None = None
    formats: tuple[FileFormat, ...] = ()
    default_construction: str | None = None
    input_options: tuple[str, ...] = ("input",)
    own_input: Callable[[M], Any] = lambda _machine: None
    input_length: Callable[[Any], int] = lambda given: max(map(len, given), default=0)
    describe_input: Callable[[Any], str] = describe_input
    executors: tuple[str, ...] = EXECUTORS
    learner_form: str | None = None
    bounded_by_input: bool = False
    step_limits: tuple[int, int] | None = None
    fields: Callable[[Any], dict[str, Any]] = describe_fields
    more_fields: Callable[[Run[Any]], dict[str, Any]] = lambda _run: {}
    trace_fields: Callable[[Any], dict[str, Any]] = lambda _configuration: {}
    summary: Callable[[Any], list[str]] = lambda configuration: [str(configuration)]
    written: Callable[[Any], bytes] | None = None
    failure: Callable[[Any], str | None] = lambda _configuration: None
    listing: Callable[[M], list[str]] = lambda _machine: []
    page: PageColumns | None = None
    input_of: Callable[[M, Any], Any] | None = None
    draw_machine: Callable[[Random], M] | None = field(default=None, repr=False)

    def start(self, machine: M, given: Any, executor: str | None = None) -> StartedRun[Any]:
        """A run at its start by one of the reference interpreters, the first if none is named."""
        if self.begin is None:
            raise InputError(f"{self.plural} do not run step by step: they are evaluated")
        return self.begin(machine, given, self.executor(executor))

    def executor(self, name: str | None) -> str:
        """The reference interpreter of that name, the first if none is named."""
        if name is not None and name not in self.executors:
            known = name_alternatives(name, self.executors)
            raise InputError(f"no reference executor {name!r} of {self.plural}{known}")
        return name or self.executors[0]

    def stepper(self, machine: M, given: Any, executor: str | None = None) -> Stepper[Any]:
        """The configurations of a run to advance through, also of a kind that does not run step by step."""
        if self.begin is None:
            return TraceStepper(self.trace(machine, given, None))
        return self.start(machine, given, executor).stepper
