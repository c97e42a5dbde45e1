# ruff: noqa
"""0/1 knapsack by dynamic programming, with the chosen items."""

from functools import lru_cache


def main(weights, values, capacity):
    n = len(weights)

    @lru_cache(maxsize=None)
    def best(i, room):
        if i == n:
            return 0
        skip = best(i + 1, room)
        if weights[i] > room:
            return skip
        return max(skip, values[i] + best(i + 1, room - weights[i]))

    chosen = []
    room = capacity
    for i in range(n):
        if best(i, room) != best(i + 1, room):
            chosen.append(i)
            room -= weights[i]
    return best(0, capacity), chosen


CASES = [
    ([1, 3, 4, 5], [1, 4, 5, 7], 7),
    ([], [], 10),
    ([5], [10], 4),
    ([5], [10], 5),
    ([2, 2, 2], [3, 3, 3], 5),
    ([12, 7, 11, 8, 9, 6], [24, 13, 23, 15, 16, 11], 26),
    ([1, 2, 3], [10, 20, 30], 0),
]
