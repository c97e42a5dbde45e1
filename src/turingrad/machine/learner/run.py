"""Reference interpreters of learners: one in plain Python to be read, one compiled to be fast.

A step takes one sample (x, y), with random bits r:

    finished  =  done(b); without a `done` circuit: whether the learner is `on_error`
    output    =  predict(b, x); with `guess`, only once finished, and before that the random bit g
    learns    =  not finished, or `on_error`; and, if `on_error` or with `guess`, only where the output is not y
    b         becomes update(b, x, y, r) where it learns

`guess` is the training phase of Abbe and Sandon's Theorem 4: a net trained by SGD learns from errors only, so while it
is not finished it answers at random and learns from half of the samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import I64, Bits, Mask, Signs, signs
from turingrad._support.jit import njit
from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.machine.circuit.and_inverter import and_inverter_graph
from turingrad.machine.circuit.run import evaluate, evaluate_python
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.machine.learner.step import step_circuit
from turingrad.machine.run import Clock, Run, StartedRun, Stepper, run_to_end, stream

EXECUTORS = ("compiled", "python")


def random_bits(seed: int, samples: int, width: int) -> Bits:
    """Fair bits (samples, width), fixed by the seed. Fewer samples get the first rows of the same bits.

    They are the raw bits of PCG64, a stream that numpy keeps from version to version.
    """
    if seed < 0:
        raise InputError(f"the seed is {seed}; it must be 0 or more")
    count = samples * width
    words = np.random.PCG64(seed).random_raw(-(-count // 64)).astype("<u8")
    return np.unpackbits(words.view(np.uint8), bitorder="little")[:count].reshape(samples, width)


def coins(learner: Learner, seed: int, samples: int) -> tuple[Bits, Bits]:
    """What a run with this seed consumes: r (samples, random_bits), and the guesses g (samples,)."""
    drawn = random_bits(seed, samples, learner.random_bits + 1)
    return drawn[:, :-1], drawn[:, -1]


def sample_bits(learner: Learner, X: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Bits, Bits]:
    """Samples of ±1 as bits, refused where they do not fit the learner."""
    points = point_bits(learner, X, "X")
    return points, (signs(y, "y", (len(points),)) > 0).astype(np.uint8)


def point_bits(learner: Learner, X: npt.ArrayLike, what: str) -> Bits:
    return (signs(X, what, (None, learner.features)) > 0).astype(np.uint8)


def finished(learner: Learner, memory: npt.ArrayLike | tuple[int, ...]) -> bool:
    """What the learner's `done` circuit says of a memory; True if there is none."""
    return learner.done is None or bool(evaluate_python(learner.done, np.asarray(memory).tolist())[0])


class PythonLearner:
    """The definition, sample by sample."""

    def __init__(self, learner: Learner, X: Bits, y: Bits, seed: int, guess: bool) -> None:
        self.learner = learner
        self.samples = list(zip(X.tolist(), y.tolist(), strict=True))
        r, g = coins(learner, seed, len(self.samples))
        self.coins = list(zip(r.tolist(), g.tolist(), strict=True))
        self.guess = guess
        self.memory = list(learner.memory)
        self.step, self.output = 0, 0

    def halted(self) -> bool:
        return self.step == len(self.samples)

    def advance(self, steps: int) -> int:
        learner = self.learner
        for taken in range(steps):
            if self.halted():
                return taken
            (x, y), (r, g) = self.samples[self.step], self.coins[self.step]
            done = learner.on_error if learner.done is None else finished(learner, self.memory)
            output = evaluate_python(learner.predict, self.memory + x)[0] if done or not self.guess else g
            learns = learner.on_error or not done
            if learner.on_error or self.guess:
                learns = learns and output != y
            if learns:
                self.memory = evaluate_python(learner.update, [*self.memory, *x, y, *r])
            self.output = 2 * output - 1
            self.step += 1
        return steps

    def configuration(self) -> LearnerConfiguration:
        return LearnerConfiguration(self.step, tuple(self.memory), self.output, finished(self.learner, self.memory))


class CompiledLearner:
    """One circuit per step (machine/learner/step.py), run gate by gate by a compiled kernel."""

    def __init__(self, learner: Learner, X: Bits, y: Bits, seed: int, guess: bool) -> None:
        self.learner = learner
        r, g = coins(learner, seed, len(X))
        columns = [X, y[:, None], r, *([g[:, None]] if guess else [])]
        self.samples = np.ascontiguousarray(np.hstack(columns))  # (samples, features + 1 + random bits + guess)
        self.graph = and_inverter_graph(step_circuit(learner, guess), xor_gates=True)
        self.memory = np.array(learner.memory, dtype=np.uint8)
        self.outputs = np.zeros(len(X), dtype=np.uint8)
        self.step = 0

    def halted(self) -> bool:
        return self.step == len(self.samples)

    def advance(self, steps: int) -> int:
        part = slice(self.step, min(self.step + steps, len(self.samples)))
        graph = self.graph
        stream_samples(
            graph.xor, graph.left, graph.right, graph.outputs, self.memory, self.samples[part], self.outputs[part]
        )
        self.step = part.stop
        return part.stop - part.start

    def configuration(self) -> LearnerConfiguration:
        output = 2 * int(self.outputs[self.step - 1]) - 1 if self.step else 0
        memory = tuple(self.memory.tolist())
        return LearnerConfiguration(self.step, memory, output, finished(self.learner, memory))


