"""The kinds of machines that there are, found by their folders: adding one edits no list."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from typing import Any

from turingrad.errors import MachineError
from turingrad.machine.kind import Kind

HOME = "turingrad.machine"


@cache
def kinds() -> dict[str, Kind[Any]]:
    """Every kind by its name, in the order in which they are listed."""
    package = importlib.import_module(HOME)
    names = [module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg]
    found = [kind for kind in map(_kind_in, names) if kind is not None]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: (kind.order, kind.name))}


def _kind_in(name: str) -> Kind[Any] | None:
    """`KIND` of `machine/NAME/kind.py`; None of a folder that holds something else."""
    module = f"{HOME}.{name}.kind"
    if importlib.util.find_spec(module) is None:
        return None
    found: Kind[Any] = importlib.import_module(module).KIND
    return found


def find_kind(machine: object) -> Kind[Any] | None:
    """The kind of a machine, through its base classes; None of anything else."""
    by_type = {kind.machine_type: kind for kind in kinds().values()}
    return next((by_type[base] for base in type(machine).__mro__ if base in by_type), None)


def kind_of(machine: object) -> Kind[Any]:
    """The kind of a machine; anything else is refused."""
    found = find_kind(machine)
    if found is None:
        raise MachineError(f"a {type(machine).__name__} is not a machine; machines are {kind_list()}")
    return found


def describe_machine(machine: object) -> str:
    """What a machine is, in a sentence: `a tape machine`; of anything else, the name of its class."""
    kind = find_kind(machine)
    return f"a {type(machine).__name__ if kind is None else kind.title}"


def kind_list() -> str:
    """The kinds in a sentence: `tape machines, grid machines, circuits, learners`."""
    return ", ".join(kind.plural for kind in kinds().values())


def plural_of(form: str) -> str:
    """What machines of a form are called; a form that is no kind, such as `trainer`, by its own name."""
    kind = kinds().get(form)
    return f"{form}s" if kind is None else kind.plural
