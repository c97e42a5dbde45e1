"""Learners by name or from a file, in the form that a variant of training takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from turingrad._support.files import is_file
from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.library.entry import FORMS
from turingrad.library.registry import DEFAULT_FEATURES, entry, has, hint, load, variants
from turingrad.library.sources import read_source
from turingrad.library.trainers.layout import Trainer
from turingrad.machine.kind import Machine
from turingrad.machine.kinds import describe_machine, kinds
from turingrad.machine.tape import TapeMachine
from turingrad.python.files import is_python_source, load_object

if TYPE_CHECKING:
    from turingrad.machine.grid import GridMachine
    from turingrad.machine.learner import Learner

LEARNER_KINDS = {kind.learner_form: kind for kind in kinds().values() if kind.learner_form is not None}
TYPES = {form: LEARNER_KINDS[form].machine_type for form in FORMS if form in LEARNER_KINDS}
"""The forms of a learner, each with its type of machine; the first that a learner has is its default."""


@overload
def load_learner(source: str, form: Literal["grid"], features: int | None = None) -> GridMachine: ...
@overload
def load_learner(source: str, form: Literal["learner"], features: int | None = None) -> Learner: ...
@overload
def load_learner(source: str, form: str | None = None, features: int | None = None) -> Any: ...
@validate_arguments
def load_learner(source: str, form: str | None = None, features: int | None = None) -> Any:
    """Load a learner of the library, or from a machine file, a program, or a Python file (FILE.py:NAME), which is run.

    Args:
        source: The name or file.
        form: `grid`, `learner` or `trainer`; by default the first that it has.
        features: The size of a learner that is built for a number of features.

    Returns:
        The learner, in the form that was chosen.

    Raises:
        InputError: There is no such learner.

    Example:
        >>> tg.library.load_learner("parity", form="learner", features=6).features
        6
    """
    if is_python_source(source):
        from turingrad.python import learner  # what follows source code takes long to load, and few need it

        found = load_object(source)
        if isinstance(found, Trainer):
            if form not in (None, "trainer"):
                raise InputError(f"{source} is a Trainer, which writes weights by gradient descent: --with descent")
            return found
        return learner(found, DEFAULT_FEATURES if features is None else features)
    if form is not None and form not in TYPES:
        raise InputError(f"there is no form {form!r} of a learner{name_alternatives(form, TYPES)}")
    if has(source) and not is_file(source):
        forms = entry(source).forms
        chosen = form or next((known for known in TYPES if known in forms), None)
        if chosen == "trainer" and chosen not in forms and "learner" in forms:
            chosen = "learner"  # the straight-line machine makes a trainer of it
        if chosen is None:
            raise no_learner(source, form)
        machine: Machine = load(source, chosen, features)
    elif is_file(source):
        machine = read_source(source)
        chosen = form or next((known for known, type_ in TYPES.items() if isinstance(machine, type_)), "grid")
    else:
        raise InputError(f"no file and no learner of the library is called {source!r}{hint(source)}")
    if chosen == "grid" and isinstance(machine, TapeMachine):
        return machine  # a tape learner: what learns on grids lowers it (machine.lower.tape_learner)
    if not isinstance(machine, TYPES[chosen]):
        raise InputError(f"{source} is {describe_machine(machine)}, not the {chosen} form of a learner")
    return machine


def no_learner(source: str, form: str | None = None) -> InputError:
    return InputError(f"{source} is not a learner; known learners: " + ", ".join(learner_names(form)))


@validate_arguments
def learner_names(form: str | None = None) -> list[str]:
    """List the learners of the library.

    Args:
        form: Only those with this form: `grid`, `learner` or `trainer`.

    Returns:
        The names.

    Example:
        >>> "parity" in tg.library.learner_names("grid")
        True
    """
    wanted = set(TYPES) if form is None else {form}
    return sorted(name for name, forms in variants().items() if wanted & set(forms))


@validate_arguments
def default_task(source: str) -> str:
    """Return the name of the task that a learner is made for.

    Args:
        source: The learner's name or file.

    Returns:
        The task's name.

    Example:
        >>> tg.library.default_task("parity")
        'parity'
    """
    task = entry(source).task if has(source) else ""
    if not task:
        if is_python_source(source):
            load_object(source)  # a misspelled name is the first thing to say
        elif not has(source) and not Path(source).suffix and not is_file(source):
            raise InputError(f"no file and no learner of the library is called {source!r}{hint(source)}")
        if has(source) and not set(TYPES) & set(entry(source).forms):
            raise no_learner(source)
        raise InputError(f"{source} has no task of its own; give one, or a data file")
    return task
