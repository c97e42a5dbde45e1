"""What the test vectors of several constructions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from turingrad._support.arrays import Array

Arrays = dict[str, Array]
Tell = Callable[[int], None]  # how many vectors are done
INPUT_LENGTH = 4
CHUNK = 256  # points or grids that a network takes at once


def in_chunks(compute: Callable[[Any], Any], rows: Array, tell: Tell) -> Array:
    """What is computed of all rows, one chunk at a time."""
    found = []
    for first in range(0, len(rows), CHUNK):
        found.append(np.asarray(compute(rows[first : first + CHUNK])))
        tell(min(first + CHUNK, len(rows)))
    return np.concatenate(found)
