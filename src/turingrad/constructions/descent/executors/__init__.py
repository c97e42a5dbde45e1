"""Executors of descent: gradient descent by autograd, and the same numbers in closed form."""

from turingrad.constructions.descent.executors.learning import extended_network, learn
from turingrad.constructions.descent.executors.running import EXECUTORS, run

__all__ = ["EXECUTORS", "extended_network", "learn", "run"]
