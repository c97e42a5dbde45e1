"""All names of the library, collected from the modules of this package: each has a function `variants`."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.formats import Machine
from turingrad.library.entry import FORMS, Entry, Variant

if TYPE_CHECKING:
    from turingrad.machine.circuit import Circuit
    from turingrad.machine.grid import GridMachine
    from turingrad.machine.learner import Learner
    from turingrad.machine.program import Program
    from turingrad.machine.tape import TapeMachine

MODULES = (
    *("tapes.machines", "circuits.by_size", "circuits.programs", "grids.programs", "grids.census"),
    *("learners.small", "trainers.trainers", "programs.c_programs"),
)
ALONE = ("tapes.machines", "circuits.by_size")
"""Modules whose names have one form, unless they are a learner's as well: no other module is loaded for them."""

DEFAULT_FEATURES = 8

TASKS = {
    "constant": "noisy-constant",
    "last-label": "noisy-constant",
    "majority-label": "noisy-constant",
    "hebb": "prototype",
    "nearest-neighbour": "prototype",
    "perceptron": "prototype",
    "gradient-descent": "prototype",
    "least-mean-squares": "prototype",
    "stump": "dictator",
    "dictator": "dictator",
    "conjunction": "conjunction-2",
    "majority": "majority-3",
    "winnow": "conjunction-2",
    "decision-list": "dictator",
    "nearest-neighbours": "prototype",
    "naive-bayes": "prototype",
    "parity": "parity",
    "parity-small": "parity",
    "parity-fast": "parity",
}
"""What the learners are made for: the namesake, or the problem that they solve best."""

ALIASES = {("parity", "grid"): "parity-fast"}
"""A name without a form of its own that stands for another one there."""

SIZED_NAME = re.compile(r"(.+)-([0-9]{1,9})")


@cache
def variants() -> dict[str, dict[str, Variant]]:
    """Every variant, by name and form."""
    found: dict[str, dict[str, Variant]] = {}
    for module in MODULES:
        for variant in variants_of(module):
            found.setdefault(variant.name, {})[variant.form] = variant
    for (name, form), other in ALIASES.items():
        if form in found.get(other, {}):
            found.setdefault(name, {}).setdefault(form, found[other][form])
    return found


def forms_of(base: str) -> dict[str, Variant]:
    """The variants of a name without a size, by form; none for an unknown name."""
    for module in ALONE:
        for variant in variants_of(module):
            if variant.name == base and base not in TASKS:
                return {variant.form: variant}
    return variants().get(base, {})


def variants_of(module: str) -> tuple[Variant, ...]:
    found: tuple[Variant, ...] = import_module(f"turingrad.library.{module}").variants()
    return found


def names() -> list[str]:
    """List all names, in alphabetical order. A circuit's name takes a size: `adder-8`.

    Returns:
        The names.

    Example:
        >>> "busy-beaver-5" in tg.library.names()
        True
    """
    return sorted(variants())


@validate_arguments
def entry(name: str) -> Entry:
    """Describe an entry of the library: its forms, what is known of it, its task.

    Args:
        name: Such as `palindrome` or `adder-8`.

    Returns:
        The entry.

    Raises:
        InputError: The library has no such entry.

    Example:
        >>> tg.library.entry("palindrome").name
        'palindrome'
    """
    base, _ = split_size(name)
    forms = forms_of(base)
    default = forms[default_form(base)]
    known = {fact: value for variant in forms.values() for fact, value in variant.known.items()}
    task = TASKS.get(base, base.partition("census-")[2])
    in_order = tuple(form for form in FORMS if form in forms)
    return Entry(name, default.form, default.doc, known, in_order, default.sized, task)


@overload
def load(name: str, form: Literal["tape"], features: int | None = None) -> TapeMachine: ...
@overload
def load(name: str, form: Literal["grid"], features: int | None = None) -> GridMachine: ...
@overload
def load(name: str, form: Literal["circuit"], features: int | None = None) -> Circuit: ...
@overload
def load(name: str, form: Literal["learner"], features: int | None = None) -> Learner: ...
@overload
def load(name: str, form: Literal["program"], features: int | None = None) -> Program: ...
@overload
def load(name: str, form: str | None = None, features: int | None = None) -> Machine: ...
@validate_arguments
def load(name: str, form: str | None = None, features: int | None = None) -> Any:
    """Load a machine of the library.

    Args:
        name: Such as `palindrome` or `adder-8`.
        form: `tape`, `grid`, `circuit`, `clocked`, `learner`, `program` or `trainer`; by default the entry's first.
        features: The size of a learner that is built for a number of features.

    Returns:
        The machine, in the form that was chosen.

    Raises:
        InputError: There is no such name, or it has no such form.

    Example:
        >>> tg.library.load("adder-2").inputs
        ('a[0]', 'a[1]', 'b[0]', 'b[1]')
    """
    base, size = split_size(name)
    forms = forms_of(base)
    form = form or default_form(base)
    if form not in FORMS:
        raise InputError(f"there is no form {form!r}{name_alternatives(form, FORMS)}")
    if form not in forms:
        fitting = [other for other, those in variants().items() if form in those]
        raise InputError(f"{name} has no {form} form; these have one: " + (", ".join(fitting) or "none"))
    variant = forms[form]
    if not variant.sized or (form == "circuit" and size is None):
        return variant.build()
    return variant.build(size if form == "circuit" else DEFAULT_FEATURES if features is None else features)


def find_forms(name: str) -> tuple[str, ...]:
    """The forms of a name, the default first; none for an unknown name. For calls inside the package."""
    known = place(name)
    return () if known is None else tuple(form for form in FORMS if form in forms_of(known[0]))


@validate_arguments
def has(name: str) -> bool:
    """Tell whether the library has an entry of that name, with a size or without.

    Args:
        name: The name.

    Returns:
        True if it has one.

    Example:
        >>> tg.library.has("adder-8"), tg.library.has("adder-x")
        (True, False)
    """
    return place(name) is not None


def split_size(name: str) -> tuple[str, int | None]:
    """The name without its size, and the size."""
    known = place(name)
    if known is None:
        raise InputError(f"there is no {name!r} in the library{hint(name)}")
    return known


def place(name: str) -> tuple[str, int | None] | None:
    if forms_of(name):
        return name, None
    sized = SIZED_NAME.fullmatch(name)
    circuit = forms_of(sized[1]).get("circuit") if sized else None
    return (sized[1], int(sized[2])) if sized and circuit is not None and circuit.sized else None


@validate_arguments
def hint(name: str) -> str:
    """Suggest names that a mistyped one may stand for.

    Args:
        name: The mistyped name.

    Returns:
        Words to append to an error message, or the empty string.

    Example:
        >>> tg.library.hint("palindrom")
        '; did you mean palindrome, mandelbrot?'
    """
    close = get_close_matches(name.lower(), names(), n=4, cutoff=0.5)
    return f"; did you mean {', '.join(close)}?" if close else "; `turingrad library` lists what there is"


def default_form(base: str) -> str:
    return next(form for form in FORMS if form in forms_of(base))
