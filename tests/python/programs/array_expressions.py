# ruff: noqa: ARG001, C416, E501, E741, SIM300 (expressions as people write them)
"""Expressions of numpy, one function per group: A, B are 4 x 3 floats, r a row, I 4 x 3 ints, M its mask, v 200 floats."""

import numpy as np


def arithmetic(A, B, r, I, M, v):
    return (
        *(A + B, A - r, r - A, A * 2, 2 - A, A / B, 1 / B, A // B, A % B, A**2, I**3, (A * A) ** 0.5, I**2, 2**M),
        *(I + I, I - 1, I * I, I / 2, I // 2, I % 3, -I, -A, abs(A), +A, I + 0.5, I * M, M + M, M * M, M + 1),
        *(A + I, A[:, :1] * r, A[:, None] - B[None], r * A[:, [0]], I / M, A // 0.0, I // 0, I % 0, A % 0.0, -A / 0),
    )


def comparisons(A, B, r, I, M, v):
    return (
        *(A < B, A <= r, A > 0, 0 >= A, I == 2, I != I.T[0, 0], M & (A > 0), M | (A > 0), M ^ M, ~M, ~I, I & 1, I | 4),
        *(
            np.any(M),
            np.all(M),
            M.any(axis=0),
            M.all(axis=1),
            (A > 9).any(),
            np.isclose(A, A + 1e-9),
            np.allclose(A, B),
        ),
        *(np.array_equal(A, A), np.isnan(A / 0), np.logical_and(M, A > 0), np.logical_or(M, A > 0), 2 in I),
        *(np.isfinite(A), np.logical_not(M), np.equal(I, 1), np.maximum(A, B), np.minimum(A, 0), np.clip(I, 1, 2)),
        *(np.where(A > 0, A, 0), np.where(M, I, -1), np.where(M)[0], np.where(A > B, A, B), np.maximum(I, 0.5)),
    )


def reductions(A, B, r, I, M, v):
    return (
        *(A.sum(), A.sum(axis=0), A.sum(axis=1), A.T.sum(axis=0), A[:, 1:].sum(), v.sum(), v[:7].sum(), v[::3].sum()),
        *(
            v[:129].sum(),
            np.sum(v[5:90]),
            (A * B).sum(axis=1, keepdims=True),
            I.sum(),
            I.sum(axis=0),
            M.sum(),
            v.mean(),
        ),
        *(A.mean(axis=0), A.mean(), I.mean(), M.mean(), A.var(), A.std(axis=1), np.std(v), v.var(ddof=1), np.median(v)),
        *(
            A.max(),
            A.min(axis=0),
            I.max(axis=1),
            np.argmax(A),
            A.argmin(axis=0),
            I.argmax(axis=1),
            np.amax(I),
            np.amin(A),
        ),
        *(np.prod(I), I.prod(axis=0), np.cumsum(A), np.cumsum(I, axis=0), v.cumsum(), np.cumprod(I + 1), np.trace(A)),
        *(
            np.count_nonzero(M),
            A.T.sum(),
            A[::2].sum(axis=0),
            A[:, ::2].sum(axis=1),
            np.median(A, axis=0),
            np.diff(A),
            v[::-1].sum(),
        ),
        *(v.reshape(10, 20).sum(axis=0), v.reshape(10, 20).sum(axis=1), v.reshape(2, 10, 10).sum(axis=1)),
        *(
            v.reshape(20, 10).T.sum(axis=1),
            v.reshape(20, 10)[:, 1:].sum(),
            v.reshape(20, 10).max(axis=0, keepdims=True),
        ),
    )


def choices(A, B, r, I, M, v):
    return (
        *(
            A[0],
            A[-1, 1],
            A[1:3],
            A[:, 1],
            A[::-1, ::2],
            A[:, -1:],
            A[None, 0],
            A[1][2],
            A[M],
            A[[0, 2]],
            A[[0, 2], [1, 1]],
        ),
        *(A[:, [2, 0]], A[A[:, 0] > 0], A[np.array([1, 1, 3])], v[v > 0], v[3:50:7], I.T[1], A[1:, 1:][0], A[I % 4][0]),
        *(
            np.sort(v),
            np.argsort(v[:12]),
            np.sort(A, axis=0),
            np.unique(I),
            np.unique(I, return_counts=True),
            v[np.argmax(v)],
        ),
        *(
            np.unique(I.ravel(), return_inverse=True)[1],
            np.nonzero(I > 1),
            np.argwhere(M),
            np.flatnonzero(M),
            I.tolist(),
        ),
        *(np.bincount(I.ravel()), A[0].item(1), A.item(2), list(r), len(A), A.shape, A.size, A.ndim, [x for x in I[0]]),
        *(A[1, :], A[(1, 2)], A[:, 1:][:, 0], A[-2:, -2:], A[2:1], v[-3:], A[:, M[0]]),
    )


def shapes(A, B, r, I, M, v):
    return (
        *(A.T, A.reshape(3, 4), A.reshape(-1), A.reshape((2, -1)), A.ravel(), A.T.ravel(), I.flatten(), A.T.copy()),
        *(
            np.hstack([A, B]),
            np.vstack([A, r]),
            np.column_stack([r, r]),
            np.concatenate([A, B]),
            np.stack([r, r], axis=1),
        ),
        *(
            np.concatenate([A, I], axis=1),
            np.stack([A, B]),
            np.hstack([r, r]),
            np.append(r, 1),
            np.outer(r, r),
            np.tile(r, 2),
        ),
        *(
            np.roll(v, 3)[:5],
            np.roll(I, -1, axis=1),
            np.roll(A, 1),
            np.flip(r),
            np.repeat(r, 2),
            np.diag(r),
            np.diag(A),
        ),
        *(
            np.expand_dims(r, 1),
            np.transpose(A),
            np.zeros_like(I),
            np.ones_like(A),
            np.full((2, 2), 7),
            np.full_like(I, 2.7),
        ),
        *(
            np.zeros(3),
            np.ones((2, 1), dtype=int),
            np.eye(3),
            np.eye(2, 3, 1),
            np.identity(2),
            np.arange(5),
            np.arange(1, 9, 3),
        ),
        *(
            np.arange(0, 1, 0.1),
            np.arange(5.0),
            np.linspace(0, 1, 11),
            np.linspace(-3, 2, 7),
            np.linspace(0, 1, 4, endpoint=False),
        ),
        *(
            np.array([[1, 2], [3, 4.5]]),
            np.array([True, False]),
            np.asarray([1, 2]),
            np.array([r, r]),
            np.array(range(3)),
        ),
        *(
            A.astype(int),
            M.astype(float),
            I.astype(bool),
            I.astype(np.float64),
            np.array([1, 0], dtype=bool),
            np.shape(A),
        ),
    )


def functions(A, B, r, I, M, v):
    return (
        *(
            np.sqrt(abs(v)),
            np.square(I),
            np.sign(A),
            np.sign(I),
            np.round(A, 2),
            A.round(),
            np.round(v, 1),
            np.floor(A),
        ),
        *(np.ceil(A), np.abs(I), I @ I.T, np.dot(I[0], I[1]), I.T @ I, I @ I[0], I[:, 0] @ I, np.dot(2, r), I.dot(I.T)),
        *(
            np.add(A, B),
            np.subtract(A, B),
            np.multiply(A, B),
            np.divide(A, B),
            np.power(I, 2),
            np.mod(I, 2),
            np.sqrt(2),
        ),
        *(
            np.around(A, 3),
            float(A.mean()),
            int(I.max()),
            round(float(A[0, 0]), 2),
            float(np.abs(A[0, 1])),
            A.max().item(),
        ),
    )


def writes(A, B, r, I, M, v):
    A, I, v = A.copy(), I.copy(), v.copy()
    row, corner = A[1], I[:2, :2]
    row[0] = 5
    row *= 2
    corner += 10
    corner -= 1
    A[:, 1] = 7
    A[0] = r
    A[2:, 1:] = [[1, 2], [3, 4]]
    A[3, 2] /= 4
    A[M] = -1
    A[[0, 3], 0] += 0.25
    I[I > 12] = 0
    I[-1] = I[0]
    I[1:] = I[:-1]
    v[::2] = 0
    v[1:5] += 1
    v[:3] -= v[3:6]
    v //= 2
    v %= 3
    v **= 2
    v /= 3
    I.fill(3)
    I[:, 0] ^= 1
    I[0] |= 4
    I[1] &= 2
    B = A.T
    B[0] = 9
    A.sort()
    return A, I, v, row, corner, B


GROUPS = [arithmetic, comparisons, reductions, choices, shapes, functions, writes]


def arguments(seed):
    """Arrays with this seed's items."""
    random = np.random.default_rng(seed)
    A, B = random.normal(size=(4, 3)), random.normal(size=(4, 3))
    I = random.integers(0, 4, size=(4, 3))
    return A, B, random.normal(size=3), I, random.integers(0, 2, size=(4, 3)) > 0, random.normal(size=200) * 10
