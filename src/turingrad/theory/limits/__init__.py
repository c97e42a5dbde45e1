"""What noisy gradient descent cannot learn: bounds as numbers, and the experiments of Abbe and Sandon's section 6."""

from turingrad.theory.limits.arithmetic import arithmetic
from turingrad.theory.limits.bounds import (
    AccuracyBound,
    corollary_2,
    corollary_2_least_batch,
    theorem_3,
    theorem_6,
    theorem_6_as_stated,
    theorem_6_least_n,
    worst_junk_flow,
)
from turingrad.theory.limits.connectivity import connectivity, connectivity_learner
from turingrad.theory.limits.dots import parity_images
from turingrad.theory.limits.initialisation import initialisation, monomials
from turingrad.theory.limits.lemma_7 import Gaps, lemma_7
from turingrad.theory.limits.metaalgorithms import metaalgorithms
from turingrad.theory.limits.noise import noise
from turingrad.theory.limits.outcome import DataSet, Experiment, Part, Trained
from turingrad.theory.limits.relu_net import ReluNet
from turingrad.theory.limits.separation import separation
from turingrad.theory.limits.two_layers import TwoLayers

__all__ = [
    "AccuracyBound",
    "DataSet",
    "Experiment",
    "Gaps",
    "Part",
    "ReluNet",
    "Trained",
    "TwoLayers",
    "arithmetic",
    "connectivity",
    "connectivity_learner",
    "corollary_2",
    "corollary_2_least_batch",
    "initialisation",
    "lemma_7",
    "metaalgorithms",
    "monomials",
    "noise",
    "parity_images",
    "separation",
    "theorem_3",
    "theorem_6",
    "theorem_6_as_stated",
    "theorem_6_least_n",
    "worst_junk_flow",
]
