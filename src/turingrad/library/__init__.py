"""Ready machines, circuits and learners, by name."""

from turingrad.library.entry import FORMS, Entry
from turingrad.library.learning import default_task, learners, load_learner
from turingrad.library.registry import entry, has, hint, load, names

__all__ = ["FORMS", "Entry", "default_task", "entry", "has", "hint", "learners", "load", "load_learner", "names"]
