"""Welper's construction: gradient descent whose steps are the steps of a Turing machine."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package
from turingrad.constructions.descent.compile import compile_network as compile_network
from turingrad.constructions.descent.configurations import ConfigurationDescent as ConfigurationDescent
from turingrad.constructions.descent.extended import ExtendedNetwork as ExtendedNetwork
from turingrad.constructions.descent.fitting import Fit as Fit
from turingrad.constructions.descent.fitting import fit as fit
from turingrad.constructions.descent.fitting import fit_batches as fit_batches
from turingrad.constructions.descent.network import Descent as Descent
from turingrad.constructions.descent.network import TapeDescent as TapeDescent

if TYPE_CHECKING:  # loaded when first used
    from turingrad.constructions.descent.executors import extended_network as extended_network
    from turingrad.constructions.descent.frank_wolfe import FrankWolfe as FrankWolfe
    from turingrad.constructions.descent.frank_wolfe import MixedStep as MixedStep

__getattr__, __all__ = lazy_package(__name__, __file__)
