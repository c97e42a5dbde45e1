"""What a failed comparison means."""

from __future__ import annotations

from turingrad.python.programs import OutOfMemoryError, RefusedError


def classify(error: Exception) -> str:
    """`refused`, `memory`, `long` and `order` are answers; `differs` is a fault of ours, and so is any other error."""
    if isinstance(error, RefusedError):
        return "refused"
    if isinstance(error, OutOfMemoryError):
        return "memory"  # a list or number of megabytes
    if "did not finish within" in str(error):
        return "long"
    if "depends on the order of a set" in str(error):
        return "order"
    return "differs"
