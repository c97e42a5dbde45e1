"""Corollary 2.2: an extended network over configurations, whose loss falls in every step but the first."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
import torch

from tests.constructions.descent.memoriser import copier, memoriser
from turingrad.check import compare
from turingrad.constructions.descent import ExtendedNetwork, fit
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.executors.running import samples_of
from turingrad.constructions.descent.frank_wolfe import MixedStep
from turingrad.errors import InputError, LimitError
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.tape import run as tape_run

TRAINER = BY_NAME["majority-label"]
SIZES = TRAINER.sizes(2, 1)
X = np.array([[1], [-1]], np.int8)
LABELS = [np.array(y, np.int8) for y in product((-1, 1), repeat=2)]


@pytest.fixture(scope="module")
def network() -> ExtendedNetwork:
    return extended_network(TRAINER, SIZES, loss="configurations")


def tensors(y: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.from_numpy(X).float(), torch.from_numpy(y).float().unsqueeze(1)


@pytest.mark.parametrize("y", LABELS, ids=str)
def test_the_weights_are_the_machines_and_the_loss_falls_but_for_one_jump(
    network: ExtendedNetwork, y: np.ndarray
) -> None:
    x, labels = tensors(y)
    done = fit(network, x, labels)
    reference = tape_run.run(TRAINER.machine, TRAINER.machine_input(SIZES, X, y))
    assert network.theta()["bias"].tolist() == TRAINER.expected_weights(SIZES, X, y, 1000).tolist()
    assert done.steps == reference.steps + 2  # the labels are read, and the start is left
    assert torch.equal(network(x), network.trained_primary()(x))
    half = float(0.5 * labels.square().sum())
    assert done.losses[0] == half
    assert done.losses[1] == pytest.approx(network.tracer.levels.c * 2 + half, rel=0.3)  # the jump: l + |y|^2/2
    assert done.losses[1] > done.losses[0]
    assert all(later < earlier for earlier, later in pairwise(done.losses[1:]))


def test_the_gradient_steps_decode_to_the_machines_configurations(network: ExtendedNetwork) -> None:
    y = LABELS[1]
    found = network.trace(tensors(y))
    assert compare(tape_run.trace(TRAINER.machine, TRAINER.machine_input(SIZES, X, y)), found).ok


def test_only_s_and_z_are_parameters(network: ExtendedNetwork) -> None:
    assert {name for name, _ in network.named_parameters()} == {"z", "tracer.s"}


def test_the_initial_parameters_depend_on_no_data(network: ExtendedNetwork) -> None:
    network.reset()
    assert int(network.tracer.s.argmax()) == 0
    assert network.tracer.runs.found[0] is None


def test_data_that_are_no_input_are_refused() -> None:
    network = memoriser(machine=copier(), loss="configurations", inputs=["0" * 30])
    with pytest.raises(InputError, match="is not one of the 1 inputs"):
        fit(network, torch.zeros(3, 1), torch.tensor([[1.0], [0.5], [0.25]]))


def test_it_saves_and_loads(network: ExtendedNetwork) -> None:
    x, labels = tensors(LABELS[2])
    fit(network, x, labels)
    other = extended_network(TRAINER, SIZES, loss="configurations")
    other.load_state_dict(network.state_dict())
    assert torch.equal(other(x), network(x))
    with pytest.raises(InputError, match="belongs to another primary"):
        extended_network(TRAINER, TRAINER.sizes(3, 1), loss="configurations").load_state_dict(network.state_dict())


def test_decode_refuses_what_is_no_vertex(network: ExtendedNetwork) -> None:
    longer = torch.zeros(len(network.tracer.s) + 1)
    longer[-1] = 1
    with pytest.raises(InputError, match="what is decoded has the shape"):
        network.decode(longer, 0)


@pytest.mark.parametrize("given", [("a", "b"), (1, 2), ([[1], [2]], [[1], [1, 2]]), ([[1]],), None])
def test_samples_that_are_no_tables_are_refused(given: object) -> None:
    with pytest.raises(InputError, match="samples and labels"):
        samples_of(given)


def test_what_it_cannot_do_is_refused(network: ExtendedNetwork) -> None:
    with pytest.raises(InputError, match="needs `inputs`"):
        memoriser(loss="configurations")
    with pytest.raises(InputError, match="batches need the tape loss"):
        memoriser(loss="configurations", batch_states=("copy",), inputs=["0"])
    with pytest.raises(LimitError, match="no tapes to grow"):
        network.grow()
    with pytest.raises(LimitError, match=r"2\^24 data sets"):
        extended_network(TRAINER, TRAINER.sizes(12, 1), loss="configurations")


def test_13_as_printed_trains_too() -> None:
    machine = copier()
    network = memoriser(
        labels=(2, 1),
        machine=machine,
        loss="configurations",
        form="printed",
        inputs=["0000001000" + "0000000000", "0000001000" + "0000001000"],
    )
    y = torch.tensor([[1.0], [1.0]])
    fit(network, torch.zeros(2, 1), y)
    assert torch.equal(network(torch.zeros(2, 1)), y)


def test_a_wrong_sign_of_the_step_does_not_trace(network: ExtendedNetwork, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "turingrad.constructions.descent.frank_wolfe.toward",
        lambda p, g: p - torch.nn.functional.one_hot(g.argmin(), len(p)).to(p),
    )
    x, labels = tensors(LABELS[0])
    network.reset()
    optimizer = network.optimizer()
    assert isinstance(optimizer, MixedStep)
    for _ in range(2):
        optimizer.zero_grad()
        (0.5 * (network(x) - labels).square().sum()).backward()
        optimizer.step()
    with pytest.raises(InputError, match="s is not a vertex of the simplex"):
        network(x)
    assert int(network.tracer.s.detach().count_nonzero()) != 1 or float(network.tracer.s.detach().max()) != 1
