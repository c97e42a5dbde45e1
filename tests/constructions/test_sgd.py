"""Plain SGD does what is printed and nothing else."""

from __future__ import annotations

import pytest
import torch

from turingrad.constructions.sgd import plain_sgd
from turingrad.errors import InputError


def test_a_step_subtracts_the_rate_times_the_gradient() -> None:
    parameter = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    optimizer = plain_sgd([parameter], 0.25)
    for _ in range(2):
        optimizer.zero_grad()
        (parameter * torch.tensor([4.0, 8.0])).sum().backward()
        optimizer.step()
    assert parameter.tolist() == [-1.0, -2.0]


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan"), float("inf")])
def test_impossible_rates_are_refused(rate: float) -> None:
    with pytest.raises(InputError, match="learning rate"):
        plain_sgd([torch.nn.Parameter(torch.zeros(1))], rate)


def test_parameters_that_cannot_be_trained_are_refused() -> None:
    with pytest.raises(InputError, match="trainable"):
        plain_sgd([torch.nn.Parameter(torch.zeros(1), requires_grad=False)], 0.1)
