# ruff: noqa
"""Subset sums by meeting in the middle: the closest sum to a target, and how many reach it."""

from bisect import bisect_left, bisect_right
from itertools import combinations


def all_sums(items):
    sums = [(0, ())]
    for item in items:
        sums += [(s + item, chosen + (item,)) for s, chosen in sums]
    return sums


def closest(items, target):
    half = len(items) // 2
    left = all_sums(items[:half])
    right = sorted(all_sums(items[half:]))
    keys = [s for s, _ in right]
    best = None
    exact = 0
    for s, chosen in left:
        want = target - s
        lo = bisect_left(keys, want)
        exact += bisect_right(keys, want, lo) - lo
        for k in (lo - 1, lo):
            if 0 <= k < len(keys):
                gap = abs(keys[k] - want)
                candidate = (gap, sorted(chosen + right[k][1]))
                if best is None or candidate < best:
                    best = candidate
    return best, exact


def brute_count(items, target):
    return sum(sum(c) == target for r in range(len(items) + 1) for c in combinations(items, r))


def main(items, target):
    (gap, subset), exact = closest(items, target)
    if len(items) <= 8:
        assert exact == brute_count(items, target)
    return {"gap": gap, "subset": subset, "exact": exact}


CASES = [
    ([3, 34, 4, 12, 5, 2], 9),
    ([3, 34, 4, 12, 5, 2], 30),
    ([], 5),
    ([7, 7, 7, 7], 14),
    ([-5, 3, 8, -2, 6], 0),
    ([101, 203, 307, 409, 511, 613, 717, 819, 921, 1023], 2500),
    ([2**i for i in range(12)], 1365),
]
