"""Executors of the decoder. Of every decoder: `cached` (greedy decoding with a key-value cache), `whole` (every token
anew). Of processors, made from the same units and heads as the weights: `guarded` (generates), `sliced` (re-checks)."""

from turingrad.constructions.decoder.executors.running import EXECUTORS, TAPE_EXECUTORS, begin, sizes_of_run

__all__ = ["EXECUTORS", "TAPE_EXECUTORS", "begin", "sizes_of_run"]
