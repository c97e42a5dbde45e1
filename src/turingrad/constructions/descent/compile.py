"""`compile_network`: a tape machine as a loss function."""

from __future__ import annotations

from typing import Any, Literal, cast, overload

import torch

from turingrad.constructions.descent.configuration_loss import Form
from turingrad.constructions.descent.configurations import ConfigurationDescent
from turingrad.constructions.descent.encoding import EncodingName
from turingrad.constructions.descent.network import FIRST_CELLS, TapeDescent
from turingrad.constructions.descent.options import Options, accepts
from turingrad.constructions.descent.program import ProgramDescent, compile_program
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.constructions.network import Network
from turingrad.constructions.options import parse_options
from turingrad.machine.program import Program
from turingrad.machine.tape import TapeMachine


@overload
def compile_network(machine: Program, *, dtype: torch.dtype = ..., **options: Any) -> ProgramDescent: ...
@overload
def compile_network(
    machine: TapeMachine, *, dtype: torch.dtype = ..., loss: Literal["configurations"], **options: Any
) -> ConfigurationDescent: ...
@overload
def compile_network(machine: TapeMachine, *, dtype: torch.dtype = ..., **options: Any) -> TapeDescent: ...
@overload
def compile_network(machine: Any, *, dtype: torch.dtype = ..., **options: Any) -> Network[Any, Any]: ...
def compile_network(machine: Any, *, dtype: torch.dtype = torch.float32, **options: Any) -> Network[Any, Any]:
    """Compile a tape machine or a program to a loss whose gradient steps are the machine's steps.

    Args:
        machine: The machine or program.
        dtype: The format of the parameters.
        options: See `Options`.

    Returns:
        The network, whose parameters are the machine's configuration.

    Raises:
        MachineError: The construction does not take this machine.
        LimitError: The network would be too large.
        CertificateError: It is not exact in `dtype`.

    Example:
        >>> from turingrad.constructions.descent import compile_network
        >>> [name for name, _ in compile_network(tg.read("busy-beaver-2")).named_parameters()]
        ['s', 'T', 'H']
    """
    accepts(machine)
    choice = parse_options(Options, "descent", options)
    network: Network[Any, Any]
    if isinstance(machine, Program):
        network = compile_program(machine, choice, dtype)
    elif choice.loss == "configurations":
        network = ConfigurationDescent(
            machine, cells=choice.cells, left=choice.left, form=cast(Form, choice.form), dtype=dtype
        )
    else:
        encoding = cast(EncodingName, choice.encoding)
        network = TapeDescent(
            make_recipe(machine, hat=choice.hat, encoding=encoding, guard=choice.guard, b=choice.b),
            cells=FIRST_CELLS if choice.cells is None else choice.cells,
            grows=choice.cells is None,
            read_only=read_only_tapes(machine) if isinstance(choice.read_only, str) else choice.read_only,
            dtype=dtype,
        )
    network.options = choice
    return network


def read_only_tapes(machine: TapeMachine) -> tuple[int, ...]:
    """The tapes on which every rule writes what it reads."""
    return tuple(t for t in range(machine.tapes) if all(rule.read[t] == rule.write[t] for rule in machine.rules))
