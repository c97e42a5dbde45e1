# ruff: noqa
"""Naive Bayes over a stream of tokens where the counts live in count-min sketches."""

import math
import zlib


class CountMin:
    def __init__(self, width=32, depth=3):
        self.width = width
        self.depth = depth
        self.rows = [[0] * width for _ in range(depth)]
        self.total = 0

    def _cells(self, item):
        data = item.encode()
        for d in range(self.depth):
            yield d, zlib.crc32(data, d * 0x9E3779B1 & 0xFFFFFFFF) % self.width

    def add(self, item, count=1):
        self.total += count
        for d, w in self._cells(item):
            self.rows[d][w] += count

    def __getitem__(self, item):
        return min(self.rows[d][w] for d, w in self._cells(item))


class Learner:
    def __init__(self):
        self.sketches = {}
        self.docs = {}

    def update(self, tokens, label):
        sketch = self.sketches.setdefault(label, CountMin())
        self.docs[label] = self.docs.get(label, 0) + 1
        for token in tokens:
            sketch.add(token)

    def score(self, tokens, label):
        sketch = self.sketches[label]
        prior = math.log(self.docs[label] / sum(self.docs.values()))
        return prior + sum(math.log((sketch[t] + 1) / (sketch.total + sketch.width)) for t in tokens)

    def predict(self, tokens):
        return max(sorted(self.sketches), key=lambda label: self.score(tokens, label))


LOGS = [
    ("GET / 200 fast", "ok"),
    ("GET /login 200 fast", "ok"),
    ("POST /login 500 slow", "fault"),
    ("GET /cart 502 slow", "fault"),
    ("POST /cart 200 slow", "ok"),
    ("GET / 500 timeout", "fault"),
]
CASES = [
    (
        [line.split() for line, _ in LOGS],
        [l for _, l in LOGS],
        [["GET", "200"], ["POST", "500", "slow"], ["timeout"], []],
    ),
    ([["a", "b"], ["b", "c"], ["c", "c"]], ["x", "x", "y"], [["a"], ["c", "c", "c"], ["b"]]),
]