@njit(cache=True)
def stream_samples(xor: Mask, left: I64, right: I64, outputs: I64, memory: Bits, samples: Bits, answers: Bits) -> None:
    """Runs the graph (b, sample) -> (answer, b') over all samples; `memory` holds b and is left as the last b'."""
    bits, width = len(memory), samples.shape[1]
    first = 1 + bits + width
    values = np.zeros(first + len(left), dtype=np.uint8)  # variable 0 is the constant 0
    for t in range(len(samples)):
        values[1 : 1 + bits] = memory
        values[1 + bits : first] = samples[t]
        for j in range(len(left)):
            a = values[left[j] >> 1] ^ (left[j] & 1)
            b = values[right[j] >> 1] ^ (right[j] & 1)
            values[first + j] = a ^ b if xor[j] else a & b
        answers[t] = values[outputs[0] >> 1] ^ (outputs[0] & 1)
        for i in range(bits):
            memory[i] = values[outputs[i + 1] >> 1] ^ (outputs[i + 1] & 1)


def samples_of(given: Any) -> tuple[Any, Any, int]:
    """X, y and the seed of samples given as (X, y) or (X, y, seed)."""
    if not isinstance(given, Sequence) or len(given) not in (2, 3):
        raise InputError("a learner is given (X, y) or (X, y, seed)")
    return given[0], given[1], given[2] if len(given) == 3 else 0


class How(TypedDict, total=False):
    """How a learner streams over samples: the executor, the seed of its random bits, and whether it learns only from
    samples that a random guess gets wrong (Theorem 4 of Abbe & Sandon)."""

    executor: str
    seed: int
    guess: bool


def stepper(
    learner: Learner,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    executor: str = "compiled",
    seed: int = 0,
    guess: bool = False,
) -> Stepper[LearnerConfiguration]:
    """An interpreter before the first sample."""
    if executor not in EXECUTORS:
        raise InputError(f"no reference executor {executor!r}{name_alternatives(executor, EXECUTORS)}")
    kind = CompiledLearner if executor == "compiled" else PythonLearner
    return kind(learner, *sample_bits(learner, X, y), seed, guess)


def updates(learner: Learner, X: npt.ArrayLike, y: npt.ArrayLike, seed: int) -> I64:
    """The numbers of the samples on which the training phase of Theorem 4 (`guess`) calls `update`."""
    _, labels = sample_bits(learner, X, y)
    found, done = [], learner.on_error
    for configuration in trace(learner, X, y, seed=seed, guess=True):
        number = configuration.step - 1
        if number >= 0 and (learner.on_error or not done) and configuration.output != 2 * int(labels[number]) - 1:
            found.append(number)
        done = learner.on_error if learner.done is None else configuration.done
    return np.array(found, np.int64)


def run(
    learner: Learner,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    max_steps: int | None = None,
    max_seconds: float | None = None,
    **how: Unpack[How],
) -> Run[LearnerConfiguration]:
    """Stream over the samples, one per step, to the last or to a limit."""

    def begin() -> StartedRun[LearnerConfiguration]:
        return StartedRun(stepper(learner, X, y, **how))

    return run_to_end(begin, learner, how.get("executor", EXECUTORS[0]), max_steps=max_steps, max_seconds=max_seconds)


def trace(
    learner: Learner,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    every: int = 1,
    max_steps: int | None = None,
    max_seconds: float | None = None,
    **how: Unpack[How],
) -> Iterator[LearnerConfiguration]:
    """Stream configurations: the first, each `every`-th, and always the last."""
    interpreter = stepper(learner, X, y, **how)
    return stream(interpreter, Clock(max_steps, max_seconds), every)


def predict(
    learner: Learner, memory: tuple[int, ...], X: npt.ArrayLike, executor: Literal["compiled", "python"] = "compiled"
) -> Signs:
    """What the learner with this memory predicts on points: -1 or +1, or 0 throughout where it is not done."""
    points = point_bits(learner, X, "X_test")
    if len(memory) != len(learner.memory):
        raise InputError(f"a memory of {len(memory)} bits for a learner of {len(learner.memory)}")
    if not finished(learner, memory):
        return np.zeros(len(points), dtype=np.int8)
    repeated = np.tile(np.array(memory, dtype=np.uint8), (len(points), 1))
    bits = evaluate(learner.predict, np.hstack([repeated, points]), executor)[:, 0]
    return (2 * bits.astype(np.int8) - 1).astype(np.int8)


def learn(
    learner: Learner,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    *,
    executor: Literal["compiled", "python"] = "compiled",
    seed: int = 0,
    guess: bool = False,
) -> Signs:
    """Predictions on a test set after one pass over the samples; a learner that is not done predicts 0."""
    last = run(learner, X, y, executor=executor, seed=seed, guess=guess)
    return predict(learner, last.configuration.memory, X_test, executor)
