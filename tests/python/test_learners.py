"""Python objects as learners: lockstep with the object itself, run as plain Python, at every sample and bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.generators_python import function_of
from tests.python.learner_programs import Coin, Declared, Perceptron
from turingrad.errors import FormatError, InputError
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.learner import run as learner_run
from turingrad.python import Int, ProgramLearner, learner


def lockstep(made: ProgramLearner, samples: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.choice([-1, 1], size=(samples, made.features)).astype(np.int8)
    y = rng.choice([-1, 1], size=samples).astype(np.int8)
    coins, _ = learner_run.coins(made, seed, samples)
    program = made.fresh()
    for step, configuration in enumerate(learner_run.trace(made, X, y, seed=seed)):
        assert configuration.memory == made.bits_of(program), f"before sample {step}"
        if step < samples and not (hasattr(program, "done") and not made.on_error and program.done()):
            given = [tuple(X[step].tolist()), int(y[step])]
            program.update(*given, *([tuple(coins[step].tolist())] if made.random_bits else []))
    points = rng.choice([-1, 1], size=(50, made.features)).astype(np.int8)
    memory = np.tile(np.array(made.bits_of(program), np.uint8), (50, 1))
    bits = evaluate(made.predict, np.hstack([memory, (points > 0).astype(np.uint8)]))[:, 0]
    assert [2 * int(b) - 1 for b in bits] == [program.predict(tuple(p.tolist())) for p in points]
    if made.done is not None:
        assert bool(evaluate(made.done, memory[:1])[0, 0]) == program.done()


@pytest.mark.parametrize("kind", [Perceptron, Coin, Declared])
def test_every_bit_of_the_memory_is_the_objects(kind: Any) -> None:
    made = learner(kind, 6)
    for seed in range(3):
        lockstep(made, 40, seed)


def test_what_is_inferred() -> None:
    made = learner(Perceptron(5), 5)
    assert made.on_error
    assert {str(f.range) for f in made.fields} == {"-7 to 7"}
    assert len(made.memory) == 6 * 4
    coin = learner(Coin, 4)
    assert not coin.on_error
    assert [str(f.range) for f in coin.fields] == ["-1 to 1 in steps of 2"] * 5 + ["0 to 5"]
    assert coin.done is not None
    assert coin.random_bits == 2


def test_an_object_is_taken_as_it_is() -> None:
    taught = Perceptron(3, limit=3)
    taught.update((1, 1, -1), 1)
    made = learner(taught, 3)
    assert made.memory == made.bits_of(taught)
    assert {str(f.range) for f in made.fields} == {"-3 to 3"}


BODIES = {
    "self.u.append(1) if y > 0 else 0": "self.u changes its length",
    "self.n += 1": "self.n grows without bound",
    "self.z = 1": "self.z is first set in update",
    "self.u = self.v": "become one list",
    "self.u.append(1)": "changes its length",
    "self.u = None": "changes its length or kind",
    "self.n = y / 2": "`/` gives a float",
    "self.n = None": "self.n becomes None",
}


def program(update: str, predict: str = "return 1 if self.n > 0 else -1") -> Any:
    text = (
        "class Program:\n    def __init__(self, features):\n        self.n, self.d = 0, Int(-1, 1)\n"
        "        self.u, self.v = [0, 1], [1, 0]\n"
        f"    def predict(self, x):\n        {predict}\n    def update(self, x, y):\n        {update}\n"
    )
    made = function_of("from turingrad.python import Int\n" + text, "Program")
    made.__module__ = "docs"
    return made


@pytest.mark.parametrize("body", BODIES)
def test_what_a_memory_cannot_do_is_refused(body: str) -> None:
    with pytest.raises(FormatError, match=BODIES[body]) as caught:
        learner(program(body), 3)
    assert caught.value.line == (8 if body == "self.u = self.v" else 9)


@pytest.mark.parametrize(
    ("predict", "message"),
    [
        ("return self.n", "may return"),
        ("return self.n > 0", "returns a bool"),
        ("self.n = 1; return 1", "predict writes to the memory"),
        ("return 0", "may return 0"),
        ("return None", "returns None"),
    ],
)
def test_predict_is_a_sign_and_writes_nothing(predict: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        learner(program("self.n = y", predict), 3)


def test_things_that_are_no_learners() -> None:
    with pytest.raises(InputError, match="predict"):
        learner(Int(0, 1), 3)
    with pytest.raises(InputError, match="how many features"):
        learner(Perceptron(3))
