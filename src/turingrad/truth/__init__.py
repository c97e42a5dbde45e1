"""Ground truth with knobs: stock Llamas whose every feature, head and gate is known, disguised so that it shows less."""

from turingrad.truth.value import Component, Edge, Feature, Gate, Head, Pair, Run, Truth

__all__ = ["Component", "Edge", "Feature", "Gate", "Head", "Pair", "Run", "Truth"]
