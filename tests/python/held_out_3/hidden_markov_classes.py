# ruff: noqa
"""One hidden Markov model per class: a fixed chain of two states, emissions learned by Viterbi training."""

import math

STATES = (0, 1)
STAY, MOVE = math.log(0.8), math.log(0.2)


class Model:
    def __init__(self, symbols: int) -> None:
        self.counts = [[1.0 + (s == o % 2) for o in range(symbols)] for s in STATES]

    def emit(self, state: int, symbol: int) -> float:
        row = self.counts[state]
        return math.log(row[symbol] / sum(row))

    def viterbi(self, sequence) -> tuple[float, list[int]]:
        best = {s: (self.emit(s, sequence[0]), [s]) for s in STATES}
        for symbol in sequence[1:]:
            best = {
                s: max(
                    (score + (STAY if s == before else MOVE) + self.emit(s, symbol), path + [s])
                    for before, (score, path) in best.items()
                )
                for s in STATES
            }
        return max(best.values())

    def learn(self, sequence) -> None:
        _, path = self.viterbi(sequence)
        for state, symbol in zip(path, sequence):
            self.counts[state][symbol] += 1


class Learner:
    def fit(self, X, y):
        symbols = 1 + max(max(row) for row in X)
        self.models = {label: Model(symbols) for label in sorted(set(y))}
        for row, label in zip(X, y):
            self.models[label].learn(row)

    def predict(self, X):
        return [max(self.models, key=lambda label: self.models[label].viterbi(row)[0]) for row in X]


CASES = [
    (
        [[0, 0, 1, 1, 2], [2, 2, 0, 2, 2], [0, 1, 0, 1, 0], [2, 0, 2, 2, 1]],
        [1, 0, 1, 0],
        [[0, 0, 0, 1, 1], [2, 2, 2, 0, 1]],
    ),
    ([[0, 0, 0], [1, 1, 1], [0, 1, 0]], [1, 2, 1], [[0, 0, 1], [1, 1, 0]]),
]
