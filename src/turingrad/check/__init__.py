"""Lockstep: two traces compared configuration by configuration."""

from turingrad.check.lockstep import Report, compare, lockstep

__all__ = ["Report", "compare", "lockstep"]
