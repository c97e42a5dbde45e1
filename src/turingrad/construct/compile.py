"""`compile(machine, to=NAME)`: finds the construction by its name."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

import torch

from turingrad.construct.network import Network
from turingrad.errors import InputError


def construction_names() -> tuple[str, ...]:
    """The constructions that this package has."""
    package = importlib.import_module("turingrad.construct")
    return tuple(sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg))


def compile(machine: Any, to: str, *, dtype: torch.dtype = torch.float32, **options: Any) -> Network:
    """A machine as a network. Options are the construction's own: see its documentation."""
    if to not in construction_names():
        raise InputError(f"no construction {to!r}; there are {', '.join(construction_names())}")
    recipe = importlib.import_module(f"turingrad.construct.{to}").compile_network
    accepted = inspect.signature(recipe).parameters
    unknown = sorted(set(options) - set(accepted))
    if unknown and not any(option.kind is option.VAR_KEYWORD for option in accepted.values()):
        known = [name for name in accepted if name not in ("machine", "dtype")]
        raise InputError(f"{to} has no option {unknown[0]!r}; there are {', '.join(known)}")
    network: Network = recipe(machine, dtype=dtype, **options)
    return network
