"""`run`, `compile`, `evaluate`, `learn` as the package offers them: a machine may be named as on the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, TypeVar, Unpack, overload

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.constructions import compile as compile_machine
from turingrad.constructions import drive
from turingrad.constructions.learning import LearnRun
from turingrad.constructions.prepare import Limit
from turingrad.constructions.python_programs import (
    is_python,
    learn_or_fall_back,
    learn_python,
    learns_by_program,
    may_be_a_program,
    run_python,
)
from turingrad.constructions.resolve import resolve, resolve_learner, resolve_machine
from turingrad.errors import InputError, LimitError
from turingrad.machine.grid import GridConfiguration, GridMachine
from turingrad.machine.grid.run import GivenGrid
from turingrad.machine.kind import Machine
from turingrad.machine.kinds import describe_machine, kinds
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.machine.run import Configuration, Progress, Run
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput
from turingrad.machine.tape.run import run as run_tape

if TYPE_CHECKING:
    import numpy.typing as npt
    import torch

    from turingrad._support.arrays import Bits
    from turingrad.constructions.decoder import DecoderNetwork
    from turingrad.constructions.feedforward import FeedforwardNetwork
    from turingrad.constructions.network import Network
    from turingrad.constructions.transformer import TransformerNetwork

C = TypeVar("C", bound=Configuration)
Subject: TypeAlias = str | Path | Machine
MAX_WORDS = 1_000_000


class CompileOptions(TypedDict, total=False):
    """The options of all constructions, so that a type checker notices a misspelled one; each takes its own."""

    attention: str
    b: float | None
    bits: int | None
    cells: int | None
    code: str
    constants: str
    context: int | None
    corrections: bool
    dense: bool
    depth: int | None
    digits: int | None
    encoding: str
    features: int | None
    form: str
    guard: bool
    hat: str
    input_length: int | None
    inverse_temperature: float | None
    kappa: Any
    layers: str
    layout: str
    left: int | None
    left_end: str
    loss: str
    p: Any
    radix: int | None
    ram: int | None
    read_only: Any
    samples: int | None
    scores: str
    size: int | None
    slope: float | None
    split_null: bool
    steps: int | None
    units: str
    variant: str
    width: int | None
    work: int | None


class RunSettings(TypedDict, total=False):
    """What every run takes besides its input: see `tg.run`."""

    on: str | None
    executor: str | None
    max_steps: int | Limit | None
    max_seconds: float | None
    dtype: str | None
    device: str | None
    threads: int | None
    progress: Progress | None


@overload
def run(machine: TapeMachine, given: TapeInput = None, **settings: Unpack[RunSettings]) -> Run[TapeConfiguration]: ...
@overload
def run(machine: TapeMachine, given: TapeInput = None, *, on: str, **options: Any) -> Run[TapeConfiguration]: ...
@overload
def run(machine: GridMachine, given: GivenGrid, **options: Any) -> Run[GridConfiguration]: ...
@overload
def run(machine: Learner, given: tuple[Any, ...], **options: Any) -> Run[LearnerConfiguration]: ...
@overload
def run(machine: Network[Any, C], given: Any = None, **settings: Unpack[RunSettings]) -> Run[C]: ...
@overload
def run(machine: str | Path | Machine, given: Any = None, *, on: str | None = None, **options: Any) -> Run[Any]: ...
@overload
def run(
    machine: Callable[..., Any], given: Sequence[Any] = (), *, on: str | None = None, **options: Any
) -> Run[Any]: ...
@wraps(drive.run)
def run(machine: Any, given: Any = None, *, on: str | None = None, **options: Any) -> Run[Any]:
    if is_python(machine):
        return run_python(machine, given, on=on, **options)
    return drive.run(resolve(machine, on), given, on=on, **options)


@wraps(drive.evaluate)
def evaluate(circuit: Any, vectors: npt.ArrayLike, *, on: str | None = None, **options: Any) -> Bits:
    forms = [name for name, kind in kinds().items() if kind.evaluate is not None]
    return drive.evaluate(resolve(circuit, on, forms=forms), vectors, on=on, **options)


@wraps(drive.learn)
def learn(
    learner: Any, X: npt.ArrayLike, y: npt.ArrayLike, X_test: npt.ArrayLike, *, on: str | None = None, **options: Any
) -> LearnRun:
    via = options.pop("via", None)
    if learns_by_program(learner, X, y, on, via):
        return learn_python(learner, X, y, X_test, on=on, **options)
    if via is None and may_be_a_program(learner, on):
        return learn_or_fall_back(learner, X, y, X_test, on=on, **options)
    features = len(X[0]) if hasattr(X, "__len__") and len(X) else None  # type: ignore[index, arg-type]
    return drive.learn(resolve_learner(learner, on, features), X, y, X_test, on=on, **options)


Dtype: TypeAlias = "torch.dtype | str | None"


@overload
def compile(
    machine: Subject, to: Literal["transformer"], *, dtype: Dtype = None, **options: Unpack[CompileOptions]
) -> TransformerNetwork: ...
@overload
def compile(
    machine: Subject, to: Literal["decoder"], *, dtype: Dtype = None, **options: Unpack[CompileOptions]
) -> DecoderNetwork: ...
@overload
def compile(
    machine: Subject, to: Literal["feedforward"], *, dtype: Dtype = None, **options: Unpack[CompileOptions]
) -> FeedforwardNetwork: ...
@overload
def compile(
    machine: Subject, to: str, *, dtype: Dtype = None, **options: Unpack[CompileOptions]
) -> Network[Any, Any]: ...
@wraps(compile_machine)
def compile(machine: Any, to: str, **options: Any) -> Any:
    return compile_machine(resolve_machine(machine, to), to, **options)


@validate_arguments
def counterexample(
    first: Any, second: Any, *, max_length: int = 8, max_steps: int = 10_000, alphabet: Sequence[str] | None = None
) -> str | tuple[str, ...] | None:
    """Find the shortest input on which two one-tape machines differ.

    They differ if their verdicts do: accept, reject, halted, stuck (no rule for what it reads) and running (not over
    after `max_steps` steps) are five answers. If both halt or both are stuck, they differ in what they leave on the
    tape; the names of states never matter.

    Args:
        first: A machine, or what names one: a file, a program, a name of the library.
        second: The other.
        max_length: The length of the longest inputs that are tried.
        max_steps: A run that is longer counts as running.
        alphabet: The symbols of the inputs; by default those of both machines, without the blanks.

    Returns:
        The input, or None if the machines agree on all inputs up to `max_length`.

    Example:
        >>> flip = {("A", "0"): ("1", "R", "A"), ("A", "1"): ("0", "R", "A")}
        >>> keep = {("A", "0"): ("1", "R", "A"), ("A", "1"): ("1", "R", "A")}
        >>> tg.counterexample(*(tg.machine(rules, start="A", blank="_") for rules in (flip, keep)))
        '1'
    """
    one, other = (one_tape_machine(each) for each in (first, second))
    shared = [symbol for symbol in one.symbols if symbol in other.symbols and symbol not in (one.blank, other.blank)]
    letters = list(alphabet) if alphabet is not None else shared
    words = 0
    for length in range(whole(max_length, "max_length") + 1):
        words += len(letters) ** length
        if words > MAX_WORDS or length == MAX_WORDS:
            said = f"inputs of up to {max_length:,} of {len(letters)} symbols are too many"
            raise LimitError(f"{said}; at most {MAX_WORDS:,} are tried")
        if not letters:
            break  # the empty input is the only one
    for length in range(max_length + 1 if letters else 1):
        for word in product(letters, repeat=length):
            if outcome(one, word, max_steps) != outcome(other, word, max_steps):
                return "".join(word) if all(len(symbol) == 1 for symbol in word) else word
    return None


def one_tape_machine(subject: Any) -> TapeMachine:
    """The machine that a subject stands for, refused if it has other than one tape."""
    machine = resolve_machine(subject)
    if not isinstance(machine, TapeMachine) or machine.tapes != 1:
        raise InputError(f"counterexample compares two one-tape machines, not {describe_machine(machine)}")
    return machine


def outcome(machine: TapeMachine, word: tuple[str, ...], max_steps: int) -> Any:
    """What two machines are compared by."""
    result = run_tape(machine, word, max_steps=max_steps)
    verdict = result.verdict.split()[0]  # a stuck run's goes on with the state
    return (verdict, result.configuration.tapes[0].symbols if verdict in ("halted", "stuck") else ())
