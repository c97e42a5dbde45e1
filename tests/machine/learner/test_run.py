"""The two interpreters of learners agree, and do what the definition of a step says."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators_learner import learners, samples_for
from turingrad.errors import InputError
from turingrad.library.learners.small import dictator, last_label
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.learner import Learner
from turingrad.machine.learner.run import coins, learn, predict, random_bits, run, trace


def counter(random: int = 0, on_error: bool = False, last: int = 3) -> Learner:
    """Two bits that count the samples learned from, up to `last`; predicts +1; done at `last`; r is remembered."""
    predict_ = CircuitBuilder()
    predict_.inputs("b", 2 + random)
    predict_.inputs("x", 1)
    predict_.output("prediction", predict_.const(1))
    update = CircuitBuilder()
    high, low, *_ = update.inputs("b", 2 + random)
    update.inputs("x", 1)
    update.input("y")
    update.output("high", update.xor(high, low))
    update.output("low", update.not_(low))
    for i, wire in enumerate(update.inputs("r", random)):
        update.output(f"r{i}", wire)
    done = CircuitBuilder()
    bits = done.inputs("b", 2 + random)[:2]
    wanted = (last >> 1, last & 1)
    done.output("done", done.and_(*(bit if want else done.not_(bit) for bit, want in zip(bits, wanted, strict=True))))
    memory = (0,) * (2 + random)
    return Learner(memory, 1, predict_.build(), update.build(), done.build(), random, on_error)


def points(m: int) -> np.ndarray:
    return np.ones((m, 1), dtype=np.int8)


@given(data=st.data(), seed=st.integers(0, 2**60), guess=st.booleans())
@settings(deadline=None, max_examples=80)
def test_the_compiled_interpreter_equals_the_plain_one(data: st.DataObject, seed: int, guess: bool) -> None:
    learner = data.draw(learners())
    X, y = data.draw(samples_for(learner))
    traces = [list(trace(learner, X, y, executor=e, seed=seed, guess=guess)) for e in ("python", "compiled")]
    assert traces[0] == traces[1]
    assert len(traces[0]) == len(y) + 1


@given(data=st.data(), seed=st.integers(0, 1000))
@settings(deadline=None, max_examples=40)
def test_both_interpreters_predict_the_same_after_learning(data: st.DataObject, seed: int) -> None:
    learner = data.draw(learners())
    X, y = data.draw(samples_for(learner))
    cube = np.array(list(product((-1, 1), repeat=learner.features)))
    compiled, plain = (learn(learner, X, y, cube, executor=e, seed=seed) for e in ("compiled", "python"))
    np.testing.assert_array_equal(compiled, plain)
    assert compiled.dtype == np.int8


def test_a_learner_that_is_done_keeps_its_memory() -> None:
    memories = [c.memory for c in trace(counter(), points(5), [1, 1, -1, -1, 1], executor="python")]
    assert memories == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 1), (1, 1)]


def test_a_learner_on_error_learns_from_wrong_outputs_alone_whether_done_or_not() -> None:
    y = [-1, 1, -1, 1, -1, -1]
    memories = [c.memory for c in trace(counter(on_error=True), points(6), y, executor="python")]
    assert memories == [(0, 0), (0, 1), (0, 1), (1, 0), (1, 0), (1, 1), (0, 0)]


def test_with_guesses_the_output_is_the_random_bit_until_done_and_learning_is_from_errors() -> None:
    learner, m = counter(), 40
    y = np.where(np.arange(m) % 3 == 0, 1, -1)
    _, g = coins(learner, 5, m)
    seen = list(trace(learner, points(m), y, seed=5, guess=True, executor="python"))
    for before, after, label, guessed in zip(
        seen, seen[1:], y.tolist(), (2 * g.astype(int) - 1).tolist(), strict=False
    ):
        assert after.output == (1 if before.done else guessed)
        assert (after.memory != before.memory) == (not before.done and guessed != label)
    assert seen[-1].done


def test_an_unfinished_learner_predicts_zero() -> None:
    assert learn(counter(), points(2), [1, 1], points(3)).tolist() == [0, 0, 0]
    assert learn(counter(), points(3), [1, 1, 1], points(3)).tolist() == [1, 1, 1]


def test_random_bits_reach_the_update_in_order() -> None:
    learner, m = counter(random=3, last=0, on_error=True), 12
    r, _ = coins(learner, 9, m)
    memories = [c.memory[2:] for c in trace(learner, points(m), -np.ones(m), seed=9)][1:]
    assert memories == [tuple(row) for row in r.tolist()]


@given(seed=st.integers(0, 2**64), width=st.integers(0, 9), few=st.integers(0, 30), many=st.integers(0, 30))
@settings(deadline=None, max_examples=60)
def test_random_bits_do_not_depend_on_how_many_are_asked_for(seed: int, width: int, few: int, many: int) -> None:
    drawn = random_bits(seed, few + many, width)
    np.testing.assert_array_equal(drawn[:few], random_bits(seed, few, width))
    assert np.isin(drawn, (0, 1)).all()


def test_random_bits_are_fair_and_differ_by_seed() -> None:
    bits = [random_bits(seed, 10_000, 3) for seed in (0, 1)]
    assert all(abs(b.mean(axis=0) - 0.5).max() < 0.03 for b in bits)
    assert abs((bits[0] == bits[1]).mean() - 0.5) < 0.03


def test_random_bits_are_the_same_on_every_machine() -> None:
    assert "".join(map(str, random_bits(0, 4, 8).ravel().tolist())) == "".join(
        format(octet, "08b")[::-1] for octet in (np.random.PCG64(0).random_raw() & 0xFFFFFFFF).to_bytes(4, "little")
    )


def test_a_run_stops_at_its_step_limit_and_replays() -> None:
    X, y = points(10), np.ones(10)
    limited = run(last_label(1), X, y, max_steps=4)
    assert (limited.steps, limited.halted, limited.stopped) == (4, False, "steps")
    assert [c.step for c in limited.trace] == [0, 1, 2, 3, 4]
    assert run(last_label(1), X, y).halted


def test_a_sampled_trace_ends_with_the_last_sample() -> None:
    assert [c.step for c in trace(last_label(1), points(10), np.ones(10), every=4)] == [0, 4, 8, 10]


@pytest.mark.parametrize(
    ("X", "y", "options", "says"),
    [
        ([[1, 1]], [1], {}, "X has the shape"),
        ([[1]], [1, 1], {}, "y has the shape"),
        ([[0]], [1], {}, "must be -1 or"),
        ([[1]], [2], {}, "must be -1 or"),
        ([[1]], [1], {"executor": "magic"}, "known: compiled, python"),
        ([[1]], [1], {"seed": -1}, "the seed is -1"),
        ([[1]], [1], {"max_steps": -1}, "the step limit"),
    ],
)
def test_runs_that_do_not_fit_are_refused(X, y, options, says) -> None:
    with pytest.raises(InputError, match=says):
        run(last_label(1), X, y, **options)


def test_a_memory_of_another_size_is_refused() -> None:
    with pytest.raises(InputError, match="a memory of 3 bits for a learner of 2"):
        predict(dictator(1), (0, 0, 0), [[1]])
