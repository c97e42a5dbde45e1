"""Boolean circuits."""

from turingrad.machine.circuit.circuit import KINDS, MAX_TABLE_INPUTS, Circuit, Gate

__all__ = ["KINDS", "MAX_TABLE_INPUTS", "Circuit", "Gate"]
