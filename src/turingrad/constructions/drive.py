"""`run`, `evaluate` and `learn`. Each takes a machine or a compiled network; each option is honoured, or refused in one
line (`prepare`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy.typing as npt

from turingrad._support.arrays import Bits, Reader, bits
from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import finite, whole
from turingrad.constructions.construction import TrainingRequest
from turingrad.constructions.executors import list_honoured, preferred_name, select
from turingrad.constructions.functions import run_circuit
from turingrad.constructions.learning import LearnRun, details_of, readers
from turingrad.constructions.options import parse_options
from turingrad.constructions.prepare import Limit, compiled_network, prepare, recipe_for, torch_for
from turingrad.constructions.registry import REFERENCE, find_construction
from turingrad.errors import InputError, MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.kinds import describe_machine, kind_of
from turingrad.machine.run import Progress, Run, StartedRun, run_to_end

__all__ = ["Limit", "compiled_network", "evaluate", "executor_names", "learn", "run"]


@validate_arguments
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
        machine: a machine, or a compiled network. `tg.run` also takes a Python function, and the name of a library
            machine, of a file, or of the folder of a compiled network.
        given: its input: a tape, the rows of a grid, samples (X, y) of a learner, arguments of a function, one vector
            of a circuit; by default the machine's own.
        on: `reference`, or the construction to compile a machine to; by default the interpreter, or the network's own.
        executor: how the network is run; by default the construction chooses.
        max_steps: stop after this many steps; by default 10,000 (clocked circuits 1,000; programs 100,000,000, in torch
            20,000; Python functions 2,000,000,000), or what a network was compiled for. A machine is compiled for
            this many.
        max_seconds: stop after this much time.
        dtype, device, threads: the number format, the torch device and the threads that an executor computes with.
        progress: called with a label, the steps done and how many there are at most.
        options: the construction's own options, for a machine that is compiled.

    Returns:
        A `Run`: the last configuration, the steps, and why it stopped.

    Raises:
        InputError: The input does not fit the machine.
        CertificateError: The network is not exact in `dtype`.

    Example:
        >>> run = tg.run("busy-beaver-4", on="descent")
        >>> run.halted, run.steps
        (True, 107)
    """
    source = getattr(machine, "machine", machine)  # of a network
    if isinstance(source, Circuit):
        if not (max_steps is None or isinstance(max_steps, Limit)) or max_seconds is not None:
            raise InputError("a circuit has no steps to limit; leave out the step limit")
        more = {"dtype": dtype, "device": device, "threads": threads, **options}
        own = str(on or getattr(machine, "construction", REFERENCE))
        name = executor or executor_names(own)[0]
        return run_circuit(machine, source, given, partial(evaluate, on=on, executor=executor, **more), own, name)
    ready = prepare(
        machine, given, on=on, executor=executor, dtype=dtype, device=device, threads=threads, max_steps=max_steps,
        max_seconds=max_seconds, options=options,
    )  # fmt: skip
    recipe = ready.room

    def begin() -> StartedRun[Any]:
        assert recipe.begin is not None
        return recipe.begin(ready.subject, given, ready.executor)

    with torch_for(recipe, threads or 1):  # one step is too small for two threads
        found = run_to_end(
            begin, ready.machine, ready.executor, max_steps=ready.max_steps, max_seconds=max_seconds, on=recipe.name,
            progress=progress,
        )  # fmt: skip
    found = replace(found, subject=ready.subject, given=given)
    return found if recipe.compile is None else replace(found, replay=lambda: replay_run(found))


@validate_arguments
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
    """Evaluate a circuit, or its network, on many input vectors.

    Args:
        circuit: a circuit or its compiled network; `tg.evaluate` also takes a name, a file or a folder.
        vectors: 0/1 input vectors, an array (vectors, inputs).
        on: `reference`, or the construction to compile a circuit to.
        executor: how the network is evaluated; by default the construction chooses.
        dtype, device, threads: the number format, the torch device and the threads that an executor computes with.
        options: the construction's own options, for a circuit that is compiled.

    Returns:
        An array (vectors, outputs) of 0 and 1.

    Example:
        >>> tg.evaluate("adder-2", [[1, 0, 1, 1]], on="feedforward").tolist()  # 1 + 3
        [[0, 0, 1]]
    """
    ready = prepare(
        circuit, vectors, on=on, verb="evaluate", executor=executor, dtype=dtype, device=device, threads=threads,
        options=options, sizes=lambda _room, _limit: {}, choose=lambda _runs, _limit: None, keep=True,
    )  # fmt: skip
    source, recipe = ready.machine, ready.room
    if kind_of(source).evaluate is None:
        raise MachineError(f"only circuits are evaluated; {describe_machine(source)} runs step by step")
    table = bits(vectors, "input vectors")
    if table.ndim != 2 or table.shape[1] != len(source.inputs):
        raise InputError(f"input vectors have shape {table.shape}; the circuit has {len(source.inputs)} inputs")
    assert recipe.evaluate is not None
    with ready.torch():
        name = executor or preferred_name(list(ready.executors), recipe.choose(ready.subject, table, None))
        return recipe.evaluate(ready.subject, table, name, ready.device)


