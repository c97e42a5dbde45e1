"""A learner to an emulation net, by variant."""

from __future__ import annotations

from typing import Any, cast

import torch

from turingrad.constructions.emulation.build import build
from turingrad.constructions.emulation.memory import dyadic_design
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.emulation.noisy_network import NoiseTolerantNetwork
from turingrad.constructions.emulation.options import Options, accepts, require_own
from turingrad.constructions.emulation.plan import plan
from turingrad.constructions.emulation.printed_network import LiteralNetwork
from turingrad.constructions.emulation.write_once import Constants
from turingrad.constructions.network import Network
from turingrad.constructions.options import parse_options
from turingrad.machine.learner import Learner, LearnerConfiguration


def compile_network(
    machine: Learner, *, dtype: torch.dtype | None = None, **options: Any
) -> Network[Learner, LearnerConfiguration]:
    """A learner as an emulation net; see `Options` for what can be chosen. `dtype`: float32 for the exact variants,
    float64 for the others, unless one is given."""
    accepts(machine)
    choice = parse_options(Options, "emulation", options)
    require_own(choice)
    network: Network[Learner, LearnerConfiguration]
    if choice.variant == "paper":
        network = LiteralNetwork(machine, choice.p, choice.digits)
    elif choice.variant == "noise-tolerant":
        assert choice.samples is not None
        network = NoiseTolerantNetwork(
            machine,
            samples=choice.samples,
            constants=cast(Constants, choice.constants),
            kappa=choice.kappa,
            bits=choice.bits,
            dtype=dtype or torch.float64,
        )
    else:
        planned = plan(machine, choice.variant)
        design = dyadic_design(choice.variant, len(planned.groups))
        network = EmulationNetwork(build(planned, design), dtype or torch.float32)
    network.options = choice
    return network
