# ruff: noqa
# mypy: ignore-errors
"""What goes wrong with numpy's arrays, and their smallest and oddest ones: each expression gives what numpy gives."""

import numpy as np

from tests.python.programs.corners import all_outcomes, changed, put


def wrong_shapes(n):
    a, b, c = np.arange(6).reshape(2, 3), np.arange(4.0), np.array([True, False])
    expressions = [
        *(lambda: a + b, lambda: a * np.arange(2), lambda: np.zeros((2, 1)) + np.zeros((3, 1)), lambda: a[2], lambda: a[0, 3], lambda: a[-3], lambda: a[0, 0, 0], lambda: b[4], lambda: b[-5], lambda: a[[0, 2]], lambda: b[[0, -1]], lambda: b[[5]]),
        *(lambda: a[:, [True, False, True]], lambda: b[b > 9], lambda: np.concatenate([b, b]), lambda: np.stack([b, b]), lambda: a.reshape(-1), lambda: a.reshape(3, -1), lambda: np.array([]).max(), lambda: np.array([]).sum(), lambda: np.zeros((0, 3)).shape),
        *(lambda: bool(a), lambda: bool(np.array([1])), lambda: 1 if b > 2 else 0, lambda: float(np.array([2.5])), lambda: int(b), lambda: len(a), lambda: np.arange(5, 1), lambda: np.arange(0, 1, 0.25), lambda: np.linspace(0, 1, 1), lambda: np.linspace(0, 1, 5), lambda: np.eye(2, 3)),
        *(lambda: a.T[2], lambda: a.T.shape, lambda: b.T, lambda: a.flatten(), lambda: a.ravel()[5], lambda: np.clip(b, 1, 2), lambda: np.where(b > 1, b, 0), lambda: np.where(c, a.T, 1), lambda: np.where(a > 2), lambda: (a > 1) & (a < 4), lambda: ~c, lambda: -a, lambda: a % 4, lambda: a // 2, lambda: -a // 2, lambda: b % -3, lambda: b // 0.7, lambda: a**2, lambda: 2**a, lambda: a**-1),
        *( lambda: a & 3, lambda: a ^ a, lambda: [1, 2, 3] + a, lambda: np.sort(np.array([3, 1, 2])), lambda: np.argsort(np.array([3, 1, 2])), lambda: np.unique(np.array([3, 1, 3])), lambda: np.cumsum(a), lambda: np.sum(a, axis=0, keepdims=True), lambda: np.prod(a + 1), lambda: np.std(b), lambda: np.var(a, axis=0), lambda: np.outer(b, b)[3], lambda: c.sum(), lambda: a.tolist()),
        *(lambda: changed(b.copy(), lambda x: put(x, 9, 1)), lambda: changed(b.copy(), lambda x: put(x, slice(0, 2), np.array([7, 8]))), lambda: changed(b.copy(), lambda x: put(x, slice(0, 3), np.array([7, 8]))), lambda: changed(a.copy(), lambda x: put(x, (0, slice(None)), 5)), lambda: changed(a.copy(), lambda x: put(x, (2, 0), 5)), lambda: changed(a.copy(), lambda x: put(x, x > 2, 0)), lambda: changed(a.copy(), lambda x: put(x, (0, 0), 2.9))),
        *(lambda: np.allclose(b, b + 1e-9), lambda: np.abs(-b), lambda: np.sqrt(b), lambda: np.maximum(b, 2), lambda: np.minimum(a, np.array([1, 2, 3])), lambda: np.full((2, 2), n), lambda: np.ones_like(a), lambda: np.zeros_like(b)),
    ]  # fmt: skip
    return all_outcomes(expressions)


CASES = [(wrong_shapes, (7,))]
