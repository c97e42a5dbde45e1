"""Any rate, three losses, all weights in the optimizer, shuffled samples, several epochs; and what fails."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

import turingrad as tg
from tests.generators_rcnn import all_points, parity_data
from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.usual import LOSSES, parameter_groups, set_rate, train
from turingrad.errors import InputError, TuringradError
from turingrad.library import load_learner
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import predictions


@pytest.fixture(scope="module")
def machine() -> GridMachine:
    return load_learner("nearest-neighbour", form="grid")  # type: ignore[return-value]


def right(network: RCNN, machine: GridMachine, X: np.ndarray, y: np.ndarray) -> int:
    """How many of all points the trained network answers as the machine does; none where it is no network any more."""
    points = all_points(X.shape[1])
    wanted = predictions(machine, X, y, points).answers
    try:
        with torch.no_grad():
            found = network(torch.from_numpy(points)).numpy()
    except TuringradError:
        return 0
    return int((np.abs(found - wanted) < 1e-6).sum())


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("rate", [1e-3, 54321.0])
def test_any_rate_does_with_its_slope(machine: GridMachine, loss: str, rate: float) -> None:
    X, y, _ = parity_data(2, 2, 3)
    network = RCNN(machine, 3, 2, dtype=torch.float64, depth=1_000)
    set_rate(network, rate, loss)
    assert train(network, X, y, loss=loss) == 4
    assert right(network, machine, X, y) == 4


def test_the_shared_weights_may_be_parameters_of_rate_0(machine: GridMachine) -> None:
    X, y, _ = parity_data(2, 2, 3)
    network = RCNN(machine, 3, 2, depth=1_000)
    groups = parameter_groups(network)
    before = [parameter.detach().clone() for parameter in groups[1]["params"]]  # type: ignore[attr-defined]
    train(network, X, y, optimizer=torch.optim.SGD(groups))
    assert right(network, machine, X, y) == 4
    assert len(before) == 12
    assert all(torch.equal(a, b) for a, b in zip(before, groups[1]["params"], strict=True))  # type: ignore[call-overload]
    assert all(parameter.grad is not None for parameter in groups[1]["params"])  # type: ignore[attr-defined]


def test_further_epochs_change_nothing(machine: GridMachine) -> None:
    X, y, _ = parity_data(2, 2, 3)
    network = RCNN(machine, 3, 2, depth=1_000)
    train(network, X, y)
    held = network.W.detach().clone()
    train_again = torch.optim.SGD([network.W], lr=network.rate)
    train(network, X, y, optimizer=train_again, epochs=2)
    assert torch.equal(network.W, held)


def test_samples_in_another_order_stand_in_other_rows(machine: GridMachine) -> None:
    X, y, _ = parity_data(2, 2, 3)
    network = RCNN(machine, 3, 2, depth=1_000)
    train(network, X, y, order=[2, 0, 1])
    assert network.decode_samples()[0][:3].tolist() == X[[2, 0, 1]].tolist()
    assert right(network, machine, X[[2, 0, 1]], y[[2, 0, 1]]) == 4


FAILING: dict[str, Callable[[RCNN], torch.optim.Optimizer]] = {
    "momentum": lambda network: torch.optim.SGD([network.W], lr=network.rate, momentum=0.9),
    "Adam": lambda network: torch.optim.Adam([network.W], lr=network.rate),
    "twice the rate": lambda network: torch.optim.SGD([network.W], lr=2 * network.rate),
}


@pytest.mark.parametrize("name", FAILING)
def test_other_optimizers_do_not_memorise(machine: GridMachine, name: str) -> None:
    X, y, _ = parity_data(2, 2, 3)
    network = RCNN(machine, 3, 2, depth=1_000)
    try:
        train(network, X, y, optimizer=FAILING[name](network))
    except TuringradError:
        return  # the grid holds what is no cell value
    assert right(network, machine, X, y) == 0


def test_a_batch_of_two_mixes_samples(machine: GridMachine) -> None:
    X, y = np.array([[1, 1], [1, -1], [-1, 1]], np.int8), np.array([1, 1, -1], np.int8)
    network = RCNN(machine, 3, 2, depth=1_000)
    try:
        train(network, X, y, batch=2)
    except TuringradError:
        return
    assert right(network, machine, X, y) == 0


@pytest.mark.parametrize(("rate", "loss"), [(0.0, "squared"), (-1.0, "hinge"), (1.0, "cubic")])
def test_impossible_rates_and_losses_are_refused(machine: GridMachine, rate: float, loss: str) -> None:
    with pytest.raises(InputError):
        set_rate(RCNN(machine, 1, 1), rate, loss)


def test_a_training_that_cannot_be_is_refused(machine: GridMachine) -> None:
    network, (X, y, _) = RCNN(machine, 2, 2), parity_data(0, 2, 2)
    with pytest.raises(InputError, match="no loss 'cubic'"):
        train(network, X, y, loss="cubic")
    with pytest.raises(InputError, match="the size of a batch"):
        train(network, X, y, batch=0)
    with pytest.raises(InputError, match="the number of layers"):
        network(torch.ones(1, 2), depth="many")


def test_batches_are_refused_with_the_reason() -> None:
    X, y, _ = parity_data(0, 2, 4)
    with pytest.raises(InputError, match="the sum of its samples in one row of W"):
        tg.learn("parity", X, y, X, on="rcnn", batches=2)
