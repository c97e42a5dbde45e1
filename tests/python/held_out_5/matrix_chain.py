# ruff: noqa
"""The cheapest order of a matrix product, with its parenthesisation, against the naive order."""

import math


def chain_order(dims):
    n = len(dims) - 1
    cost = [[0] * n for _ in range(n)]
    split = [[0] * n for _ in range(n)]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            cost[i][j] = math.inf
            for k in range(i, j):
                c = cost[i][k] + cost[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1]
                if c < cost[i][j]:
                    cost[i][j] = c
                    split[i][j] = k
    return cost, split


def brackets(split, i, j, names):
    if i == j:
        return names[i]
    k = split[i][j]
    return f"({brackets(split, i, k, names)}{brackets(split, k + 1, j, names)})"


def left_to_right(dims):
    return sum(dims[0] * a * b for a, b in zip(dims[1:], dims[2:]))


def catalan(n):
    return math.comb(2 * n, n) // (n + 1)


def main(dims):
    if len(dims) < 2 or any(d <= 0 for d in dims):
        return "nothing to multiply"
    n = len(dims) - 1
    cost, split = chain_order(dims)
    names = [chr(ord("A") + i) for i in range(n)]
    best, naive = cost[0][n - 1], left_to_right(dims)
    saved = 100 * (naive - best) / naive if naive else 0.0
    return brackets(split, 0, n - 1, names), best, f"{saved:.1f}% saved", catalan(n - 1)


CASES = [
    ([10, 30, 5, 60],),
    ([30, 35, 15, 5, 10, 20, 25],),
    ([2, 3],),
    ([7],),
    ([40, 20, 30, 10, 30],),
    ([1, 2, 3, 4, 5, 6, 7, 8, 9],),
    ([5, 0, 5],),
]
