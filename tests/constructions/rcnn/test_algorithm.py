"""Algorithm 1: what SGD does to W, step by step, and that the shortcuts change nothing."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.machines import parity_small
from tests.generators_rcnn import parity_data
from turingrad.constructions.rcnn import RCNN, algorithm_1, memorise
from turingrad.errors import InputError


def expected_rows(X: np.ndarray, y: np.ndarray, T: float) -> torch.Tensor:
    rows = np.column_stack([X, np.ones_like(y)]) * y[:, None]
    return torch.from_numpy(np.vstack([rows, np.ones(X.shape[1] + 1)]) * T)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_each_step_memorises_one_row_and_touches_no_other(dtype: torch.dtype) -> None:
    X, y, _ = parity_data(0, 3, 5)
    network = RCNN(parity_small(), 5, 3, dtype=dtype)
    wanted = expected_rows(X, y, network.cells.T).to(dtype)
    for step in algorithm_1(network, X, y):
        assert step.output == 0.0
        assert step.loss == 0.5
        assert torch.equal(network.W[: step.step], wanted[: step.step])
        assert not network.W[step.step :].any()
        rows_with_gradient = step.gradient.any(dim=1).nonzero().flatten().tolist()
        assert rows_with_gradient == [step.step - 1]


def test_memorised_samples_are_read_back_after_every_step() -> None:
    X, y, _ = parity_data(1, 4, 4)
    network = RCNN(parity_small(), 4, 4)
    for step in algorithm_1(network, X, y):
        samples, labels = network.decode_samples()
        count = min(step.step, 4)
        assert np.array_equal(samples[:count], X[:count])
        assert np.array_equal(labels[:count], y[:count])
    assert samples[-1].tolist() == [1] * 4
    assert labels[-1] == 1


@pytest.mark.parametrize(
    ("early_exit", "checkpoint"), [(True, True), (False, False), (False, True)], ids=["both", "neither", "checkpoint"]
)
def test_early_exit_and_checkpointing_change_no_bit(early_exit: bool, checkpoint: bool) -> None:
    X, y, _ = parity_data(2, 3, 4)
    short, long = RCNN(parity_small(), 4, 3, depth=60), RCNN(parity_small(), 4, 3, depth=60)
    plain = list(algorithm_1(short, X, y, checkpoint=False))
    other = list(algorithm_1(long, X, y, early_exit=early_exit, checkpoint=checkpoint))
    for a, b in zip(plain, other, strict=True):
        assert torch.equal(a.gradient, b.gradient)
        assert a.output == b.output
        assert (b.early_exit, b.checkpointed) == (early_exit, checkpoint)
    assert torch.equal(short.W, long.W)


def test_a_training_step_takes_at_most_m_plus_two_layers_whatever_the_depth() -> None:
    X, y, _ = parity_data(2, 3, 6)
    steps = memorise(RCNN(parity_small(), 6, 3, depth=100_000), X, y)
    assert max(step.layers for step in steps) <= 6 + 2


def test_full_memory_gets_gradient_zero_from_further_samples() -> None:
    X, y, _ = parity_data(4, 2, 3)
    network = RCNN(parity_small(), 3, 2)
    memorise(network, X, y)
    before = network.W.detach().clone()
    network.W.grad = None
    rolled = network.roll_out(network.memory_layer(torch.tensor([[1, -1]])))
    (0.5 * (1 - network.read_out(rolled.grid)[0]) ** 2).backward()
    assert not network.W.grad.any()
    assert torch.equal(before, network.W)


def test_training_starts_again_from_zero() -> None:
    network = RCNN(parity_small(), 3, 2)
    for seed in (1, 2):
        X, y, _ = parity_data(seed, 2, 3)
        memorise(network, X, y)
        assert np.array_equal(network.decode_samples()[0][:3], X)


def test_labels_other_than_signs_are_refused() -> None:
    network = RCNN(parity_small(), 2, 2)
    with pytest.raises(InputError, match="labels must be -1 or"):
        memorise(network, [[1, 1], [1, -1]], [0, 1])


def test_data_of_another_size_are_refused() -> None:
    with pytest.raises(InputError, match="3 samples of 2 features; the network was compiled for 2 of 2"):
        memorise(RCNN(parity_small(), 2, 2), np.ones((3, 2)), np.ones(3))


def test_a_depth_below_m_plus_one_is_refused() -> None:
    with pytest.raises(InputError, match="L = 5 layers are too few: memorising 5 samples takes 6"):
        RCNN(parity_small(), 5, 2, depth=5)


def test_memorisation_fails_with_one_layer_too_few() -> None:
    """Why that depth is refused: with m layers some cell is not yet in the memory phase and adds to the output."""
    X, y, _ = parity_data(1, 2, 4)
    network = RCNN(parity_small(), 4, 2, depth=5)
    network.L = 4
    step = next(iter(algorithm_1(network, X, y, early_exit=False)))
    assert step.output != 0


def test_paper_units_learn_with_rate_one_over_54_and_agree_with_the_integers() -> None:
    X, y, _ = parity_data(5, 3, 4)
    integer = RCNN(parity_small(), 4, 3)
    paper = RCNN(parity_small(), 4, 3, dtype=torch.float64, units="paper")
    assert paper.rate == pytest.approx(1 / 54, abs=1e-15)
    memorise(integer, X, y)
    steps = memorise(paper, X, y)
    assert max(abs(step.output) for step in steps) < 1e-6
    assert paper.W.abs().detach().numpy() == pytest.approx(np.full((5, 4), 1 / 3), abs=1e-9)
    assert np.array_equal(paper.integers(paper.W), integer.integers(integer.W))
    points = torch.from_numpy(X[:2])
    with torch.no_grad():
        a, b = integer.memory_layer(points), paper.memory_layer(points)
        for _ in range(300):
            a, b = integer.layer(a), paper.layer(b)
            assert np.array_equal(integer.integers(a), paper.integers(b))
