"""Batches of labels (Remark 2.4) by both executors and from the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tests.command_line import Turingrad
from turingrad.constructions.descent.executors import closed_form, extended_network
from turingrad.constructions.descent.executors.training import closed_form_fit
from turingrad.constructions.drive import learn
from turingrad.errors import CertificateError, InputError
from turingrad.library import load_learner
from turingrad.library.trainers.trainers import ALL, BY_NAME

X = np.random.default_rng(3).choice([-1, 1], (6, 2)).astype(np.int8)
Y = np.array([1, -1, 1, 1, -1, 1], np.int8)


@pytest.mark.slow
def test_every_trainer_of_the_library_takes_batches() -> None:
    assert all(trainer.batch_state in trainer.machine.states for trainer in ALL)


@pytest.mark.parametrize("name", ["hebb", "parity"])
def test_both_executors_read_the_same_batches(name: str) -> None:
    """Losses, steps and weights, and those of all samples at once."""
    trainer = load_learner(name, "trainer", 2)
    slow, fast = (
        learn(trainer, X, Y, X, on="descent", executor=executor, batches=3) for executor in ("autograd", "closed-form")
    )
    assert slow.sgd_steps == fast.sgd_steps
    assert slow.details["machine_steps"] == fast.details["machine_steps"] == slow.sgd_steps - 3
    assert len(fast.details["losses"]) == fast.sgd_steps + 1
    np.testing.assert_allclose(slow.details["losses"], fast.details["losses"], rtol=1e-6)
    for found in (slow, fast):
        assert found.details["weights"] == BY_NAME[name].direct(BY_NAME[name].sizes(6, 2), X, Y).tolist()
        assert found.details["equals_direct_computation"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["majority-label", "perceptron", "gradient-descent", "least-mean-squares"])
def test_the_closed_form_reads_batches_of_every_trainer(name: str) -> None:
    found = learn(load_learner(name, "trainer", 2), X, Y, X, on="descent", executor="closed-form", batches=2, passes=2)
    assert found.details["equals_direct_computation"]
    assert found.sgd_steps - found.details["machine_steps"] == 4
    assert found.details["backward_calls"] >= 3  # each step that asks for a batch is re-done


def test_a_batch_that_is_not_read_is_caught_by_the_re_done_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The closed form goes on with the first batch's samples: where a step is re-done autograd's are others."""
    monkeypatch.setattr(closed_form.ClosedForm, "write_data", lambda _fast, _row: None)
    trainer = BY_NAME["hebb"]
    network = extended_network(trainer, trainer.sizes(2, 2, batches=3))
    x, y = torch.from_numpy(X).float(), torch.from_numpy(Y).float().unsqueeze(1)
    with pytest.raises(CertificateError, match="are not the closed form's"):
        closed_form_fit(network, [(x[i : i + 2], y[i : i + 2]) for i in (0, 2, 4)], max_steps=10_000)


@pytest.mark.parametrize("executor", ["autograd", "closed-form"])
def test_batches_of_two_sizes_are_refused(executor: str) -> None:
    with pytest.raises(InputError, match="6 samples cannot be split into 4 batches of equal size"):
        learn(load_learner("hebb", "trainer", 2), X, Y, X, on="descent", executor=executor, batches=4)


def test_learn_hands_batches_over_from_the_command_line(tmp_path: Path, turingrad: Turingrad) -> None:
    data = tmp_path / "data.csv"
    data.write_text("".join(f"{a},{b},{c}\n" for (a, b), c in zip(X, Y, strict=True)), encoding="utf-8")
    given = ("learn", "hebb", "--with", "descent", "--data", data, "--test", 0, "--batches", 3, "--json")
    found = turingrad(*given).json
    assert found["batches"] == 3
    assert found["sgd_steps"] - found["machine_steps"] == 3
    assert found["equals_direct_computation"]
    wrong = turingrad("learn", "winnow", "--with", "descent", "--dim", 2, "--train", 4, "--batches", 2)
    assert wrong.code == 2
    assert "batches need a trainer with a batch state" in wrong.err
