# ruff: noqa
"""Fictitious play for a zero-sum matrix game: mixed strategies and the value."""

import numpy as np


def fictitious_play(payoff, rounds):
    rows, cols = payoff.shape
    row_counts = np.zeros(rows)
    col_counts = np.zeros(cols)
    row_payoffs = np.zeros(rows)
    col_payoffs = np.zeros(cols)
    r = 0
    for _ in range(rounds):
        row_counts[r] += 1
        col_payoffs += payoff[r]
        c = int(np.argmin(col_payoffs))
        col_counts[c] += 1
        row_payoffs += payoff[:, c]
        r = int(np.argmax(row_payoffs))
    return row_counts / rounds, col_counts / rounds


def saddle_point(payoff):
    lower = payoff.min(axis=1)
    upper = payoff.max(axis=0)
    if lower.max() == upper.min():
        return int(lower.argmax()), int(upper.argmin())
    return None


def main(matrix, rounds=200):
    payoff = np.array(matrix, dtype=float)
    if (pure := saddle_point(payoff)) is not None:
        return {"pure": pure, "value": float(payoff[pure])}
    p, q = fictitious_play(payoff, rounds)
    low = (p @ payoff).min()
    high = (payoff @ q).max()
    return {
        "row": p.round(3).tolist(),
        "col": q.round(3).tolist(),
        "bounds": (round(float(low), 4), round(float(high), 4)),
    }


CASES = [
    ([[1, -1], [-1, 1]],),
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]],),
    ([[3, 1], [4, 2]],),
    ([[2, -1], [0, 3]], 100),
    ([[5]],),
    ([[1, 4, 0], [3, 0, 2]],),
]
