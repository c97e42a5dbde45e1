"""Names of a package that are loaded when they are first asked for: torch takes seconds, and machines do without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: `homes` maps each name to the module that it lives in, or that it is."""

    def get(name: str) -> Any:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return import_module(home) if home == f"{package}.{name}" else getattr(import_module(home), name)

    return get
