"""Lowerings: machines of simpler kinds that do the same, and circuits of unrolled runs, with a way back."""

from turingrad.machine.lower.core import Core, processor_core
from turingrad.machine.lower.grid import to_grid
from turingrad.machine.lower.guarded import guarded
from turingrad.machine.lower.lowering import Lowering, ProgramLowering, TapeLowering, chain, compose
from turingrad.machine.lower.machine_learner import grid_learner, machine_learner
from turingrad.machine.lower.one_sided import one_sided
from turingrad.machine.lower.single_tape import single_tape
from turingrad.machine.lower.tripled import tripled
from turingrad.machine.lower.two_symbols import two_symbols
from turingrad.machine.lower.unroll import Unrolling, unroll, unrolling
from turingrad.machine.lower.unroll_grid import GridUnrolling
from turingrad.machine.lower.unroll_learner import learner_circuit
from turingrad.machine.lower.without_stay import without_stay

__all__ = [
    "Core",
    "GridUnrolling",
    "Lowering",
    "ProgramLowering",
    "TapeLowering",
    "Unrolling",
    "chain",
    "compose",
    "grid_learner",
    "guarded",
    "learner_circuit",
    "machine_learner",
    "one_sided",
    "processor_core",
    "single_tape",
    "to_grid",
    "tripled",
    "two_symbols",
    "unroll",
    "unrolling",
    "without_stay",
]
