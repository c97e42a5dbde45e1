"""What a user names, in Python or on the command line: a machine, or a compiled network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from turingrad._support.files import is_file
from turingrad.constructions.registry import find_construction
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.library import load as load_named
from turingrad.library import load_learner
from turingrad.library.reading import read, refuse_format
from turingrad.library.registry import find_forms
from turingrad.machine.kind import Machine
from turingrad.python.files import is_python_source

NETWORK = "config.json"  # of the folder of a compiled network


def is_network_folder(source: str | Path) -> bool:
    """Whether a name is the folder of a compiled network."""
    return is_file(Path(source) / NETWORK)


def resolve(
    subject: Any,
    on: str | None = None,
    *,
    forms: Sequence[str] | None = None,
    format: str | None = None,
    max_bytes: int = MAX_BYTES,
) -> Any:
    """The machine or network that a subject stands for.

    Args:
        subject: a machine or a network, which is returned as it is; or the name of a library machine, of a file or
            program (`-` for standard input), or of the folder of a compiled network, which gives that network.
        on: the construction that the machine is for; a library name with several forms gives the one that fits.
        forms: the forms that fit, the preferred first, instead of the construction's.
        format: the format of a file whose name does not tell it.
        max_bytes: the largest file that is read.
    """
    if not isinstance(subject, str | Path):
        return subject
    name = str(subject)
    if is_network_folder(name):
        from turingrad.constructions.folder import load  # torch is slow to load, and machines do without it

        return load(name)
    if is_python_source(name) and not is_file(name):
        raise InputError(f"{name}: this takes no Python function or class; `turingrad run` and `turingrad learn` do")
    if forms is None:
        forms = () if on is None else find_construction(on).forms
    there = find_forms(name)
    if there and not is_file(name):
        refuse_format(name, format)
        return load_named(name, form=next((form for form in forms if form in there), None))
    return read(subject, format=format, max_bytes=max_bytes)


def resolve_machine(subject: Any, on: str | None = None, **reading: Any) -> Machine:
    """As `resolve`; of a network, its machine."""
    found = resolve(subject, on, **reading)
    machine: Machine = getattr(found, "machine", found) if is_network(found) else found
    return machine


def resolve_learner(subject: Any, on: str | None, features: int | None) -> Any:
    """The learner or trained network that a name stands for, in the form in which the construction learns."""
    if not isinstance(subject, str | Path):
        return subject
    if is_network_folder(subject):
        return resolve(subject)
    form = None if on is None else find_construction(on).learner_form
    return load_learner(str(subject), form=form, features=features)


def is_network(subject: Any) -> bool:
    """Whether it is a compiled network; torch is not loaded to tell."""
    return hasattr(subject, "certificate") and hasattr(subject, "construction")
