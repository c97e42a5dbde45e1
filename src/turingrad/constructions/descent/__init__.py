"""Welper's construction: gradient descent whose steps are the steps of a Turing machine."""

from turingrad.constructions.descent.compile import compile_network
from turingrad.constructions.descent.configurations import ConfigurationDescent
from turingrad.constructions.descent.extended import ExtendedNetwork
from turingrad.constructions.descent.fitting import Fit, fit, fit_batches
from turingrad.constructions.descent.network import Descent, TapeDescent

__all__ = [
    "ConfigurationDescent",
    "Descent",
    "ExtendedNetwork",
    "Fit",
    "TapeDescent",
    "compile_network",
    "fit",
    "fit_batches",
]
