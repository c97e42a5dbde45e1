"""Emulation nets, compiled and in torch."""

from turingrad.constructions.emulation.executors.learning import learn
from turingrad.constructions.emulation.executors.running import begin, choose, sizes_of_run

__all__ = ["begin", "choose", "learn", "sizes_of_run"]
