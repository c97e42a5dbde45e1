"""Predict the next symbol from the longest context seen, backing off."""

from collections import Counter, defaultdict


class Learner:
    def __init__(self):
        self.tables = defaultdict(Counter)

    def update(self, x, y):
        for n in range(len(x) + 1):
            context = tuple(x[len(x) - n :])
            self.tables[context][y] += 1

    def predict(self, x):
        for n in range(len(x), -1, -1):
            context = tuple(x[len(x) - n :])
            if context in self.tables:
                counts = self.tables[context]
                top = max(counts.values())
                return min(s for s in counts if counts[s] == top)
        return ""


TEXT = "the cat sat on the mat and the rat"
ABC = "abcabdabcabdabcabd"

CASES = [
    ([TEXT[i : i + 3] for i in range(30)], [TEXT[i + 3] for i in range(30)], ["the", " th", "xat", "qqq", "he "]),
    ([list(ABC[i : i + 2]) for i in range(16)], [ABC[i + 2] for i in range(16)], [["a", "b"], ["b", "c"], ["z", "d"]]),
]
