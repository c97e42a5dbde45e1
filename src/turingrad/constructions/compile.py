"""`compile(machine, to=NAME)`: finds the construction by its name."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import TYPE_CHECKING, Any

from turingrad.errors import InputError

if TYPE_CHECKING:
    import torch

    from turingrad.constructions.network import Network


def rooms() -> tuple[str, ...]:
    """The rooms of this package: the reference interpreters first, then the constructions."""
    package = importlib.import_module("turingrad.constructions")
    found = (module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)
    return tuple(sorted(found, key=lambda name: (name != "reference", name)))


def construction_names() -> tuple[str, ...]:
    """The constructions that this package has."""
    package = importlib.import_module("turingrad.constructions")
    return tuple(
        sorted(
            found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg and found.name != "reference"
        )
    )


def compile(machine: Any, to: str, *, dtype: torch.dtype | None = None, **options: Any) -> Network:
    """A machine as a network. Options are the construction's own: see its documentation."""
    if to not in construction_names():
        raise InputError(f"no construction {to!r}; there are {', '.join(construction_names())}")
    recipe = importlib.import_module(f"turingrad.constructions.{to}").compile_network
    accepted = inspect.signature(recipe).parameters
    unknown = sorted(set(options) - set(accepted))
    if unknown and not any(option.kind is option.VAR_KEYWORD for option in accepted.values()):
        known = [name for name in accepted if name not in ("machine", "dtype")]
        raise InputError(f"{to} has no option {unknown[0]!r}; there are {', '.join(known)}")
    network: Network = recipe(machine, **({} if dtype is None else {"dtype": dtype}), **options)
    return network
