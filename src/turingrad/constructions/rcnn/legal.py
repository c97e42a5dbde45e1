"""What the network of a learner takes, checked in one place."""

from __future__ import annotations

import torch

from turingrad.constructions.rcnn.options import LAYOUTS, UNITS, accepts_learner
from turingrad.errors import CertificateError, InputError
from turingrad.machine.grid import MAX_CELLS, GridMachine


def sized(states: int, size: int | None) -> int:
    """The size s of the architecture, refused where the machine does not fit into it."""
    if size is not None and size < states:
        raise InputError(f"the machine has {states} lowered states; it does not fit into the architecture of {size}")
    return states if size is None else size


def require_legal(
    machine: GridMachine,
    samples: int,
    features: int,
    layout: str,
    units: str,
    dtype: torch.dtype,
    depth: int | None,
    work: int,
) -> None:
    accepts_learner(machine)
    if samples < 1 or features < 1:
        raise InputError(f"a data set has at least one sample and one feature, not {samples} x {features}")
    if work < machine.work:
        raise InputError(f"{work} work columns; the machine itself has {machine.work}")
    if work > machine.work == 0:
        raise InputError("a machine without work columns of its own has no place for the border to further ones")
    if (samples + 1) * (features + 1 + work) > MAX_CELLS:
        raise InputError(f"{samples} samples of {features} features are more than {MAX_CELLS:,} cells")
    if layout not in LAYOUTS:
        raise InputError(f"no layout {layout!r}; there are {', '.join(LAYOUTS)}")
    if units not in UNITS:
        raise InputError(f"no units {units!r}; there are {', '.join(UNITS)}")
    if units == "paper" and dtype != torch.float64:
        raise CertificateError("the paper's units are not dyadic; they need float64, where rounding stays below a gap")
    if depth is not None and depth < samples + 1:
        raise InputError(f"L = {depth} layers are too few: memorising {samples} samples takes {samples + 1}")
