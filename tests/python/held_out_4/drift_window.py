# ruff: noqa
"""A majority class predictor over an adaptive window that shrinks when its halves disagree."""

from collections import Counter, deque
from math import log, sqrt


class Learner:
    def __init__(self, delta=0.1, max_size=64):
        self.delta = delta
        self.window = deque(maxlen=max_size)
        self.drifts = 0

    def cut(self, n0, n1):
        """Hoeffding style threshold of ADWIN."""
        harmonic = 1 / (1 / n0 + 1 / n1)
        return sqrt(log(4 / self.delta) / (2 * harmonic))

    def shrink(self):
        errors = [e for _, _, e in self.window]
        n, total = len(errors), sum(errors)
        head = 0
        for i in range(1, n):
            head += errors[i - 1]
            if i < 5 or n - i < 5:
                continue
            if abs(head / i - (total - head) / (n - i)) > self.cut(i, n - i):
                for _ in range(i):
                    self.window.popleft()
                self.drifts += 1
                return True
        return False

    def update(self, x, y):
        guess = self.predict(x)
        self.window.append((x, y, int(guess != y)))
        while self.shrink():
            pass

    def predict(self, x):
        local = Counter(label for key, label, _ in self.window if key == x)
        votes = local or Counter(label for _, label, _ in self.window)
        if not votes:
            return None
        return min(votes, key=lambda label: (-votes[label], str(label)))


STREAM = [i % 3 for i in range(60)]
CASES = [
    (
        STREAM,
        ["a" if s == 0 else "b" for s in STREAM[:30]] + ["b" if s == 0 else "c" for s in STREAM[30:]],
        [0, 1, 2, 3],
    ),
    ([0] * 40, [1] * 20 + [0] * 20, [0, 1]),
    (["u", "v", "u"], [1, 2, 2], ["u", "v", "w"]),
]
