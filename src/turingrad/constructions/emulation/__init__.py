"""Abbe and Sandon: nets on which plain SGD runs any learning algorithm, with and without noise."""

from turingrad._support.lazy import public_names
from turingrad.constructions.emulation.clocked import ClockedNetwork as ClockedNetwork
from turingrad.constructions.emulation.clocked import clocked_learner as clocked_learner
from turingrad.constructions.emulation.compile import compile_network as compile_network
from turingrad.constructions.emulation.local_maximum import LocalMaximumNet as LocalMaximumNet
from turingrad.constructions.emulation.network import EmulationNetwork as EmulationNetwork
from turingrad.constructions.emulation.noise_proof import margins as margins
from turingrad.constructions.emulation.noise_proof import proven_noise as proven_noise
from turingrad.constructions.emulation.noise_proof import theorem_5_level as theorem_5_level
from turingrad.constructions.emulation.noisy_network import NoiseTolerantNetwork as NoiseTolerantNetwork
from turingrad.constructions.emulation.options import VARIANTS as VARIANTS
from turingrad.constructions.emulation.printed import count_survived_flips as count_survived_flips
from turingrad.constructions.emulation.printed import smallest_m0 as smallest_m0
from turingrad.constructions.emulation.printed_network import LiteralNetwork as LiteralNetwork
from turingrad.constructions.emulation.programs import ProgramNetwork as ProgramNetwork

__all__ = public_names(__file__)
