"""Abbe and Sandon: nets on which plain SGD runs any learning algorithm, with and without noise."""

from turingrad.constructions.emulation.compile import VARIANTS, compile_network
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.emulation.noisy_network import NoiseTolerantNetwork
from turingrad.constructions.emulation.printed_network import LiteralNetwork
from turingrad.lazy import lazily

_HOMES = {
    "flips_survived": "turingrad.constructions.emulation.printed",
    "margins": "turingrad.constructions.emulation.noise_proof",
    "proven_noise": "turingrad.constructions.emulation.noise_proof",
    "smallest_m0": "turingrad.constructions.emulation.printed",
    "theorem_5_level": "turingrad.constructions.emulation.noise_proof",
}
__all__ = [
    "VARIANTS",
    "EmulationNetwork",
    "LiteralNetwork",
    "NoiseTolerantNetwork",
    "compile_network",
    "flips_survived",
    "margins",
    "proven_noise",
    "smallest_m0",
    "theorem_5_level",
]
__getattr__ = lazily(__name__, _HOMES)
