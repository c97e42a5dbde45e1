"""An RV32I processor as a clocked circuit: one instruction per tick."""

from turingrad.machine.lower.core.core import Core, processor_core

__all__ = ["Core", "processor_core"]
