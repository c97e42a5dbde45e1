"""Constructions: recipes that turn a machine into a network."""

from turingrad.construct.compile import compile, construction_names
from turingrad.construct.network import Network

__all__ = ["Network", "compile", "construction_names"]
