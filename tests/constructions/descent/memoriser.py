"""A machine that copies the labels, in fixed point, into the weights of a constant network."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.quantise import FixedPoint, bits_of
from turingrad.machine.tape import Rule, TapeMachine


def copier(alphabet: str = "01_") -> TapeMachine:
    """Copies tape 0 to tape 1, from the cell right of the guard on."""
    first = Rule("start", ("_", "_"), ("_", "_"), (1, 1), "copy")
    rules = tuple(Rule("copy", (a, b), (a, a), (1, 1), "copy") for a in "01" for b in "01_")
    ends = tuple(Rule("copy", ("_", b), ("_", b), (0, 0), "halt") for b in "01_")
    return TapeMachine(
        ("start", "copy", "halt"), tuple(alphabet), "_", "start", (first, *rules, *ends), ("halt",), tapes=2
    )


class Constant(nn.Module):
    """Its weights, whatever the input."""

    def __init__(self, shape: tuple[int, int]) -> None:
        super().__init__()
        self.values = nn.Parameter(torch.randn(shape))

    def forward(self, x: Tensor) -> Tensor:
        return self.values + 0 * x.sum()


def memoriser(
    labels: tuple[int, int] = (3, 1),
    primary: nn.Module | None = None,
    machine: TapeMachine | None = None,
    **options: object,
) -> ExtendedNetwork:
    form, used = FixedPoint(10, 6), machine or copier()

    def quantise(x: Tensor, z: Tensor) -> Tensor:
        del x
        return form.encode(z.flatten()).flatten()

    def dequantise(cells: Tensor) -> Tensor:
        count = labels[0] * labels[1]
        return form.decode(bits_of(cells[: count * form.bits], used).view(count, form.bits))

    settings: dict[str, object] = {
        "labels": labels, "output_bound": form.largest, "label_bound": 4.0, "quantise": quantise, **options,
    }  # fmt: skip
    return ExtendedNetwork(primary or Constant(labels), used, dequantise=dequantise, **settings)  # type: ignore[arg-type]
