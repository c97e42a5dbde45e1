# ruff: noqa
"""A least-frequently-used cache with constant-time operations, against a plain LRU."""

from collections import OrderedDict, defaultdict


class LFU:
    def __init__(self, capacity):
        self.capacity = capacity
        self.values = {}
        self.freq = {}
        self.groups = defaultdict(OrderedDict)
        self.least = 0

    def _touch(self, key):
        f = self.freq[key]
        del self.groups[f][key]
        if not self.groups[f]:
            del self.groups[f]
            if self.least == f:
                self.least += 1
        self.freq[key] = f + 1
        self.groups[f + 1][key] = True

    def get(self, key):
        if key not in self.values:
            return None
        self._touch(key)
        return self.values[key]

    def put(self, key, value):
        if self.capacity <= 0:
            return
        if key in self.values:
            self.values[key] = value
            self._touch(key)
            return
        if len(self.values) >= self.capacity:
            evicted, _ = self.groups[self.least].popitem(last=False)
            del self.values[evicted], self.freq[evicted]
        self.values[key] = value
        self.freq[key] = self.least = 1
        self.groups[1][key] = True

    def keys(self):
        return sorted(self.values)


class LRU(OrderedDict):
    def __init__(self, capacity):
        super().__init__()
        self.capacity = capacity

    def get(self, key):
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]

    def put(self, key, value):
        self[key] = value
        self.move_to_end(key)
        while len(self) > self.capacity:
            self.popitem(last=False)


def hit_rate(cache, requests):
    hits = 0
    for key in requests:
        if cache.get(key) is None:
            cache.put(key, key * 2)
        else:
            hits += 1
    return f"{hits}/{len(requests)}"


def main(capacity, requests):
    lfu, lru = LFU(capacity), LRU(capacity)
    return hit_rate(lfu, requests), hit_rate(lru, requests), lfu.keys(), sorted(lru)


CASES = [
    (2, "abacabad"),
    (3, "aaabbbcdefabc"),
    (0, "aa"),
    (1, "abba"),
    (4, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]),
    (5, "mississippi river in the state"),
    (3, []),
]
