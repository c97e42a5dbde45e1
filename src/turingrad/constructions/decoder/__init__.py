"""A Turing machine as a stock decoder-only transformer: a Llama whose next token is the machine's next step.

`compile_network(machine, cells=16, context=256, ...)` returns a `DecoderNetwork`; `turingrad.export` writes it as a
Llama, a GPT-2 or a GGUF file. Not a paper's network, but the idea of Wei, Chen and Ma's Theorem 4.1 (the last write to
a cell is found by attention) in the architecture that every runtime has.
"""

from turingrad._support.lazy import public_names
from turingrad.constructions.decoder.blueprint import Block as Block
from turingrad.constructions.decoder.blueprint import Blueprint as Blueprint
from turingrad.constructions.decoder.blueprint import Lookup as Lookup
from turingrad.constructions.decoder.blueprint import Unit as Unit
from turingrad.constructions.decoder.compiling import blueprint_of as blueprint_of
from turingrad.constructions.decoder.compiling import compile_network as compile_network
from turingrad.constructions.decoder.decode import Playback as Playback
from turingrad.constructions.decoder.decode import Reading as Reading
from turingrad.constructions.decoder.features import Features as Features
from turingrad.constructions.decoder.modules import attention_weights as attention_weights
from turingrad.constructions.decoder.modules import heads as heads
from turingrad.constructions.decoder.modules import rms_norm as rms_norm
from turingrad.constructions.decoder.modules import rotate as rotate
from turingrad.constructions.decoder.modules import turns as turns
from turingrad.constructions.decoder.network import DecoderNetwork as DecoderNetwork
from turingrad.constructions.decoder.options import Options as Options
from turingrad.constructions.decoder.options import sizes_for as sizes_for
from turingrad.constructions.decoder.processor.network import ProgramDecoder as ProgramDecoder
from turingrad.constructions.decoder.processor.options import ProcessorOptions as ProcessorOptions
from turingrad.constructions.decoder.tape_network import TapeDecoder as TapeDecoder
from turingrad.constructions.decoder.vocabulary import Vocabulary as Vocabulary
from turingrad.constructions.decoder.weights import BlockWeights as BlockWeights
from turingrad.constructions.decoder.weights import Weights as Weights
from turingrad.constructions.decoder.weights import weights_of as weights_of

__all__ = public_names(__file__)
