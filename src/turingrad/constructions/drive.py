"""`run`, `evaluate` and `learn`: the one place that checks executor, dtype, device, threads and noise, and that sets up
torch. Each takes a machine or a compiled network; each option is honoured, or refused in one line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from enum import Enum
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from turingrad.arrays import Bits, Signs, bits, numbers, signs
from turingrad.checked import finite, whole
from turingrad.constructions.construction import Construction, Lesson
from turingrad.constructions.functions import is_function, run_function
from turingrad.constructions.learning import LearnRun
from turingrad.constructions.options import chosen
from turingrad.constructions.registry import REFERENCE, construction, rooms
from turingrad.constructions.ways import fitting, honoured, one_of
from turingrad.doors import door
from turingrad.errors import InputError, MachineError
from turingrad.library.trainers.layout import Trainer
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.program import Program
from turingrad.machine.run import Begun, Clock, Progress, Run, completed
from turingrad.machine.tape import TapeMachine

if TYPE_CHECKING:
    from turingrad.constructions.network import Network

MACHINES = (TapeMachine, GridMachine, Circuit, Learner, Program, Trainer)


FORMS = {"tape": "tape machines", "trainer": "trainers", "grid": "grid machines", "circuit": "circuits"}
FORMS |= {"learner": "learners", "program": "programs"}
PROGRAM_STEPS = {True: 100_000_000, False: 20_000}  # instructions without and with torch


class Limit(Enum):
    """The step limit where none is named: of a compiled network, what it was compiled for."""

    DEFAULT = 10_000


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

    `executor=None` lets the construction choose. A machine is compiled for `max_steps` and this input.
    """
    if is_function(machine):
        more = {"dtype": dtype, "device": device, "threads": threads, **options}
        name = executor or executor_names(on or REFERENCE)[0]
        return run_function(machine, given, partial(evaluate, on=on, executor=executor, **more), on or REFERENCE, name)
    network = compiled_network(machine)
    if isinstance(machine, Program) and max_steps is Limit.DEFAULT:
        max_steps = PROGRAM_STEPS[on in (None, REFERENCE)]
    limit = step_limit(network, max_steps)
    Clock(limit, max_seconds)  # refuse impossible limits before any work
    room = room_of(network, on, "run", "begin")
    ways = fitting(room, network, executor, dtype, device, threads)
    with torch_for(room, threads or 1):  # one step is too small for two threads
        subject = machine
        if network is not None:
            require_as_compiled(network, options)
        elif room.compile is not None:
            room.accepts(machine)
            sizes = room.sizes_for(machine, given, limit, executor or ways[0].name)
            subject = compiled(room, machine, dtype, {**sizes, **options})
            limit = subject.step_bound if limit is None else limit
        else:
            chosen(room.Options, room.name, options)
        if room.compile is not None and limit is not None:
            subject.require_steps(limit)
        name = executor or one_of(ways, room.choose(subject, given, limit))

        def begin() -> Begun[Any]:
            assert room.begin is not None
            return room.begin(subject, given, name)

        source = machine if network is None else network.machine
        found = completed(
            begin, source, name, max_steps=limit, max_seconds=max_seconds, on=room.name, progress=progress
        )
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
    """The outputs (vectors, outputs) of a circuit, or of its network, for 0/1 input vectors (vectors, inputs)."""
    network = compiled_network(circuit)
    room = room_of(network, on, "evaluate", "evaluate")
    ways = fitting(room, network, executor, dtype, device, threads)
    source = circuit if network is None else network.machine
    room.accepts(source)
    if not isinstance(source, Circuit):
        raise MachineError(f"only circuits are evaluated; a {type(source).__name__} runs step by step")
    table = bits(vectors, "input vectors")
    if table.ndim != 2 or table.shape[1] != len(source.inputs):
        raise InputError(f"input vectors have shape {table.shape}; the circuit has {len(source.inputs)} inputs")
    assert room.evaluate is not None
    with torch_for(room, threads):
        subject: Any = circuit
        if network is not None:
            require_as_compiled(network, options)
        elif room.compile is not None:
            subject = kept(room.name, circuit, dtype, tuple(sorted(options.items())))
        else:
            chosen(room.Options, room.name, options)
        name = executor or one_of(ways, room.choose(subject, table, None))
        return room.evaluate(subject, table, name, device or "cpu")


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

    The learner is a machine, a Python class or object with `predict` and `update`, or a compiled network, which is
    trained on a copy of itself.
    """
    from turingrad.python import as_learner  # what follows source code takes long to load: runs do without it

    learner = as_learner(learner, X)
    network = compiled_network(learner)
    room = room_of(network, on, "learn", "learn")
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
    return tuple(executor.name for executor in construction(on).executors)


def compiled_network(subject: Any) -> Network[Any, Any] | None:
    """The subject where it is a network, None where it is a machine. torch is loaded for networks only."""
    if isinstance(subject, MACHINES):
        return None
    from turingrad.constructions.network import Network

    if isinstance(subject, Network):
        return subject
    raise MachineError(f"a machine or a compiled network is needed, not a {type(subject).__name__}")


def room_of(network: Network[Any, Any] | None, on: str | None, verb: str, part: str) -> Construction:
    """The construction that a run is on, which must have the verb."""
    own = REFERENCE if network is None else network.construction
    if network is not None and on not in (None, own):
        raise InputError(f"this network is a {own}; it cannot run on {on!r}")
    room = construction(own if on is None else on)
    if getattr(room, part) is None:
        able = [name for name in rooms() if getattr(construction(name), part) is not None]
        takes = f"{'runs' if room.evaluate is None else 'evaluates'} {' and '.join(FORMS[form] for form in room.forms)}"
        raise InputError(f"{room.name} does not {verb}; it {takes}; {', '.join(able)} do")
    return room


def step_limit(network: Network[Any, Any] | None, max_steps: int | Limit | None) -> int | None:
    """Without a limit of the caller's: 10,000 for a machine, what it was compiled for for a network."""
    bound = None if network is None else network.step_bound
    if bound is not None and (max_steps is None or max_steps is Limit.DEFAULT):
        return bound
    return max_steps.value if isinstance(max_steps, Limit) else max_steps


def require_as_compiled(network: Network[Any, Any], options: Mapping[str, Any]) -> None:
    """A network that is compiled already takes no options, and runs only as it was compiled, or trained."""
    from turingrad.constructions.network import require_own

    if options:
        raise InputError("options belong to the compilation; this network is compiled already")
    require_own(network)


def compiled(room: Construction, machine: Any, dtype: str | None, options: Mapping[str, Any]) -> Network[Any, Any]:
    from turingrad.exact import torch_dtype

    assert room.compile is not None
    return room.compile(machine, **({} if dtype is None else {"dtype": torch_dtype(dtype)}), **options)


@lru_cache(maxsize=16)
def kept(on: str, circuit: Circuit, dtype: str | None, options: tuple[tuple[str, Any], ...]) -> Network[Any, Any]:
    """Networks of circuits that are evaluated again and again; never handed out."""
    return compiled(construction(on), circuit, dtype, dict(options))


def torch_for(room: Construction, threads: int | None) -> AbstractContextManager[None]:
    """torch as networks need it; nothing for the reference interpreters."""
    if room.compile is None:
        return nullcontext()
    from turingrad.constructions.torch_state import own_torch

    return own_torch(threads)


def replayed(found: Run[Any]) -> Iterator[Any]:
    from turingrad.constructions.torch_state import own_torch, stepwise

    assert found.replay is not None
    with own_torch():
        begun = found.replay()
    return stepwise(begun)
