"""Packages that are extras: imported where they are used, refused in one line where they are missing."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from turingrad.errors import InputError


def import_extra(name: str, extra: str, otherwise: str = "") -> Any:
    """The package, or one of its modules; `extra` is what of turingrad brings it."""
    package = name.partition(".")[0]
    if importlib.util.find_spec(package) is None:
        raise InputError(f"{package} is not installed: pip install 'turingrad[{extra}]'{otherwise}")
    return importlib.import_module(name)
