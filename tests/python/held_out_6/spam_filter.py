# ruff: noqa
"""A spam filter after Paul Graham: combine the most telling words of a message."""

import re
from collections import Counter
from functools import reduce
from operator import mul

WORD = re.compile(r"[a-z$!']+")


def tokens(message: str) -> list[str]:
    return WORD.findall(message.lower())


class Learner:
    interesting = 5

    def __init__(self):
        self.good = Counter()
        self.bad = Counter()
        self.ngood = self.nbad = 0

    def update(self, message, label):
        if label == "spam":
            self.bad.update(tokens(message))
            self.nbad += 1
        else:
            self.good.update(tokens(message))
            self.ngood += 1

    def word_probability(self, word):
        g = 2 * self.good[word]
        b = self.bad[word]
        if g + b < 2:
            return 0.4
        bad_rate = min(1.0, b / max(self.nbad, 1))
        good_rate = min(1.0, g / max(self.ngood, 1))
        return max(0.01, min(0.99, bad_rate / (bad_rate + good_rate)))

    def score(self, message):
        probs = [self.word_probability(w) for w in sorted(set(tokens(message)))]
        probs.sort(key=lambda p: abs(p - 0.5), reverse=True)
        probs = probs[: self.interesting]
        if not probs:
            return 0.4
        p = reduce(mul, probs)
        q = reduce(mul, (1 - v for v in probs))
        return p / (p + q)

    def predict(self, message):
        s = self.score(message)
        return ("spam" if s > 0.9 else "ham", round(s, 4))


MAIL = [
    ("Win money now!", "spam"),
    ("Free money, win a free prize!", "spam"),
    ("Lunch at noon?", "ham"),
    ("The report is due at noon", "ham"),
    ("Win free tickets now", "spam"),
    ("Can you send the report", "ham"),
]
CASES = [
    ([m for m, _ in MAIL], [l for _, l in MAIL], ["free money", "send the report now", "hello", ""]),
    (["buy $ $ $", "buy milk please", "cheap $ $"], ["spam", "ham", "spam"], ["$ cheap $", "milk", "buy buy buy"]),
]
