"""Executors of descent: gradient descent by autograd, and the same numbers in closed form."""

from turingrad.execute.descent.learning import extended_network, learn
from turingrad.execute.descent.running import EXECUTORS, run

__all__ = ["EXECUTORS", "extended_network", "learn", "run"]
