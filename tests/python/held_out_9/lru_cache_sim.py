# ruff: noqa
"""Simulate cache replacement policies on a request trace."""

from collections import Counter, OrderedDict, deque


class Cache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.hits = self.misses = 0

    def request(self, key):
        if self.lookup(key):
            self.hits += 1
        else:
            self.misses += 1
            if self.capacity > 0:
                self.insert(key)

    @property
    def ratio(self):
        total = self.hits + self.misses
        return round(self.hits / total, 3) if total else 0.0


class LRU(Cache):
    def __init__(self, capacity):
        super().__init__(capacity)
        self.store = OrderedDict()

    def lookup(self, key):
        if key not in self.store:
            return False
        self.store.move_to_end(key)
        return True

    def insert(self, key):
        if len(self.store) >= self.capacity:
            self.store.popitem(last=False)
        self.store[key] = True


class FIFO(Cache):
    def __init__(self, capacity):
        super().__init__(capacity)
        self.queue = deque(maxlen=capacity)

    def lookup(self, key):
        return key in self.queue

    def insert(self, key):
        self.queue.append(key)


class LFU(Cache):
    def __init__(self, capacity):
        super().__init__(capacity)
        self.freq = Counter()
        self.resident = []

    def lookup(self, key):
        self.freq[key] += 1
        return key in self.resident

    def insert(self, key):
        if len(self.resident) >= self.capacity:
            victim = min(self.resident, key=lambda k: (self.freq[k], self.resident.index(k)))
            self.resident.remove(victim)
        self.resident.append(key)


POLICIES = {cls.__name__: cls for cls in (LRU, FIFO, LFU)}


def main(capacity, trace):
    report = {}
    for name, cls in POLICIES.items():
        cache = cls(capacity)
        for key in trace:
            cache.request(key)
        report[name] = (cache.hits, cache.misses, cache.ratio)
        print(f"{name:<5}{cache.hits:>4}{cache.misses:>4} {cache.ratio:.1%}")
    best = max(report, key=lambda k: report[k][0])
    return best, report


CASES = [
    (3, "ABCABDABE"),
    (2, "ABABABCABAB"),
    (0, "ABC"),
    (4, ""),
    (3, [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5]),
    (4, [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5]),
    (1, "AAAAB"),
]
