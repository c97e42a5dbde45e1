"""Noise by a function of the user's: what it gives is added to the weights after each step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import turingrad as tg
from tests.command_line import Turingrad
from turingrad import tasks
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.noisy_sgd import NoiseFunction
from turingrad.errors import InputError
from turingrad.library.learners.small import LEARNERS

X, Y = tasks.get("parity").sample(np.random.default_rng(3), 3, 40)
LEARNER = LEARNERS["parity"](3)


def learn(noise: Any, **options: Any) -> Any:
    return tg.learn(LEARNER, X[:8], Y[:8], X[8:], on="emulation", noise=noise, **options)


@pytest.mark.parametrize("executor", ["compiled", "torch"])
def test_the_function_sees_step_weights_and_a_seeded_generator(executor: str) -> None:
    seen: list[tuple[int, int, float]] = []

    def shake(step: int, weights: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        seen.append((step, len(weights), float(generator.random())))
        return 1e-4 * generator.uniform(-1, 1, len(weights))

    run = learn(shake, executor=executor, seed=5)
    assert [step for step, _, _ in seen] == list(range(8))
    assert len({drawn for _, _, drawn in seen}) == 8
    assert run.details["samples_intact"] == 8
    assert run.accuracy(Y[8:]) == 1.0
    assert run.details["noise"] == "by the function shake"
    assert "noise_budgets" not in run.details
    assert run.details["mode"] == "memorises every sample, then computes (Theorem 5)"


def test_a_function_that_destroys_the_memory_does() -> None:
    assert learn(lambda _step, weights, _generator: -weights).details["samples_intact"] == 0


def test_the_function_cannot_change_the_weights_behind_the_run() -> None:
    def meddle(_step: int, weights: np.ndarray, _generator: np.random.Generator) -> float:
        weights[:] = 0
        return 0.0

    assert learn(meddle).details["samples_intact"] == 8


def test_the_papers_constants_take_a_function_too() -> None:
    network = NoiseTolerantNetwork(LEARNERS["last-label"](1), samples=1, constants="paper")
    optimizer = network.optimizer(NoiseFunction(lambda *_: 1e-60), seed=0)
    before = list(network.weights())
    optimizer.sources[0].perturbed_numbers(before)
    assert optimizer.sources[0].step == 1


@pytest.mark.parametrize(
    ("noise", "options", "message"),
    [
        (lambda *_: np.nan, {}, "not finite"),
        (lambda *_: np.zeros(3), {}, "the noise function at step 0: ValueError"),
        (lambda: 0, {}, "the noise function at step 0: TypeError"),
        (lambda *_: 0.0, {"noise_kind": "gaussian"}, "under a noise function takes no noise_kind"),
        (lambda *_: 0.0, {"passes": 2}, "under a noise function takes no passes"),
    ],
)
def test_a_wrong_function_is_refused_in_one_line(noise: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        learn(noise, **options)


def test_a_file_has_the_function(turingrad: Turingrad, tmp_path: Path) -> None:
    file = tmp_path / "shake.py"
    file.write_text("def tiny(step, weights, generator):\n    return 1e-5\nLEVEL = 3\n")
    options = ("parity", "--with", "emulation", "--dim", 2, "--train", 4, "--json")
    found = turingrad("learn", *options, "--noise", f"{file}:tiny").json
    assert found["noise"] == "by the function tiny"
    assert found["samples_intact"] == 4
    for given, message in (
        (f"{file}:LEVEL", "not a function of (step, weights, generator)"),
        ("loud", "a number of 0 or more"),
        ("-1", "noise"),
    ):
        refused = turingrad("learn", *options, "--noise", given)
        assert refused.code == 2
        assert message in refused.err
