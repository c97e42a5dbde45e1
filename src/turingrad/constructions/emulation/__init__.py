"""Abbe and Sandon: nets on which plain SGD runs any learning algorithm, with and without noise."""

from turingrad.constructions.emulation.clocked import ClockedNetwork, clocked_learner
from turingrad.constructions.emulation.compile import compile_network
from turingrad.constructions.emulation.local_maximum import LocalMaximumNet
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.emulation.noise_proof import margins, proven_noise, theorem_5_level
from turingrad.constructions.emulation.noisy_network import NoiseTolerantNetwork
from turingrad.constructions.emulation.options import VARIANTS
from turingrad.constructions.emulation.printed import count_survived_flips, smallest_m0
from turingrad.constructions.emulation.printed_network import LiteralNetwork
from turingrad.constructions.emulation.programs import ProgramNetwork

__all__ = [
    "VARIANTS",
    "ClockedNetwork",
    "EmulationNetwork",
    "LiteralNetwork",
    "LocalMaximumNet",
    "NoiseTolerantNetwork",
    "ProgramNetwork",
    "clocked_learner",
    "compile_network",
    "count_survived_flips",
    "margins",
    "proven_noise",
    "smallest_m0",
    "theorem_5_level",
]
