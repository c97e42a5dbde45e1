"""Runs, gaps and percentiles in a log of readings, with itertools and bisect."""

from bisect import bisect_left, insort
from itertools import accumulate, chain, groupby, pairwise


def runs(readings: list[int], limit: int) -> list[tuple[bool, int]]:
    return [(high, sum(1 for _ in group)) for high, group in groupby(readings, key=lambda value: value > limit)]


def running_median(readings: list[int]) -> list[float]:
    ordered: list[int] = []
    medians = []
    for value in readings:
        insort(ordered, value)
        middle, odd = divmod(len(ordered), 2)
        medians.append(float(ordered[middle]) if odd else (ordered[middle - 1] + ordered[middle]) / 2)
    return medians


def percentile(readings: list[int], value: int) -> float:
    ordered = sorted(readings)
    return 100 * bisect_left(ordered, value) / len(ordered)


def main(days: list[list[int]], limit: int) -> dict[str, object]:
    readings = list(chain.from_iterable(days))
    longest = max((length for high, length in runs(readings, limit) if high), default=0)
    *_, total = accumulate(readings)
    return {
        "runs": "".join(f"{'H' if high else 'L'}{length}" for high, length in runs(readings, limit)),
        "longest": longest,
        "rises": sum(b > a for a, b in pairwise(readings)),
        "peak": list(accumulate(readings, max))[-1],
        "total": total,
        "medians": running_median(readings)[-3:],
        "percentile": round(percentile(readings, limit), 2),
        "columns": [min(column) for column in zip(*days, strict=True)],
    }


CASES = [
    ([[31, 44, 29], [52, 47, 30], [28, 61, 33]], 32),
    ([[1, 2], [3]], 9),
]
