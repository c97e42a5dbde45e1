# ruff: noqa
"""Association rules with support and confidence; the best rule that fires decides."""

from collections import Counter
from itertools import combinations


class Learner:
    def __init__(self, min_support=2, max_size=2):
        self.min_support = min_support
        self.max_size = max_size

    def fit(self, X, y):
        baskets = [frozenset(enumerate(x)) for x in X]
        singles = Counter(item for b in baskets for item in b)
        frequent = {item for item, c in singles.items() if c >= self.min_support}
        body, both = Counter(), Counter()
        for b, label in zip(baskets, y):
            kept = sorted(b & frequent, key=repr)
            for size in range(1, self.max_size + 1):
                for items in combinations(kept, size):
                    body[items] += 1
                    both[items, label] += 1
        self.rules = sorted(
            (
                (-count / body[items], -count, len(items), repr(items), items, label)
                for (items, label), count in both.items()
                if count >= self.min_support
            ),
            key=lambda r: (*r[:4], repr(r[5])),
        )
        self.default = Counter(y).most_common(1)[0][0]
        return self

    def predict(self, X):
        answers = []
        for x in X:
            have = set(enumerate(x))
            for *_, items, label in self.rules:
                if have.issuperset(items):
                    answers.append(label)
                    break
            else:
                answers.append(self.default)
        return answers


CASES = [
    (
        [
            ("milk", "bread", "yes"),
            ("milk", "none", "no"),
            ("beer", "chips", "no"),
            ("beer", "bread", "no"),
            ("milk", "bread", "no"),
            ("beer", "chips", "yes"),
            ("wine", "cheese", "yes"),
            ("wine", "bread", "yes"),
            ("beer", "none", "no"),
            ("milk", "cheese", "yes"),
        ],
        ["family", "single", "student", "student", "family", "student", "couple", "couple", "single", "family"],
        [("beer", "chips", "no"), ("milk", "bread", "yes"), ("wine", "none", "yes"), ("tea", "cake", "maybe")],
    ),
    ([(i % 2, i % 3, i % 4) for i in range(24)], [i % 6 == 0 for i in range(24)], [(0, 0, 0), (1, 0, 1), (0, 2, 2)]),
]
