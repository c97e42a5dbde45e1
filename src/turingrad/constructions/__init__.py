"""Constructions: recipes that turn a machine into a network. A room each, all of one shape."""

from turingrad.constructions.compile import compile, construction_names, rooms

__all__ = ["compile", "construction_names", "rooms"]
