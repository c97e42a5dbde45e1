"""Names for the arrays that the package passes around (a letter for the kind of number, then its bits), and the one
place where signs and bits from outside are checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad.errors import InputError

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.floating]
Integers = npt.NDArray[np.signedinteger[Any]]
F64 = npt.NDArray[np.float64]
F32 = npt.NDArray[np.float32]
I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]
U16 = npt.NDArray[np.uint16]
U8 = npt.NDArray[np.uint8]
Bits = npt.NDArray[np.uint8]  # entries 0 and 1
Signs = npt.NDArray[np.int8]  # entries -1 and +1; 0 where there is no answer
Mask = npt.NDArray[np.bool_]
Reader = Callable[[npt.ArrayLike, str], Array]  # values from outside and what they are: `signs`, `numbers`


def signs(values: npt.ArrayLike, what: str, shape: tuple[int | None, ...] | None = None) -> Signs:
    """The values as int8, refused where one is not -1 or +1 or the shape is another (None: any length, any shape)."""
    given = np.asarray(values)
    if shape is not None and not fits(given.shape, shape):
        wanted = ", ".join("any" if size is None else str(size) for size in shape)
        raise InputError(f"{what} has the shape {given.shape}; expected ({wanted})")
    if given.dtype.kind not in "biuf" or not np.all((given == 1) | (given == -1)):
        raise InputError(f"{what} must be -1 or +1")
    return np.ascontiguousarray(given, dtype=np.int8) if given.ndim else given.astype(np.int8)


def all_signs(count: int) -> Signs:
    """Every row of so many signs, (2^count, count), the first sign changing last."""
    return np.array(list(product((-1, 1), repeat=count)), np.int8)


def fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(shape) == len(wanted) and all(w in (None, size) for w, size in zip(wanted, shape, strict=True))


def bits(values: npt.ArrayLike, what: str) -> Bits:
    """The values as uint8, refused where one is not 0 or 1."""
    given = np.asarray(values)
    if given.dtype.kind not in "biuf" or not np.all((given == 0) | (given == 1)):
        raise InputError(f"{what} must be 0 or 1")
    return given.astype(np.uint8)


def numbers(values: npt.ArrayLike, what: str) -> F64:
    """The values as float64, refused where one is not finite."""
    given = np.asarray(values)
    if given.dtype.kind not in "biuf" or not np.all(np.isfinite(given)):
        raise InputError(f"{what} must be finite numbers")
    return given.astype(np.float64)


def exact_array(values: Sequence[Any]) -> Array:
    """The values in an array that gives them back as they are, types included; of objects where numpy would change one:
    tuples into rows, 1 beside "a" into text, 2**63 beside 5 into floats, and "a\\0" into "a"."""
    if {type(value) for value in values} in ({bool}, {int}, {float}, {str}, set()):
        found = np.array(values)
        if all(type(a) is type(b) and (a == b or a != a) for a, b in zip(found.tolist(), values, strict=True)):
            return found
    found = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        found[place] = value
    return found
