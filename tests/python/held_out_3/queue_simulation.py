# ruff: noqa
"""Customers at the counters of a shop, as a simulation with an event queue."""

import heapq
from itertools import count
from random import Random


class Simulation:
    def __init__(self, counters: int, seed: int):
        self.rng = Random(seed)
        self.clock = 0.0
        self.free = counters
        self.waiting: list[tuple[str, float]] = []
        self.waits: dict[str, float] = {}
        self._events: list = []
        self._order = count()

    def at(self, delay: float, action, *args) -> None:
        heapq.heappush(self._events, (self.clock + delay, next(self._order), action, args))

    def arrive(self, name: str) -> None:
        self.waiting.append((name, self.clock))
        self.serve()

    def serve(self) -> None:
        while self.free and self.waiting:
            name, since = self.waiting.pop(0)
            self.waits[name] = self.clock - since
            self.free -= 1
            self.at(self.rng.uniform(1, 5), self.leave, name)

    def leave(self, name: str) -> None:
        self.free += 1
        self.serve()

    def run(self) -> float:
        while self._events:
            self.clock, _, action, args = heapq.heappop(self._events)
            action(*args)
        return self.clock


def main(customers: int, counters: int, seed: int):
    shop = Simulation(counters, seed)
    moment = 0.0
    for number in range(customers):
        moment += shop.rng.random() * 2
        shop.at(moment, shop.arrive, f"#{number + 1:02}")
    end = shop.run()
    longest = max(shop.waits, key=shop.waits.get)
    mean = sum(shop.waits.values()) / len(shop.waits)
    return f"closed at {end:.3f}, mean wait {mean:.3f}, longest {longest} ({shop.waits[longest]:.2f})"


CASES = [(6, 1, 42), (8, 2, 3)]
