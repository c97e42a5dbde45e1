# ruff: noqa
"""Rocchio text classification: tf-idf vectors and cosine similarity to class centroids."""

import math
import string
from collections import Counter, defaultdict


def tokens(text):
    table = str.maketrans("", "", string.punctuation)
    return text.lower().translate(table).split()


def cosine(u, v):
    num = sum(w * v.get(t, 0.0) for t, w in u.items())
    den = math.sqrt(sum(w * w for w in u.values())) * math.sqrt(sum(w * w for w in v.values()))
    return num / den if den else 0.0


class Learner:
    def fit(self, docs, labels):
        n = len(docs)
        df = Counter()
        for doc in docs:
            df.update(set(tokens(doc)))
        self.idf = {t: math.log((1 + n) / (1 + c)) + 1 for t, c in sorted(df.items())}
        self.centroids = defaultdict(lambda: defaultdict(float))
        sizes = Counter(labels)
        for doc, label in zip(docs, labels):
            for t, w in self.vector(doc).items():
                self.centroids[label][t] += w / sizes[label]

    def vector(self, doc):
        counts = Counter(t for t in tokens(doc) if t in self.idf)
        total = sum(counts.values())
        return {t: c / total * self.idf[t] for t, c in counts.items()}

    def predict(self, docs):
        answers = []
        for doc in docs:
            v = self.vector(doc)
            best = max(sorted(self.centroids), key=lambda label: cosine(v, self.centroids[label]))
            answers.append(best)
        return answers


CASES = [
    (
        [
            "Cheap pills, buy now!",
            "Meeting at noon tomorrow.",
            "Buy cheap watches now",
            "Lunch tomorrow at noon?",
            "Win money now!!!",
        ],
        ["spam", "ham", "spam", "ham", "spam"],
        ["buy money", "noon meeting?", "hello", "cheap lunch, tomorrow!"],
    ),
    (
        ["the cat sat", "the dog ran", "a cat and a kitten", "dogs bark; the dog barks"],
        ["cat", "dog", "cat", "dog"],
        ["kitten", "the dog", "the cat", ""],
    ),
]
