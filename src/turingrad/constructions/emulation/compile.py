"""A learner to an emulation net, by variant."""

from __future__ import annotations

from typing import Any

import torch

from turingrad.constructions.emulation.build import build
from turingrad.constructions.emulation.memory import SHAPES, dyadic_design
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.emulation.noisy_network import NoiseTolerantNetwork
from turingrad.constructions.emulation.plan import plan
from turingrad.constructions.emulation.printed_network import LiteralNetwork
from turingrad.constructions.network import Network
from turingrad.errors import InputError
from turingrad.machine.learner import Learner

VARIANTS = (*SHAPES, "paper", "noise-tolerant")


def compile_network(
    machine: Any,
    *,
    dtype: torch.dtype = torch.float32,
    variant: str = "pair4",
    **options: Any,
) -> Network:
    """`variant`: `pair4` (default) and `paper6` are exact; `paper` has the printed exponent (options `p` and `digits`);
    `noise-tolerant` memorises `samples` samples (options `constants`, `kappa`)."""
    if not isinstance(machine, Learner):
        raise InputError(f"emulation runs a Learner, not a {type(machine).__name__}")
    if variant not in VARIANTS:
        raise InputError(f"no variant {variant!r}; there are {', '.join(VARIANTS)}")
    if variant == "paper":
        return LiteralNetwork(machine, **options)
    if variant == "noise-tolerant":
        return NoiseTolerantNetwork(machine, dtype=dtype, **options)
    if options:
        raise InputError(f"the variant {variant!r} takes no option {', '.join(options)}")
    planned = plan(machine, variant)
    return EmulationNetwork(build(planned, dyadic_design(variant, len(planned.groups))), dtype)
