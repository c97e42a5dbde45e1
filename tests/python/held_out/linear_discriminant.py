# ruff: noqa
"""Fisher's linear discriminant in two dimensions, with a pooled covariance."""


def mean(values):
    values = list(values)
    return sum(values) / len(values)


class Learner:
    def fit(self, X, y):
        self.names = sorted(set(y))
        groups = {c: [x for x, t in zip(X, y) if t == c] for c in self.names}
        self.means = {c: (mean(p[0] for p in g), mean(p[1] for p in g)) for c, g in groups.items()}
        sxx = sxy = syy = 0.0
        for c, g in groups.items():
            mx, my = self.means[c]
            for a, b in g:
                sxx += (a - mx) ** 2
                sxy += (a - mx) * (b - my)
                syy += (b - my) ** 2
        n = max(1, len(X) - len(self.names))
        sxx, sxy, syy = sxx / n + 1e-6, sxy / n, syy / n + 1e-6
        det = sxx * syy - sxy * sxy
        self.inverse = (syy / det, -sxy / det, sxx / det)
        self.prior = {c: len(g) / len(X) for c, g in groups.items()}
        return self

    def mahalanobis(self, p, c):
        dx, dy = p[0] - self.means[c][0], p[1] - self.means[c][1]
        a, b, d = self.inverse
        return a * dx * dx + 2 * b * dx * dy + d * dy * dy

    def predict(self, X):
        return [min(self.names, key=lambda c, p=p: self.mahalanobis(p, c) - 2 * self.prior[c]) for p in X]


CASES = [
    (
        [
            (2.9, 2.1),
            (3.1, 2.4),
            (2.5, 2.0),
            (3.4, 2.9),
            (6.0, 1.1),
            (6.4, 1.6),
            (5.8, 1.0),
            (6.9, 2.0),
            (4.0, 6.0),
            (4.4, 6.3),
            (3.8, 5.5),
        ],
        ["p", "p", "p", "p", "q", "q", "q", "q", "r", "r", "r"],
        [(3.0, 2.0), (6.2, 1.5), (4.0, 5.0), (4.6, 2.2)],
    ),
    ([(i, 2 * i + (-1) ** i) for i in range(12)], [(-1) ** i for i in range(12)], [(5, 12), (5, 8), (5, 10)]),
]
