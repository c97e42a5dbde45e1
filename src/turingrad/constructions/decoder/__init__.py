"""A Turing machine as a stock decoder-only transformer: a Llama whose next token is the machine's next step.

`compile_network(machine, cells=16, context=256, ...)` returns a `DecoderNetwork`; `turingrad.export` writes it as a
Llama, a GPT-2 or a GGUF file. Not a paper's network, but the idea of Wei, Chen and Ma's Theorem 4.1 (the last write to
a cell is found by attention) in the architecture that every runtime has.
"""

from turingrad.constructions.decoder.decode import Playback, Reading
from turingrad.constructions.decoder.features import Features
from turingrad.constructions.decoder.network import DecoderNetwork, compile_network
from turingrad.constructions.decoder.options import Options, sizes_for
from turingrad.constructions.decoder.program import Block, Lookup, Program, Unit, program_of
from turingrad.constructions.decoder.vocabulary import Vocabulary
from turingrad.constructions.decoder.weights import BlockWeights, Weights, weights_of
from turingrad.lazy import lazily

_HOMES = {
    "attention_weights": "turingrad.constructions.decoder.modules",
    "heads": "turingrad.constructions.decoder.modules",
    "normed": "turingrad.constructions.decoder.modules",
    "rotated": "turingrad.constructions.decoder.modules",
    "turns": "turingrad.constructions.decoder.modules",
}
__all__ = [
    "Block",
    "BlockWeights",
    "DecoderNetwork",
    "Features",
    "Lookup",
    "Options",
    "Playback",
    "Program",
    "Reading",
    "Unit",
    "Vocabulary",
    "Weights",
    "attention_weights",
    "compile_network",
    "heads",
    "normed",
    "program_of",
    "rotated",
    "sizes_for",
    "turns",
    "weights_of",
]
__getattr__ = lazily(__name__, _HOMES)
