"""What is computed: tape machines, grid machines, circuits and learners, with a reference interpreter each.

The package is callable: `turingrad.machine({("A", "0"): ("1", "R", "B"), ...}, start="A")` is a machine from a table.
"""

import sys
from types import ModuleType
from typing import Any

from turingrad._support.lazy import lazy_getattr

_HOMES = {
    "CircuitBuilder": "turingrad.machine.circuit.builder",
    "from_table": "turingrad.machine.tape.from_table",
    "layered": "turingrad.machine.circuit.layered",
    "learner_grid": "turingrad.machine.grid.learner",
    "simplify": "turingrad.machine.circuit.simplify",
    "tape_learner": "turingrad.machine.lower.tape_learner",
}
__all__ = ["CircuitBuilder", "from_table", "layered", "learner_grid", "simplify", "tape_learner"]
__getattr__ = lazy_getattr(__name__, _HOMES)


class _Callable(ModuleType):
    """The package as a function: users write `tg.machine(...)`, and `turingrad.machine.tape` stays a module."""

    def __call__(self, *table: Any, **options: Any) -> Any:
        return __getattr__("from_table")(*table, **options)


sys.modules[__name__].__class__ = _Callable
