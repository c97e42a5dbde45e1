"""Random symbols for random inputs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def draw_symbols(symbols: Sequence[str], count: int, rng: np.random.Generator) -> tuple[str, ...]:
    """So many of the symbols; none if there are none to draw from."""
    return tuple(symbols[int(i)] for i in rng.integers(0, len(symbols), size=count)) if symbols else ()