@validate_arguments
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
    noise: float | Callable[..., Any] | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> LearnRun:
    """Learn from (X, y) and predict X_test, with the reference learner or with a network trained by SGD.

    Args:
        learner: a machine that learns, or a compiled network, a copy of which is trained. `tg.learn` also takes a
            Python class or object with `predict` and `update`, or with `fit` and `predict`, and the name of a library
            learner, of a file or of a folder.
        X, y: samples (samples, features) and labels, of -1 and +1; numbers if a `Trainer` takes them.
        X_test: the points to predict.
        on: `reference`, or the construction that learns.
        executor: how the network is trained; by default the construction chooses.
        max_steps: the step limit of a prediction or a training, for machines that run step by step.
        dtype, device, threads: the number format, the torch device and the threads of the training.
        noise: relative noise on every weight at every step of SGD; or a function of (step, weights, generator) that
            gives what is added to the weights after a step.
        seed: fixes random bits and noise.
        progress: called with a label, the steps done and how many there are at most.
        options: the construction's own options, see its `LearnOptions`.

    Returns:
        A `LearnRun`: predictions (0 if there is no answer), SGD steps, figures, and the trained network.

    Raises:
        InputError: The data do not fit the learner.
        MachineError: The construction does not train this learner.

    Example:
        >>> X, y, X_test, y_test = tg.tasks.draw(tg.tasks.get("parity"), seed=1, d=4, train=12, test=20)
        >>> tg.learn("parity", X, y, X_test, on="emulation").accuracy(y_test)
        1.0
    """
    from turingrad.python import as_learner  # what follows source code takes long to load: runs do without it

    learner = as_learner(learner, X, once=True)
    network = compiled_network(learner)
    recipe = recipe_for(network, on, "learn")
    select(recipe, network, executor, dtype, device, threads)
    asked = {"dtype": dtype, "threads": threads, "max_steps": max_steps, "noise": noise}
    for name, value in asked.items():
        if value is not None and name not in recipe.learns_with and not (name == "threads" and value == 1):
            raise InputError(f"learning with {recipe.name} takes no {name}{list_honoured(recipe.learns_with)}")
    features, labels, points = data_set(*readers(recipe, learner), X, y, X_test)
    source = learner
    if network is not None:
        from turingrad.constructions.network import require_own

        require_own(network)
        source = network.machine
    request = TrainingRequest(
        learner, features, labels, points, executor, dtype, threads,
        max_steps=None if max_steps is None else whole(max_steps, "the step limit"),
        noise=noise if noise is None or callable(noise) else finite(noise, "the noise level", 0),
        seed=whole(seed, "the seed"),
        options=parse_options(recipe.LearnOptions, f"learning with {recipe.name}", options),
        **({} if progress is None else {"progress": progress}),
    )  # fmt: skip
    assert recipe.learn is not None
    started = time.perf_counter()
    with torch_for(recipe, threads):
        found = recipe.learn(request)
    seconds = time.perf_counter() - started
    return LearnRun(
        source, recipe.name, found.executor, found.predictions, found.sgd_steps, seconds,
        details_of(source, request, found), found.predictor, found.network,
    )  # fmt: skip


def data_set(
    entries: Reader, answers: Reader, X: npt.ArrayLike, y: npt.ArrayLike, X_test: npt.ArrayLike
) -> tuple[Any, Any, Any]:
    """Samples, labels and test points of one shape, refused where they do not fit together."""
    features, labels, points = entries(X, "features"), answers(y, "labels"), entries(X_test, "test features")
    if features.ndim != 2 or points.ndim != 2 or labels.ndim != 1:
        raise InputError("X and X_test are tables (rows, features), y has one label per row")
    if len(features) != len(labels):
        raise InputError(f"{len(features)} rows but {len(labels)} labels")
    if points.shape[1] != features.shape[1]:
        raise InputError(f"test rows have {points.shape[1]} features, training rows {features.shape[1]}")
    return features, labels, points


def executor_names(on: str) -> tuple[str, ...]:
    """The executors for a construction, the default first."""
    return tuple(executor.name for executor in find_construction(on).executors)


def replay_run(found: Run[Any]) -> Iterator[Any]:
    from turingrad.constructions.torch_state import own_torch, stepwise

    assert found.replay is not None
    with own_torch():
        started = found.replay()
    return stepwise(started)
