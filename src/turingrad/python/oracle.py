"""The original is the oracle: what was compiled is compared with the Python that it was compiled from, by running it.

A learner is taught some dozens of random samples, once with random labels and once with those of one feature (so that
right predictions occur, too); at every sample the prediction, `done` and every bit of the memory after the update are
those of the circuits. A difference is an error that shows the sample; functions: see `function_oracle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from dis import opmap
from functools import reduce
from operator import and_, or_, xor
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from turingrad._support.arrays import I64, Signs
from turingrad._support.validation.values import short_repr
from turingrad.errors import InputError, MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.learner.run import coins
from turingrad.python.memory import attributes_of, places

if TYPE_CHECKING:
    from turingrad.python.learners import ProgramLearner

FEW_SAMPLES, SAMPLES, TRUSTING_SAMPLES = 16, 24, 300  # of each of the two runs
FEW_GATES = 200  # such circuits are compiled in a millisecond or two
JOINS: dict[str, Callable[[int, int], int]] = {"and": and_, "or": or_, "xor": xor}
CURE = "this is a mistake of the compiler: please report it; verify=False compiles without the comparison"


def outputs_of(circuit: Circuit, rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The outputs of all rows of inputs."""
    columns = [pack_column(column) for column in zip(*rows, strict=True)] if circuit.inputs else []
    if not circuit.outputs or not rows:
        return [[] for _ in rows]
    found = (unpack_column(column, len(rows)) for column in pack_outputs(circuit, columns, len(rows)))
    return list(map(list, zip(*found, strict=True)))


def pack_column(bits: Iterable[int]) -> int:
    """Bits as a number, the first one lowest."""
    return int("".join(map(str, bits))[::-1] or "0", 2)


def unpack_column(column: int, count: int) -> list[int]:
    return [digit & 1 for digit in f"{column:0{count}b}"[::-1].encode()]  # the digits 0 and 1 are 48 and 49


def pack_outputs(circuit: Circuit, columns: Sequence[int], count: int) -> list[int]:
    """The outputs of `count` rows: bit r of the int at a node belongs to row r, so a gate is one operation."""
    every = (1 << count) - 1
    values = list(columns)
    for gate in circuit.gates:
        of = [values[node] for node in gate.inputs]
        if gate.kind == "lut":
            assert gate.table is not None
            of = [int(gate.table[int("0" + "".join(str(v >> r & 1) for v in of), 2)]) << r for r in range(count)]
            values.append(sum(of))
        elif gate.kind in JOINS:
            values.append(reduce(JOINS[gate.kind], of))
        else:
            values.append({"id": of[0], "not": every ^ of[0]}[gate.kind] if of else every * (gate.kind == "const1"))
    return [values[node] for node in circuit.output_nodes]


def samples(
    learner: ProgramLearner, rng: Random, labelled: bool
) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """Random samples (x, y, r); `labelled`: y is the first feature."""
    count = FEW_SAMPLES if len(learner.update.gates) < FEW_GATES else SAMPLES
    count = TRUSTING_SAMPLES if learner.trusted else count
    for _ in range(count if learner.samples is None else min(count, learner.samples)):
        x = tuple(rng.choice((-1, 1)) for _ in range(learner.features))
        yield x, x[0] if labelled else rng.choice((-1, 1)), tuple(rng.randrange(2) for _ in range(learner.random_bits))


@dataclass(frozen=True)
class Seen:
    """What the object did with one sample: its memory before and after, and its answers before."""

    before: list[int]
    after: list[int]
    x: list[int]  # bits
    y: int
    r: tuple[int, ...]
    said: Any
    done: Any
    taught: list[Any]  # all samples up to this one


def verify_learner(learner: ProgramLearner, seed: int = 0) -> None:
    """Compare the circuits with the object, run as plain Python on samples drawn by the seed.

    Raises:
        MachineError: they differ; the message shows the sample.
        InputError: the object itself fails on a sample.
    """
    seen = list(watch(learner, Random(seed)))
    if not seen:
        name = type(learner.program).__name__
        raise InputError(f"{name}: an `assert` ends every run of the object at its first sample")
    answers = outputs_of(learner.predict, [[*s.before, *s.x] for s in seen])
    updates = outputs_of(learner.update, [[*s.before, *s.x, int(s.y > 0), *s.r] for s in seen])
    ends = [[0]] * len(seen) if learner.done is None else outputs_of(learner.done, [s.before for s in seen])
    for s, (answer,), (end,), update in zip(seen, answers, ends, updates, strict=True):
        if type(s.said) is bool or s.said not in (-1, 1) or 2 * answer - 1 != s.said:
            raise differs(learner, f"predict is {2 * answer - 1} in the circuits and {s.said!r} in Python", s.taught)
        if learner.done is not None and bool(end) != bool(s.done):
            raise differs(learner, f"done is {bool(end)} in the circuits and {s.done!r} in Python", s.taught)
        made = s.before if learner.on_error and s.said == s.y else update  # asked on errors only
        if made != s.after:
            wrong = [n for n, a, b in zip(learner.update.output_names, made, s.after, strict=True) if a != b]
            raise differs(learner, f"update gives other bits of {', '.join(wrong[:4])}", s.taught)


