"""What is computed: tape machines, grid machines, circuits and learners, with a reference interpreter each.

The package is callable: `turingrad.machine({("A", "0"): ("1", "R", "B"), ...}, start="A")` is a machine from a table.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from turingrad._support.lazy import lazy_package

if TYPE_CHECKING:  # loaded when first used
    from turingrad.machine.circuit.builder import CircuitBuilder as CircuitBuilder
    from turingrad.machine.circuit.layered import layered as layered
    from turingrad.machine.circuit.simplify import simplify as simplify
    from turingrad.machine.grid.learner import learner_grid as learner_grid
    from turingrad.machine.lower.tape_learner import tape_learner as tape_learner
    from turingrad.machine.tape.from_table import from_table as from_table

__getattr__, __all__ = lazy_package(__name__, __file__)


class _Callable(ModuleType):
    """The package as a function: users write `tg.machine(...)`, and `turingrad.machine.tape` stays a module."""

    def __call__(self, *table: Any, **options: Any) -> Any:
        return __getattr__("from_table")(*table, **options)


sys.modules[__name__].__class__ = _Callable
