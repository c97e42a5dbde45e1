"""Clocked circuits: registers, and one circuit that computes their next values and the outputs."""

from turingrad.machine.clocked.clocked import ClockedCircuit, ClockedConfiguration, clock_circuit

__all__ = ["ClockedCircuit", "ClockedConfiguration", "clock_circuit"]
