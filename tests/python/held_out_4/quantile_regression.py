# ruff: noqa
"""Linear quantile regression by subgradient descent on the pinball loss."""


def pinball(residual, tau):
    return tau * residual if residual >= 0 else (tau - 1) * residual


class QuantileModel:
    def __init__(self, tau, dim, lr):
        self.tau = tau
        self.w = [0.0] * dim
        self.b = 0.0
        self.lr = lr
        self.t = 0

    def value(self, x):
        return self.b + sum(w * v for w, v in zip(self.w, x))

    def step(self, x, y):
        self.t += 1
        rate = self.lr / self.t**0.5
        g = self.tau if y > self.value(x) else self.tau - 1
        self.b += rate * g
        for i, v in enumerate(x):
            self.w[i] += rate * g * v


class Learner:
    quantiles = (0.1, 0.5, 0.9)

    def __init__(self, epochs=20, lr=0.8):
        self.epochs = epochs
        self.lr = lr

    def fit(self, X, y):
        self.models = [QuantileModel(tau, len(X[0]), self.lr) for tau in self.quantiles]
        for _ in range(self.epochs):
            for x, t in zip(X, y):
                for m in self.models:
                    m.step(x, t)
        self.train_loss = {
            m.tau: sum(pinball(t - m.value(x), m.tau) for x, t in zip(X, y)) / len(X) for m in self.models
        }
        for tau, loss in self.train_loss.items():
            print("tau=%.1f loss=%.4f" % (tau, loss))

    def predict(self, X):
        # sort so that the quantiles do not cross
        return [tuple(sorted(round(m.value(x), 3) for m in self.models)) for x in X]


CASES = [
    ([[i / 10] for i in range(20)], [2 * i / 10 + ((i * 7) % 5 - 2) * 0.3 for i in range(20)], [[0.5], [1.5], [2.5]]),
    ([[a, b] for a in (0, 1) for b in (0, 1, 2)], [1, 2, 3, 0, 4, 8], [[0, 0], [1, 2]]),
]
