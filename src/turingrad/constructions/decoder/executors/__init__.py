"""Executors of the decoder: `cached` (greedy decoding with a key-value cache), `whole` (every token anew)."""

from turingrad.constructions.decoder.executors.running import EXECUTORS, run

__all__ = ["EXECUTORS", "run"]
