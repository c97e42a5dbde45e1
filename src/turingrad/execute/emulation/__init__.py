"""Emulation nets, compiled and in torch."""

from turingrad.execute.emulation.learning import EXECUTORS, learn

__all__ = ["EXECUTORS", "learn"]
