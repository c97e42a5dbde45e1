"""Tape machines as transformers with fractional positions, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.one_tape import begin_run
from turingrad.constructions.perez import Options, compile_network
from turingrad.constructions.perez.options import accepts, sizes_for

CONSTRUCTION = Construction(
    "perez", "wei", (Executor("dense", parallel=True),), accepts,
    forms=("tape",), Options=Options, compile=compile_network, sizes_for=sizes_for, begin=begin_run,
)  # fmt: skip
