"""Lowerings: machines of simpler kinds that do the same, and circuits of unrolled runs, with a way back."""

from turingrad._support.lazy import public_names
from turingrad.machine.lower.core import Core as Core
from turingrad.machine.lower.core import processor_core as processor_core
from turingrad.machine.lower.grid import to_grid as to_grid
from turingrad.machine.lower.guarded import guarded as guarded
from turingrad.machine.lower.lowering import Lowering as Lowering
from turingrad.machine.lower.lowering import ProgramLowering as ProgramLowering
from turingrad.machine.lower.lowering import TapeLowering as TapeLowering
from turingrad.machine.lower.lowering import chain as chain
from turingrad.machine.lower.lowering import compose as compose
from turingrad.machine.lower.machine_learner import grid_learner as grid_learner
from turingrad.machine.lower.machine_learner import machine_learner as machine_learner
from turingrad.machine.lower.one_sided import one_sided as one_sided
from turingrad.machine.lower.single_tape import single_tape as single_tape
from turingrad.machine.lower.tripled import tripled as tripled
from turingrad.machine.lower.two_symbols import two_symbols as two_symbols
from turingrad.machine.lower.unroll import Unrolling as Unrolling
from turingrad.machine.lower.unroll import unroll as unroll
from turingrad.machine.lower.unroll import unrolling as unrolling
from turingrad.machine.lower.unroll_grid import GridUnrolling as GridUnrolling
from turingrad.machine.lower.unroll_learner import learner_circuit as learner_circuit
from turingrad.machine.lower.without_stay import without_stay as without_stay

__all__ = public_names(__file__)
