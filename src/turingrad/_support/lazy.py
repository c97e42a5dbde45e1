"""Names of a package that are loaded when they are first asked for: torch takes seconds, numba half of one, and
`turingrad --help` needs neither."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_getattr(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: `homes` maps names to the modules that they live in; other names are modules."""

    def get(name: str) -> Any:
        if name in homes:
            found = getattr(import_module(homes[name]), name)
            setattr(sys.modules[package], name, found)
            return found
        if not name.startswith("_"):
            try:
                return import_module(f"{package}.{name}")
            except ModuleNotFoundError as error:
                if error.name != f"{package}.{name}":
                    raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return get
