"""Emulation nets, compiled and in torch."""

from turingrad.constructions.emulation.executors.learning import EXECUTORS, learn

__all__ = ["EXECUTORS", "learn"]
