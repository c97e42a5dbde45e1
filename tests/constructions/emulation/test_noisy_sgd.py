"""Noisy SGD: plain SGD, then noise of the stated kind on every weight."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from turingrad.constructions.emulation.noisy_sgd import KINDS, Noise, NoisySGD
from turingrad.errors import InputError

WEIGHTS = np.array([1.0, -2.0, 0.5, 1e-6, 0.0, 3e4])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("relative", [True, False])
def test_noise_stays_within_its_level(kind, relative: bool) -> None:
    noise = Noise(1e-2, kind, relative).source(len(WEIGHTS), 1)
    scale = np.abs(WEIGHTS) if relative else 1.0
    for _ in range(50):
        change = noise.perturb(WEIGHTS) - WEIGHTS
        limit = 5.5 if kind == "gaussian" else 1.0 + 1e-9
        assert np.all(np.abs(change) <= 1e-2 * scale * limit + 1e-15)


def test_uniform_and_gaussian_noise_have_their_spread() -> None:
    ones = np.ones(20_000)
    for kind, spread in (("uniform", 1 / np.sqrt(3)), ("gaussian", 1.0)):
        change = Noise(1e-3, kind).source(len(ones), 0).perturb(ones) - 1
        assert abs(change.std() / 1e-3 - spread) < 0.02
        assert abs(change.mean()) < 3e-5


def test_fixed_sign_noise_adds_up() -> None:
    noise = Noise(1e-2, "fixed-sign", relative=False).source(6, 3)
    weight = WEIGHTS
    for _ in range(10):
        weight = noise.perturb(weight)
    assert np.allclose(np.abs(weight - WEIGHTS), 0.1)
    assert len(set(np.sign(weight - WEIGHTS))) == 2


def test_rounding_puts_weights_on_a_grid_and_keeps_them_there() -> None:
    for relative in (True, False):
        noise = Noise(1e-2, "rounding", relative).source(6, 0)
        once = noise.perturb(WEIGHTS)
        assert np.allclose(noise.perturb(once), once, rtol=1e-12)
    assert np.allclose(once / 1e-2, np.round(once / 1e-2))


def test_the_optimizer_is_plain_sgd_plus_the_noise() -> None:
    parameter = torch.nn.Parameter(torch.tensor([1.0, 2.0, -3.0], dtype=torch.float64))
    optimizer = NoisySGD([parameter], lr=0.1, noise=Noise(1e-2), seed=5)
    (parameter**2).sum().backward()
    optimizer.step()
    clean = np.array([1.0, 2.0, -3.0]) * (1 - 0.2)
    assert np.allclose(parameter.detach().numpy(), Noise(1e-2).source(3, 5).perturb(clean), rtol=1e-15)


def test_no_noise_is_plain_sgd() -> None:
    pair = [torch.nn.Parameter(torch.tensor([1.0, -2.0])) for _ in range(2)]
    for parameter, optimizer in zip(
        pair, (NoisySGD([pair[0]], 0.25, Noise(0.0)), torch.optim.SGD([pair[1]], 0.25)), strict=True
    ):
        (parameter**3).sum().backward()
        optimizer.step()
    assert torch.equal(*pair)


def test_the_step_returns_the_closures_loss() -> None:
    parameter = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = NoisySGD([parameter], 0.5, Noise(0.0))

    def closure():
        optimizer.zero_grad()
        loss = (parameter**2).sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 4.0
    assert float(parameter.detach()) == 0.0


@pytest.mark.parametrize("make", [lambda: Noise(-1), lambda: Noise(float("nan")), lambda: Noise(0.1, "pink")])
def test_impossible_noise_is_refused(make) -> None:
    with pytest.raises(InputError, match="noise"):
        make()


def test_an_impossible_learning_rate_is_refused() -> None:
    with pytest.raises(InputError, match="learning rate"):
        NoisySGD([torch.nn.Parameter(torch.ones(1))], 0.0, Noise(0.0))
