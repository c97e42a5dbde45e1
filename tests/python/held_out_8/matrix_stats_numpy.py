# ruff: noqa
"""Descriptive statistics, standardisation and PCA of a small table with numpy."""

import numpy as np


def describe(A):
    return {
        "mean": A.mean(axis=0),
        "std": A.std(axis=0, ddof=1) if len(A) > 1 else np.zeros(A.shape[1]),
        "median": np.median(A, axis=0),
        "iqr": np.subtract(*np.percentile(A, [75, 25], axis=0)),
    }


def standardise(A):
    s = A.std(axis=0)
    return (A - A.mean(axis=0)) / np.where(s > 0, s, 1)


def pca(A, k):
    C = A - A.mean(axis=0)
    U, S, Vt = np.linalg.svd(C, full_matrices=False)
    # fix signs: the largest loading of each component is positive
    signs = np.sign(Vt[np.arange(len(Vt)), np.abs(Vt).argmax(axis=1)])
    Vt = Vt * signs[:, None]
    var = S**2
    ratio = var / var.sum() if var.sum() > 0 else var
    return C @ Vt[:k].T, ratio[:k]


def outliers(A, z=1.8):
    Z = np.abs(standardise(A))
    return np.argwhere(Z > z).tolist()


def moving_average(v, w):
    return np.convolve(v, np.ones(w) / w, mode="valid")


def main(rows, k=1):
    A = np.array(rows, dtype=float)
    if A.ndim != 2:
        raise ValueError("need a table")
    stats = describe(A)
    for name, values in stats.items():
        print(f"{name:>7}: " + " ".join(f"{v:8.3f}" for v in values))
    scores, ratio = pca(A, k)
    corr = None
    if A.shape[1] > 1 and (A.std(axis=0) > 0).all():
        corr = np.round(np.corrcoef(A, rowvar=False)[0, 1:], 4).tolist()
    trend = np.polyfit(np.arange(len(A)), A[:, 0], 1) if len(A) > 1 else [0.0, A[0, 0]]
    return {
        "ratio": [round(float(r), 5) for r in ratio],
        "spread": round(float(np.ptp(scores)), 4),
        "corr": corr,
        "outliers": outliers(A),
        "slope": round(float(trend[0]), 4) + 0.0,
        "smooth": np.round(moving_average(A[:, -1], min(3, len(A))), 4).tolist(),
    }


CASES = [
    ([[2.5, 2.4], [0.5, 0.7], [2.2, 2.9], [1.9, 2.2], [3.1, 3.0], [2.3, 2.7], [2, 1.6], [1, 1.1]],),
    ([[1, 2, 3], [4, 5, 6], [7, 8, 10], [2, 0, 1]], 2),
    ([[1, 5], [2, 5], [3, 5]],),
    ([[4.0, 9.0]],),
    ([[0], [0], [0], [0], [0], [50]],),
    ([],),
]
