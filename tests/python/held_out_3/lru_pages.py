"""Page replacement: hits and misses of LRU and FIFO caches on one trace of requests."""

from abc import ABC, abstractmethod
from collections import OrderedDict


class Cache(ABC):
    def __init__(self, capacity: int):
        if capacity <= 0:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.pages: OrderedDict[int, int] = OrderedDict()
        self.hits = self.misses = 0

    def request(self, page: int) -> bool:
        if page in self.pages:
            self.hits += 1
            self.pages[page] += 1
            self.touch(page)
            return True
        self.misses += 1
        if len(self.pages) >= self.capacity:
            self.pages.popitem(last=False)
        self.pages[page] = 1
        return False

    @abstractmethod
    def touch(self, page: int) -> None: ...

    @property
    def ratio(self) -> float:
        total = self.hits + self.misses
        return self.hits / total if total else 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hits={self.hits}, misses={self.misses})"


class Lru(Cache):
    def touch(self, page: int) -> None:
        self.pages.move_to_end(page)


class Fifo(Cache):
    def touch(self, page: int) -> None:
        pass


def main(capacity: int, trace: list[int]) -> list[tuple[str, float, list[int]]]:
    report = []
    for kind in (Lru, Fifo):
        cache = kind(capacity)
        for page in trace:
            cache.request(page)
        report.append((repr(cache), round(cache.ratio, 3), list(cache.pages)))
    return report


CASES = [
    (3, [1, 2, 3, 1, 4, 1, 2, 5, 1, 2, 3, 4, 5]),
    (0, [1, 2]),
]
