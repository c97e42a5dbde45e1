# ruff: noqa
"""Event-driven simulation of a service desk, plus a random walk and a bootstrap interval."""

import heapq
import random
import statistics
from dataclasses import dataclass, field


@dataclass(order=True)
class Event:
    time: float
    seq: int
    kind: str = field(compare=False)
    customer: int = field(compare=False, default=-1)


@dataclass
class Desk:
    servers: int
    busy: int = 0
    waiting: list = field(default_factory=list)
    arrivals: dict = field(default_factory=dict)
    waits: list = field(default_factory=list)
    longest: int = 0


def simulate(rng, servers, rate, service, customers):
    desk = Desk(servers)
    events, seq, t = [], 0, 0.0
    for c in range(customers):
        t += rng.expovariate(rate)
        heapq.heappush(events, Event(t, seq, "arrive", c))
        seq += 1
    now = 0.0
    while events:
        ev = heapq.heappop(events)
        now = ev.time
        if ev.kind == "arrive":
            desk.arrivals[ev.customer] = now
            desk.waiting.append(ev.customer)
            desk.longest = max(desk.longest, len(desk.waiting))
        else:
            desk.busy -= 1
        while desk.waiting and desk.busy < desk.servers:
            c = desk.waiting.pop(0)
            desk.waits.append(now - desk.arrivals[c])
            desk.busy += 1
            heapq.heappush(events, Event(now + rng.gammavariate(2, service / 2), seq, "leave", c))
            seq += 1
    return desk, now


def bootstrap(rng, data, reps=60):
    means = sorted(statistics.fmean(rng.choices(data, k=len(data))) for _ in range(reps))
    return means[int(0.05 * reps)], means[int(0.95 * reps) - 1]


def main(seed, servers=1, rate=1.0, service=0.8, customers=100):
    rng = random.Random(seed)
    desk, end = simulate(rng, servers, rate, service, customers)
    if not desk.waits:
        return None
    lo, hi = bootstrap(rng, desk.waits)
    mean = statistics.mean(desk.waits)
    print(f"mean wait {mean:.3f} [{lo:.3f}, {hi:.3f}], queue <= {desk.longest}, end {end:.1f}")
    deciles = statistics.quantiles(desk.waits, n=10) if len(desk.waits) > 1 else []
    return round(mean, 6), [round(q, 4) for q in deciles[::4]], desk.longest


CASES = [(1,), (2, 2), (3, 1, 2.0, 0.3), (4, 3, 1.5, 1.9, 120), (5, 1, 1.0, 1.0, 1), (6, 1, 1, 1, 0), ("seed", 2, 0.5)]
