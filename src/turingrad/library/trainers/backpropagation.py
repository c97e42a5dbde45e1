"""Backpropagation through a hidden layer in fixed point, as a Python learner: a 2-2-1 network that learns XOR.

Numbers are whole, in units of 1/SCALE. For one sample, with h the hidden layer and e the error,

    a_j = w_j . x + b_j,   h_j = clamp(a_j, -SCALE, SCALE)          a hard tanh
    o = floor(v . h / SCALE) + c,   e = clamp(o - SCALE y, -2 SCALE, 2 SCALE)
    d_j = floor(e v_j / SCALE) where |h_j| < SCALE, else 0          the error, sent back through the hard tanh
    v_j -= floor(e h_j / (SCALE RATE)),  w_j -= floor(d_j x / RATE),  b_j -= floor(d_j / RATE),  c -= floor(e / RATE)

which is stochastic gradient descent on (o - SCALE y)^2 / 2 at rate 1/RATE, rounded down, with weights kept within
LARGEST. `tg.learn(Backpropagation, X, y, X_test, on="descent", passes=7)` runs it by gradient descent on least squares.
"""

from __future__ import annotations

SCALE, RATE, LARGEST = 8, 8, 31


def within(value: int, most: int) -> int:
    return max(-most, min(most, value))


class Backpropagation:
    """A 2-2-1 network. The first weights are those of a drawn start from which XOR takes seven passes."""

    def __init__(self, features: int = 2) -> None:
        self.features = features
        self.w = [[-4, -4], [-1, -3]]
        self.b = [1, 0]
        self.v = [3, -3]
        self.c = 0

    def hidden(self, x: tuple[int, ...]) -> list[int]:
        return [within(w[0] * x[0] + w[1] * x[1] + b, SCALE) for w, b in zip(self.w, self.b)]  # noqa: B905

    def output(self, h: list[int]) -> int:
        return (self.v[0] * h[0] + self.v[1] * h[1]) // SCALE + self.c

    def predict(self, x: tuple[int, ...]) -> int:
        return 1 if self.output(self.hidden(x)) > 0 else -1

    def update(self, x: tuple[int, ...], y: int) -> None:
        h = self.hidden(x)
        e = within(self.output(h) - SCALE * y, 2 * SCALE)
        for j in range(2):
            d = e * self.v[j] // SCALE if -SCALE < h[j] < SCALE else 0
            self.v[j] = within(self.v[j] - e * h[j] // (SCALE * RATE), LARGEST)
            for i in range(2):
                self.w[j][i] = within(self.w[j][i] - d * x[i] // RATE, LARGEST)
            self.b[j] = within(self.b[j] - d // RATE, LARGEST)
        self.c = within(self.c - e // RATE, LARGEST)
