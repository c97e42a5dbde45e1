# ruff: noqa
"""Find similar sets with MinHash signatures and bands; the best candidate gives the label."""

import random
from collections import defaultdict

PRIME = 2_147_483_647


def shingles(text, k=3):
    text = " ".join(text.split()).lower()
    return {text[i : i + k] for i in range(max(1, len(text) - k + 1))}


def code(shingle):
    value = 0
    for ch in shingle:
        value = (value * 257 + ord(ch)) % PRIME
    return value


class Learner:
    def __init__(self, bands=8, rows=2, seed=99):
        rng = random.Random(seed)
        self.bands, self.rows = bands, rows
        self.hashes = [(rng.randrange(1, PRIME), rng.randrange(PRIME)) for _ in range(bands * rows)]
        self.buckets = [defaultdict(list) for _ in range(bands)]
        self.items = []

    def signature(self, text):
        codes = [code(s) for s in shingles(text)]
        return [min((a * c + b) % PRIME for c in codes) for a, b in self.hashes]

    def _bands(self, signature):
        for b in range(self.bands):
            yield b, tuple(signature[b * self.rows : (b + 1) * self.rows])

    def update(self, text, label):
        signature = self.signature(text)
        index = len(self.items)
        self.items.append((signature, label))
        for b, key in self._bands(signature):
            self.buckets[b][key].append(index)

    def predict(self, text):
        signature = self.signature(text)
        candidates = set()
        for b, key in self._bands(signature):
            candidates.update(self.buckets[b].get(key, ()))
        if not candidates:
            return None

        def similarity(i):
            return sum(p == q for p, q in zip(signature, self.items[i][0])) / len(signature)

        best = max(sorted(candidates), key=similarity)
        return self.items[best][1], round(similarity(best), 3)


CASES = [
    (
        ["the quick brown fox", "lorem ipsum dolor sit", "to be or not to be"],
        ["fox", "latin", "hamlet"],
        ["the quick brown dog", "lorem ipsum dolor", "to be or not", "zzzzzz"],
    ),
    (["aaa bbb ccc", "aaa bbb ddd"], [1, 2], ["aaa bbb ccc", "aaa bbb", "q"]),
]
