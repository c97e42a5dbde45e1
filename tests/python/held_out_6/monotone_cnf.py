# ruff: noqa
"""Learn a monotone 2-CNF by striking out clauses that a positive example violates."""

from itertools import combinations_with_replacement


class Learner:
    def __init__(self, n):
        self.n = n
        self.clauses = set(combinations_with_replacement(range(n), 2))
        self.mistakes = 0

    def predict(self, x):
        return all(x[i] or x[j] for i, j in self.clauses)

    def update(self, x, y):
        guess = self.predict(x)
        if guess == bool(y):
            return
        self.mistakes += 1
        if y:
            self.clauses = {(i, j) for i, j in self.clauses if x[i] or x[j]}
        # a negative example that satisfies every clause cannot happen when the target is a 2-CNF

    def formula(self):
        parts = []
        for i, j in sorted(self.clauses):
            parts.append(f"x{i}" if i == j else f"(x{i} | x{j})")
        return " & ".join(parts) or "true"

    def __str__(self):
        return self.formula()


def bits(value, width):
    return [value >> k & 1 for k in range(width)]


ALL4 = [bits(v, 4) for v in range(16)]
CASES = [
    (ALL4, [int((x[0] or x[1]) and x[2]) for x in ALL4], ALL4),
    (ALL4[8:], [int(x[3] and (x[0] or x[2])) for x in ALL4[8:]], ALL4[:8]),
    ([[1, 1, 1], [0, 1, 1], [1, 0, 0]], [1, 1, 0], [[0, 1, 1], [1, 1, 0], [0, 0, 0]]),
]
