"""Networks in the forms that other tools read: stock language models, interpretability tools.

A module of this package that holds a `TARGET` is one that `turingrad export --to NAME` writes; it is found by its
name, so that adding one edits no list.
"""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package

if TYPE_CHECKING:  # loaded when first used
    from turingrad.export.labelling import labels as labels
    from turingrad.export.lens_bridge import bridge as bridge
    from turingrad.export.tabulated import tabled as tabled
    from turingrad.export.targets import Exported as Exported
    from turingrad.export.targets import Target as Target
    from turingrad.export.targets import export as export
    from turingrad.export.targets import target as target
    from turingrad.export.targets import target_names as target_names
    from turingrad.export.training_graph import training_step as training_step

__getattr__, __all__ = lazy_package(__name__, __file__)
