# ruff: noqa
"""Dynamic programming: knapsack with reconstruction, coin change, LIS."""

from bisect import bisect_left
from functools import cache


def knapsack(items, capacity):
    """items: list of (name, weight, value)."""
    best = [[0] * (capacity + 1) for _ in range(len(items) + 1)]
    for i, (_, w, v) in enumerate(items, 1):
        for c in range(capacity + 1):
            best[i][c] = best[i - 1][c]
            if w <= c:
                best[i][c] = max(best[i][c], best[i - 1][c - w] + v)
    chosen = []
    c = capacity
    for i in range(len(items), 0, -1):
        if best[i][c] != best[i - 1][c]:
            name, w, _ = items[i - 1]
            chosen.append(name)
            c -= w
    return best[-1][capacity], chosen[::-1]


def coins(amount, denominations):
    @cache
    def go(rest):
        if rest == 0:
            return ()
        options = [go(rest - d) + (d,) for d in denominations if d <= rest and go(rest - d) is not None]
        return min(options, key=len, default=None)

    answer = go(amount)
    return None if answer is None else sorted(answer, reverse=True)


def ways(amount, denominations):
    table = [1] + [0] * amount
    for d in denominations:
        for a in range(d, amount + 1):
            table[a] += table[a - d]
    return table[amount]


def lis(seq):
    tails, tail_idx, prev = [], [], []
    for i, x in enumerate(seq):
        k = bisect_left(tails, x)
        if k == len(tails):
            tails.append(x)
            tail_idx.append(i)
        else:
            tails[k] = x
            tail_idx[k] = i
        prev.append(tail_idx[k - 1] if k else None)
    out = []
    i = tail_idx[-1] if tail_idx else None
    while i is not None:
        out.append(seq[i])
        i = prev[i]
    return out[::-1]


def main(capacity, weights, values):
    items = [(chr(ord("A") + i), w, v) for i, (w, v) in enumerate(zip(weights, values, strict=True))]
    value, chosen = knapsack(items, capacity)
    denominations = sorted(set(weights))
    return {
        "value": value,
        "chosen": "".join(chosen),
        "coins": coins(capacity, denominations),
        "ways": ways(capacity, denominations),
        "lis": lis(values),
    }


CASES = [
    (10, [5, 4, 6, 3], [10, 40, 30, 50]),
    (0, [1, 2], [3, 4]),
    (7, [], []),
    (11, [1, 2, 5], [6, 6, 7]),
    (3, [2], [1]),
    (50, [10, 20, 30, 7, 9], [60, 100, 120, 35, 50]),
    (63, [1, 5, 10, 21, 25], [3, 1, 4, 1, 5]),
    (5, [1, 2], [3]),
]
