"""A training loop that is not ours: what would leave the learner in silence is warned of, once."""

from __future__ import annotations

import copy
import warnings

import numpy as np
import pytest
import torch

from turingrad import tasks
from turingrad.constructions.emulation import EmulationNetwork, NoiseTolerantNetwork, compile_network, proven_noise
from turingrad.errors import InputError, TuringradWarning
from turingrad.library.learners.small import LEARNERS

X, Y = tasks.get("parity").sample(np.random.default_rng(0), 3, 30)


@pytest.fixture(scope="module")
def compiled() -> EmulationNetwork:
    network = compile_network(LEARNERS["parity"](3))
    assert isinstance(network, EmulationNetwork)
    return network


def run_loop(network: torch.nn.Module, rows: np.ndarray, batch: int, **settings: float) -> None:
    """Plain torch, as a user would write it."""
    optimizer = torch.optim.SGD(network.parameters(), **settings)
    for at in range(0, 12, batch):
        optimizer.zero_grad()
        inputs, labels = torch.from_numpy(rows[at : at + batch]), torch.from_numpy(Y[at : at + batch])
        ((network(inputs) - labels) ** 2).sum().backward()
        optimizer.step()


@pytest.mark.parametrize(
    ("batch", "settings", "message"),
    [
        (4, {}, r"a gradient of \d samples at once"),
        (1, {"momentum": 0.9}, "which no step of this net's SGD leaves"),
        (1, {"weight_decay": 0.01}, "which no step of this net's SGD leaves"),
        (1, {"lr": 0.1}, "which no step of this net's SGD leaves"),
    ],
)
def test_a_loop_that_does_not_run_the_learner_is_warned_of_once(
    compiled: EmulationNetwork, batch: int, settings: dict[str, float], message: str
) -> None:
    network = copy.deepcopy(compiled)
    with pytest.warns(TuringradWarning, match=message) as caught:
        run_loop(network, network.rows(X), batch, **{"lr": network.gamma, **settings})
    assert len([one for one in caught if one.category is TuringradWarning]) == 1
    assert "without momentum or weight decay" in str(caught[0].message)


def test_a_right_loop_and_a_batch_without_gradients_are_not_warned_of(compiled: EmulationNetwork) -> None:
    network = copy.deepcopy(compiled)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run_loop(network, network.rows(X), 1, lr=network.gamma)
        with torch.no_grad():
            network(torch.from_numpy(network.rows(X)))
        network(torch.from_numpy(network.rows(X)))  # with a graph, of which nobody asks a gradient


def test_the_noise_tolerant_net_warns_of_batches_as_well() -> None:
    network = NoiseTolerantNetwork(LEARNERS["parity"](3), samples=6)
    with pytest.warns(TuringradWarning, match="samples at once"):
        run_loop(network, network.rows(X), 4, lr=network.gamma)


def test_a_compiled_net_says_which_noise_is_proven(compiled: EmulationNetwork) -> None:
    network = NoiseTolerantNetwork(LEARNERS["parity"](3), samples=6, kappa=0.55)
    assert network.proven_noise() == proven_noise(3, 0.55)
    with pytest.raises(InputError, match="compile with variant='noise-tolerant'"):
        compiled.proven_noise()
    with pytest.raises(InputError, match="proven only for the constants 'redesigned'"):
        NoiseTolerantNetwork(LEARNERS["last-label"](1), samples=1, constants="widened").proven_noise()


def test_a_nets_text_says_which_samples_it_learns_from(compiled: EmulationNetwork) -> None:
    assert "guesses until it is done (Theorem 4)" in repr(compiled)
    assert "learns from its errors (Lemma 3)" in repr(compile_network(LEARNERS["perceptron"](2)))
