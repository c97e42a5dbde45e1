"""Values that no argument should be, or not this one: each is made anew for each call."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import torch

from turingrad import library


class Shy:
    """Refuses to be looked at."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")

    def __len__(self) -> int:
        raise RuntimeError("no len")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no eq")

    __hash__ = None  # type: ignore[assignment]


def deep(depth: int = 3_000) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


VALUES: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "zero": lambda: 0,
    "minus one": lambda: -1,
    "seven": lambda: 7,
    "a billion": lambda: 10**9,
    "2^63": lambda: 2**63,
    "-2^70": lambda: -(2**70),
    "2.5": lambda: 2.5,
    "NaN": lambda: float("nan"),
    "infinity": lambda: float("inf"),
    "minus infinity": lambda: float("-inf"),
    "complex": lambda: 1j,
    "decimal": lambda: Decimal("NaN"),
    "fraction": lambda: Fraction(1, 3),
    "numpy integer": lambda: np.int64(3),
    "numpy float": lambda: np.float32(1.5),
    "numpy flag": lambda: np.bool_(True),
    "empty string": lambda: "",
    "word": lambda: "word",
    "digits": lambda: "7",
    "control characters": lambda: "\x00\x1b[31m\x07",
    "surrogate": lambda: "\ud800",
    "long string": lambda: "x" * 100_000,
    "no bytes": lambda: b"",
    "bytes": lambda: b"\xff\x00",
    "empty list": list,
    "list of None": lambda: [None],
    "nested lists": lambda: [[["0"]]],
    "ragged lists": lambda: [[1, 2], [3]],
    "deep list": deep,
    "list of numbers": lambda: [1, 2, 3],
    "list of words": lambda: ["a", "b"],
    "empty tuple": lambda: (),
    "empty dict": dict,
    "dict": lambda: {"a": 1},
    "dict of what cannot be": lambda: {1: None, None: 1},
    "set": lambda: {1, 2},
    "iterator": lambda: iter([1, 2]),
    "range": lambda: range(3),
    "function": lambda: lambda *_arguments: None,
    "function that raises": lambda: raise_error,
    "type": lambda: int,
    "object": object,
    "shy object": Shy,
    "ellipsis": lambda: ...,
    "folder": lambda: Path("."),
    "no such path": lambda: Path("/nonexistent/place"),
    "empty array": lambda: np.empty(0),
    "table of numbers": lambda: np.array([[1.0, np.nan], [2.0, np.inf]]),
    "array of words": lambda: np.array(["a", "b"]),
    "array of objects": lambda: np.array([None, {}], dtype=object),
    "many dimensions": lambda: np.zeros((1,) * 20, dtype=np.int8),
    "tensor": lambda: torch.ones(2, 2),
    "tensor of nothing": lambda: torch.empty(0),
    "meta tensor": lambda: torch.ones(2, 2, device="meta"),
    "machine": lambda: library.load("busy-beaver-2"),
    "circuit": lambda: library.load("adder-2"),
    "NotImplemented": lambda: NotImplemented,
    "exception": lambda: ValueError("x"),
}


def raise_error(*_arguments: Any, **_options: Any) -> Any:
    raise ValueError("the caller's own")
