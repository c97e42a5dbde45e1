# ruff: noqa
"""A decision list of single-literal rules learned greedily (Rivest)."""


class Learner:
    def fit(self, X, y):
        self.rules = []
        remaining = list(zip(X, y))
        while remaining:
            labels = {label for _, label in remaining}
            if len(labels) == 1:
                self.rules.append((None, None, labels.pop()))
                break
            rule = self._find(remaining)
            if rule is None:
                labels = [label for _, label in remaining]
                self.rules.append((None, None, max(sorted(set(labels)), key=labels.count)))
                break
            self.rules.append(rule)
            feature, value, _ = rule
            remaining = [(x, label) for x, label in remaining if x[feature] != value]
        return self

    @staticmethod
    def _find(examples):
        best = None
        for feature in range(len(examples[0][0])):
            for value in sorted({x[feature] for x, _ in examples}):
                covered = [label for x, label in examples if x[feature] == value]
                if len(set(covered)) == 1 and (best is None or len(covered) > best[0]):
                    best = (len(covered), (feature, value, covered[0]))
        return best and best[1]

    def predict(self, X):
        def one(x):
            for feature, value, label in self.rules:
                if feature is None or x[feature] == value:
                    return label
            return self.rules[-1][2]

        return [one(x) for x in X]


CUBE = [(a, b, c, d) for a in (0, 1) for b in (0, 1) for c in (0, 1) for d in (0, 1)]


def target(x):
    if x[2]:
        return 1
    if not x[0]:
        return 0
    return 1 - x[3]


CASES = [
    (CUBE, [target(x) for x in CUBE], CUBE[::3]),
    (CUBE, [sum(x) % 2 for x in CUBE], CUBE[:4]),
    (CUBE[:10], ["same"] * 10, CUBE[10:]),
]
