"""Learning with emulation nets: compiled runs equal torch's bit for bit, and `learn` says what it did."""

from __future__ import annotations

import numpy as np
import pytest

from tests.generators_emulation import random_learner, random_samples
from turingrad import tasks
from turingrad.constructions.drive import learn
from turingrad.constructions.emulation import compile_network
from turingrad.constructions.emulation.executors.trainers import CompiledTrainer, TorchTrainer
from turingrad.errors import CertificateError, InputError
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner import run as learner_run


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", ["pair4", "paper6"])
def test_compiled_weights_equal_torch_autograds_bit_for_bit(seed: int, variant: str) -> None:
    learner = random_learner(seed, bits=5, features=3, gates=15)
    X, y = random_samples(seed, 3, 12)
    network = compile_network(learner, variant=variant)
    fast, slow = CompiledTrainer(network), TorchTrainer(compile_network(learner, variant=variant))
    rows = network.rows(X, seed)
    assert fast.train(rows, y) == slow.train(rows, y)
    assert np.array_equal(fast.net.weight, slow.network.weight.detach().double().numpy())
    assert np.array_equal(fast.outputs(rows), slow.outputs(rows))


@pytest.mark.slow
def test_compiled_weights_equal_torchs_for_a_whole_run_of_parity() -> None:
    learner = LEARNERS["parity"](8)
    X, y = tasks.get("parity").sample(np.random.default_rng(0), 8, 60)
    network = compile_network(learner)
    fast, slow = CompiledTrainer(network), TorchTrainer(compile_network(learner))
    rows = network.rows(X, 0)
    assert fast.train(rows, y) == slow.train(rows, y)
    assert np.array_equal(fast.net.weight, slow.network.weight.detach().double().numpy())


@pytest.mark.parametrize("name", ["parity", "conjunction", "perceptron", "majority", "last-label"])
def test_learn_agrees_with_the_reference(name: str) -> None:
    task = name if name in ("parity", "conjunction", "majority") else "dictator"
    X, y = tasks.get(task).sample(np.random.default_rng(4), 5, 260)
    run = learn(LEARNERS[name](5), X[:200], y[:200], X[200:], on="emulation", seed=3)
    assert run.details["memory_equal"]
    assert run.details["done"]
    assert np.array_equal(run.predictions, run.details["reference_predictions"])
    assert run.predictions.all()


@pytest.mark.slow
def test_parity_is_learned_from_about_2n_samples() -> None:
    n, needed = 8, []
    for seed in range(20):
        X, y = tasks.get("parity").sample(np.random.default_rng(seed), n, 100)
        trace = learner_run.trace(LEARNERS["parity"](n), X, y, guess=True, seed=seed)
        needed.append(next(now.step for now in trace if now.done))
        if seed < 3:
            run = learn(LEARNERS["parity"](n), X[: needed[-1]], y[: needed[-1]], X, on="emulation", seed=seed)
            assert run.accuracy(y) == 1.0
            assert run.sgd_steps == needed[-1]
    assert 2 * n <= np.mean(needed) <= 3 * n  # 2 (n + 1.6) on average: n random vectors do not always span


def test_one_pass_that_is_too_short_gives_no_answer() -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(4), 6, 4)
    run = learn(LEARNERS["parity"](6), X, y, X, on="emulation", passes=1)
    assert not run.details["done"]
    assert not run.predictions.any()


def test_several_passes_end_when_the_learner_is_done() -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(4), 4, 10)
    run = learn(LEARNERS["parity"](4), X, y, X, on="emulation")
    assert run.details["done"]
    assert run.accuracy(y) == 1.0
    assert run.sgd_steps % 10 == 0


def test_torch_executor_gives_the_same_run() -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(4), 3, 12)
    runs = [
        learn(LEARNERS["parity"](3), X, y, X, on="emulation", executor=name, passes=1) for name in ("compiled", "torch")
    ]
    assert runs[0].details["memory"] == runs[1].details["memory"]
    assert np.array_equal(runs[0].predictions, runs[1].predictions)


@pytest.mark.parametrize("kind", ["uniform", "gaussian", "fixed-sign", "rounding"])
def test_learn_under_noise_agrees_with_the_reference(kind: str) -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(0), 4, 40)
    run = learn(
        LEARNERS["parity"](4), X[:12], y[:12], X[12:], on="emulation", noise=4e-3, noise_kind=kind, budgets=False
    )
    assert run.details["samples_intact"] == 12
    assert np.array_equal(run.predictions, run.details["reference_predictions"])
    assert run.accuracy(y[12:]) == 1.0


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"noise": -1.0}, InputError, "at least 0"),
        ({"noise": 1e-3, "noise_kind": "pink"}, InputError, "noise_kind must be one of"),
        ({"passes": 0}, InputError, "at least 1"),
        ({"variant": "pair5"}, InputError, "variant must be one of"),
        ({"variant": "paper"}, InputError, "variant must be one of"),
        ({"max_steps": 5}, InputError, "takes no max_steps"),
        ({"noise": 1e-3, "passes": 2}, InputError, "under noise takes no passes"),
        ({"noise": 1e-3, "constants": "best"}, InputError, "constants must be one of"),
        ({"dtype": "int8"}, InputError, "no dtype"),
        ({"executor": "magic"}, InputError, "no executor"),
    ],
)
def test_impossible_options_are_refused(options, error, message: str) -> None:
    X, y = np.ones((3, 2), np.int8), np.ones(3, np.int8)
    with pytest.raises(error, match=message):
        learn(LEARNERS["parity"](2), X, y, X, on="emulation", **options)


def test_a_dtype_outside_the_certificate_is_refused() -> None:
    X, y = np.ones((3, 8), np.int8), np.ones(3, np.int8)
    with pytest.raises(CertificateError, match="bfloat16"):
        learn(LEARNERS["majority"](8), X, y, X, on="emulation", dtype="bfloat16")


def test_samples_of_another_width_are_refused() -> None:
    X, y = np.ones((3, 2), np.int8), np.ones(3, np.int8)
    with pytest.raises(InputError, match="4 features"):
        learn(LEARNERS["parity"](4), X, y, X, on="emulation")


def test_ctrl_c_ends_with_what_was_computed(monkeypatch) -> None:
    calls = []

    def interrupt(self, rows, labels):
        calls.append(len(rows))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return original(self, rows, labels)

    original = CompiledTrainer.train
    monkeypatch.setattr(CompiledTrainer, "train", interrupt)
    X, y = tasks.get("parity").sample(np.random.default_rng(4), 12, 6)
    run = learn(LEARNERS["parity"](12), X, y, X, on="emulation")
    assert run.sgd_steps == 1  # the first steps are taken one by one: their memory is kept
    assert run.details["memory_equal"]
