"""How a trainer's features and labels get onto its tape, inside F: as signs, as they are, or in fixed point.

Fixed point is a Heaviside network of Appendix B (`FixedPoint.network`), part of the forward pass: nearest multiple of
2^-fraction, halves up. A number outside the range of its bits is refused, not clipped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from turingrad._support.arrays import Array
from turingrad.constructions.descent.executors.training import exact_signs
from turingrad.constructions.descent.quantise import FixedPoint
from turingrad.errors import InputError
from turingrad.library.trainers.layout import Trainer


@dataclass(frozen=True)
class Quantiser:
    """Numbers to what a trainer's `data` gets: bytes of an array of `kind`."""

    kind: npt.DTypeLike
    encode: Callable[[Tensor], bytes]

    def numbers(self, values: npt.ArrayLike) -> Array:
        """The same for an array."""
        array = np.asarray(values)
        return np.frombuffer(self.encode(torch.from_numpy(array.copy())), self.kind).reshape(array.shape)


def quantisers(trainer: Trainer) -> tuple[Quantiser, Quantiser]:
    """Those of the features and of the labels."""
    if trainer.real:
        plain = Quantiser(np.float64, lambda values: bytes(values.double().contiguous().numpy().tobytes()))
        return plain, plain
    labels = Quantiser(np.int8, lambda values: exact_signs(values, "labels"))
    if trainer.fixed is None:
        return Quantiser(np.int8, lambda values: exact_signs(values, "features")), labels
    return Quantiser(np.int64, in_fixed_point(FixedPoint(*trainer.fixed))), labels


def in_fixed_point(form: FixedPoint) -> Callable[[Tensor], bytes]:
    network = form.network()

    def encode(values: Tensor) -> bytes:
        largest = float(values.abs().max()) if values.numel() else 0.0
        if not largest < form.largest - form.rounding:
            raise InputError(
                f"a feature of size {largest:g} does not fit into fixed point of {form.width} bits, which holds sizes "
                f"below {form.largest - form.rounding:g}; scale the features down"
            )
        units = form.decode(network(values.double()) == 1) * 2.0**form.fraction
        return bytes(units.long().contiguous().numpy().tobytes())

    return encode


def stated_rounding(trainer: Trainer, X: npt.ArrayLike) -> dict[str, float]:
    """What a run says of the rounding of its features: the bound, and the most that it was."""
    if trainer.fixed is None:
        return {}
    form = FixedPoint(*trainer.fixed)
    units = quantisers(trainer)[0].numbers(X) / 2.0**form.fraction
    return {"rounding_bound": form.rounding, "rounding_most": float(np.abs(units - np.asarray(X)).max(initial=0.0))}
