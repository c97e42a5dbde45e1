"""Ground truth with knobs: stock Llamas of which every feature, head and gate is known, in disguises that hide them."""

from turingrad.truth.disguise import disguise
from turingrad.truth.folder import load, save
from turingrad.truth.plain import plain_truth
from turingrad.truth.value import Component, Edge, Feature, Gate, Head, Pair, Run, Truth
from turingrad.truth.verify import certify

__all__ = [
    "Component",
    "Edge",
    "Feature",
    "Gate",
    "Head",
    "Pair",
    "Run",
    "Truth",
    "certify",
    "disguise",
    "load",
    "plain_truth",
    "save",
]
