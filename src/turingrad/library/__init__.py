"""Ready machines, circuits and learners, by name."""

from turingrad.library.entry import FORMS, Entry
from turingrad.library.forms import default_task, learner_names, load_learner
from turingrad.library.registry import entry, has, hint, load, names

__all__ = ["FORMS", "Entry", "default_task", "entry", "has", "hint", "learner_names", "load", "load_learner", "names"]
