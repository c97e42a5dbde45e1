# ruff: noqa
# mypy: ignore-errors
"""What goes wrong with numpy's arrays, and their smallest and oddest ones: each expression gives what numpy gives."""

import numpy as np

from tests.python.programs.corners import all_outcomes, changed, put


def wrong_shapes(n):
    a, b, c = np.arange(6).reshape(2, 3), np.arange(4.0), np.array([True, False])
    expressions = [
        *(lambda: a + b, lambda: a * np.arange(2), lambda: a @ a, lambda: b @ np.arange(3), lambda: a @ np.arange(2), lambda: np.dot(a, b)),
        *(lambda: a.reshape(4, 2), lambda: a.reshape(-1, 4), lambda: a.reshape(3, -1), lambda: a.reshape(-1), lambda: a.reshape(-1, -1)),
        *(lambda: a[2], lambda: a[0, 3], lambda: a[-3], lambda: a[0, 0, 0], lambda: b[4], lambda: b[-5], lambda: b[1.5], lambda: a["x"]),
        *(lambda: a[[0, 2]], lambda: b[[0, -1]], lambda: b[[5]], lambda: b[c], lambda: a[c], lambda: a[:, [True, False, True]], lambda: b[b > 9]),
        *(lambda: np.concatenate([a, b]), lambda: np.concatenate([b, b]), lambda: np.vstack([a, b]), lambda: np.hstack([b, np.arange(2)])),
        *(lambda: np.stack([b, b]), lambda: np.stack([b, np.arange(2)]), lambda: np.concatenate([]), lambda: np.array([[1, 2], [3]])),
        *(lambda: a.sum(axis=2), lambda: a.max(axis=-1), lambda: a.mean(axis=-3), lambda: np.array([]).max(), lambda: np.array([]).sum()),
        *(lambda: np.argmax(np.array([])), lambda: np.zeros(0).mean() if n == 0 else 0, lambda: np.zeros((0, 3)).shape, lambda: np.ones((2, 0)).sum(axis=1)),
        *(lambda: bool(a), lambda: bool(np.array([1])), lambda: 1 if b > 2 else 0, lambda: float(np.array([2.5])), lambda: int(b), lambda: len(a)),
        *(lambda: np.zeros(-1), lambda: np.arange(5, 1), lambda: np.arange(0, 1, 0.25), lambda: np.linspace(0, 1, 1), lambda: np.linspace(0, 1, 5)),
        *(lambda: a.T[2], lambda: a.T.shape, lambda: b.T, lambda: a.transpose(), lambda: a.flatten(), lambda: a.ravel()[5], lambda: np.eye(2, 3)),
        *(lambda: np.clip(b, 1, 2), lambda: np.clip(a, None, 3), lambda: np.where(b > 1, b, 0), lambda: np.where(c, a.T, 1), lambda: np.where(a > 2)),
        *(lambda: a == 3, lambda: a == b, lambda: (a > 1) & (a < 4), lambda: ~c, lambda: -a, lambda: ~b, lambda: -c, lambda: c + c, lambda: c & 1),
        *(lambda: a // 0 if n == 0 else 1, lambda: a % 4, lambda: a // 2, lambda: -a // 2, lambda: b % -3, lambda: b // 0.7, lambda: a**2, lambda: 2**a, lambda: b**-1.0 if n == 0 else 2),
        *(lambda: a << 2, lambda: b << 2, lambda: a | b, lambda: a & 3, lambda: a ^ a, lambda: a >> 1, lambda: a + "x", lambda: [1, 2, 3] + a),
        *(lambda: np.sort(np.array([3, 1, 2])), lambda: np.argsort(np.array([3, 1, 2])), lambda: np.unique(np.array([3, 1, 3])), lambda: np.cumsum(a)),
        *(lambda: np.sum(a, axis=0, keepdims=True), lambda: np.prod(a + 1), lambda: np.std(b), lambda: np.var(a, axis=0), lambda: np.median(b) if n == 0 else 3),
        *(lambda: np.outer(b, b)[3], lambda: np.diff(b), lambda: np.any(c), lambda: np.all(c), lambda: c.sum(), lambda: np.count_nonzero(a), lambda: a.tolist()),
        *(lambda: changed(b.copy(), lambda x: put(x, 9, 1)), lambda: changed(b.copy(), lambda x: put(x, slice(0, 2), [7, 8])), lambda: changed(b.copy(), lambda x: put(x, slice(0, 3), [7, 8]))),
        *(lambda: changed(a.copy(), lambda x: put(x, (0, slice(None)), 5)), lambda: changed(a.copy(), lambda x: put(x, (2, 0), 5)), lambda: changed(a.copy(), lambda x: put(x, x > 2, 0))),
        *(lambda: changed(a.copy(), lambda x: put(x, [0, 1], [[1, 2, 3], [4, 5, 6]])), lambda: changed(a.copy(), lambda x: put(x, 0, [1, 2])), lambda: changed(a.copy(), lambda x: put(x, (0, 0), 2.9))),
        *(lambda: np.array_equal(a, a.copy()), lambda: np.array_equal(a, b), lambda: np.allclose(b, b + 1e-9), lambda: np.isnan(b), lambda: np.abs(-b), lambda: np.sqrt(b), lambda: np.floor(b / 3), lambda: np.round(b / 3, 2)),
        *(lambda: np.maximum(b, 2), lambda: np.minimum(a, np.array([1, 2, 3])), lambda: np.sign(b - 2), lambda: np.square(a), lambda: np.full((2, 2), n), lambda: np.ones_like(a), lambda: np.zeros_like(b), lambda: np.tile(b, 2) if n == 0 else 4),
    ]  # fmt: skip
    return all_outcomes(expressions)


CASES = [(wrong_shapes, (7,))]
