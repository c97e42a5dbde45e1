"""Networks in the forms that other tools read: stock language models, interpretability tools.

A module of this package that holds a `TARGET` is one that `turingrad export --to NAME` writes; it is found by its
name, so that adding one edits no list.
"""

from turingrad.export.bridge import bridge
from turingrad.export.labels import labels
from turingrad.export.tabled import tabled
from turingrad.export.target import Exported, Target, export, target, target_names
from turingrad.export.training_graph import training_step

__all__ = ["Exported", "Target", "bridge", "export", "labels", "tabled", "target", "target_names", "training_step"]
