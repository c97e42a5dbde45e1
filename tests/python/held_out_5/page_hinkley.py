# ruff: noqa
"""An online mean regressor that resets itself when the Page-Hinkley test sounds an alarm."""


class PageHinkley:
    def __init__(self, delta=0.05, threshold=3.0):
        self.delta = delta
        self.threshold = threshold
        self.reset()

    def reset(self):
        self.n = 0
        self.mean = 0.0
        self.up = self.up_min = 0.0
        self.down = self.down_max = 0.0

    def add(self, value):
        self.n += 1
        self.mean += (value - self.mean) / self.n
        self.up += value - self.mean - self.delta
        self.up_min = min(self.up_min, self.up)
        self.down += value - self.mean + self.delta
        self.down_max = max(self.down_max, self.down)
        return self.up - self.up_min > self.threshold or self.down_max - self.down > self.threshold


class RunningStats:
    """Welford's algorithm."""

    def __init__(self):
        self.n, self.mean, self.m2 = 0, 0.0, 0.0

    def push(self, v):
        self.n += 1
        d = v - self.mean
        self.mean += d / self.n
        self.m2 += d * (v - self.mean)

    @property
    def std(self):
        return (self.m2 / (self.n - 1)) ** 0.5 if self.n > 1 else 0.0


class Learner:
    def __init__(self):
        self.stats = {}
        self.detectors = {}
        self.alarms = []
        self.t = 0

    def update(self, sensor, value):
        self.t += 1
        stats = self.stats.setdefault(sensor, RunningStats())
        detector = self.detectors.setdefault(sensor, PageHinkley())
        if detector.add(value):
            self.alarms.append((self.t, sensor))
            detector.reset()
            stats = self.stats[sensor] = RunningStats()
        stats.push(value)

    def predict(self, sensor):
        if sensor not in self.stats:
            return None
        s = self.stats[sensor]
        return f"{s.mean:.3f} +- {s.std:.3f}", [t for t, name in self.alarms if name == sensor]


CASES = [
    (["s1"] * 30, [1.0 + 0.1 * (i % 3) for i in range(15)] + [4.0 + 0.1 * (i % 2) for i in range(15)], ["s1", "s2"]),
    (["a", "b"] * 12, [(-1) ** i * (0.2 if i < 12 else 2.5) for i in range(24)], ["a", "b"]),
]
