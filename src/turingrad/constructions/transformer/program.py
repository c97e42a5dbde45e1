"""RV32I programs on the transformer: each decoding step is one step of the processor machine."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import torch

from turingrad.constructions.options import parse_options
from turingrad.constructions.program_tapes import ProgramNetwork, with_ram
from turingrad.constructions.transformer.compile import compile_network as compile_tapes
from turingrad.constructions.transformer.network import TransformerNetwork
from turingrad.constructions.transformer.options import Options
from turingrad.machine.processor import program_tapes
from turingrad.machine.program import Program

RADIX = 10  # bits that a search layer finds: more would not be exact in float32


class ProgramTransformer(ProgramNetwork):
    """The transformer of the processor machine, and a program as its input: nothing of it is in the weights."""

    construction = "transformer"
    inner: TransformerNetwork


def compile_program(program: Program, *, dtype: torch.dtype = torch.float32, **options: Any) -> ProgramTransformer:
    """The processor machine's transformer, for as many of its steps as `steps` says."""
    chosen = parse_options(Options, "the transformer", {"radix": RADIX, **options})
    tapes = program_tapes(with_ram(program, chosen.ram))
    given = {each.name: getattr(chosen, each.name) for each in fields(chosen) if each.name != "ram"}
    given["input_length"] = max(chosen.input_length, *map(len, tapes.encode_input()))
    found = ProgramTransformer(tapes, compile_tapes(tapes.machine, dtype=dtype, **given))
    found.options = chosen
    return found


def compile_machine(machine: Any, *, dtype: torch.dtype = torch.float32, **options: Any) -> Any:
    """A tape machine or a program as a transformer."""
    if isinstance(machine, Program):
        return compile_program(machine, dtype=dtype, **options)
    return compile_tapes(machine, dtype=dtype, **options)
