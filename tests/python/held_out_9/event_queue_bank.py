# ruff: noqa
"""Discrete-event simulation of a service desk with a seeded generator."""

import heapq
import random
from collections import deque
from itertools import count


class Simulation:
    def __init__(self, servers, seed):
        self.clock = 0.0
        self.rng = random.Random(seed)
        self.events = []
        self.serial = count()
        self.free = servers
        self.queue = deque()
        self.waits = []
        self.log = []

    def schedule(self, delay, handler, *args):
        heapq.heappush(self.events, (self.clock + delay, next(self.serial), handler, args))

    def arrive(self, customer, remaining):
        self.log.append(("arrive", customer))
        self.queue.append((customer, self.clock))
        self.start_if_possible()
        if remaining > 1:
            self.schedule(self.rng.expovariate(1.0), self.arrive, customer + 1, remaining - 1)

    def start_if_possible(self):
        if self.free and self.queue:
            self.free -= 1
            customer, since = self.queue.popleft()
            self.waits.append(self.clock - since)
            self.schedule(self.rng.uniform(0.5, 2.0), self.depart, customer)

    def depart(self, customer):
        self.log.append(("depart", customer))
        self.free += 1
        self.start_if_possible()

    def run(self, limit=None):
        while self.events:
            when, _, handler, args = heapq.heappop(self.events)
            if limit is not None and when > limit:
                break
            self.clock = when
            handler(*args)


def main(servers, customers, seed, limit=None):
    sim = Simulation(servers, seed)
    if customers:
        sim.schedule(0, sim.arrive, 1, customers)
    sim.run(limit)
    kinds = [k for k, _ in sim.log]
    avg = sum(sim.waits) / len(sim.waits) if sim.waits else None
    return {
        "clock": round(sim.clock, 6),
        "arrived": kinds.count("arrive"),
        "departed": kinds.count("depart"),
        "avg_wait": None if avg is None else round(avg, 6),
        "max_wait": round(max(sim.waits, default=0.0), 6),
        "left": len(sim.queue),
        "order": [c for k, c in sim.log if k == "depart"][:10],
    }


CASES = [
    (1, 10, 1),
    (2, 10, 1),
    (3, 40, 7),
    (1, 0, 3),
    (0, 5, 3),
    (2, 30, 42, 10.0),
    (1, 1, 9),
]
