"""Curves as text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = " ▁▂▃▄▅▆▇█"


def text_curve(values: Sequence[float], title: str, width: int = 80) -> str:
    """A curve as one line of blocks, each the largest of its share of the values, with its range."""
    points = list(values)
    if not points:
        return f"{title}: no values"
    low, high = min(points), max(points)
    share = max(1, -(-len(points) // width))
    peaks = [max(points[i : i + share]) for i in range(0, len(points), share)]
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    line = "".join(BLOCKS[round((peak - low) * scale)] for peak in peaks)
    return f"{title}: {len(points)} values from {low:.6g} to {high:.6g}\n{line}"
