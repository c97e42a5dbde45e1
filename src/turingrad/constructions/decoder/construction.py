"""Tape machines and programs as stock decoder-only transformers, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.decoder import compile_network
from turingrad.constructions.decoder.executors import EXECUTORS, TAPE_EXECUTORS, begin, sizes_of_run
from turingrad.constructions.decoder.options import Options, accepts_machine
from turingrad.machine.program import Program


def executor(name: str) -> Executor:
    """Those that run on bits are of programs, on one thread, without torch."""
    return (
        Executor(name, parallel=True)
        if name in TAPE_EXECUTORS
        else Executor(name, dtypes=("float32",), forms=("program",), uses_torch=False)
    )


CONSTRUCTION = Construction(
    name="decoder",
    paper="",
    executors=tuple(executor(name) for name in EXECUTORS),
    accepts=accepts_machine,
    forms=("tape", "trainer", "program"),
    Options=Options,
    compile=compile_network,
    sizes_for=sizes_of_run,
    begin=begin,
    check_with=lambda machine: "guarded" if isinstance(machine, Program) else None,
)
