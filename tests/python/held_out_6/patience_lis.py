# ruff: noqa
"""Longest increasing subsequence by patience sorting, with the subsequence itself."""

from bisect import bisect_left


def longest_increasing(seq):
    tops = []
    top_index = []
    prev = [-1] * len(seq)
    for i, value in enumerate(seq):
        pile = bisect_left(tops, value)
        if pile == len(tops):
            tops.append(value)
            top_index.append(i)
        else:
            tops[pile] = value
            top_index[pile] = i
        if pile:
            prev[i] = top_index[pile - 1]
    chain = []
    i = top_index[-1] if top_index else -1
    while i != -1:
        chain.append(seq[i])
        i = prev[i]
    return chain[::-1]


def brute_length(seq):
    best = [1] * len(seq)
    for i in range(len(seq)):
        for j in range(i):
            if seq[j] < seq[i]:
                best[i] = max(best[i], best[j] + 1)
    return max(best, default=0)


def main(seq):
    up = longest_increasing(seq)
    down = longest_increasing([-v for v in seq]) if all(isinstance(v, (int, float)) for v in seq) else None
    assert len(up) == brute_length(seq)
    return {"up": up, "down": None if down is None else [-v for v in down]}


CASES = [
    ([10, 9, 2, 5, 3, 7, 101, 18],),
    ([],),
    ([5, 5, 5],),
    (list("patience"),),
    ([0.5, 0.1, 0.4, 0.45, 0.2],),
    ([(i * 37) % 50 for i in range(50)],),
    ([-1, -2, -3],),
]
