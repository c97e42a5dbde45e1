"""A discrete event simulation of a queue with one server and priorities."""

import heapq
from dataclasses import dataclass, field
from enum import Enum
from itertools import count


class Kind(Enum):
    ARRIVAL = 1
    DEPARTURE = 2


@dataclass(order=True)
class Event:
    time: int
    number: int
    kind: Kind = field(compare=False)
    customer: str = field(compare=False)


def main(arrivals):
    numbers = count()
    events = [Event(t, next(numbers), Kind.ARRIVAL, name) for name, t, _, _ in arrivals]
    heapq.heapify(events)
    service = {name: s for name, _, s, _ in arrivals}
    priority = {name: p for name, _, _, p in arrivals}
    arrived = {}
    waiting = []
    busy = False
    log = []
    while events:
        event = heapq.heappop(events)
        now = event.time
        if event.kind is Kind.ARRIVAL:
            arrived[event.customer] = now
            heapq.heappush(waiting, (-priority[event.customer], now, event.customer))
        else:
            busy = False
            log.append(f"t={now} {event.customer} leaves after {now - arrived[event.customer]}")
        if not busy and waiting:
            _, _, customer = heapq.heappop(waiting)
            busy = True
            heapq.heappush(events, Event(now + service[customer], next(numbers), Kind.DEPARTURE, customer))
    return log


CASES = [
    ([],),
    ([("a", 0, 5, 0)],),
    ([("a", 0, 5, 0), ("b", 1, 2, 0), ("c", 2, 1, 9)],),
    ([("x", 3, 0, 0), ("y", 3, 0, 1), ("z", 3, 1, 2)],),
    ([(f"c{i}", i * 2 % 7, i % 3 + 1, i % 2) for i in range(10)],),
    ([("late", 100, 1, 0), ("early", 1, 1, 0)],),
]
