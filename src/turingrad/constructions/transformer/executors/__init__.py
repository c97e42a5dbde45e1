"""Executors of the transformer: `indexed` (compiled, attention by an index), `dense` (torch), `packed` (bits)."""

from turingrad.constructions.transformer.executors.running import EXECUTORS, hidden_vectors, new_run, run

__all__ = ["EXECUTORS", "hidden_vectors", "new_run", "run"]
