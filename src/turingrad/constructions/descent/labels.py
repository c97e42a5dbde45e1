"""Labels for which the extended network is proven: their shape, their size, and what they make the gradient round."""

from __future__ import annotations

from math import sqrt

import torch
from torch import Tensor

from turingrad.constructions.descent.switches import orthogonal
from turingrad.errors import CertificateError, InputError

MAX_ERROR = 1 / 16  # of a gradient, relatively: T and H are then within 1/8 of codes, and rounding finds them


def label_error(y: Tensor, least: float, dtype: torch.dtype) -> float:
    """A bound on |rho|, where the gradient that reaches T and H is (1 + rho) times the right one; 0 where exact.

    rho = |f_perp|^2 - 1 - y.f_perp / sqrt(2 l), each sum of n m terms rounding at most n m + 4 times; l >= `least`.
    """
    _, exact = orthogonal(y)
    if exact:
        return 0.0
    unit = float(torch.finfo(dtype).eps) * (y.numel() + 4)
    return unit * (2.0 + float(y.norm()) / sqrt(2 * least))


def check_labels(y: Tensor, shape: tuple[int, int], epsilon: float, bound: float, error: float) -> None:
    if tuple(y.shape) != shape:
        raise InputError(f"labels of shape {tuple(y.shape)}; this network was built for {shape}")
    if not bool(torch.isfinite(y).all()):
        raise InputError("a label is not finite")
    if float(y.square().sum()) < epsilon:
        raise InputError(f"|y|^2 = {float(y.square().sum()):g} is below epsilon = {epsilon:g}, see (5)")
    if float(y.abs().max()) > bound:
        raise InputError(f"a label of magnitude {float(y.abs().max()):g} is above label_bound = {bound:g}")
    if error > MAX_ERROR:
        raise CertificateError(f"gradients may be off by {error:.3g} in {y.dtype}; use float64")
