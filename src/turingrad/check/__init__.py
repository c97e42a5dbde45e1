"""Lockstep: two traces compared configuration by configuration."""

from turingrad.check.checking import Checked, check
from turingrad.check.lockstep import Report, compare, lockstep

__all__ = ["Checked", "Report", "check", "compare", "lockstep"]
