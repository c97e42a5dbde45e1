"""Executors of the transformer: `indexed` (compiled, attention by an index), `dense` (torch), `packed` (bits)."""

from turingrad.constructions.transformer.executors.running import begin, choose, hidden_vectors, new_run, sizes_for

__all__ = ["begin", "choose", "hidden_vectors", "new_run", "sizes_for"]
