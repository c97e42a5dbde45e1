"""`run`, `evaluate` and `learn`. Each takes a machine or a compiled network; each option is honoured, or refused in one
line (`prepare`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy.typing as npt

from turingrad.arrays import Bits, Signs, bits, numbers, signs
from turingrad.checked import finite, whole
from turingrad.constructions.construction import Construction, Lesson
from turingrad.constructions.functions import is_function, run_function
from turingrad.constructions.learning import LearnRun
from turingrad.constructions.options import chosen
from turingrad.constructions.prepare import Limit, compiled_network, prepare, room_of, torch_for
from turingrad.constructions.registry import REFERENCE, find_construction
from turingrad.constructions.ways import fitting, honoured, one_of
from turingrad.doors import door
from turingrad.errors import InputError, MachineError
from turingrad.machine.kinds import kind_of
from turingrad.machine.run import Begun, Progress, Run, completed

__all__ = ["Limit", "compiled_network", "evaluate", "executor_names", "learn", "run"]


@door
def run(
    machine: Any,
    given: Any = None,
    *,
    on: str | None = None,
    executor: str | None = None,
    max_steps: int | Limit | None = Limit.DEFAULT,
    max_seconds: float | None = None,
    dtype: str | None = None,
    device: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Run[Any]:
    """Run a machine on the reference interpreter or on a network, or a network that was compiled before.

    Args:
        machine: a machine, or a compiled network. `tg.run` also takes the name of a library machine, of a file, or of
            the folder of a compiled network.
        given: its input: a tape, the rows of a grid, samples (X, y) of a learner, arguments of a function; by default
            the machine's own.
        on: `reference`, or the construction to compile a machine to; by default the interpreter, or the network's own.
        executor: how the network is run; by default the construction chooses.
        max_steps: stop after this many steps; by default 10,000, or what a network was compiled for. A machine is
            compiled for this many.
        max_seconds: stop after this much time.
        dtype, device, threads: the number format, the torch device and the threads that an executor computes with.
        progress: called with a label, the steps done and how many there are at most.
        options: the construction's own options, for a machine that is compiled.

    Returns:
        A `Run`: the last configuration, the steps, and why it stopped.
    """
    if is_function(machine):
        more = {"dtype": dtype, "device": device, "threads": threads, **options}
        name = executor or executor_names(on or REFERENCE)[0]
        return run_function(machine, given, partial(evaluate, on=on, executor=executor, **more), on or REFERENCE, name)
    ready = prepare(
        machine, given, on=on, executor=executor, dtype=dtype, device=device, threads=threads, max_steps=max_steps,
        max_seconds=max_seconds, options=options,
    )  # fmt: skip
    room = ready.room

    def begin() -> Begun[Any]:
        assert room.begin is not None
        return room.begin(ready.subject, given, ready.executor)

    with torch_for(room, threads or 1):  # one step is too small for two threads
        found = completed(
            begin, ready.machine, ready.executor, max_steps=ready.max_steps, max_seconds=max_seconds, on=room.name,
            progress=progress,
        )  # fmt: skip
    found = replace(found, subject=ready.subject, given=given)
    return found if room.compile is None else replace(found, replay=lambda: replayed(found))


@door
def evaluate(
    circuit: Any,
    vectors: npt.ArrayLike,
    *,
    on: str | None = None,
    executor: str | None = None,
    dtype: str | None = None,
    device: str | None = None,
    threads: int | None = None,
    **options: Any,
) -> Bits:
    """The outputs of a circuit, or of its network, for many input vectors.

    Args:
        circuit: a circuit or its compiled network; `tg.evaluate` also takes a name, a file or a folder.
        vectors: 0/1 input vectors, an array (vectors, inputs).
        on: `reference`, or the construction to compile a circuit to.
        executor: how the network is evaluated; by default the construction chooses.
        dtype, device, threads: the number format, the torch device and the threads that an executor computes with.
        options: the construction's own options, for a circuit that is compiled.

    Returns:
        An array (vectors, outputs) of 0 and 1.
    """
    ready = prepare(
        circuit, vectors, on=on, verb="evaluate", executor=executor, dtype=dtype, device=device, threads=threads,
        options=options, sizes=lambda _room, _limit: {}, choose=lambda _runs, _limit: None, keep=True,
    )  # fmt: skip
    source, room = ready.machine, ready.room
    if kind_of(source).evaluate is None:
        raise MachineError(f"only circuits are evaluated; a {type(source).__name__} runs step by step")
    table = bits(vectors, "input vectors")
    if table.ndim != 2 or table.shape[1] != len(source.inputs):
        raise InputError(f"input vectors have shape {table.shape}; the circuit has {len(source.inputs)} inputs")
    assert room.evaluate is not None
    with ready.torch():
        name = executor or one_of(list(ready.executors), room.choose(ready.subject, table, None))
        return room.evaluate(ready.subject, table, name, ready.device)


@door
def learn(
    learner: Any,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    *,
    on: str | None = None,
    executor: str | None = None,
    max_steps: int | None = None,
    dtype: str | None = None,
    device: str | None = None,
    threads: int | None = None,
    noise: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> LearnRun:
    """Learn from (X, y) and predict X_test, with the reference learner or with a network trained by SGD.

    Args:
        learner: a machine that learns, a Python class or object with `predict` and `update`, or a compiled network,
            which is trained on a copy of itself. `tg.learn` also takes the name of a library learner, a file or folder.
        X, y: samples (samples, features) and labels, of -1 and +1.
        X_test: the points to predict.
        on: `reference`, or the construction that learns.
        executor: how the network is trained; by default the construction chooses.
        max_steps: the step limit of a prediction or a training, for machines that run step by step.
        dtype, device, threads: the number format, the torch device and the threads of the training.
        noise: relative noise on every weight at every step of SGD.
        seed: fixes random bits and noise.
        progress: called with a label, the steps done and how many there are at most.
        options: the construction's own options, see its `LearnOptions`.

    Returns:
        A `LearnRun`: predictions (0 if there is no answer), SGD steps, figures, and the trained network.
    """
    from turingrad.python import as_learner  # what follows source code takes long to load: runs do without it

    learner = as_learner(learner, X)
    network = compiled_network(learner)
    room = room_of(network, on, "learn")
    fitting(room, network, executor, dtype, device, threads)
    asked = {"dtype": dtype, "threads": threads, "max_steps": max_steps, "noise": noise}
    for name, value in asked.items():
        if value is not None and name not in room.learns_with and not (name == "threads" and value == 1):
            raise InputError(f"learning with {room.name} takes no {name}{honoured(room.learns_with)}")
    features, labels, points = data_set(numbers if takes_numbers(room, learner) else signs, X, y, X_test)
    source = learner
    if network is not None:
        from turingrad.constructions.network import require_own

        require_own(network)
        source = network.machine
    lesson = Lesson(
        learner, features, labels, points, executor, dtype, threads,
        max_steps=None if max_steps is None else whole(max_steps, "the step limit"),
        noise=None if noise is None else finite(noise, "the noise level", 0),
        seed=whole(seed, "the seed"),
        options=chosen(room.LearnOptions, f"learning with {room.name}", options),
        **({} if progress is None else {"progress": progress}),
    )  # fmt: skip
    assert room.learn is not None
    started = time.perf_counter()
    with torch_for(room, threads):
        found = room.learn(lesson)
    details = {**found.details, "interrupted": True} if found.interrupted else found.details
    seconds = time.perf_counter() - started
    return LearnRun(
        source, room.name, found.executor, found.predictions, found.sgd_steps, seconds, details, found.predictor,
        found.network,
    )  # fmt: skip


def data_set(
    entries: Callable[..., Any], X: npt.ArrayLike, y: npt.ArrayLike, X_test: npt.ArrayLike
) -> tuple[Any, Signs, Any]:
    """Samples, labels and test points of one shape, refused where they do not fit together."""
    features, labels, points = entries(X, "features"), signs(y, "labels"), entries(X_test, "test features")
    if features.ndim != 2 or points.ndim != 2 or labels.ndim != 1:
        raise InputError("X and X_test are tables (rows, features), y is one label a row")
    if len(features) != len(labels):
        raise InputError(f"{len(features)} rows but {len(labels)} labels")
    if points.shape[1] != features.shape[1]:
        raise InputError(f"test rows have {points.shape[1]} features, training rows {features.shape[1]}")
    return features, labels, points


def takes_numbers(room: Construction, learner: Any) -> bool:
    """Whether features may be other numbers than -1 and +1: a trainer that rounds them itself says so."""
    from turingrad.library.trainers.trainers import known_trainer

    machine = getattr(learner, "machine", learner)  # of a network
    return room.learner_form == "trainer" and (found := known_trainer(machine)) is not None and found.takes_numbers


def executor_names(on: str) -> tuple[str, ...]:
    """The executors for a construction, the default first."""
    return tuple(executor.name for executor in find_construction(on).executors)


def replayed(found: Run[Any]) -> Iterator[Any]:
    from turingrad.constructions.torch_state import own_torch, stepwise

    assert found.replay is not None
    with own_torch():
        begun = found.replay()
    return stepwise(begun)
