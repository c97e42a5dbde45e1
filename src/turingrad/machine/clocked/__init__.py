"""Clocked circuits: registers, and one circuit that computes their next values and the outputs."""

from turingrad.machine.clocked.clocked import ClockedCircuit, ClockedConfiguration, clock_circuit
from turingrad.machine.clocked.run import Waves, run_many

__all__ = ["ClockedCircuit", "ClockedConfiguration", "Waves", "clock_circuit", "run_many"]
