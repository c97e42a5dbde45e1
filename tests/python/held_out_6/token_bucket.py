# ruff: noqa
"""Rate limiters compared on the same requests: token bucket, leaky bucket and sliding window."""

from abc import ABC, abstractmethod
from collections import deque


class Limiter(ABC):
    @abstractmethod
    def allow(self, now: float) -> bool: ...

    def run(self, times):
        return "".join("+" if self.allow(t) else "." for t in times)


class TokenBucket(Limiter):
    def __init__(self, rate, burst):
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.last = 0.0

    def allow(self, now):
        self.tokens = min(self.burst, self.tokens + (now - self.last) * self.rate)
        self.last = now
        if self.tokens >= 1:
            self.tokens -= 1
            return True
        return False


class LeakyBucket(Limiter):
    def __init__(self, rate, capacity):
        self.rate, self.capacity = rate, capacity
        self.level = 0.0
        self.last = 0.0

    def allow(self, now):
        self.level = max(0.0, self.level - (now - self.last) * self.rate)
        self.last = now
        if self.level + 1 <= self.capacity:
            self.level += 1
            return True
        return False


class SlidingWindow(Limiter):
    def __init__(self, limit, seconds):
        self.limit, self.seconds = limit, seconds
        self.accepted = deque()

    def allow(self, now):
        while self.accepted and self.accepted[0] <= now - self.seconds:
            self.accepted.popleft()
        if len(self.accepted) < self.limit:
            self.accepted.append(now)
            return True
        return False


def main(times, rate, burst):
    limiters = [TokenBucket(rate, burst), LeakyBucket(rate, burst), SlidingWindow(burst, burst / rate)]
    return {type(l).__name__: l.run(times) for l in limiters}


CASES = [
    ([0, 0, 0, 0, 1, 1, 2], 1, 2),
    ([0.1 * i for i in range(20)], 2.0, 3),
    ([], 1, 1),
    ([5, 5.5, 6, 6.5, 7], 0.5, 1),
    ([0, 10, 20, 30], 0.05, 1),
    ([i * i / 10 for i in range(12)], 1.5, 2),
]
