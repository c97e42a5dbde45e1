"""Small processors for random programs, shared by the tests of a session: the weights do not depend on the program."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cache

import numpy as np
import torch

from tests.machine.program.random_programs import random_program
from turingrad._support.arrays import I32
from turingrad.constructions.decoder import ProgramDecoder, compile_network
from turingrad.constructions.decoder.compiling import blueprint_of
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.machine.program import Program, assemble

SMALL = {"code_bits": 8, "context": 8192}

FIBONACCI = """
_start: li s0, 6
        li a0, 0
        li a1, 1
loop:   add a2, a0, a1
        mv a0, a1
        mv a1, a2
        addi s0, s0, -1
        bnez s0, loop
        sb a0, -4(sp)
        lbu a0, -4(sp)
        li a7, 64
        ecall
        li a7, 93
        ecall
"""


def fibonacci() -> Program:
    return assemble(FIBONACCI, "fib", ram=4096)


@cache
def weights_for(ram: int) -> ProgramDecoder:
    program = Program(b"\x73\0\0\0", ram=ram)
    network = compile_network(program, **SMALL)
    assert isinstance(network, ProgramDecoder)
    return network


def small_network(program: Program, context: int = SMALL["context"]) -> ProgramDecoder:
    """The processor, prompted with another program: the weights are one network's for all tests, so leave them alone.
    With another context they are not what a compilation gives; the bit executors do not read them."""
    network = copy(weights_for(program.ram))
    network.machine, network.blueprint = program, blueprint_of(program, SMALL)
    network.options = replace(network.options, context=context)
    return network


def run_tokens(network: ProgramDecoder, count: int, given: bytes = b"") -> tuple[I32, I32]:
    """The prompt, and at most so many tokens of the interpreter's run."""
    return network.starting_tokens(given), RunTokens(network.vocabulary, network.machine, given).take(count)


def fed(prompt: I32, run: I32) -> torch.Tensor:
    return torch.from_numpy(np.concatenate([prompt, run])[:-1].astype(np.int64))


__all__ = ["SMALL", "fed", "fibonacci", "random_program", "run_tokens", "small_network"]
