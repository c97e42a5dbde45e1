# ruff: noqa
"""Compare cache replacement policies on a trace of requests."""

from collections import Counter, OrderedDict, deque


class Cache:
    name = "none"

    def __init__(self, capacity):
        self.capacity = capacity
        self.hits = self.misses = 0

    def access(self, key):
        if key in self:
            self.hits += 1
            self.on_hit(key)
            return True
        self.misses += 1
        if self.capacity > 0:
            self.insert(key)
        return False

    def __contains__(self, key):
        return False

    def on_hit(self, key):
        pass

    def insert(self, key):
        pass


class LRU(Cache):
    name = "lru"

    def __init__(self, capacity):
        super().__init__(capacity)
        self.store = OrderedDict()

    def __contains__(self, key):
        return key in self.store

    def on_hit(self, key):
        self.store.move_to_end(key)

    def insert(self, key):
        if len(self.store) >= self.capacity:
            self.store.popitem(last=False)
        self.store[key] = True


class FIFO(Cache):
    name = "fifo"

    def __init__(self, capacity):
        super().__init__(capacity)
        self.queue = deque(maxlen=max(capacity, 0))

    def __contains__(self, key):
        return key in self.queue

    def insert(self, key):
        self.queue.append(key)


class LFU(Cache):
    name = "lfu"

    def __init__(self, capacity):
        super().__init__(capacity)
        self.freq = Counter()
        self.clock = 0
        self.stamp = {}

    def __contains__(self, key):
        return key in self.stamp

    def on_hit(self, key):
        self.clock += 1
        self.freq[key] += 1
        self.stamp[key] = self.clock

    def insert(self, key):
        if len(self.stamp) >= self.capacity:
            victim = min(self.stamp, key=lambda k: (self.freq[k], self.stamp[k]))
            del self.stamp[victim], self.freq[victim]
        self.on_hit(key)


def optimal(trace, capacity):
    """Belady's clairvoyant policy; returns the number of hits."""
    cache, hits = [], 0
    for t, key in enumerate(trace):
        if key in cache:
            hits += 1
            continue
        if capacity == 0:
            continue
        if len(cache) == capacity:
            rest = trace[t + 1 :]
            cache.remove(max(cache, key=lambda k: rest.index(k) if k in rest else len(rest)))
        cache.append(key)
    return hits


def main(trace, capacity):
    caches = [cls(capacity) for cls in Cache.__subclasses__()]
    for key in trace:
        for c in caches:
            c.access(key)
    table = {c.name: c.hits for c in caches}
    table["opt"] = optimal(trace, capacity)
    for name, hits in table.items():
        rate = hits / len(trace) if trace else 0
        print("{:5s} {:6.1%}".format(name, rate))
    return table


CASES = [
    ([7, 0, 1, 2, 0, 3, 0, 4, 2, 3, 0, 3, 2, 1, 2, 0, 1, 7, 0, 1], 3),
    ([1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5], 3),
    ([1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5], 4),
    (list("abracadabra"), 2),
    ([], 3),
    ([1, 1, 1], 1),
    ([1, 2, 1], 0),
]
