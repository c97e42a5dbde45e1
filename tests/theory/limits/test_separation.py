"""One net, one noise: it learns random parities from one sample per step and not from batches, and a control does."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn

from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.batches import BatchedNet
from turingrad.errors import InputError, LimitError
from turingrad.library import load_learner
from turingrad.machine.learner import Learner
from turingrad.theory import Conjunctions, Descent, Juntas
from turingrad.theory.limits import Experiment, separation
from turingrad.theory.limits.descents import DirectNet, EmulationNet, TorchNet, over_all
from turingrad.theory.limits.function_classes import Parities, monomials


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def small() -> Experiment:
    return separation(bits=4, batches=(1, 2, 16), draws=2)


@pytest.fixture(scope="module")
def network() -> NoiseTolerantNetwork:
    learner = load_learner("parity", form="learner", features=3)
    assert isinstance(learner, Learner)
    return NoiseTolerantNetwork(learner, samples=5)


def test_the_same_net_learns_at_one_and_fails_at_two(small: Experiment) -> None:
    rows = {row["batch"]: row for row in small.parts[0].rows}
    assert rows["1"]["parities"] == rows["1"]["dictators"] == 1.0
    for size in ("2", "16", "all points"):
        assert rows[size]["parities"] <= rows[size]["constant"] + 0.1
    assert rows["all points"]["plain, dictators"] == 1.0  # the positive control, under the same descent
    assert rows["all points"]["plain, parities"] < 0.8


def test_where_it_learns_the_theorems_say_nothing_and_where_they_speak_it_does_not_learn(small: Experiment) -> None:
    learns, *loud = small.parts
    assert all(row["Theorem 3"] == row["Theorem 6"] == 1.0 for row in learns.rows)
    last = loud[-1].rows[-1]
    assert last["Theorem 6"] < 1.0
    assert last["parities"] <= last["Theorem 6"] + 0.1
    assert len(loud) == 2


def test_one_plot_has_every_curve(small: Experiment) -> None:
    drawn = small.parts[0].trained[0].curves
    assert [name.removeprefix("accuracy, ") for name in drawn] == [
        "parities", "dictators", "plain, dictators", "plain, parities", "constant", "Theorem 3", "Theorem 6",
        "plain, Theorem 3", "plain, Theorem 6",
    ]  # fmt: skip
    assert all(len(values) == 4 for values in drawn.values())
    assert small.parts[0].trained[0].figures["batches"] == [1, 2, 16, 16]


def test_a_batch_of_one_is_noisy_sgd(network: NoiseTolerantNetwork) -> None:
    X = np.array([[1, 1, -1], [1, -1, -1]], np.int8)
    batched = BatchedNet(network.graph, network.module.activation.shape, network.gamma)
    single = BatchedNet(network.graph, network.module.activation.shape, network.gamma)
    for row, label in zip(X, (1.0, -1.0), strict=True):
        batched.descend_batch(row[None], np.array([label]), None, np.zeros(len(batched.weight)))
        single.step(row, label)
    assert np.array_equal(batched.weight, single.weight)


def test_a_batch_is_torchs_mean_gradient_and_its_squares_are_those_of_single_samples(
    network: NoiseTolerantNetwork,
) -> None:
    X, y = np.array([[1, 1, -1], [-1, 1, 1], [1, -1, 1]], np.int8), np.array([1.0, -1.0, 1.0])
    batched = BatchedNet(network.graph, network.module.activation.shape, network.gamma)
    before = batched.weight.copy()
    squares = batched.descend_batch(X, y, 0.1, np.zeros(len(before)))
    gradients = []
    for row, label in zip(torch.from_numpy(X), y, strict=True):
        loss = (network(row[None])[0] - label) ** 2
        (found,) = torch.autograd.grad(loss, [network.weight])
        gradients.append(network.gamma * found.clamp(-0.1, 0.1).double().numpy())
    assert before - batched.weight == pytest.approx(np.mean(gradients, axis=0), abs=1e-12)
    assert squares == pytest.approx(np.mean([(g**2).sum() for g in gradients]))


def test_junk_flow_adds_up_the_norms_on_both_labels(network: NoiseTolerantNetwork) -> None:
    points = np.array([[1, 1, -1], [-1, 1, 1]], np.int8)
    descent = Descent(1, 2, network.gamma, 0.0, overflow=0.2)
    found = EmulationNet(network).junk_flow(over_all(points), descent, runs=1, seed=0)
    net = BatchedNet(network.graph, network.module.activation.shape, network.gamma)
    squares = net.descend_batch(points.repeat(2, axis=0), np.array([1.0, -1.0, 1.0, -1.0]), 0.2, np.zeros(found.edges))
    assert found.value == pytest.approx(np.sqrt(squares))


def test_the_plain_net_starts_at_zero_and_can_be_any_width() -> None:
    net = DirectNet(3, 5, 0.5, seed=1)
    assert float(net(torch.ones(2, 3)).abs().sum().detach()) == 0
    assert TorchNet(net).edges == 3 + 5 * 3 + 5 + 5


def test_a_class_a_net_and_a_loss_of_ones_own() -> None:
    def logistic(output: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
        return nn.functional.softplus(-label * output)

    found = separation(
        functions=Conjunctions(5, 2), network=nn.Linear(5, 1), loss=logistic, batches=(8,), steps=30, rate=0.5, draws=2
    )
    (row,) = found.parts[0].rows
    assert row["dictators"] > 0.95  # the control
    assert row["constant"] == pytest.approx(0.75, abs=0.03)
    (own,) = separation(functions=Juntas(4, 2), batches=(4,), steps=2, draws=1).parts
    assert list(own.rows[0])[:3] == ["batch", "juntas of 2 of 4 bits", "dictators"]
    (emulated,) = separation(bits=3, network=emulation_net(), batches=(1,), steps=5, sigma=0.0, draws=1).parts
    assert emulated.rows[0]["dictators"] == 1.0
    assert emulated.rows[0]["Theorem 3"] == 1.0


def emulation_net() -> NoiseTolerantNetwork:
    learner = load_learner("parity", form="learner", features=3)
    assert isinstance(learner, Learner)
    return NoiseTolerantNetwork(learner, samples=5)


class Lopsided:
    """A class by sampling alone, as a user would write it."""

    name = "the first bit, or its negative"

    def draw(self, rng: np.random.Generator) -> object:
        sign = rng.choice([-1, 1])
        return lambda X: sign * np.asarray(X[:, 0], float)

    def points(self, rng: np.random.Generator, m: int) -> np.ndarray:
        return rng.choice([-1, 1], (m, 3)).astype(np.int8)

    def moments(self) -> None:
        return None

    def bias(self) -> None:
        return None


def test_a_class_that_knows_nothing_exactly_is_estimated() -> None:
    (part,) = separation(functions=Lopsided, batches=(4,), steps=20, draws=2, sigma=0.001).parts
    assert part.rows[0][Lopsided.name] > 0.9


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bits": 1}, "random parities must have 2 to 12 bits"),
        ({"batches": ()}, "batches have 1 to"),
        ({"batches": (0,)}, "batches have 1 to"),
        ({"draws": 0}, "at least one draw"),
        ({"rate": 0.1}, "its own learning rate"),
        ({"functions": object()}, "a class of functions has a name, draw"),
        ({"network": 3}, "must be a torch module"),
        ({"loss": 3}, "must be a function of"),
        ({"functions": monomials(3, 1), "steps": 10**9}, "more than"),
    ],
)
def test_impossible_requests_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises((InputError, LimitError), match=message):
        separation(**options)  # type: ignore[arg-type]


def test_points_that_are_no_rows_are_refused() -> None:
    class Flat(Lopsided):
        def points(self, rng: np.random.Generator, m: int) -> np.ndarray:
            return rng.choice([-1, 1], m)

    with pytest.raises(InputError, match="two rows of numbers"):
        separation(functions=Flat())


def test_the_emulation_net_refuses_another_rate(network: NoiseTolerantNetwork) -> None:
    with pytest.raises(InputError, match="writes only at its own"):
        EmulationNet(network).junk_flow(Parities(3).points, Descent(1, 1, 0.5, 0.1), runs=1, seed=0)
    paper = NoiseTolerantNetwork(network.machine, samples=1, constants="paper")
    with pytest.raises(InputError, match="constants in float64"):
        EmulationNet(paper)
