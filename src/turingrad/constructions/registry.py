"""The constructions that there are, found by their folders: adding one edits no list."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any

from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import require, validate_arguments
from turingrad.errors import InputError

if TYPE_CHECKING:
    import torch

    from turingrad.constructions.construction import Construction
    from turingrad.constructions.network import Network

REFERENCE = "reference"


@cache
def recipe_names() -> tuple[str, ...]:
    """List `reference`, the reference interpreters, and then the constructions."""
    package = importlib.import_module("turingrad.constructions")
    found = (module.name.replace("_", "-") for module in pkgutil.iter_modules(package.__path__) if module.ispkg)
    return tuple(sorted(found, key=lambda name: (name != REFERENCE, name)))


def construction_names() -> tuple[str, ...]:
    """List the constructions that this package has.

    Returns:
        Their names.

    Example:
        >>> from turingrad.constructions import construction_names
        >>> "transformer" in construction_names()
        True
    """
    return tuple(name for name in recipe_names() if name != REFERENCE)


def learning_names() -> tuple[str, ...]:
    """The constructions that learn from samples, and the reference interpreters."""
    return tuple(name for name in recipe_names() if find_construction(name).learn is not None)


@validate_arguments
def construction(name: str) -> Construction:
    """Return the construction of that name, or the reference interpreters under the same interface.

    Args:
        name: the name of its folder, such as `transformer`.

    Returns:
        The construction.

    Raises:
        InputError: There is no such construction.

    Example:
        >>> from turingrad.constructions import construction
        >>> construction("decoder").name
        'decoder'
    """
    return find_construction(name)


def find_construction(name: str) -> Construction:
    """As `construction`, for calls inside of the package, whose arguments are checked already."""
    if name not in recipe_names():
        raise InputError(f"no construction {name!r}{name_alternatives(name, recipe_names())}")
    found: Construction = importlib.import_module(f"{package_of(name)}.construction").CONSTRUCTION
    return found


def package_of(name: str) -> str:
    """The import path of a construction's folder."""
    return f"turingrad.constructions.{name.replace('-', '_')}"


@validate_arguments
def compile(machine: Any, to: str, *, dtype: torch.dtype | str | None = None, **options: Any) -> Network[Any, Any]:
    """Compile a machine to a network.

    Args:
        machine: a machine of a kind that the construction takes.
        to: the name of the construction, such as `transformer`.
        dtype: the number format of the weights, torch's or its name; by default the construction's own.
        options: the construction's own options, see its `Options`.

    Returns:
        The network, with its certificate.

    Raises:
        CertificateError: The arithmetic is not exact in `dtype`.
        MachineError: The construction does not take this machine.

    Example:
        >>> network = tg.compile("busy-beaver-3", "transformer", steps=30)
        >>> network.certificate.exact_in("float16")
        True
    """
    if to not in construction_names():
        raise InputError(f"no construction {to!r}{name_alternatives(to, construction_names())}")
    recipe = find_construction(to)
    recipe.accepts(machine)
    import torch  # slow to load, and machines do without it

    from turingrad.constructions.torch_state import own_torch
    from turingrad.exact import torch_dtype

    require(dtype, torch.dtype | str | None, "dtype")
    if isinstance(dtype, str):
        dtype = torch_dtype(dtype)
    assert recipe.compile is not None
    with own_torch():
        return recipe.compile(machine, **({} if dtype is None else {"dtype": dtype}), **options)
