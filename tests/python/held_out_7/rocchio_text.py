# ruff: noqa
"""Rocchio text classification: positive and negative centroids of tf-idf vectors."""

import math
import re
import string
from collections import Counter, defaultdict

STOPWORDS = frozenset("a an the of to in is and or it on for with was".split())


def tokenize(text):
    text = text.lower().translate(str.maketrans("", "", string.punctuation))
    return [re.sub(r"(ing|ed|s)$", "", w) for w in text.split() if w not in STOPWORDS]


class Learner:
    def __init__(self, beta=1.0, gamma=0.25):
        self.beta = beta
        self.gamma = gamma

    def vector(self, text):
        counts = Counter(tokenize(text))
        vec = {w: (1 + math.log(c)) * self.idf[w] for w, c in counts.items() if w in self.idf}
        norm = math.sqrt(sum(v * v for v in vec.values()))
        return {w: v / norm for w, v in vec.items()} if norm else {}

    def fit(self, texts, labels):
        df = Counter()
        for text in texts:
            df.update(set(tokenize(text)))
        n = len(texts)
        self.idf = {w: math.log((1 + n) / (1 + c)) + 1 for w, c in df.items()}
        vectors = [self.vector(t) for t in texts]
        self.prototypes = {}
        for label in sorted(set(labels)):
            inside = [v for v, l in zip(vectors, labels) if l == label]
            outside = [v for v, l in zip(vectors, labels) if l != label]
            proto = defaultdict(float)
            for sign, group in ((self.beta, inside), (-self.gamma, outside)):
                for vec in group:
                    for w, v in vec.items():
                        proto[w] += sign * v / len(group)
            self.prototypes[label] = {w: v for w, v in proto.items() if v > 0}
        return self

    def predict(self, texts):
        result = []
        for text in texts:
            vec = self.vector(text)
            scores = {l: sum(v * p.get(w, 0.0) for w, v in sorted(vec.items())) for l, p in self.prototypes.items()}
            best = max(scores, key=scores.get)
            result.append(best if scores[best] > 0 else "unknown")
        return result


NEWS = [
    "The striker scored two goals in the final.",
    "Markets fell as banks reported losses.",
    "The goalkeeper saved a penalty!",
    "Shares of the bank jumped on profits.",
    "Rain is expected; storms on the coast.",
    "Sunny with a light wind, no rain.",
]
CASES = [
    (
        NEWS,
        ["sport", "money", "sport", "money", "weather", "weather"],
        ["a goal and a penalty", "bank profit", "raining", "quantum"],
    ),
    (["good movie", "bad movie", "good good plot"], [1, 0, 1], ["good", "bad plot", "movie"]),
]
