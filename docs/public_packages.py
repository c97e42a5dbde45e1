"""The public surface, listed once: each of these packages names in `__all__` what users import from it.

The API reference is made of this list, and tests hold it to its word: every name can be imported and has a docstring,
and no example of the documentation imports from deeper than `turingrad.a.b`.
"""

from __future__ import annotations

PACKAGES = (
    *("turingrad", "turingrad.machine", "turingrad.machine.tape", "turingrad.machine.grid"),
    *("turingrad.machine.circuit", "turingrad.machine.clocked", "turingrad.machine.learner"),
    *("turingrad.machine.program", "turingrad.machine.lower"),
    *("turingrad.formats", "turingrad.language", "turingrad.python", "turingrad.library", "turingrad.library.trainers"),
    *("turingrad.tasks", "turingrad.exact", "turingrad.constructions", "turingrad.check"),
    *("turingrad.theory", "turingrad.theory.limits", "turingrad.search", "turingrad.estimators"),
    *("turingrad.export", "turingrad.truth", "turingrad.view", "turingrad.claims"),
)
CONSTRUCTIONS = "turingrad.constructions"


def packages() -> tuple[str, ...]:
    """The packages above, and every construction."""
    from turingrad.constructions import construction_names

    return (*PACKAGES, *(f"{CONSTRUCTIONS}.{name.replace('-', '_')}" for name in construction_names()))
