"""numpy beside the run time's arrays: live arrays to lists and back, and numbers of the types that CPython gave."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad.python.programs.refusals import RefusedError

KINDS = (np.dtype(bool), np.dtype(np.int64), np.dtype(np.float64))
SCALARS: dict[type, type] = {np.bool_: bool, np.int64: int, np.float64: float}
UNWRITTEN = (True, 0x5EED5EED5EED5EE, 6.013470016999068e153)  # what numpy.empty is filled with, by kind
WHY = (
    "numpy's products, sums and exponentials may be rounded in another order on this machine, and its numbers print "
    "and divide by zero in their own way"
)
CURE = "round the results, convert numbers with float() or int(), or use lists"


def uses_arrays(image: Any) -> bool:
    """Whether a program has the run time's arrays."""
    return any(hasattr(cls, "has_rich_comparisons") for cls in image.linker.table.classes)


def differs_by_numpy(name: str, difference: str) -> RefusedError:
    """The refusal of a program with numpy that CPython runs in another way."""
    return RefusedError(
        f"{name} uses numpy in a way that the program cannot follow exactly: {WHY}", f"{CURE} ({difference})"
    )


def host_items(value: Any) -> tuple[list[Any], tuple[int, ...], int]:
    """The items, the shape and the kind of a live array."""
    if value.dtype not in KINDS or not value.ndim:
        raise RefusedError(
            f"a numpy array of dtype {value.dtype} with {value.ndim} axes",
            "use float64, int64 or bool, with at least one axis",
        )
    return value.ravel().tolist(), value.shape, KINDS.index(value.dtype)


def host_array(items: list[Any], start: int, shape: tuple[int, ...], steps: tuple[int, ...], kind: int) -> Any:
    """The array that an object of a program represents."""
    places: Any = start + sum(
        (np.arange(count).reshape(-1, *[1] * (len(shape) - axis - 1)) * step)
        for axis, (count, step) in enumerate(zip(shape, steps, strict=True))
    )
    whole = np.array(items, dtype=KINDS[kind])
    if kind and (whole == UNWRITTEN[kind]).any():
        raise RefusedError("an item of numpy.empty that was never written", "use numpy.zeros")
    return whole[places] if places.size else np.zeros(shape, dtype=KINDS[kind])


def is_same_array(one: Any, two: Any) -> bool:
    """Equal in dtype, shape and items, floats bit by bit but for nan."""
    if one.dtype != two.dtype or one.shape != two.shape:
        return False
    if one.dtype.kind == "f":
        alike = one.astype(np.float64).view(np.int64) == two.astype(np.float64).view(np.int64)
        return bool((alike | (np.isnan(one) & np.isnan(two))).all())
    return bool((one == two).all())


def take_types(value: Any, like: Any) -> Any:
    """A result with numpy's number types where CPython's result has them: the program computes with plain numbers."""
    if type(like) in SCALARS and type(value) is SCALARS[type(like)]:
        return type(like)(value)
    if type(like) is np.ndarray and not like.ndim and type(value) is SCALARS.get(like.dtype.type):
        return np.array(value, dtype=like.dtype)  # an array without axes, which is a number in a program
    if type(value) is not type(like):
        return value
    if isinstance(value, list | tuple) and len(value) == len(like):
        taken = [take_types(one, two) for one, two in zip(value, like, strict=True)]
        changed = any(one is not two for one, two in zip(taken, value, strict=True))
        make = getattr(type(value), "_make", type(value))
        return make(taken) if changed else value
    if type(value) is dict and len(value) == len(like):
        pairs = zip(value.items(), like.items(), strict=True)
        return {take_types(key, other): take_types(one, two) for (key, one), (other, two) in pairs}
    return value
