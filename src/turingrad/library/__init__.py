"""Ready machines, circuits and learners, by name."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package
from turingrad.library.entry import FORMS as FORMS
from turingrad.library.entry import Entry as Entry
from turingrad.library.forms import default_task as default_task
from turingrad.library.forms import learner_names as learner_names
from turingrad.library.forms import load_learner as load_learner
from turingrad.library.registry import entry as entry
from turingrad.library.registry import has as has
from turingrad.library.registry import hint as hint
from turingrad.library.registry import load as load
from turingrad.library.registry import names as names

if TYPE_CHECKING:  # loaded when first used
    from turingrad.library.circuits.programs import program_circuit as program_circuit
    from turingrad.library.grids.programs import program_text as program_text
    from turingrad.library.learners.example_1 import example_1 as example_1
    from turingrad.library.learners.example_1 import with_coins as with_coins
    from turingrad.library.learners.machines import striker as striker
    from turingrad.library.learners.metaalgorithm import metaalgorithm as metaalgorithm
    from turingrad.library.learners.programs import Perceptron as Perceptron

__getattr__, __all__ = lazy_package(__name__, __file__)
