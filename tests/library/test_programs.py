"""The library's learners in Python: lockstep with their objects at every sample, on every route, and sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import turingrad as tg
from tests.python.test_learners import lockstep
from tests.python.test_routes import plain
from turingrad.library.learners.programs import ALL
from turingrad.machine.circuit.and_inverter import and_inverter_graph
from turingrad.machine.circuit.simplify import simplify
from turingrad.python import learner

ON_ERROR = {"perceptron", "winnow", "decision-list", "conjunction"}
MAX_GATES = {"parity": (79, 196), "perceptron": (332, 305), "majority": (241, 521), "conjunction": (31, 32)}
"""Two-input gates of predict and update in the hand-written circuits, for 8 features."""


@pytest.mark.parametrize("name", ALL)
def test_every_bit_of_the_memory_is_the_objects(name: str) -> None:
    made = learner(ALL[name], 5)
    assert made.on_error == (name in ON_ERROR)
    for seed in range(3):
        lockstep(made, 40, seed)


def two_input_gates(circuit: Any) -> int:
    return len(and_inverter_graph(simplify(circuit), xor_gates=True).left)


@pytest.mark.parametrize("name", MAX_GATES)
def test_compiled_circuits_are_no_larger_than_those_that_were_written_by_hand(name: str) -> None:
    made = learner(ALL[name], 8)
    assert (two_input_gates(made.predict), two_input_gates(made.update)) <= MAX_GATES[name]
    assert two_input_gates(made.update) <= MAX_GATES[name][1]


@pytest.mark.slow
def test_parity_serves_hundreds_of_features() -> None:
    """13 x 13 images."""
    made = learner(ALL["parity"], 169)
    assert len(made.memory) == 2 * 169 + 169 * 168 // 2


def problem(seed: int, name: str) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    X, X_test = (rng.choice([-1, 1], size=(n, 4)).astype(np.int8) for n in (34 if name == "majority" else 10, 4))
    return X, np.where(X[:, 0] > 0, 1, -1), X_test


def expected_answers(name: str, X: Any, y: Any, X_test: Any) -> list[int]:
    program = ALL[name](4)
    if not hasattr(program, "done"):
        return plain(program, X, y, X_test)
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        if not program.done():
            program.update(tuple(row), label)
    return [program.predict(tuple(row)) if program.done() else 0 for row in X_test.tolist()]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", range(3))
def test_on_emulation_the_memory_is_the_references(name: str, seed: int) -> None:
    X, y, X_test = problem(seed, name)
    found = tg.learn(ALL[name], X, y, X_test, on="emulation", seed=seed)
    assert found.details["memory_equal"]
    assert found.predictions.tolist() == found.details["reference_predictions"].tolist()
    if name in ON_ERROR:
        assert found.predictions.tolist() == expected_answers(name, X, y, X_test)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("on", ["reference", "descent", "transformer"])
@pytest.mark.parametrize("seed", range(3))
def test_end_to_end_predictions_are_the_plain_objects(name: str, on: str, seed: int) -> None:
    X, y, X_test = problem(seed, name)
    found = tg.learn(ALL[name], X, y, X_test, on=on)
    assert found.details.get("memory_equal", on == "reference")
    assert found.predictions.tolist() == expected_answers(name, X, y, X_test)
