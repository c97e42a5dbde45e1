"""Constructions: recipes that turn a machine into a network. One folder each, all of one shape."""

from turingrad.constructions.construction import BenchReport, Chapter, Construction
from turingrad.constructions.registry import compile, construction, construction_names, recipe_names

__all__ = ["BenchReport", "Chapter", "Construction", "compile", "construction", "construction_names", "recipe_names"]