def watch(learner: ProgramLearner, rng: Random) -> Iterator[Seen]:
    """Teach the object, twice from the start."""
    constants = constants_of(learner, learner.program)
    for labelled in (False, True):
        program, taught = learner.fresh(), list[Any]()
        before = bits_of(learner, program, taught)
        for x, y, r in samples(learner, rng, labelled):
            taught = [*taught, (x, y, *((r,) if learner.random_bits else ()))]
            try:
                said = run_plain(program, "predict", (x,), taught[:-1])
                done = run_plain(program, "done", (), taught[:-1]) if learner.done is not None else None
                run_plain(program, "update", taught[-1], taught)
            except AssumedError:
                break
            after = bits_of(learner, program, taught)
            yield Seen(before, after, [int(v > 0) for v in x], y, r, said, done, taught)
            before = after
        if constants_of(learner, program) != constants:
            raise differs(learner, "an attribute changes that no update changes", taught)


def bits_of(learner: ProgramLearner, program: Any, taught: list[Any]) -> list[int]:
    try:
        return list(learner.bits_of(program))
    except (InputError, LookupError, TypeError, KeyError) as error:
        if learner.trusted:
            name, which = type(program).__name__, " or ".join(learner.trusted[:3])
            why = f"{which} leaves its declared range ({error}) after the samples (x, y) {short_repr(taught)}"
            raise InputError(f"{name}: {why}; declare a wider Int(lo, hi), or clamp") from None
        raise differs(learner, f"the object's memory leaves what was compiled ({error})", taught) from None


def constants_of(learner: ProgramLearner, program: Any) -> list[Any]:
    """The numbers of an object that are no memory."""
    memory = {field.place for field in learner.fields}
    return [(place, type(value), int(value)) for place, value in places(attributes_of(program)) if place not in memory]


class AssumedError(Exception):
    """An `assert` of the program says that such samples do not come."""


def is_assumption(error: BaseException) -> bool:
    """True of what an `assert` or `raise` of the program raised, rather than an operation that fails."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place is not None and place.tb_frame.f_code.co_code[place.tb_lasti] == opmap["RAISE_VARARGS"]


def run_plain(program: Any, method: str, given: tuple[Any, ...], taught: list[Any]) -> Any:
    try:
        return getattr(program, method)(*given)
    except Exception as error:
        if isinstance(error, AssertionError) and is_assumption(error):
            raise AssumedError from error
        name, shows = type(program).__name__, short_repr(taught)
        said = f"{type(error).__name__}: {error}"
        raise InputError(f"{name}.{method} itself fails in Python ({said}) after the samples (x, y) {shows}") from None


def differs(learner: ProgramLearner, what: str, taught: list[Any]) -> MachineError:
    name = type(learner.program).__name__
    return MachineError(f"{name}: {what}, after the samples (x, y) {short_repr(taught)}; {CURE}")


def agreement(
    learner: ProgramLearner, X: Signs, y: Signs, taught: I64, points: Signs, predictions: Signs, seed: int
) -> float | None:
    """The share of answers that are those of the Python object, updated with the same samples; None without any.

    `taught` numbers the samples, passes one after the other. A learner with `done` is left alone once it is done, as by
    the reference interpreters.
    """
    program = learner.fresh()
    r, _ = coins(learner, seed, int(taught.max(initial=-1)) + 1)
    for number in taught.tolist():
        if learner.done is not None and not learner.on_error and program.done():
            continue
        x, label = X[number % len(X)].tolist(), int(y[number % len(X)])
        sample = (tuple(x), label, *([tuple(r[number].tolist())] if learner.random_bits else []))
        try:
            run_plain(program, "update", sample, [sample])
        except AssumedError as error:
            said = f"{type(error.__cause__).__name__}: {error.__cause__}"
            raise InputError(f"{type(program).__name__}: sample {number} breaks an assumption ({said})") from None
        if learner.trusted:
            bits_of(learner, program, [sample])
    answered = predictions != 0
    if not answered.any():
        return None
    if learner.done is not None and not program.done():
        return 0.0
    expected = np.array([program.predict(tuple(x)) for x in points[: len(predictions)].tolist()])
    return float(np.mean((expected == predictions)[answered]))
