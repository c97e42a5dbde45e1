"""Random number generators of numpy as the run time has them: their states, and the tables of numpy's ziggurats.

The widths, bounds and heights of the layers (Marsaglia and Tsang, with 256 layers) are read from the file that this
numpy has loaded, as `libm` reads those of the C library. If the file has no such tables, the draws that need them are
refused by name.
"""

from __future__ import annotations

import math
import struct
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from turingrad.python.programs.refusals import RefusedError

LAYERS = 256
ZIGGURATS = {"NORMAL": (9.77101701267671596263e-01, 52), "EXPONENTIAL": (9.381436808621747003e-01, 53)}
# the height of the second layer, and of how many bits numpy makes the number that it compares with a bound


@cache
def tables() -> dict[str, Any]:
    """The tables that `randoms.mpy` reads, by name: in numpy's file, the bounds follow on the widths and heights."""
    found = Path(np.random._generator.__file__).read_bytes()
    made: dict[str, Any] = {}
    for name, (height, bits) in ZIGGURATS.items():
        at = found.find(struct.pack("<2d", 1.0, height))
        parts = [found[at + 8 * LAYERS * i : at + 8 * LAYERS * (i + 1)] for i in range(3)]
        if at < 0 or any(len(part) < 8 * LAYERS for part in parts):
            continue
        heights, widths = (struct.unpack(f"<{LAYERS}d", part) for part in parts[:2])
        bounds = struct.unpack(f"<{LAYERS}Q", parts[2])
        made[f"{name}_HEIGHTS"] = heights
        made[f"{name}_WIDTHS"] = tuple(math.ldexp(width, bits) for width in widths)
        made[f"{name}_BOUNDS"] = tuple(math.ldexp(bound, -bits) for bound in bounds)
    return made


def host_pcg64(state: int, step: int, half: int | None) -> Any:
    """numpy's PCG64 of this state."""
    made = np.random.PCG64(0)
    made.state = {
        "bit_generator": "PCG64",
        "state": {"state": state, "inc": step},
        "has_uint32": int(half is not None),
        "uinteger": half or 0,
    }
    return made


def host_pcg64_state(value: Any) -> tuple[int, int, int | None]:
    """The state of a live PCG64."""
    if type(value) is not np.random.PCG64:
        raise RefusedError(f"a numpy generator of type {type(value).__name__}", "use np.random.default_rng(seed)")
    state = value.state
    inner = state["state"]
    return int(inner["state"]), int(inner["inc"]), int(state["uinteger"]) if state["has_uint32"] else None


def host_random_state(words: list[int], at: int, gauss: float | None) -> Any:
    """numpy's RandomState of this state."""
    made = np.random.RandomState(0)
    made.set_state(("MT19937", np.array(words, dtype=np.uint32), at, int(gauss is not None), gauss or 0.0))
    return made


def host_twister_state(value: Any) -> tuple[list[int], int, float | None]:
    """The words of a live RandomState, the place in them and a normal draw that is left."""
    name, words, at, has_gauss, gauss = value.get_state(legacy=True)
    if name != "MT19937":
        raise RefusedError(f"numpy's RandomState with {name}", "use np.random.default_rng(seed)")
    return [int(word) for word in words], int(at), float(gauss) if has_gauss else None


def is_generator(value: Any) -> bool:
    """Whether an object is one of numpy's random number generators."""
    return isinstance(value, np.random.RandomState | np.random.Generator | np.random.PCG64)


def state_of(value: Any) -> Any:
    """What to compare or to keep of a generator."""
    if isinstance(value, np.random.RandomState):
        return host_twister_state(value)
    return host_pcg64_state(value.bit_generator if isinstance(value, np.random.Generator) else value)


def set_state(value: Any, state: Any) -> None:
    """Give a generator a state of `state_of` back."""
    if isinstance(value, np.random.RandomState):
        value.set_state(host_random_state(*state).get_state(legacy=True))
    else:
        (value.bit_generator if isinstance(value, np.random.Generator) else value).state = host_pcg64(*state).state
