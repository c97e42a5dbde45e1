"""The original is the oracle: what was compiled is compared with the Python that it was compiled from, by running it.

A learner is taught some dozens of random samples, once with random labels and once with those of one feature (so that
right predictions occur, too); at every sample the prediction, `done` and every bit of the memory after the update are
those of the circuits. A function is called with random arguments and with the ends of their ranges. A difference is an
error that shows the sample.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from turingrad.arrays import I64, Signs
from turingrad.checked import shown
from turingrad.errors import InputError, MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.run import evaluate, evaluate_python
from turingrad.machine.learner.run import coins
from turingrad.python.memory import attributes_of, places
from turingrad.python.shapes import Range, Shape

if TYPE_CHECKING:
    from turingrad.python.functions import FunctionCircuit
    from turingrad.python.learners import ProgramLearner

SAMPLES = 24  # of each of the two runs
CALLS = 40
FEW_GATES = 3_000  # up to here the plain interpreter is quicker than loading the compiled one
CURE = "this is a mistake of the compiler: please report it; verify=False compiles without the comparison"


def outputs_of(circuit: Circuit, rows: Sequence[Sequence[int]]) -> list[list[int]]:
    if len(circuit.gates) <= FEW_GATES:
        return [evaluate_python(circuit, row) for row in rows]
    found: list[list[int]] = evaluate(circuit, np.array(rows, np.uint8).reshape(len(rows), -1)).tolist()
    return found


# ---- learners ----------------------------------------------------------------------------------------------------


def samples(
    learner: ProgramLearner, rng: Random, labelled: bool
) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """Random samples (x, y, r); `labelled`: y is the first feature."""
    for _ in range(SAMPLES):
        x = tuple(rng.choice((-1, 1)) for _ in range(learner.features))
        yield x, x[0] if labelled else rng.choice((-1, 1)), tuple(rng.randrange(2) for _ in range(learner.random_bits))


def verify_learner(learner: ProgramLearner) -> None:
    """Compare the circuits with the object, run as plain Python.

    Raises:
        MachineError: they differ; the message shows the sample.
        InputError: the object itself fails on a sample.
    """
    rng = Random(0)
    constants = constants_of(learner, learner.program)
    for labelled in (False, True):
        program = learner.fresh()
        taught: list[Any] = []
        for x, y, r in samples(learner, rng, labelled):
            before = bits_of(learner, program, taught)
            said = run_plain(program, "predict", (x,), taught)
            done = run_plain(program, "done", (), taught) if learner.done is not None else None
            taught.append((x, y, *((r,) if learner.random_bits else ())))
            run_plain(program, "update", taught[-1], taught)
            after = bits_of(learner, program, taught)
            if constants_of(learner, program) != constants:
                raise differs(learner, "an attribute that no update changes", taught)
            compare_sample(learner, before, after, x, y, r, said, done, taught)


def compare_sample(
    learner: ProgramLearner,
    before: list[int],
    after: list[int],
    x: tuple[int, ...],
    y: int,
    r: tuple[int, ...],
    said: Any,
    done: Any,
    taught: list[Any],
) -> None:
    point, label = [int(v > 0) for v in x], int(y > 0)
    (answer,) = outputs_of(learner.predict, [[*before, *point]])[0]
    if type(said) is bool or said not in (-1, 1) or 2 * answer - 1 != said:
        raise differs(learner, f"predict is {2 * answer - 1} in the circuits and {said!r} in Python", taught)
    if learner.done is not None and bool(outputs_of(learner.done, [before])[0][0]) != bool(done):
        raise differs(learner, f"done is {not done} in the circuits and {done!r} in Python", taught)
    if learner.on_error and said == y:  # the circuits' update is asked on errors only
        made = before
    else:
        made = outputs_of(learner.update, [[*before, *point, label, *r]])[0]
    if made != after:
        names = learner.update.output_names
        wrong = [name for name, a, b in zip(names, made, after, strict=True) if a != b]
        raise differs(learner, f"update gives other bits of {', '.join(wrong[:4])}", taught)


def bits_of(learner: ProgramLearner, program: Any, taught: list[Any]) -> list[int]:
    try:
        return list(learner.bits_of(program))
    except (InputError, LookupError, TypeError, KeyError) as error:
        raise differs(learner, f"the object's memory leaves what was compiled ({error})", taught) from None


def constants_of(learner: ProgramLearner, program: Any) -> list[Any]:
    """The numbers of an object that are no memory."""
    memory = {field.place for field in learner.fields}
    return [(place, type(value), int(value)) for place, value in places(attributes_of(program)) if place not in memory]


def run_plain(program: Any, method: str, given: tuple[Any, ...], taught: list[Any]) -> Any:
    try:
        return getattr(program, method)(*given)
    except Exception as error:
        name, shows = type(program).__name__, shown(taught)
        said = f"{type(error).__name__}: {error}"
        raise InputError(f"{name}.{method} itself fails in Python ({said}) after the samples (x, y) {shows}") from None


def differs(learner: ProgramLearner, what: str, taught: list[Any]) -> MachineError:
    name = type(learner.program).__name__
    return MachineError(f"{name}: {what}, after the samples (x, y) {shown(taught)}; {CURE}")


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
        program.update(tuple(x), label, *([tuple(r[number].tolist())] if learner.random_bits else []))
    answered = predictions != 0
    if not answered.any():
        return None
    if learner.done is not None and not program.done():
        return 0.0
    expected = np.array([program.predict(tuple(x)) for x in points[: len(predictions)].tolist()])
    return float(np.mean((expected == predictions)[answered]))


# ---- functions ---------------------------------------------------------------------------------------------------


def verify_function(function: Callable[..., Any], made: FunctionCircuit, fixed: dict[str, Any]) -> None:
    """Compare the circuit with the function, called as plain Python; `fixed` are arguments without a range.

    Calls that raise are left out: `raise` and `assert` are assumptions on the arguments.
    """
    rng = Random(0)
    for values in arguments(made, rng):
        named = dict(zip((name for name, _ in made.arguments), copy.deepcopy(values), strict=True))
        try:
            expected = function(**named, **copy.deepcopy(fixed))
        except Exception:
            continue
        (bits,) = outputs_of(made, [made.encode(values)])
        found = made.decode(bits)
        if found != expected or isinstance(found, list) != isinstance(expected, list):
            given = ", ".join(f"{name}={value!r}" for name, value in named.items())
            both = f"is {shown(expected)} in Python and {shown(found)} in the circuit"
            raise MachineError(f"{function.__name__}({given[:200]}) {both}; {CURE}")


def arguments(made: FunctionCircuit, rng: Random) -> Iterator[tuple[Any, ...]]:
    """Arguments at the ends of their ranges, then random ones."""
    shapes = [shape for _, shape in made.arguments]
    ends = [(lambda leaf: leaf.lo), (lambda leaf: leaf.hi)]
    few = product(ends, repeat=min(len(shapes), 3))
    for chosen in few:
        yield tuple(draw(shape, chosen[i % len(chosen)]) for i, shape in enumerate(shapes)) if chosen else ()
    for _ in range(CALLS):
        yield tuple(draw(shape, lambda leaf: rng.randint(leaf.lo, leaf.hi)) for shape in shapes)


def draw(shape: Shape, pick: Callable[[Range], int]) -> Any:
    """A value of a shape, its numbers by `pick`."""
    if isinstance(shape, Range):
        return bool(pick(shape)) if shape.truth else pick(shape)
    items = [draw(inner, pick) for inner in shape[1]]
    return tuple(items) if shape[0] == "tuple" else items
