"""Executors of descent: gradient descent by autograd, and the same numbers in closed form."""

from turingrad.constructions.descent.executors.learning import extended_network, learn
from turingrad.constructions.descent.executors.rebuilding import rebuild
from turingrad.constructions.descent.executors.running import begin, choose, sizes_for

__all__ = ["begin", "choose", "extended_network", "learn", "rebuild", "sizes_for"]
