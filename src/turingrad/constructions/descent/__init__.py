"""Welper's construction: gradient descent whose steps are the steps of a Turing machine."""

from turingrad._support.lazy import lazy_getattr
from turingrad.constructions.descent.compile import compile_network
from turingrad.constructions.descent.configurations import ConfigurationDescent
from turingrad.constructions.descent.extended import ExtendedNetwork
from turingrad.constructions.descent.fitting import Fit, fit, fit_batches
from turingrad.constructions.descent.network import Descent, TapeDescent

_HOMES = {
    "FrankWolfe": "turingrad.constructions.descent.frank_wolfe",
    "MixedStep": "turingrad.constructions.descent.frank_wolfe",
    "extended_network": "turingrad.constructions.descent.executors",
}
__all__ = [
    "ConfigurationDescent",
    "Descent",
    "ExtendedNetwork",
    "Fit",
    "FrankWolfe",
    "MixedStep",
    "TapeDescent",
    "compile_network",
    "extended_network",
    "fit",
    "fit_batches",
]
__getattr__ = lazy_getattr(__name__, _HOMES)
