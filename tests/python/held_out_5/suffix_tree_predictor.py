# ruff: noqa
"""A probabilistic suffix tree: KT estimates mixed over context depths by recent success."""

import math
from collections import defaultdict


def kt(zeros, ones):
    return (ones + 0.5) / (zeros + ones + 1.0)


class Learner:
    def __init__(self, depth=4):
        self.depth = depth
        self.counts = [defaultdict(lambda: [0, 0]) for _ in range(depth + 1)]
        self.log_loss = [0.0] * (depth + 1)

    def _estimates(self, history):
        for d in range(self.depth + 1):
            context = tuple(history[-d:]) if d else ()
            zeros, ones = self.counts[d][context]
            yield context, kt(zeros, ones)

    def update(self, history, bit):
        for d, (context, p) in enumerate(self._estimates(history)):
            prob = p if bit else 1 - p
            self.log_loss[d] = 0.9 * self.log_loss[d] - math.log2(prob)
            self.counts[d][context][bit] += 1

    def predict(self, history):
        weights = [2**-loss for loss in self.log_loss]
        total = sum(weights)
        p = sum(w * est for w, (_, est) in zip(weights, self._estimates(history))) / total
        return (1 if p >= 0.5 else 0), round(p, 5)


def windows(bits, size):
    return [bits[max(0, i - size) : i] for i in range(len(bits))]


PERIOD = [0, 0, 1] * 12
THUE = [bin(i).count("1") % 2 for i in range(40)]
CASES = [
    (windows(PERIOD, 6), PERIOD, [[0, 0], [0, 1, 0], [1, 0, 0, 1], []]),
    (windows(THUE, 6), THUE, [[0, 1, 1, 0], [1, 1], [0, 0], [1, 0, 1, 0]]),
]
