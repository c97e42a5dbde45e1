# ruff: noqa
"""Multinomial naive Bayes over words of short documents."""

from collections import Counter, defaultdict
from math import log


class Learner:
    def __init__(self):
        self.words = defaultdict(Counter)
        self.documents = Counter()
        self.vocabulary = set()

    def fit(self, X, y):
        for x, label in zip(X, y):
            tokens = self.tokens(x)
            self.documents[label] += 1
            self.words[label].update(tokens)
            self.vocabulary.update(tokens)
        return self

    @staticmethod
    def tokens(x):
        return [w for field in x for w in field.lower().split()]

    def log_probability(self, tokens, label):
        counts = self.words[label]
        total = sum(counts.values()) + len(self.vocabulary)
        result = log(self.documents[label] / sum(self.documents.values()))
        for w in tokens:
            if w in self.vocabulary:
                result += log((counts[w] + 1) / total)
        return result

    def predict(self, X):
        return [max(sorted(self.documents), key=lambda c: self.log_probability(self.tokens(x), c)) for x in X]


MAIL = [
    (("Win money now", "click to win a prize"), "spam"),
    (("Meeting tomorrow", "see you at the meeting"), "work"),
    (("cheap pills", "buy cheap pills now"), "spam"),
    (("Report", "the report is due tomorrow"), "work"),
    (("dinner", "shall we have dinner tomorrow"), "home"),
    (("prize inside", "you win a prize"), "spam"),
    (("lunch", "lunch with the team"), "work"),
    (("family photos", "photos of the dinner"), "home"),
    (("budget", "the budget report"), "work"),
    (("weekend", "see you at home for dinner"), "home"),
]

CASES = [
    (
        [x for x, _ in MAIL],
        [c for _, c in MAIL],
        [("win", "a cheap prize"), ("report", "meeting about budget"), ("photos", "dinner at home"), ("xyzzy", "")],
    ),
    ([x for x, _ in MAIL], [c == "spam" for _, c in MAIL], [("Tomorrow", "click now"), ("lunch", "photos")]),
]
