"""Executors of the feedforward net: `slots` (one slot per gate, compiled), `sparse` and `dense` (torch)."""

from turingrad.execute.feedforward.evaluating import EXECUTORS, evaluate

__all__ = ["EXECUTORS", "evaluate"]
