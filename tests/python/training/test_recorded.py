"""Recorded trainings on the word machine, against the same functions run in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.tape.assembler import StateAssembler
from turingrad.machine.tape.run import run
from turingrad.python.training import Fixed, NumberFormat, WordTraining, compile_training, recording, where
from turingrad.python.training.compiler import run_directly
from turingrad.python.training.word_machine import BLANK, word_machine

FORM = NumberFormat(12, 5)
Train = Callable[[Any, Any], Any]


def by_machine(training: WordTraining, rows: list[list[int]]) -> list[int]:
    """The parameters that the word machine leaves."""
    tapes = [BLANK + text for text in (training.data(rows), *training.tapes())]
    found = run(word_machine(), [tuple(text) for text in tapes], max_steps=3_000_000)
    assert found.halted, found.verdict
    tape = found.configuration.tapes[1]
    cells = [tape.read(1 + i, BLANK) for i in range(training.lasting * (training.format.bits + 1))]
    return training.parameters("".join(cells))


def compare(train: Train, rows: int, features: int, labels: int, seed: int, form: NumberFormat = FORM) -> list[int]:
    draw = random.Random(seed)
    X = [[form.units(draw.uniform(-2, 2)) for _ in range(features)] for _ in range(rows)]
    y = [[form.units(draw.uniform(-2, 2)) for _ in range(labels)] for _ in range(rows)]
    expected = run_directly(train, X, y, form)
    training = compile_training(train, form, rows, features, labels)
    assert by_machine(training, [a + b for a, b in zip(X, y, strict=True)]) == expected
    return expected


def momentum(X: Any, y: Any) -> Any:
    """Loops, momentum, choices of constants and of numbers, a step after each pass, a constant parameter."""
    w, b, v = [0.5, -0.25], 0.0, 0.0
    for _ in range(3):
        for x, t in zip(X, y, strict=True):
            z = sum(a * c for a, c in zip(w, x, strict=True)) + b
            h = where(z > 0, z, 0)
            d = where((z >= 0) & (z != 3), h - t, 0) / 4
            v = v * 0.5 + d
            w = [a - d * c for a, c in zip(w, x, strict=True)]
            b = where((b - v < -2) | (b > 3), -1, abs(b - v))
        b = b - 0.125
    return [w, [b * 2, 1.5], [where(b <= 1, 2, 3)]]


def last_seen(X: Any, y: Any) -> Any:
    """What the sample before left is read after it is replaced; y by number; a sample's number as a parameter."""
    before = 0.0
    total = 0.0
    for i in range(len(X)):
        now = X[i][0] + 0.0
        total = total + now * before - (y[i] - X[i][1])
        before, total = now, total + before
    return [total], before


@pytest.mark.parametrize("rows", [1, 2, 3, 5])
def test_a_training_with_loops_leaves_what_python_leaves(rows: int) -> None:
    assert len(compare(momentum, rows, 2, 1, rows)) == 5
    assert len(compare(last_seen, rows, 2, 1, rows)) == 2


def random_training(seed: int) -> Train:
    """Operations drawn at random over the numbers at hand."""

    def train(X: Any, y: Any) -> Any:
        state: list[Any] = [0.25, -1.0, 0.0]
        for _ in range(2):
            for x, t in zip(X, y, strict=True):
                draw = random.Random(seed)
                pool: list[Any] = [*x, *t, *state, 0.5, -2]
                for _ in range(12):
                    a, b, c = (draw.choice(pool) for _ in range(3))
                    kind = draw.randrange(6)
                    made = [a + b, a - b, a * b, where(a < b, c, b), where(a >= c, 0.5, -0.5), where(a == b, b, a)]
                    found = made[kind]
                    pool.append(where(found > 3, 1, where(found < -3, -1, found)))
                state = draw.sample(pool[-6:], 3)
        return state

    return train


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_random_trainings_leave_what_python_leaves(seed: int) -> None:
    compare(random_training(seed), 4, 2, 2, seed)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 20), st.data())
