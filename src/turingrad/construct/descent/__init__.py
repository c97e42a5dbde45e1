"""Welper's construction: gradient descent whose steps are the steps of a Turing machine."""

from turingrad.construct.descent.compile import compile_network
from turingrad.construct.descent.configurations import ConfigurationDescent
from turingrad.construct.descent.extended import ExtendedNetwork
from turingrad.construct.descent.fitting import Fit, fit, fit_batches
from turingrad.construct.descent.tape_network import Descent, TapeDescent

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
