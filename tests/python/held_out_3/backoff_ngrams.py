"""The next symbol from the longest context that was seen before (n-grams with backoff)."""

from collections import Counter, defaultdict


class Learner:
    order = 3

    def __init__(self):
        self.counts = defaultdict(Counter)

    def contexts(self, history):
        for length in range(min(self.order, len(history)), -1, -1):
            yield tuple(history[len(history) - length :])

    def update(self, history, symbol):
        for context in self.contexts(history):
            self.counts[context][symbol] += 1

    def predict(self, history):
        for context in self.contexts(history):
            if context in self.counts:
                counter = self.counts[context]
                top = max(counter.values())
                return min(symbol for symbol, n in counter.items() if n == top)
        raise LookupError("nothing was learned")


TEXT = [1, 2, 1, 3, 1, 2, 1, 3, 1, 2, 2, 1, 3, 1]
CASES = [
    ([TEXT[i : i + 3] for i in range(11)], TEXT[3:], [[1, 2, 1], [3, 1, 2], [9, 9, 1], [4, 4, 4]]),
    ([[0, 1], [1, 0], [0, 1], [1, 1]], [0, 1, 0, 7], [[1, 1], [0, 1], [5, 0]]),
]
