# ruff: noqa
"""Complement naive Bayes for text, as in Rennie et al. (2003)."""

import math
import re
from collections import Counter

TOKEN = re.compile(r"[a-z']+")
STOP = {"the", "a", "of", "and", "to", "in", "is", "it"}


def tokenize(text):
    return [t for t in TOKEN.findall(text.lower()) if t not in STOP]


class Learner:
    def fit(self, docs, labels):
        self.classes = sorted(set(labels))
        counts = {c: Counter() for c in self.classes}
        for doc, label in zip(docs, labels):
            counts[label].update(tokenize(doc))
        everything = Counter()
        for counter in counts.values():
            everything += counter
        self.vocabulary = sorted(everything)
        self.weights = {}
        for c in self.classes:
            complement = everything.copy()
            complement.subtract(counts[c])
            total = sum(complement.values()) + len(self.vocabulary)
            w = {t: math.log((complement[t] + 1) / total) for t in self.vocabulary}
            norm = sum(abs(v) for v in w.values())
            self.weights[c] = {t: v / norm for t, v in w.items()}

    def predict(self, docs):
        predictions = []
        for doc in docs:
            tf = Counter(tokenize(doc))
            scores = [(sum(f * self.weights[c].get(t, 0.0) for t, f in tf.items()), c) for c in self.classes]
            predictions.append(min(scores)[1])
        return predictions


CASES = [
    (
        [
            "The team won the match in the final minute",
            "A goal and a penalty: the keeper is sad",
            "Parliament votes on the budget of the year",
            "The minister of finance resigned",
            "New phone has a faster chip and it's cheap",
        ],
        ["sport", "sport", "politics", "politics", "tech"],
        ["The keeper saved the match", "Budget vote: minister wins", "It is a cheap chip", "of the"],
    ),
    (
        ["good great good", "bad awful", "great fun", "awful boring bad bad"],
        ["+", "-", "+", "-"],
        ["good fun", "boring", "great but bad bad"],
    ),
]
