"""Packages whose names are loaded when they are first used: torch takes seconds, numba half of one, and
`turingrad --help` needs neither."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def lazy_package(package: str, file: str) -> tuple[Callable[[str], Any], list[str]]:
    """The `__getattr__` and `__all__` of a package, read from the imports in its `__init__.py`.

    Imports below `if TYPE_CHECKING:` are what readers and type checkers see; here they say which module each name is
    loaded from. A name that is imported at once is public, too. Any other name is tried as a module of the package.
    """
    tree = ast.parse(Path(file).read_text(encoding="utf-8")).body
    loaded = imports(tree)
    homes = imports([line for block in tree if isinstance(block, ast.If) for line in block.body])

    def get(name: str) -> Any:
        if homes.get(name, package) != package:
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

    return get, sorted({*loaded, *homes})


def public_names(file: str) -> list[str]:
    """The `__all__` of a package that loads its names at once: what its `__init__.py` imports `as` itself."""
    return sorted(imports(ast.parse(Path(file).read_text(encoding="utf-8")).body))


def imports(lines: list[ast.stmt]) -> dict[str, str]:
    """Public names (imported `as` themselves) and the modules of turingrad that they come from."""
    return {
        one.name: str(line.module)
        for line in lines
        if isinstance(line, ast.ImportFrom) and str(line.module).startswith("turingrad")
        for one in line.names
        if one.asname == one.name
    }
