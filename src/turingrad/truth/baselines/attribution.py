"""Attribution patching: gradient times (activation - activation at the donor), one backward pass for all components.

The metric is the margin: the logit of the right token minus the largest other. (Probabilities are 1 up to rounding and
have no gradient.) A component's importance is the mean over places of the absolute value of its attribution.
"""

from __future__ import annotations

import torch
from torch import Tensor

from turingrad.truth.answer import CircuitAnswer, Place
from turingrad.truth.resample import Resampling
from turingrad.truth.subject import Subject


def margins(subject: Subject, logits: Tensor) -> Tensor:
    """The right token's logit minus the largest other, at the places where the model speaks."""
    said, right = logits[subject.spoken], subject.following[subject.spoken][:, None]
    others = said.scatter(1, right, -torch.inf)
    return said.gather(1, right)[:, 0] - others.max(1).values


def answer_circuits(subject: Subject, seed: int) -> CircuitAnswer:
    """One importance per head and unit."""
    seen: dict[str, Tensor] = {}

    def watch(name: str, value: Tensor) -> Tensor:
        if name.endswith((".heads", ".units")):
            value.requires_grad_().retain_grad()
            seen[name] = value
        return value

    torch.autograd.backward(margins(subject, subject.llama.forward(subject.batch, watch)).sum())
    other = Resampling(subject, seed).values
    found: dict[Place, float] = {}
    for name, value in seen.items():
        block, kind = name.removesuffix("s").split(".")
        change = value.grad * (value.detach() - other[name])  # type: ignore[operator]
        if kind == "head":
            change = change.sum(-1)
        importance = change.abs().mean(0)
        found |= {(kind, int(block), index): each for index, each in enumerate(importance.tolist())}
    return CircuitAnswer(found)
