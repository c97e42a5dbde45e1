"""`compile_network`: a machine's decoder, whatever kind of machine it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, overload

import torch

from turingrad._support.text import amount
from turingrad.constructions.decoder.blueprint import Blueprint
from turingrad.constructions.decoder.network import DecoderNetwork
from turingrad.constructions.decoder.options import validate_options
from turingrad.constructions.decoder.processor.blueprint import options_blueprint
from turingrad.constructions.decoder.processor.network import ProgramDecoder
from turingrad.constructions.decoder.processor.options import checked_processor
from turingrad.constructions.decoder.tape_network import TapeDecoder
from turingrad.constructions.decoder.tapes import tape_blueprint
from turingrad.constructions.decoder.weights import weight_count, weights_of
from turingrad.errors import LimitError
from turingrad.machine.program import Program
from turingrad.machine.tape import TapeMachine

MAX_WEIGHTS = 3 << 28  # 6 GB while they are computed in float64


def blueprint_of(machine: Any, options: dict[str, Any]) -> Blueprint:
    """Lay out a machine's decoder: its features, blocks and tokens.

    Args:
        machine: A one-tape machine or a program.
        options: As in `compile_network`.

    Returns:
        The blueprint, from which `weights_of` makes matrices.

    Example:
        >>> from turingrad.constructions.decoder import blueprint_of
        >>> len(blueprint_of(tg.read("busy-beaver-2"), {"cells": 16, "context": 32}).blocks)
        3
    """
    if isinstance(machine, Program):
        own = options_blueprint(checked_processor(machine, options))
        return replace(own, machine=machine)  # from which its prompts are made; nothing of it is in the weights
    return tape_blueprint(machine, validate_options(machine, options))


def describe_size(machine: Any) -> str:
    """What the size of a machine's decoder follows from."""
    if isinstance(machine, Program):
        return f"{machine.code // 4:,} words of code"
    return f"{amount(len(machine.states), 'state')} and {amount(len(machine.symbols), 'symbol')}"


@overload
def compile_network(machine: TapeMachine, *, dtype: torch.dtype = ..., **options: Any) -> TapeDecoder: ...
@overload
def compile_network(machine: Program, *, dtype: torch.dtype = ..., **options: Any) -> ProgramDecoder: ...
@overload
def compile_network(machine: Any, *, dtype: torch.dtype = ..., **options: Any) -> DecoderNetwork: ...
def compile_network(machine: Any, *, dtype: torch.dtype = torch.float32, **options: Any) -> DecoderNetwork:
    """Compile a one-tape machine, or a processor for a program, to a decoder-only transformer.

    Args:
        machine: The machine or program.
        dtype: The format of the weights; refused if the network is not exact in it.
        options: See `Options` and `ProcessorOptions`.

    Returns:
        The network.

    Raises:
        MachineError: The machine has several tapes.
        LimitError: The network would be too large.
        CertificateError: It is not exact in `dtype`.

    Example:
        >>> from turingrad.constructions.decoder import compile_network
        >>> compile_network(tg.read("busy-beaver-2"), cells=16, context=32).depth
        3
    """
    blueprint = blueprint_of(machine, options)
    size = weight_count(blueprint)
    if size > MAX_WEIGHTS:
        raise LimitError(
            f"{describe_size(machine)} make a decoder of {len(blueprint.vocabulary):,} tokens and {size:,} weights; at "
            f"most {MAX_WEIGHTS:,} are built"
        )
    kind = ProgramDecoder if isinstance(machine, Program) else TapeDecoder
    network: DecoderNetwork = kind(blueprint, weights_of(blueprint), dtype)
    network.certificate.require(dtype)
    return network
