"""`compile_network`: a machine's decoder, whatever kind of machine it is."""

from __future__ import annotations

from typing import Any

import torch

from turingrad.constructions.decoder.blueprint import Blueprint
from turingrad.constructions.decoder.network import DecoderNetwork
from turingrad.constructions.decoder.options import validate_options
from turingrad.constructions.decoder.processor.blueprint import processor_blueprint
from turingrad.constructions.decoder.processor.network import ProgramDecoder
from turingrad.constructions.decoder.processor.options import checked_processor
from turingrad.constructions.decoder.tape_network import TapeDecoder
from turingrad.constructions.decoder.tapes import tape_blueprint
from turingrad.constructions.decoder.weights import weights_of
from turingrad.errors import LimitError
from turingrad.machine.program import Program

MAX_PARAMETERS = 1 << 28


def blueprint_of(machine: Any, options: dict[str, Any]) -> Blueprint:
    """The features, blocks and tokens of a machine's decoder."""
    if isinstance(machine, Program):
        return processor_blueprint(machine, checked_processor(machine, options))
    return tape_blueprint(machine, validate_options(machine, options))


def compile_network(machine: Any, *, dtype: torch.dtype = torch.float32, **options: Any) -> DecoderNetwork:
    """A one-tape machine, or a processor for a program, as a decoder-only transformer.

    See `Options` and `ProcessorOptions` for what can be chosen.
    """
    blueprint = blueprint_of(machine, options)
    size = len(blueprint.vocabulary) * blueprint.features.width
    if size > MAX_PARAMETERS:
        raise LimitError(f"{len(blueprint.vocabulary):,} tokens make an embedding of {size:,} weights: spell the cell")
    kind = ProgramDecoder if isinstance(machine, Program) else TapeDecoder
    network: DecoderNetwork = kind(blueprint, weights_of(blueprint), dtype)
    network.certificate.require(dtype)
    return network
