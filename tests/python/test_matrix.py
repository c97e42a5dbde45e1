"""Odd functions and learners on every construction: each answers as Python does, or is refused.

The fast tests take a seeded sample, the slow ones all. The compiled forms of one program are a circuit (or a learner's
circuits) and an RV32I program; every construction that there is gets the circuit, and the reference interpreter runs
the program.
"""

from __future__ import annotations

import copy
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import turingrad as tg
from tests.python.odd_functions import BODIES, REFUSED
from tests.python.odd_learners import LEARNERS
from tests.python.test_odd_functions import MAY_BE_REFUSED, RANGES, function
from tests.python.test_odd_learners import REFUSED as REFUSED_LEARNERS
from tests.python.test_odd_learners import D, drawn, learner_class, taught
from turingrad.constructions.registry import learning_names, recipe_names
from turingrad.errors import LimitError, MachineError, TuringradError

CIRCUITS = ("feedforward", "reference")  # the constructions that take circuits
COMPILED = [name for name in BODIES if name not in REFUSED and name not in MAY_BE_REFUSED]
RIGHT = [name for name in LEARNERS if name not in REFUSED_LEARNERS]
CASES = 16
MAY_REFUSE = {"rcnn": LimitError, "program": TuringradError}  # rcnn: grid machines of up to 600 states


def sampled(names: list[str], count: int) -> list[Any]:
    """All names; those outside of a seeded sample are slow."""
    chosen = Random(29).sample(names, count)
    return [pytest.param(name, marks=[] if name in chosen else [pytest.mark.slow]) for name in names]


def calls(plain: Any, count: int = CASES) -> list[tuple[dict[str, Any], Any]]:
    """Arguments and what Python gives for them; calls that an assert refuses are left out."""
    rng, found = Random(5), []
    while len(found) < count:
        p, q = rng.randint(-8, 7), rng.randint(-8, 7)
        given = {"p": p, "q": q, "t": rng.random() < 0.5, "xs": [rng.randint(-4, 3) for _ in range(3)]}
        try:
            found.append((given, plain(**copy.deepcopy(given))))
        except AssertionError:
            continue
    return found


@cache
def compiled(name: str) -> Any:
    return tg.circuit(function(name), verify=False, **RANGES)


@pytest.mark.parametrize("name", sampled(COMPILED, 5))
def test_a_function_is_right_or_refused_on_every_construction(name: str) -> None:
    made, wanted = compiled(name), calls(function(name))
    vectors = np.array([made.encode([given[n] for n, _ in made.arguments]) for given, _ in wanted], np.uint8)
    vectors = vectors.reshape(len(wanted), len(made.inputs))
    for on in recipe_names():
        if on in CIRCUITS:
            found = tg.evaluate(made, vectors, on=on).tolist()
            assert [made.decode(bits) for bits in found] == [value for _, value in wanted], on
        else:
            with pytest.raises(MachineError):
                tg.compile(made, to=on)


@pytest.mark.parametrize("name", sampled(list(BODIES), 3))
def test_a_function_is_right_or_refused_as_a_program(name: str) -> None:
    """`tg.run` compares with CPython; what it returns is compared once more here."""
    rng = Random(3)
    for _ in range(2):
        given = [rng.randint(-8, 7), rng.randint(-8, 7), rng.random() < 0.5, [rng.randint(-4, 3) for _ in range(3)]]
        try:
            found = tg.run(function(name), copy.deepcopy(given))
        except TuringradError:
            continue
        value = function(name)(*given)  # a module of its own: the function may keep something in a global
        assert (repr(found.value), type(found.value)) == (repr(value), type(value))


@pytest.mark.parametrize("name", sampled(RIGHT, 1))
@pytest.mark.parametrize(
    "on",
    [
        pytest.param(on, marks=[pytest.mark.slow] if on == "rcnn" else [])  # a grid machine of hundreds of states
        for on in (*learning_names(), "feedforward", "program")
    ],
)
def test_a_learner_is_its_object_or_is_refused_on_every_construction(name: str, on: str) -> None:
    X, y, X_test = drawn(3)
    expected = [taught(learner_class(name), X, y).predict(row) for row in X_test]
    rows = np.array(X), np.array(y), np.array(X_test)
    if on == "feedforward":
        net = tg.compile(tg.predictor(taught(learner_class(name), X, y), features=D), to="feedforward")
        assert [tg.run(net, (row,)).configuration.value for row in X_test] == expected
        return
    try:
        if on == "program":
            found = tg.learn(learner_class(name), X, y, X_test, on="reference", via="program", arguments=(D,))
        else:
            found = tg.learn(learner_class(name), *rows, on=on)
    except MAY_REFUSE.get(on, ()):
        return
    assert on == "program" or found.details["agreement_with_object"] == 1
    if on != "emulation" or tg.learner(learner_class(name), D).on_error:  # emulation may learn from other samples
        assert list(found.predictions) == expected


@pytest.mark.parametrize("name", sampled(sorted(REFUSED_LEARNERS), 3))
def test_a_refused_learner_is_right_or_refused_as_a_program(name: str) -> None:
    X, y, X_test = drawn(4)
    try:
        found = tg.learn(learner_class(name), X, y, X_test, via="program", arguments=(D,))
    except TuringradError:
        return
    assert list(found.predictions) == [taught(learner_class(name), X, y).predict(row) for row in X_test]


def test_the_matrix_is_as_large_as_it_says() -> None:
    assert len(LEARNERS) >= 60
    assert len(BODIES) >= 100
    assert {"reference", "feedforward", "rcnn", "descent", "emulation", "transformer"} <= set(recipe_names())
