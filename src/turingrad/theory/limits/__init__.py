"""What noisy gradient descent cannot learn: bounds as numbers, and the experiments of Abbe and Sandon's section 6."""

from turingrad._support.lazy import public_names
from turingrad.theory.limits.arithmetic import arithmetic as arithmetic
from turingrad.theory.limits.bounds import AccuracyBound as AccuracyBound
from turingrad.theory.limits.bounds import corollary_2 as corollary_2
from turingrad.theory.limits.bounds import corollary_2_least_batch as corollary_2_least_batch
from turingrad.theory.limits.bounds import theorem_3 as theorem_3
from turingrad.theory.limits.bounds import theorem_6 as theorem_6
from turingrad.theory.limits.bounds import theorem_6_as_stated as theorem_6_as_stated
from turingrad.theory.limits.bounds import theorem_6_least_n as theorem_6_least_n
from turingrad.theory.limits.bounds import worst_junk_flow as worst_junk_flow
from turingrad.theory.limits.connectivity import connectivity as connectivity
from turingrad.theory.limits.connectivity import connectivity_learner as connectivity_learner
from turingrad.theory.limits.dots import parity_images as parity_images
from turingrad.theory.limits.initialisation import initialisation as initialisation
from turingrad.theory.limits.initialisation import monomials as monomials
from turingrad.theory.limits.lemma_7 import Gaps as Gaps
from turingrad.theory.limits.lemma_7 import lemma_7 as lemma_7
from turingrad.theory.limits.metaalgorithms import metaalgorithms as metaalgorithms
from turingrad.theory.limits.noise import noise as noise
from turingrad.theory.limits.outcome import DataSet as DataSet
from turingrad.theory.limits.outcome import Experiment as Experiment
from turingrad.theory.limits.outcome import Part as Part
from turingrad.theory.limits.outcome import Trained as Trained
from turingrad.theory.limits.relu_net import ReluNet as ReluNet
from turingrad.theory.limits.separation import separation as separation
from turingrad.theory.limits.two_layers import TwoLayers as TwoLayers

__all__ = public_names(__file__)
