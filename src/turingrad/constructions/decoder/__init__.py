"""A Turing machine as a stock decoder-only transformer: a Llama whose next token is the machine's next step.

`compile_network(machine, cells=16, context=256, ...)` returns a `DecoderNetwork`; `turingrad.export` writes it as a
Llama, a GPT-2 or a GGUF file. Not a paper's network, but the idea of Wei, Chen and Ma's Theorem 4.1 (the last write to
a cell is found by attention) in the architecture that every runtime has.
"""

from turingrad.constructions.decoder.blueprint import Block, Blueprint, Lookup, Unit
from turingrad.constructions.decoder.compiling import blueprint_of, compile_network
from turingrad.constructions.decoder.decode import Playback, Reading
from turingrad.constructions.decoder.features import Features
from turingrad.constructions.decoder.modules import attention_weights, heads, rms_norm, rotate, turns
from turingrad.constructions.decoder.network import DecoderNetwork
from turingrad.constructions.decoder.options import Options, sizes_for
from turingrad.constructions.decoder.processor.network import ProgramDecoder
from turingrad.constructions.decoder.processor.options import ProcessorOptions
from turingrad.constructions.decoder.tape_network import TapeDecoder
from turingrad.constructions.decoder.vocabulary import Vocabulary
from turingrad.constructions.decoder.weights import BlockWeights, Weights, weights_of

__all__ = [
    "Block",
    "BlockWeights",
    "Blueprint",
    "DecoderNetwork",
    "Features",
    "Lookup",
    "Options",
    "Playback",
    "ProcessorOptions",
    "ProgramDecoder",
    "Reading",
    "TapeDecoder",
    "Unit",
    "Vocabulary",
    "Weights",
    "attention_weights",
    "blueprint_of",
    "compile_network",
    "heads",
    "rms_norm",
    "rotate",
    "sizes_for",
    "turns",
    "weights_of",
]
