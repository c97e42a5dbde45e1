"""The processor as a blueprint: six blocks, tokens and logits. It depends on the options alone, not on the program."""

from __future__ import annotations

from functools import lru_cache

from turingrad.constructions.decoder.blueprint import Blueprint
from turingrad.constructions.decoder.processor.arithmetic import arithmetic
from turingrad.constructions.decoder.processor.fetch import fetch
from turingrad.constructions.decoder.processor.following import following_block, logit_rows
from turingrad.constructions.decoder.processor.memory import memory
from turingrad.constructions.decoder.processor.operands import operands
from turingrad.constructions.decoder.processor.options import ProcessorOptions
from turingrad.constructions.decoder.processor.records import records
from turingrad.constructions.decoder.processor.stream import processor_features
from turingrad.constructions.decoder.processor.tokens import ProcessorVocabulary
from turingrad.constructions.decoder.scaling import PROCESSOR_THETA_BITS


@lru_cache(maxsize=4)
def options_blueprint(options: ProcessorOptions) -> Blueprint:
    """The processor's features, blocks and tokens, without a program."""
    vocabulary = ProcessorVocabulary(options)
    blocks = (
        records(options),
        fetch(options),
        operands(options),
        arithmetic(options),
        memory(options),
        following_block(options),
    )
    rows = tuple(logit_rows(vocabulary))
    return Blueprint(None, options, processor_features(options), vocabulary, blocks, rows, PROCESSOR_THETA_BITS)
