"""Ranges on a logarithmic scale: what is proven on the left, what is known to fail on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any

ROWS = (("with rounding", "corrected_certified", "corrected_attack"), ("without", "plain_certified", "plain_attack"))
LEFT, WIDTH, ROW, RIGHT = 172, 520, 44, 24
MAX_TICKS, STRIDES = 6, (1, 2, 5, 10, 20, 50, 100, 200)  # of powers of ten: doubles span 632 of them


def between_svg(fields: Mapping[str, Any]) -> str | None:
    """The certified margin and the smallest change that the attack found, a row each with and without rounding; None
    where there is nothing to compare."""
    return ranges_svg([(name, fields.get(low), fields.get(high)) for name, low, high in ROWS])


def ranges_svg(given: Sequence[tuple[str, Any, Any]]) -> str | None:
    """One row per name, from its lower figure to its upper one; either may be missing."""
    known = [(name, positive(low), positive(high)) for name, low, high in given]
    rows = [row for row in known if row[1:] != (None, None)]
    shown = [value for _, low, high in rows for value in (low, high) if value is not None]
    if len(shown) < 2:
        return None
    first, last = floor(min(map(log10, shown))), max(ceil(max(map(log10, shown))), floor(min(map(log10, shown))) + 1)

    def x(value: float) -> float:
        return LEFT + WIDTH * (log10(value) - first) / (last - first)

    stride = next(step for step in STRIDES if step * MAX_TICKS >= last - first)
    bottom = ROW * len(rows) + 10
    parts = [
        f'<path class="tick" d="M{x(10.0**power):.1f} 6V{bottom}"/><text class="scale" x="{x(10.0**power):.1f}" '
        f'y="{bottom + 18}">10<tspan dy="-5" class="power">{str(power).replace("-", "−")}</tspan></text>'
        for power in range(stride * ceil(first / stride), last + 1, stride)
    ]
    for number, (name, low, high) in enumerate(rows):
        y = 28 + ROW * number
        parts.append(f'<text class="name" x="{LEFT - 14}" y="{y + 5}">{escape(name)}</text>')
        if low is not None and high is not None:
            parts.append(f'<path class="between" d="M{x(low):.1f} {y}H{x(high):.1f}"/>')
        parts += [
            f'<circle class="{kind}" cx="{x(value):.1f}" cy="{y}" r="7"><title>{value:.3g}</title></circle>'
            for kind, value in (("proven", low), ("broken", high))
            if value is not None
        ]
    width, height = LEFT + WIDTH + RIGHT, bottom + 26
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ranges" viewBox="0 0 {width} {height}" width="{width}" '
        f'role="img" aria-label="from proven to broken">{"".join(parts)}</svg>'
    )


def positive(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and 0 < value < float("inf") else None
