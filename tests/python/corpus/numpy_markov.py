"""Stationary distribution of a Markov chain with numpy."""

import numpy as np


def main(matrix, steps):
    P = np.array(matrix, dtype=float)
    row_sums = P.sum(axis=1, keepdims=True)
    P = np.where(row_sums > 0, P / np.where(row_sums > 0, row_sums, 1), 1 / len(P))
    pi = np.full(len(P), 1 / len(P))
    for _ in range(steps):
        new = pi @ P
        if np.abs(new - pi).max() < 1e-12:
            break
        pi = new
    return [round(float(v), 6) for v in pi], int(np.argmax(pi))


CASES = [
    ([[0.9, 0.1], [0.5, 0.5]], 100),
    ([[1]], 10),
    ([[0, 0], [0, 0]], 10),
    ([[0, 1], [1, 0]], 7),
    ([[1, 2, 3], [0, 0, 5], [2, 2, 0]], 60),
    ([[0.2, 0.8], [0.6, 0.4]], 0),
]
