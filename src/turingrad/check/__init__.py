"""Lockstep: two traces compared configuration by configuration."""

from turingrad.check.checking import Checked, check
from turingrad.check.lockstep import LockstepReport, compare, lockstep

__all__ = ["Checked", "LockstepReport", "check", "compare", "lockstep"]