def test_products_sums_and_comparisons_of_any_two_words(bits: int, data: st.DataObject) -> None:
    form = NumberFormat(bits, data.draw(st.integers(0, bits - 1)))
    half = 1 << (bits - 1)
    a, b = (data.draw(st.integers(-half, half - 1)) for _ in range(2))

    def train(X: Any, y: Any) -> Any:
        ((x, t),) = zip(X, y, strict=True)
        return [x[0] * t, x[0] + t, x[0] - t, where(x[0] < t, -1, 0), where(t < x[0], x[0], t)]

    training = compile_training(train, form, 1, 1, 1)

    def wrap(units: int) -> int:
        return (units + half) % (2 * half) - half

    expected = [wrap(a * b >> form.point), wrap(a + b), wrap(a - b), -(a < b) << form.point, max(a, b)]
    assert by_machine(training, [[a, b]]) == expected


def test_a_number_in_fixed_point() -> None:
    x = Fixed(0.3)
    assert (x.units, repr(x), x.value) == (307, "Fixed(0.299805)", 307 / 1024)
    assert ((x + 1).value, (1 - x).units, (+x).units, (-x).units, abs(-x).units) == (1331 / 1024, 717, 307, -307, 307)
    assert (x * x).units == 307 * 307 >> 10
    assert (x / 2).units == 153
    assert bool(x)
    assert not bool(x - x)
    assert x == 0.3
    assert x != 1
    assert 0 < x <= 0.5
    assert max(x, 0) is x
    assert where(x > 1, 1, 2) == 2
    for wrong in (lambda: x + 1e9, lambda: x / x, lambda: x + "1", lambda: x + Fixed(1, 8, 2), lambda: x * 600 * 600):
        with pytest.raises(InputError):
            wrong()
    for bits, point in ((1, 0), (8, 8), (64, 3), (8.0, 2)):
        with pytest.raises(InputError, match="after the point"):
            NumberFormat(bits, point)  # type: ignore[arg-type]


def refused(train: Train, said: str) -> None:
    with pytest.raises(InputError, match=said):
        compile_training(train, FORM, 3, 1, 1)


def test_what_a_recorded_training_cannot_do_is_refused_in_one_line() -> None:
    def each(step: Callable[[Any, Any, list[Any]], Any]) -> Train:
        def train(X: Any, y: Any) -> Any:
            kept: list[Any] = []
            for x, t in zip(X, y, strict=True):
                kept.append(step(x[0], t, kept))
            return kept[-1:]

        return train

    refused(each(lambda x, t, _: 1 if x > t else 0), "turingrad.where")
    refused(each(lambda x, t, _: max(x, t)), "turingrad.where")
    refused(each(lambda x, *_: 1 if x else 0), "turingrad.where")
    refused(each(lambda x, *_: x.value), "no value")
    refused(each(lambda x, *_: float(x)), "does not run on numbers in fixed point")
    refused(each(lambda x, *_: x // 2), "does not run on numbers in fixed point")
    refused(each(lambda x, t, _: where((x > t) & 3, 1, 2)), "a condition must be a comparison")
    refused(each(lambda x, _, kept: x + kept[0] if kept else x), "uses a number of sample 0")
    refused(lambda X, _: [X[0][0]], "row 0 last")
    refused(lambda *_: [1], "no sample")
    refused(lambda X, _: [X[2][0]], "row 2 of the samples is taken after row -1")
    refused(lambda X, _: X["a"], "row by row")
    refused(lambda X, _: X[5], "row 5 of 3")
    refused(each(lambda *_: None), "a parameter is None")
    assert repr(recording.make(FORM, None, None, None)) == "Fixed(recorded)"


def test_a_parameter_of_the_last_sample_but_one_is_refused() -> None:
    refused(lambda X, _: [x[0] + 1 for x in X][-2:], "last sample but one")


def test_a_recording_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MAX_OPERATIONS", 10)
    with pytest.raises(LimitError, match="more than 10 operations"):
        compile_training(momentum, FORM, 4, 2, 1)


def test_the_assembler_refuses_two_rules_and_unknown_tapes() -> None:
    states = StateAssembler({"A": "_", "B": "01"}, "01_", "_")
    states.rule("s", {"A": "0"}, "t", moves={"A": 1})
    with pytest.raises(MachineError, match="two rules for 0,1"):
        states.rule("s", {"A": "0", "B": "1"}, "u")
    with pytest.raises(MachineError, match="names the tapes"):
        states.rule("s", {"C": "0"}, "u")
