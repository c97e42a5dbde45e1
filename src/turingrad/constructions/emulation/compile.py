"""A learner to an emulation net, by variant."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, cast, overload

import torch

from turingrad.constructions.emulation.build import Emulation, build
from turingrad.constructions.emulation.clocked import ClockedNetwork, clocked_learner
from turingrad.constructions.emulation.memory import SHAPES, dyadic_design
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.emulation.noisy_network import NoiseTolerantNetwork
from turingrad.constructions.emulation.options import Options, accepts, require_own
from turingrad.constructions.emulation.plan import plan
from turingrad.constructions.emulation.printed_network import LiteralNetwork
from turingrad.constructions.emulation.programs import ProgramNetwork
from turingrad.constructions.emulation.write_once import Constants
from turingrad.constructions.network import Network
from turingrad.constructions.options import parse_options
from turingrad.errors import InputError
from turingrad.machine.clocked import ClockedCircuit
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner
from turingrad.machine.lower.core import processor_core
from turingrad.machine.lower.core.core import RUNNING
from turingrad.machine.lower.core.fit import fitting_ram
from turingrad.machine.program import Program

Machine = Learner | ClockedCircuit | Program


@overload
def compile_network(machine: Program, *, dtype: torch.dtype | None = ..., **options: Any) -> ProgramNetwork: ...
@overload
def compile_network(machine: ClockedCircuit, *, dtype: torch.dtype | None = ..., **options: Any) -> ClockedNetwork: ...
@overload
def compile_network(
    machine: Learner, *, dtype: torch.dtype | None = ..., variant: Literal["paper"], **options: Any
) -> LiteralNetwork: ...
@overload
def compile_network(
    machine: Learner, *, dtype: torch.dtype | None = ..., variant: Literal["noise-tolerant"], **options: Any
) -> NoiseTolerantNetwork: ...
@overload
def compile_network(machine: Learner, *, dtype: torch.dtype | None = ..., **options: Any) -> EmulationNetwork: ...
def compile_network(machine: Machine, *, dtype: torch.dtype | None = None, **options: Any) -> Network[Any, Any]:
    """Compile a learner, a clocked circuit or a program to an emulation net.

    Args:
        machine: The learner, clocked circuit or program.
        dtype: The format of the weights; by default float32 for the exact variants, float64 for the others.
        options: See `Options`.

    Returns:
        The network; all of its edges are one trainable vector.

    Raises:
        MachineError: The construction does not take this machine.
        LimitError: The network would be too large.
        CertificateError: It is not exact in `dtype`.

    Example:
        >>> from turingrad.constructions.emulation import compile_network
        >>> compile_network(tg.library.load("parity", form="learner", features=3)).certificate.exact_in("float32")
        True
    """
    accepts(machine)
    choice = parse_options(Options, "emulation", options)
    require_own(choice)
    network: Network[Any, Any]
    if choice.variant in SHAPES:
        network = exact_network(machine, choice, dtype or torch.float32)
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


def exact_network(machine: Machine, choice: Options, dtype: torch.dtype) -> Network[Any, Any]:
    """The exact net of a machine, with a memory of the shape `choice.variant`."""
    if isinstance(machine, Program):
        ram = fitting_ram(machine) if choice.ram is None else choice.ram
        core = processor_core(replace(machine, ram=ram), choice.code)
        return ProgramNetwork(emulate(clocked_learner(core.circuit, RUNNING), choice.variant), core, dtype)
    if choice.code != "rom" or choice.ram is not None:
        raise InputError(f"the options code and ram are for programs, not for {describe_machine(machine)}")
    if isinstance(machine, Learner):
        return EmulationNetwork(emulate(machine, choice.variant), machine, dtype)
    return ClockedNetwork(emulate(clocked_learner(machine), choice.variant), machine, dtype)


def emulate(learner: Learner, variant: str) -> Emulation:
    """The graph of a learner, with as many dummies as its groups need."""
    planned = plan(learner, variant)
    return build(planned, dyadic_design(variant, len(planned.groups)))
