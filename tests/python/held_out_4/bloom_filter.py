# ruff: noqa
"""A Bloom filter and a count-min sketch over strings with hand-written hashes."""

import math


def fnv1a(text, seed=0):
    h = (0x811C9DC5 ^ seed) & 0xFFFFFFFF
    for byte in text.encode("utf-8"):
        h ^= byte
        h = (h * 0x01000193) & 0xFFFFFFFF
    return h


class BloomFilter:
    def __init__(self, capacity, error=0.05):
        self.m = max(8, math.ceil(-capacity * math.log(error) / math.log(2) ** 2))
        self.k = max(1, round(self.m / capacity * math.log(2)))
        self.bits = 0

    def _positions(self, item):
        a, b = fnv1a(item), fnv1a(item, 0x9747B28C) | 1
        return [(a + i * b) % self.m for i in range(self.k)]

    def add(self, item):
        for p in self._positions(item):
            self.bits |= 1 << p

    def __contains__(self, item):
        return all(self.bits >> p & 1 for p in self._positions(item))


class CountMin:
    def __init__(self, width=16, depth=3):
        self.rows = [[0] * width for _ in range(depth)]

    def add(self, item, count=1):
        for seed, row in enumerate(self.rows):
            row[fnv1a(item, seed * 77) % len(row)] += count

    def __getitem__(self, item):
        return min(row[fnv1a(item, seed * 77) % len(row)] for seed, row in enumerate(self.rows))


def main(words, queries, capacity):
    bloom, sketch = BloomFilter(capacity), CountMin()
    repeated = 0
    for w in words:
        repeated += w in bloom
        bloom.add(w)
        sketch.add(w)
    false = [q for q in queries if q in bloom and q not in words]
    answers = {q: (q in bloom, sketch[q], words.count(q)) for q in queries}
    return answers, false, repeated, f"{bloom.bits.bit_count()}/{bloom.m} bits, k={bloom.k}"


CASES = [
    ("the quick brown fox jumps over the lazy dog".split(), ["the", "fox", "cat"], 10),
    ([], ["anything"], 5),
    ([f"user{i}" for i in range(40)], [f"user{i}" for i in range(35, 50)], 40),
    ([f"k{i % 7}" for i in range(50)], ["k0", "k6", "k7"], 7),
    (["é", "ü", "é"], ["é", "e"], 3),
    ([str(i * i) for i in range(60)], [str(i) for i in range(0, 60, 7)], 10),
]
