"""The conditional-gradient method and the mixed step."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from turingrad.constructions.descent.frank_wolfe import FrankWolfe, MixedStep, toward
from turingrad.errors import InputError


def vertex(number: int, size: int = 4) -> nn.Parameter:
    return nn.Parameter(torch.eye(size)[number])


def test_a_step_goes_to_the_vertex_of_the_least_gradient() -> None:
    p = vertex(1)
    p.grad = torch.tensor([0.0, 1.0, -2.0, -1.0])
    FrankWolfe([p]).step()
    assert p.tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("gradient", [[0.0] * 4, [3.0, 1.0, 1.0, 2.0]])
def test_ties_go_to_the_current_vertex(gradient: list[float]) -> None:
    """Erratum: the gradient in s is 0 in the first step and after the halt; the first argmin would move."""
    p = vertex(2)
    p.grad = torch.tensor(gradient)
    FrankWolfe([p]).step()
    assert p.tolist() == [0, 0, 1, 0]
    assert int(torch.tensor(gradient).argmin()) != 2


def test_the_printed_sign_leaves_the_simplex() -> None:
    """Erratum: (3) and (14) print s - [argmin - s]."""
    p = vertex(1)
    direction = toward(p.detach(), torch.tensor([0.0, 1.0, -2.0, -1.0]))
    printed = p.detach() - direction
    assert bool((printed < 0).any())
    assert (p.detach() + direction).tolist() == [0, 0, 1, 0]


def test_free_parameters_take_a_plain_step() -> None:
    s, t = vertex(0), nn.Parameter(torch.tensor([1.0, 2.0]))
    optimizer = MixedStep([{"params": [s], "simplex": True}, {"params": [t], "rate": 0.25}])
    s.grad, t.grad = torch.tensor([0.0, 0.0, 0.0, -1.0]), torch.tensor([4.0, -4.0])
    optimizer.step()
    assert s.tolist() == [0, 0, 0, 1]
    assert t.tolist() == [0, 3]


def test_a_closure_is_called_and_its_loss_returned() -> None:
    p = nn.Parameter(torch.tensor([2.0]))
    optimizer = MixedStep([p], rate=0.5)

    def closure() -> float:
        optimizer.zero_grad()
        loss = (p**2).sum()
        loss.backward()
        return float(loss.detach())

    assert optimizer.step(closure) == 4.0
    assert p.item() == 0.0


def test_a_line_search_stops_at_the_least_point() -> None:
    p = vertex(0, 2)
    optimizer = FrankWolfe([p], line_search=True)

    def closure() -> float:
        optimizer.zero_grad()
        loss = (p[1] - 0.375).abs()  # kink at 3/8 of the way
        loss.backward()
        return float(loss.detach())

    optimizer.step(closure)
    assert optimizer.last_rate == 0.375
    assert p.tolist() == [0.625, 0.375]


def test_a_line_search_without_a_closure_is_refused() -> None:
    p = vertex(0)
    p.grad = torch.zeros(4)
    with pytest.raises(InputError, match="needs a closure"):
        FrankWolfe([p], line_search=True).step()


def test_a_rate_that_leaves_the_simplex_is_refused() -> None:
    with pytest.raises(InputError, match="leaves the simplex"):
        FrankWolfe([vertex(0)], rate=1.5)


def test_a_scheduler_that_changes_the_rates_raises_at_its_step_and_a_constant_one_works() -> None:
    p = nn.Parameter(torch.tensor([4.0]))
    optimizer = MixedStep([p], rate=0.5)
    constant = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda _epoch: 1.0)
    changing = torch.optim.lr_scheduler.StepLR(MixedStep([p], rate=0.5), 2)
    for expected in (2.0, 1.0):
        p.grad = p.detach().clone()
        optimizer.step()
        constant.step()
        assert p.item() == expected
    for _ in range(2):
        p.grad = torch.zeros_like(p)
        changing.optimizer.step()
        changing.step()
    with pytest.raises(InputError, match=r"the rates of this descent are fixed: .* scheduler, set lr to 0\.1"):
        changing.optimizer.step()
