"""Executors of the feedforward net: `slots` (one slot per gate, compiled), `sparse` and `dense` (torch)."""

from turingrad.constructions.feedforward.executors.evaluating import choose, evaluate

__all__ = ["choose", "evaluate"]
