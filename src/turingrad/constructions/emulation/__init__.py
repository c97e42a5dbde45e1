"""Abbe and Sandon: nets on which plain SGD runs any learning algorithm, with and without noise."""

from turingrad.constructions.emulation.compile import VARIANTS, compile_network
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.emulation.noisy_network import NoiseTolerantNetwork
from turingrad.constructions.emulation.printed_network import LiteralNetwork

__all__ = ["VARIANTS", "EmulationNetwork", "LiteralNetwork", "NoiseTolerantNetwork", "compile_network"]
