"""`learn --with descent`: the trainers of the library, in closed form and by autograd."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from turingrad.constructions.descent.executors import closed_form, training
from turingrad.constructions.drive import learn, run
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.library import load, load_learner
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run
from turingrad.view.show import view_learning

X = np.array([[a, b] for a in (-1, 1) for b in (-1, 1)], np.int8)
AND = np.array([-1, -1, -1, 1], np.int8)


def trainer(name: str) -> TapeMachine:
    machine = load_learner(name, "trainer", 2)
    assert isinstance(machine, TapeMachine)
    return machine


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("perceptron", 10),
        ("parity", 10),
        pytest.param("perceptron", 100, marks=pytest.mark.slow),
        pytest.param("parity", 100, marks=pytest.mark.slow),
    ],
)
def test_random_data_sets_train_to_the_direct_computation(name: str, count: int) -> None:
    rng = np.random.default_rng(7)
    for _ in range(count):
        n, d = int(rng.integers(2, 10)), int(rng.integers(1, 5))
        features, labels = rng.choice([-1, 1], (n, d)).astype(np.int8), rng.choice([-1, 1], n).astype(np.int8)
        fresh = rng.choice([-1, 1], (20, d)).astype(np.int8)
        found = learn(trainer(name), features, labels, fresh, on="descent", executor="closed-form")
        sizes = BY_NAME[name].sizes(n, d)
        reference = tape_run.run(
            trainer(name), BY_NAME[name].machine_input(sizes, features, labels), max_steps=1_000_000
        )
        assert found.details["equals_direct_computation"]
        assert found.sgd_steps == found.details["machine_steps"] + 1 == reference.steps + 1
        np.testing.assert_array_equal(found.predictions, found.details["reference_predictions"])


@pytest.mark.parametrize("name", ["hebb", "parity"])
def test_both_executors_train_alike(name: str) -> None:
    slow, fast = (learn(trainer(name), X, AND, X, on="descent", executor=e) for e in ("autograd", "closed-form"))
    assert slow.sgd_steps == fast.sgd_steps
    assert slow.details["weights"] == fast.details["weights"]
    np.testing.assert_array_equal(slow.predictions, fast.predictions)
    np.testing.assert_allclose(slow.details["losses"], fast.details["losses"], rtol=1e-6)
    assert len(slow.details["losses"]) == slow.sgd_steps + 1


def test_short_trainings_use_autograd_and_long_ones_the_closed_form() -> None:
    assert learn(trainer("hebb"), X, AND, X, on="descent").executor == "autograd"
    assert learn(trainer("perceptron"), X, AND, X, on="descent", passes=20).executor == "closed-form"


def test_the_loss_curve_falls_from_the_machines_level_to_the_trained_networks() -> None:
    found = learn(trainer("perceptron"), X, AND, X, on="descent", executor="closed-form")
    losses = found.details["losses"]
    assert losses[0] == 2.0  # 1/2 |y|^2: nothing is read yet
    assert losses[-1] < min(losses[1:-1])
    assert found.accuracy(AND) == 1.0


def test_a_single_sample_is_refused() -> None:
    with pytest.raises(InputError, match="at least two entries"):
        learn(trainer("hebb"), X[:1], AND[:1], X, on="descent")


def test_no_pass_is_refused() -> None:
    with pytest.raises(InputError, match="passes must be a whole number of at least 1"):
        learn(trainer("perceptron"), X, AND, X, on="descent", passes=0)


@pytest.mark.parametrize("executor", ["autograd", "closed-form"])
def test_a_training_past_its_limit_is_refused(executor: str) -> None:
    with pytest.raises(LimitError, match="not halted within 20 gradient steps"):
        learn(trainer("perceptron"), X, AND, X, on="descent", executor=executor, max_steps=20)


def test_an_interrupted_training_has_no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "closed_form_fit", interrupt)
    found = learn(trainer("hebb"), X, AND, X, on="descent", executor="closed-form")
    assert found.details["interrupted"]
    assert not found.predictions.any()


def test_machines_that_train_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="is not a trainer of the library"):
        learn(load("palindrome"), X, AND, X, on="descent")
    grid = load_learner("constant", "grid")
    assert isinstance(grid, GridMachine)
    with pytest.raises(MachineError, match="not a grid machine"):
        learn(grid, X, AND, X, on="descent")


def test_a_closed_form_says_so_and_re_does_some_steps_by_autograd() -> None:
    found = learn(trainer("perceptron"), X, AND, X, on="descent", executor="closed-form")
    assert 5 <= found.details["backward_calls"] < found.sgd_steps
    count = found.details["backward_calls"]
    assert found.details["gradients"].endswith(f"{count} of them re-done by autograd, all equal")
    slow = learn(trainer("hebb"), X, AND, X, on="descent", executor="autograd")
    assert slow.details["gradients"] == "autograd"
    assert slow.details["backward_calls"] == slow.sgd_steps


def test_a_wrong_table_is_caught_by_the_re_done_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    real = closed_form.advance

    def wrong(*tables: Any) -> Any:
        return real(tables[0], tables[1], 1 - tables[2] % 2, *tables[3:])  # other symbols are written

    monkeypatch.setattr(closed_form, "advance", wrong)
    with pytest.raises(CertificateError, match="step 1: autograd's parameters are not the closed form's"):
        learn(trainer("hebb"), X, AND, X, on="descent", executor="closed-form")
    with pytest.raises(CertificateError, match=r"step \d+: autograd's parameters are not"):
        run(load("busy-beaver-4"), on="descent", executor="closed-form")


def test_a_page_of_a_long_training_is_the_one_by_autograd(monkeypatch: pytest.MonkeyPatch) -> None:
    """The closed form leads to the window's steps; every number of the page is as if autograd had taken all steps."""
    X, y = np.array([[1], [-1], [1], [1]], np.int8), np.array([1, -1, 1, -1], np.int8)
    by_autograd = view_learning(trainer("majority-label"), X, y, X, on="descent", first=5, last=30)
    monkeypatch.setattr("turingrad.view.constructions.descent_learning.SHORT", 0)
    by_jumps = view_learning(trainer("majority-label"), X, y, X, on="descent", first=5, last=30)
    assert by_jumps.data["run"] == by_autograd.data["run"]
    monkeypatch.setattr("turingrad.view.constructions.descent_learning.MAX_STEPS", 20)
    with pytest.raises(InputError, match="takes more than 20 gradient steps"):
        view_learning(trainer("majority-label"), X, y, X, on="descent")


def test_a_long_training_says_how_many_losses_it_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = learn(trainer("majority-label"), X, AND, X, on="descent", executor="closed-form")
    assert "losses_left_out" not in whole.details
    monkeypatch.setattr(training, "CHUNK", 10)
    cut = learn(trainer("majority-label"), X, AND, X, on="descent", executor="closed-form")
    assert cut.details["losses"][:-1] == whole.details["losses"][:11]
    assert cut.details["losses_left_out"] == len(whole.details["losses"]) - 12 > 0
