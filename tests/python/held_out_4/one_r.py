# ruff: noqa
"""Holte's 1R: the single attribute whose value-to-class rules make the fewest errors."""

from collections import Counter, defaultdict


def rules_for(column, labels):
    by_value = defaultdict(Counter)
    for v, c in zip(column, labels):
        by_value[v][c] += 1
    rules = {}
    errors = 0
    for v, counter in by_value.items():
        label, hits = counter.most_common(1)[0]
        rules[v] = label
        errors += sum(counter.values()) - hits
    return errors, rules


class Learner:
    def fit(self, X, y):
        columns = list(zip(*X))
        scored = []
        for j, column in enumerate(columns):
            errors, rules = rules_for(column, y)
            scored.append((errors, len(rules), j, rules))
        scored.sort(key=lambda s: s[:3])
        self.errors, _, self.attribute, self.rules = scored[0]
        self.default = Counter(y).most_common(1)[0][0]
        for value, label in sorted(self.rules.items()):
            print(f"if x[{self.attribute}] == {value!r} then {label!r}")
        print(f"training accuracy {1 - self.errors / len(y):.1%}")

    def predict(self, X):
        return [self.rules.get(x[self.attribute], self.default) for x in X]


CASES = [
    (
        [
            ("sunny", "hot"),
            ("sunny", "mild"),
            ("rain", "mild"),
            ("rain", "cool"),
            ("overcast", "hot"),
            ("overcast", "cool"),
        ],
        ["no", "no", "yes", "yes", "yes", "yes"],
        [("sunny", "cool"), ("rain", "hot"), ("snow", "cool")],
    ),
    ([(i % 2, i % 3, i % 4) for i in range(12)], [i % 3 == 0 for i in range(12)], [(0, 0, 0), (1, 2, 3), (1, 9, 1)]),
    ([(1,), (1,), (2,)], ["a", "b", "b"], [(1,), (2,), (3,)]),
]
