"""Sums of wide numbers in few levels: carry-save adders side by side, then carries by a prefix tree (Sklansky).

For short words the ripple of full adders is smaller; from `WIDE` bits on depth is what costs: a feedforward net carries
every living value through every layer.
"""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.python.logic import FALSE, Graph

WIDE = 24


def full_add(graph: Graph, a: int, b: int, c: int) -> tuple[int, int]:
    """(sum, carry) of three bits."""
    either = graph.xor(a, b)
    return graph.xor(either, c), graph.mux(either, c, a)


def carry_save(graph: Graph, columns: Sequence[Sequence[int]], width: int) -> list[list[int]]:
    """Columns of at most two bits with the same sum modulo 2^width."""
    now = [[bit for bit in column if bit != FALSE] for column in columns[:width]]
    while any(len(column) > 2 for column in now):
        after: list[list[int]] = [[] for _ in range(width + 1)]
        for place, column in enumerate(now):
            whole = len(column) - len(column) % 3
            for i in range(0, whole, 3):
                total, carry = full_add(graph, *column[i : i + 3])
                after[place].append(total)
                after[place + 1].append(carry)
            after[place] += column[whole:]
        now = [[bit for bit in column if bit != FALSE] for column in after[:width]]
    return now


def prefix_sum(graph: Graph, columns: Sequence[Sequence[int]]) -> list[int]:
    """The bits of two words' sum: g generates a carry, p passes one on; spans of places are joined in a tree."""
    pairs = [(*column, FALSE, FALSE)[:2] for column in columns]
    half = [graph.xor(a, b) for a, b in pairs]
    g, p = [graph.and_(a, b) for a, b in pairs], list(half)
    distance = 1
    while distance < len(pairs):
        for place in range(len(pairs)):
            if place & distance:
                low = (place & ~(2 * distance - 1)) + distance - 1  # the last place of the lower half of its block
                g[place] = graph.or_(g[place], graph.and_(p[place], g[low]))
                p[place] = graph.and_(p[place], p[low])
        distance *= 2
    return [graph.xor(bit, g[place - 1]) if place else bit for place, bit in enumerate(half)]
