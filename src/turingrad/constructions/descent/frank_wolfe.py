"""The conditional gradient (Frank-Wolfe) method on a simplex, and the mixed step (3)/(22), as torch optimizers.

On the simplex spanned by the unit vectors the minimiser of the directional derivative over all directions into the
simplex is a vertex, the one with the least entry of the gradient:

    d = e_w - p,  w = argmin grad,   p <- p + rate d.

The paper prints `p - rate d` in (3) and (14), which leaves the simplex; (22) has the sign right. Ties go to the vertex
that p is nearest to: the gradient is 0 in the first step of an extended network and after the halt, where p must stay.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, overload

import torch
from torch import Tensor
from torch.optim import Optimizer

from turingrad.errors import InputError

LINE_SEARCH_POINTS = 8  # exact for a loss whose kinks along the segment lie at multiples of 1/8
RATE_FACTOR = 1.0  # the `lr` that schedulers look for: any other is refused


def toward(p: Tensor, gradient: Tensor) -> Tensor:
    """d = e_w - p of one conditional-gradient step."""
    current = int(p.argmax())
    best = int(gradient.argmin())
    target = current if gradient[current] == gradient[best] else best
    direction = -p
    direction[target] += 1
    return direction


class Directed(Optimizer, ABC):
    """An optimizer whose `step` moves each group of parameters."""

    @overload
    def step(self, closure: None = None) -> None: ...
    @overload
    def step(self, closure: Callable[[], float]) -> float: ...
    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """One step. With a closure (zero the gradients, compute the loss, go backward) its loss is returned."""
        with torch.enable_grad():
            loss = None if closure is None else float(closure())
        for group in self.param_groups:
            if group.get("lr", RATE_FACTOR) != RATE_FACTOR:
                raise InputError(
                    f"the rates of this descent are fixed: something, such as a scheduler, set lr to {group['lr']}"
                )
            self.move(group, closure)
        return loss

    @abstractmethod
    def move(self, group: dict[str, Any], closure: Callable[[], float] | None) -> None: ...


class FrankWolfe(Directed):
    """The conditional-gradient method for parameters that lie on a simplex.

    `line_search=True` needs a closure in `step`, as torch's own line searches do: the rate is then the one of
    0, 1/8, ..., 1 with the least loss, the largest of them if several are least.
    """

    def __init__(self, params: Iterable[Any], *, rate: float = 1.0, line_search: bool = False) -> None:
        if not 0 < rate <= 1:
            raise InputError(f"a rate of {rate} leaves the simplex; it must be above 0 and at most 1")
        super().__init__(params, {"lr": RATE_FACTOR, "rate": rate, "line_search": line_search})
        self.last_rate = rate

    def move(self, group: dict[str, Any], closure: Callable[[], float] | None) -> None:
        moving = [(p, toward(p, p.grad)) for p in group["params"] if p.grad is not None]
        rate = group["rate"]
        if group["line_search"]:
            if closure is None:
                raise InputError("a line search needs a closure that computes the loss")
            rate = self._line_search(moving, closure)
        self.last_rate = rate
        for p, direction in moving:
            p.add_(direction, alpha=rate)

    def _line_search(self, moving: list[tuple[Tensor, Tensor]], closure: Callable[[], float]) -> float:
        start = [p.clone() for p, _ in moving]
        found: list[tuple[float, float]] = []
        for point in range(LINE_SEARCH_POINTS + 1):
            rate = point / LINE_SEARCH_POINTS
            for (p, direction), origin in zip(moving, start, strict=True):
                p.copy_(origin + rate * direction)
            with torch.enable_grad():
                found.append((float(closure()), -rate))
        for (p, _), origin in zip(moving, start, strict=True):
            p.copy_(origin)
        return -min(found)[1]


class MixedStep(Directed):
    """The step (3): parameter groups with `simplex=True` take the conditional-gradient step, the others p - rate grad.

    `MixedStep([{"params": [s], "simplex": True}, {"params": [T, H], "rate": 1 / gamma}])`
    """

    def __init__(self, params: Iterable[Any], *, rate: float = 1.0) -> None:
        super().__init__(params, {"lr": RATE_FACTOR, "rate": rate, "simplex": False})

    def move(self, group: dict[str, Any], closure: Callable[[], float] | None) -> None:  # noqa: ARG002 - no search
        for p in group["params"]:
            if p.grad is None:
                continue
            if group["simplex"]:
                p.add_(toward(p, p.grad), alpha=group["rate"])
            else:
                p.sub_(p.grad, alpha=group["rate"])
