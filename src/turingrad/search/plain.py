"""The kernel's work in plain Python, a dictionary look-up a step: the kernel's definition."""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.search.instances import Instances
from turingrad.search.tables import MINUS, PLUS, Table


def plain_scores(tables: Sequence[Table], instances: Instances, limit: int) -> list[int]:
    """How many of the instances each candidate gets right within `limit` steps, with the same loop test."""
    deltas = instances.deltas.tolist()
    grids, wanted = instances.grids.tolist(), [PLUS if label > 0 else MINUS for label in instances.labels.tolist()]
    found = []
    for table in tables:
        rules = {place: entry for place, entry in enumerate(table.tolist()) if entry != -1}
        right = 0
        for grid, label in zip(grids, wanted, strict=True):
            right += plain_run(rules, list(grid), instances.head, deltas, limit) == label
        found.append(right)
    return found


def plain_run(rules: dict[int, int], cells: list[int], head: int, deltas: list[int], limit: int) -> int | None:
    """PLUS or MINUS, or None without an answer."""
    base, read = 0, cells[head]
    seen: set[tuple[int, bool, int]] = set()
    for _ in range(limit):
        entry = rules.get(base + read)
        if entry is None or entry < 0:
            return entry
        write = entry >> 3 & 3
        if write != read:
            cells[head] = write
            seen.clear()
        base = entry >> 5
        target = head + deltas[entry & 7]
        read = cells[target]
        if read != 3:
            head = target
        place = (base, read == 3, head)
        if place in seen:
            return None
        seen.add(place)
    return None
