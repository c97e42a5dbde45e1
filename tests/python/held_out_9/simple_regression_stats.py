# ruff: noqa
"""Descriptive statistics, correlation and bootstrap intervals, numpy edition."""

import numpy as np


def zscore(a):
    sd = a.std(ddof=1)
    return (a - a.mean()) / sd if sd > 0 else np.zeros_like(a)


def ranks(a):
    order = a.argsort(kind="stable")
    r = np.empty(len(a))
    r[order] = np.arange(1, len(a) + 1)
    for v in np.unique(a):
        mask = a == v
        r[mask] = r[mask].mean()
    return r


def moving_average(a, k):
    kernel = np.ones(k) / k
    return np.convolve(a, kernel, mode="valid")


def outliers(a):
    q1, q3 = np.percentile(a, [25, 75])
    iqr = q3 - q1
    mask = (a < q1 - 1.5 * iqr) | (a > q3 + 1.5 * iqr)
    return a[mask].tolist()


def fit_line(x, y):
    A = np.column_stack([x, np.ones_like(x)])
    coef, *_ = np.linalg.lstsq(A, y, rcond=None)
    return coef


def main(xs, ys, window):
    x = np.array(xs, dtype=float)
    y = np.array(ys, dtype=float)
    if x.shape != y.shape:
        raise ValueError(f"shapes {x.shape} and {y.shape}")
    if x.size < 3:
        return None
    slope, intercept = fit_line(x, y)
    pearson = np.dot(zscore(x), zscore(y)) / (len(x) - 1)
    spearman = np.dot(zscore(ranks(x)), zscore(ranks(y))) / (len(x) - 1)
    hist, edges = np.histogram(y, bins=4)
    print("slope %.3f intercept %.3f" % (slope, intercept))
    return {
        "r": round(float(pearson), 6),
        "rho": round(float(spearman), 6),
        "smooth": np.round(moving_average(y, window), 4).tolist(),
        "outliers": outliers(y),
        "hist": hist.tolist(),
        "edges": edges.round(3).tolist(),
        "argmax": int(y.argmax()),
        "cum": np.cumsum(y).round(3).tolist()[-2:],
        "diff": np.diff(y).round(3).tolist(),
    }


CASES = [
    ([1, 2, 3, 4, 5], [2, 4, 6, 8, 10], 2),
    ([1, 2, 3, 4, 5, 6, 7, 8], [3, 1, 4, 1, 5, 9, 2, 60], 3),
    ([1, 2], [1, 2], 1),
    ([1, 2, 3], [5, 5, 5], 3),
    ([0.5, 0.1, 0.9, 0.4], [1.5, 2.5, -3.5, 0.0], 1),
    ([1, 2, 3], [1, 2], 1),
    ([10, 20, 20, 30], [4, 3, 3, 1], 2),
]
