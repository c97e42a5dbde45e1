"""Compiles a tape machine to a transformer: the layers of its options, and the proof that they are exact."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch

from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.transformer.compact import compact_coordinates, compact_layers, fields
from turingrad.constructions.transformer.network import TransformerNetwork
from turingrad.constructions.transformer.options import Options, validate_options
from turingrad.constructions.transformer.paper import paper_coordinates, paper_layers
from turingrad.constructions.transformer.transitions import Transitions, transitions
from turingrad.constructions.transformer.weights import FeedForward, LayerWeights
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import TapeMachine

MAX_PARAMETERS = 1 << 30


def compile_network(machine: TapeMachine, *, dtype: torch.dtype = torch.float32, **options: Any) -> TransformerNetwork:
    """Compile a tape machine to a transformer.

    Args:
        machine: The machine.
        dtype: The format of the weights; refused if the network is not exact in it.
        options: See `Options`.

    Returns:
        The network.

    Raises:
        MachineError: The construction does not take this machine.
        LimitError: The network would be too large.
        CertificateError: It is not exact in `dtype`.

    Example:
        >>> from turingrad.constructions.transformer import compile_network
        >>> compile_network(tg.read("busy-beaver-4"), steps=107, input_length=0).depth
        12
    """
    chosen = validate_options(machine, options)
    machine = replace(machine, left_end=chosen.left_end)
    return assemble(machine, chosen, transitions(machine), dtype)


def assemble(machine: TapeMachine, options: Options, table: Transitions, dtype: torch.dtype) -> TransformerNetwork:
    """The network of a transition table; refused in a dtype in which it is not proven exact."""
    bits = options.bits
    paper = options.layers == "paper"
    coordinates = (paper_coordinates if paper else compact_coordinates)(table, bits, options).pad(options.width)
    written, tapes = len(table.writable), table.tapes
    searched = bits + 1 if options.radix is None else -(-bits // options.radix)  # layers of one tape's search
    depth = 2 * bits + 8 + tapes + written * (bits + 2) if paper else 4 + max(tapes, written * searched)
    depth = max(depth, options.depth or 0)
    if 6 * depth * coordinates.width**2 > MAX_PARAMETERS:
        raise LimitError(
            f"{len(machine.states)} states with {table.units:,} units on {tapes} tape(s) make a transformer of about "
            f"{6 * depth * coordinates.width**2:,} weights; at most {MAX_PARAMETERS:,} are built"
        )
    layers = (paper_layers if paper else compact_layers)(table, coordinates, options)
    layers += identity_layers(coordinates, len(layers), options.depth)
    network = TransformerNetwork(machine, options, table, coordinates, layers, dtype)
    network.certificate.require(dtype)
    return network


def identity_layers(c: Coordinates, needed: int, depth: int | None) -> list[LayerWeights]:
    """Layers that copy the output, up to a given depth."""
    if depth is not None and depth < needed:
        raise InputError(f"depth {depth} is too small: this transformer needs {needed} layers")
    copy = FeedForward(c).copy(*fields(c, "st", "sym1", "pos2"))
    return [copy.layer("identity") for _ in range((depth or needed) - needed)]
