"""Tape machines as stock decoder-only transformers, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.decoder import compile_network
from turingrad.constructions.decoder.executors import EXECUTORS, begin, sizes_of_run
from turingrad.constructions.decoder.options import Options, accepts

CONSTRUCTION = Construction(
    name="decoder",
    paper="",
    executors=tuple(Executor(name, parallel=True) for name in EXECUTORS),
    accepts=accepts,
    forms=("tape", "trainer"),
    Options=Options,
    compile=compile_network,
    sizes_for=sizes_of_run,
    begin=begin,
)
