"""Abbe and Sandon: nets on which plain SGD runs any learning algorithm, with and without noise."""

from turingrad.construct.emulation.compile import VARIANTS, compile_network
from turingrad.construct.emulation.literal_network import LiteralNetwork
from turingrad.construct.emulation.network import EmulationNetwork
from turingrad.construct.emulation.noise_network import NoiseTolerantNetwork

__all__ = ["VARIANTS", "EmulationNetwork", "LiteralNetwork", "NoiseTolerantNetwork", "compile_network"]
