"""A learner to an emulation net, by variant."""

from __future__ import annotations

from typing import Any, cast

import torch

from turingrad.constructions.emulation.build import Emulation, build
from turingrad.constructions.emulation.clocked import ClockedNetwork, clocked_learner
from turingrad.constructions.emulation.memory import SHAPES, dyadic_design
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.emulation.noisy_network import NoiseTolerantNetwork
from turingrad.constructions.emulation.options import Options, accepts, require_own
from turingrad.constructions.emulation.plan import plan
from turingrad.constructions.emulation.printed_network import LiteralNetwork
from turingrad.constructions.emulation.write_once import Constants
from turingrad.constructions.network import Network
from turingrad.constructions.options import parse_options
from turingrad.errors import InputError
from turingrad.machine.clocked import ClockedCircuit
from turingrad.machine.learner import Learner


def compile_network(
    machine: Learner | ClockedCircuit, *, dtype: torch.dtype | None = None, **options: Any
) -> Network[Any, Any]:
    """A learner or a clocked circuit as an emulation net; see `Options` for what can be chosen. `dtype`: float32 for
    the exact variants, float64 for the others, unless one is given."""
    accepts(machine)
    choice = parse_options(Options, "emulation", options)
    require_own(choice)
    network: Network[Any, Any]
    if choice.variant in SHAPES:
        network = exact_network(machine, choice.variant, dtype or torch.float32)
    elif not isinstance(machine, Learner):
        raise InputError(f"the variant {choice.variant!r} is for learners; a clock needs one of {', '.join(SHAPES)}")
    elif choice.variant == "paper":
        network = LiteralNetwork(machine, choice.p, choice.digits)
    else:
        assert choice.samples is not None
        network = NoiseTolerantNetwork(
            machine,
            samples=choice.samples,
            constants=cast(Constants, choice.constants),
            kappa=choice.kappa,
            bits=choice.bits,
            dtype=dtype or torch.float64,
        )
    network.options = choice
    return network


def exact_network(machine: Learner | ClockedCircuit, variant: str, dtype: torch.dtype) -> Network[Any, Any]:
    """The exact net of a machine, with a memory of the shape `variant`."""
    if isinstance(machine, Learner):
        return EmulationNetwork(emulate(machine, variant), machine, dtype)
    return ClockedNetwork(emulate(clocked_learner(machine), variant), machine, dtype)


def emulate(learner: Learner, variant: str) -> Emulation:
    """The graph of a learner, with as many dummies as its groups need."""
    planned = plan(learner, variant)
    return build(planned, dyadic_design(variant, len(planned.groups)))
