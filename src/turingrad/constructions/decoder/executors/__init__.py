"""Executors of the decoder: `cached` (greedy decoding with a key-value cache), `whole` (every token anew)."""

from turingrad.constructions.decoder.executors.running import EXECUTORS, begin, sizes_of_run

__all__ = ["EXECUTORS", "begin", "sizes_of_run"]
