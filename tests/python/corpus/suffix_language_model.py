# ruff: noqa
"""A Markov model with interpolated orders; predicts the next symbol of a window."""


class Learner:
    WEIGHTS = (1, 3, 9, 27)

    def __init__(self):
        self.counts = [{} for _ in self.WEIGHTS]
        self.symbols = set()

    def update(self, x, y):
        self.symbols.add(y)
        for order, table in enumerate(self.counts):
            if order > len(x):
                break
            ctx = tuple(x[-order:]) if order else ()
            row = table.setdefault(ctx, {})
            row[y] = row.get(y, 0) + 1

    def predict(self, x):
        scores = dict.fromkeys(sorted(self.symbols), 0.0)
        for order, (weight, table) in enumerate(zip(self.WEIGHTS, self.counts)):
            row = table.get(tuple(x[-order:]) if order else ())
            if not row:
                continue
            total = sum(row.values())
            for s, c in row.items():
                scores[s] += weight * c / total
        best = None
        for s, score in scores.items():
            if best is None or score > scores[best]:
                best = s
        return best


WAVE = [0, 1, 2, 3, 2, 1] * 5
NOTES = "c d e c c d e c e f g e f g g a g f e c".split()

CASES = [
    ([WAVE[i : i + 3] for i in range(25)], [WAVE[i + 3] for i in range(25)], [[0, 1, 2], [3, 2, 1], [9, 9, 2]]),
    ([NOTES[i : i + 2] for i in range(18)], [NOTES[i + 2] for i in range(18)], [["c", "d"], ["e", "c"], ["x", "g"]]),
]
