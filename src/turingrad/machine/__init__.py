"""What is computed: tape machines, grid machines, circuits and learners, with a reference interpreter each.

The package can be called: `tg.machine({("A", "0"): ("1", "R", "B")}, start="A")` is `turingrad.named.machine`. It is
both because a package and a function cannot share a name in one module: whichever is set last hides the other.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class CallableModule(ModuleType):
    """A package whose call is a function that stands later on the route, and is asked for by name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return import_module("turingrad.named").machine(*arguments, **options)


sys.modules[__name__].__class__ = CallableModule
