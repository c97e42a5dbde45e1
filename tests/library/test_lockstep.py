"""The library's eight Python learners on each route: after every sample the network's memory is the plain object's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pytest
import torch

from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.programs import program_network
from turingrad.constructions.descent.fitting import training_losses
from turingrad.constructions.emulation import compile_network as emulation_network
from turingrad.constructions.emulation.executors.trainers import CompiledTrainer, TorchTrainer
from turingrad.constructions.transformer import compile_network as transformer_network
from turingrad.constructions.transformer.executors.running import new_run
from turingrad.library.learners.counted import stop_after
from turingrad.library.learners.programs import ALL
from turingrad.machine.tape.run import run
from turingrad.python import ProgramLearner, learner, schedule
from turingrad.python.straight_line import straight_line_machine
from turingrad.python.tapes import LearnerTapes, learner_tapes

Memory = tuple[int, ...]


@pytest.fixture(autouse=True)
def first_schedule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs need not be short here."""
    monkeypatch.setattr(schedule, "MAX_WORK", 1)


def problem(seed: int, features: int, samples: int) -> tuple[Any, Any]:
    """The first feature's sign, some labels wrong."""
    rng = np.random.default_rng(seed)
    X = rng.choice([-1, 1], size=(samples, features)).astype(np.int8)
    return X, (X[:, 0] * np.where(rng.random(samples) < 0.2, -1, 1)).astype(np.int8)


def plain(made: ProgramLearner, X: Any, y: Any) -> Iterator[Memory]:
    """The object itself, run as plain Python until it is done: its memory after each sample."""
    program = made.fresh()
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        if made.on_error or made.done is None or not program.done():
            program.update(tuple(row), label)
        yield made.bits_of(program)


def by_steps(going: Any, tapes: LearnerTapes, samples: int) -> Iterator[Memory]:
    """A stepper of the straight-line machine, stopped after each sample: head 2 stands on `e`."""
    done = 0
    for sample in range(1, samples + 1):
        going.advance(tapes.steps(sample) - done)
        done = tapes.steps(sample)
        now = going.configuration()
        assert now.step == done
        assert now.tapes[2].read(now.heads[2], "_") == "e"
        yield tapes.memory_in(now)


@cache
def tracer(samples: int) -> Any:
    """The network that traces the machine: the same for every learner."""
    return program_network(learner_tapes(learner(ALL["conjunction"], 1)), samples).tracer


def by_descent(made: ProgramLearner, X: Any, y: Any) -> Iterator[Memory]:
    tapes = learner_tapes(made)
    return by_steps(ClosedForm(tracer(len(X)), tapes.machine_input(X, y)), tapes, len(X))


@lru_cache(maxsize=1)
def in_context_network(size: int) -> Any:
    """One network for every learner whose run and prompt are of at most this size."""
    return transformer_network(straight_line_machine(query=True), steps=size, input_length=size)


def in_context(made: ProgramLearner, X: Any, y: Any) -> Iterator[Memory]:
    tapes = learner_tapes(made)
    given = tapes.machine_input(X, y, query=X[0])
    size = 1 << run(straight_line_machine(query=True), given).steps.bit_length()
    return by_steps(new_run(in_context_network(max(1 << 14, size)), given, "packed"), tapes, len(X))


ROUTES = {"descent": by_descent, "transformer": in_context}


def by_sgd(made: ProgramLearner, X: Any, y: Any, kind: Any, seed: int) -> int:
    """SGD on the emulation net, the object beside it: it learns where the net's output, a prediction or (until it is
    done) a guess, was wrong. Returns from how many samples."""
    ran = made if made.on_error or made.done is not None else stop_after(made, len(X) // 2)
    network = emulation_network(ran)
    trainer, program = kind(network), made.fresh()
    learned = 0
    for row, x, label in zip(network.rows(X, seed), X.tolist(), y.tolist(), strict=True):
        finished = ran is not made and learned == len(X) // 2
        (output,) = trainer.train(row[None], np.array([label], np.int8))
        if made.on_error or finished or (made.done is not None and program.done()):
            assert output == program.predict(tuple(x))
        stopped = not made.on_error and (finished or (made.done is not None and program.done()))
        if output != label and not stopped:
            program.update(tuple(x), label)
            learned += 1
        assert trainer.memory()[: len(made.memory)] == made.bits_of(program)
    return learned


@pytest.mark.parametrize("name", ALL)
def test_sgd_steps_are_the_objects_updates(name: str) -> None:
    X, y = problem(1, 3, 16)
    assert by_sgd(learner(ALL[name], 3), X, y, CompiledTrainer, 1)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", ALL)
def test_memory_after_every_sample_is_the_objects(name: str, route: str) -> None:
    made = learner(ALL[name], 2)
    X, y = np.array([[1, -1], [1, 1], [-1, 1]], np.int8), np.array([1, -1, 1], np.int8)
    memories = list(ROUTES[route](made, X, y))
    assert memories == list(plain(made, X, y))
    assert set(memories) != {made.memory}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", ALL)
def test_lockstep_at_larger_sizes(name: str, route: str, seed: int) -> None:
    made = learner(ALL[name], 4)
    X, y = problem(seed, 4, 36 if name == "majority" else 12)
    assert list(ROUTES[route](made, X, y)) == list(plain(made, X, y))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [CompiledTrainer, TorchTrainer])
@pytest.mark.parametrize("name", ALL)
def test_sgd_in_torch_and_compiled_at_larger_sizes(name: str, kind: Any) -> None:
    for seed in range(3):
        X, y = problem(seed, 4, 60)
        assert by_sgd(learner(ALL[name], 4), X, y, kind, seed)


@pytest.mark.slow
def test_every_gradient_of_descent_by_autograd() -> None:
    """The smallest case with torch's own gradients: the memory in the tape variable after each sample."""
    made = learner(ALL["conjunction"], 1)
    X, y = np.array([[1], [-1]], np.int8), np.array([1, -1], np.int8)
    tapes = learner_tapes(made)
    network = program_network(tapes, len(X))
    at = {tapes.steps(sample): sample for sample in (1, 2)}
    seen = []
    x, labels = torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)[:, None]
    for step, _ in enumerate(training_losses(network, [(x, labels)]), start=-1):  # the first step reads the labels
        if step in at:
            seen.append(tuple(int(bit) for bit in network.theta()["memory"].tolist()))
    assert seen == list(plain(made, X, y))
