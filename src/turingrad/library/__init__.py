"""Ready machines, circuits and learners, by name."""

from turingrad._support.lazy import lazy_getattr
from turingrad.library.entry import FORMS, Entry
from turingrad.library.forms import default_task, learner_names, load_learner
from turingrad.library.registry import entry, has, hint, load, names

_HOMES = {
    "Perceptron": "turingrad.library.learners.programs",
    "example_1": "turingrad.library.learners.example_1",
    "metaalgorithm": "turingrad.library.learners.metaalgorithm",
    "program_circuit": "turingrad.library.circuits.programs",
    "program_text": "turingrad.library.grids.programs",
    "striker": "turingrad.library.learners.machines",
    "with_coins": "turingrad.library.learners.example_1",
}
__all__ = [
    "FORMS",
    "Entry",
    "Perceptron",
    "default_task",
    "entry",
    "example_1",
    "has",
    "hint",
    "learner_names",
    "load",
    "load_learner",
    "metaalgorithm",
    "names",
    "program_circuit",
    "program_text",
    "striker",
    "with_coins",
]
__getattr__ = lazy_getattr(__name__, _HOMES)
