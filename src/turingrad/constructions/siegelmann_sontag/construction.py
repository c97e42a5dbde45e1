"""Tape machines as recurrent nets with fractional stacks, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.one_tape import begin_run
from turingrad.constructions.siegelmann_sontag import Options, compile_network
from turingrad.constructions.siegelmann_sontag.options import accepts, sizes_for

CONSTRUCTION = Construction(
    "siegelmann-sontag", "wei", (Executor("dense", parallel=True),), accepts,
    forms=("tape",), Options=Options, compile=compile_network, sizes_for=sizes_for, begin=begin_run,
)  # fmt: skip
