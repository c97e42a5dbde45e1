# ruff: noqa
"""Lasso by coordinate descent with soft thresholding; predicts the sign."""


def soft(z, t):
    return z - t if z > t else z + t if z < -t else 0.0


class Learner:
    penalty = 1.0

    @property
    def selected(self):
        return [j for j, b in enumerate(self.beta) if b != 0.0]

    def fit(self, X, y):
        n, d = len(X), len(X[0])
        columns = [[row[j] for row in X] for j in range(d)]
        means = [sum(c) / n for c in columns]
        columns = [[v - m for v in c] for c, m in zip(columns, means)]
        center = sum(y) / n
        residual = [t - center for t in y]
        self.beta = [0.0] * d
        for _ in range(25):
            largest = 0.0
            for j, c in enumerate(columns):
                scale = sum(v * v for v in c)
                if scale == 0:
                    continue
                old = self.beta[j]
                rho = sum(v * r for v, r in zip(c, residual)) + old * scale
                self.beta[j] = new = soft(rho, self.penalty) / scale
                if new != old:
                    residual = [r - (new - old) * v for r, v in zip(residual, c)]
                    largest = max(largest, abs(new - old))
            if largest < 1e-6:
                break
        self.intercept = center - sum(b * m for b, m in zip(self.beta, means))
        return self

    def predict(self, X):
        score = [self.intercept + sum(self.beta[j] * x[j] for j in self.selected) for x in X]
        return [-1 if s < 0 else 1 for s in score]


CASES = [
    (
        [[i % 2 * 2 - 1, i % 3, i % 5 - 2, 0.1 * i] for i in range(20)],
        [i % 2 * 2 - 1 for i in range(20)],
        [[1, 0, 0, 0.5], [-1, 2, 2, 1.0], [0.1, 1, 1, 1.0]],
    ),
    ([[i, -i, 3] for i in range(12)], [1 if i > 7 else -1 for i in range(12)], [[0, 0, 3], [11, -11, 3], [6, -6, 3]]),
]
