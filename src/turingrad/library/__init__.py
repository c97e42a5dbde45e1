"""Ready machines, circuits and learners, by name."""

from turingrad.lazy import lazily
from turingrad.library.entry import FORMS, Entry
from turingrad.library.forms import default_task, learner_names, load_learner
from turingrad.library.registry import entry, has, hint, load, names

_HOMES = {
    "metaalgorithm": "turingrad.library.learners.metaalgorithm",
    "program_circuit": "turingrad.library.circuits.programs",
    "program_text": "turingrad.library.grids.programs",
}
__all__ = [
    "FORMS",
    "Entry",
    "default_task",
    "entry",
    "has",
    "hint",
    "learner_names",
    "load",
    "load_learner",
    "metaalgorithm",
    "names",
    "program_circuit",
    "program_text",
]
__getattr__ = lazily(__name__, _HOMES)
