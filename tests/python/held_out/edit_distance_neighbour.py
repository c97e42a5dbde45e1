# ruff: noqa
"""Classify words by the nearest word in edit distance, with early cut-off."""


def distance(a, b, bound):
    if abs(len(a) - len(b)) >= bound:
        return bound
    row = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, cb in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (ca != cb))
        if min(row) >= bound:
            return bound
    return row[-1]


class Learner:
    def __init__(self):
        self.cases = []

    def update(self, x, y):
        if (x, y) not in self.cases:
            self.cases.append((x, y))

    def predict(self, x):
        best, answer = 10**9, None
        for words, label in self.cases:
            d = 0
            for w, v in zip(words, x):
                d += distance(w.lower(), v.lower(), max(1, best - d))
                if d >= best:
                    break
            if d < best:
                best, answer = d, label
        return answer


CITIES = [
    ("London", "UK"),
    ("Londres", "Paris"),
    ("Berlin", "DE"),
    ("Bern", "CH"),
    ("Bergen", "NO"),
    ("Rome", "IT"),
    ("Roma", "IT"),
    ("Lisbon", "PT"),
    ("Lisboa", "PT"),
    ("Milan", "IT"),
]

CASES = [
    (
        CITIES,
        ["en", "fr", "de", "de", "no", "en", "it", "en", "pt", "en"],
        [("Londn", "UK"), ("Berln", "DE"), ("Lisbona", "PT"), ("romA", "it"), ("", "")],
    ),
    (
        [(c * k, c) for c in "ab" for k in range(1, 6)],
        [k for _ in "ab" for k in range(1, 6)],
        [("aaa", "b"), ("bbbb", "b"), ("abab", "a")],
    ),
]
