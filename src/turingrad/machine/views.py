"""Machines and runs show themselves through `turingrad.view`, which stands after them on the route.

What they show is asked for by name when it is first wanted, so that nothing here imports a later package.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def call_view(name: str, *arguments: Any, **options: Any) -> Any:
    """What the function of that name of `turingrad.view.methods` makes of its arguments."""
    return getattr(import_module("turingrad.view.methods"), name)(*arguments, **options)
