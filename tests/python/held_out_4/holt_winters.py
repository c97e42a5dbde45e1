# ruff: noqa
"""Additive Holt-Winters smoothing; forecasts h steps ahead of what was seen."""

from dataclasses import dataclass, field


@dataclass
class Learner:
    period: int = 4
    alpha: float = 0.4
    beta: float = 0.1
    gamma: float = 0.3
    history: list = field(default_factory=list)
    level: float = 0.0
    trend: float = 0.0
    season: list = field(default_factory=list)

    def update(self, t, value):
        self.history.append(value)
        n, m = len(self.history), self.period
        if n < 2 * m:
            return
        if n == 2 * m:
            self._initialise()
            return
        s = self.season[t % m]
        last = self.level
        self.level = self.alpha * (value - s) + (1 - self.alpha) * (self.level + self.trend)
        self.trend = self.beta * (self.level - last) + (1 - self.beta) * self.trend
        self.season[t % m] = self.gamma * (value - self.level) + (1 - self.gamma) * s

    def _initialise(self):
        m = self.period
        first, second = self.history[:m], self.history[m:]
        self.level = sum(second) / m
        self.trend = (sum(second) - sum(first)) / m**2
        self.season = [((a - sum(first) / m) + (b - sum(second) / m)) / 2 for a, b in zip(first, second)]

    def predict(self, t):
        if not self.season:
            return self.history[-1] if self.history else 0.0
        h = t - len(self.history) + 1
        return round(self.level + h * self.trend + self.season[t % self.period], 4)


SEASON = [3, -1, 0, -2]
CASES = [
    (list(range(20)), [10 + 0.5 * t + SEASON[t % 4] for t in range(20)], [20, 21, 22, 23, 27]),
    (list(range(14)), [100 - t + (5 if t % 4 == 2 else 0) + (t * 7 % 3) for t in range(14)], [14, 15, 16]),
    ([0, 1, 2], [5, 6, 7], [3]),
]
