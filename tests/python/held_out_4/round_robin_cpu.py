# ruff: noqa
"""CPU scheduling: first come first served, shortest job first and round robin compared."""

from collections import deque
from dataclasses import dataclass
from heapq import heappop, heappush


@dataclass
class Process:
    name: str
    arrival: int
    burst: int


def fcfs(processes):
    clock, finish = 0, {}
    for p in sorted(processes, key=lambda p: p.arrival):
        clock = max(clock, p.arrival) + p.burst
        finish[p.name] = clock
    return finish


def sjf(processes):
    waiting = sorted(processes, key=lambda p: p.arrival)
    ready, clock, finish, i = [], 0, {}, 0
    while i < len(waiting) or ready:
        while i < len(waiting) and waiting[i].arrival <= clock:
            heappush(ready, (waiting[i].burst, i))
            i += 1
        if not ready:
            clock = waiting[i].arrival
            continue
        burst, k = heappop(ready)
        clock += burst
        finish[waiting[k].name] = clock
    return finish


def round_robin(processes, quantum):
    arrivals = deque(sorted(processes, key=lambda p: p.arrival))
    remaining = {p.name: p.burst for p in processes}
    queue, clock, finish = deque(), 0, {}
    while arrivals or queue:
        if not queue:
            clock = max(clock, arrivals[0].arrival)
            queue.append(arrivals.popleft().name)
        name = queue.popleft()
        run = min(quantum, remaining[name])
        clock += run
        remaining[name] -= run
        while arrivals and arrivals[0].arrival <= clock:
            queue.append(arrivals.popleft().name)
        if remaining[name]:
            queue.append(name)
        else:
            finish[name] = clock
    return finish


def main(jobs, quantum):
    processes = [Process(*job) for job in jobs]
    table = {"fcfs": fcfs(processes), "sjf": sjf(processes), f"rr{quantum}": round_robin(processes, quantum)}
    rows = []
    for policy, finish in table.items():
        waits = [finish[p.name] - p.arrival - p.burst for p in processes]
        average = sum(waits) / len(waits) if waits else 0
        rows.append(f"{policy:<6}{average:>7.2f} {' '.join(sorted(finish, key=finish.get))}")
    return rows


CASES = [
    ([("A", 0, 5), ("B", 1, 3), ("C", 2, 1)], 2),
    ([("A", 0, 8), ("B", 0, 4), ("C", 0, 2), ("D", 0, 1)], 3),
    ([("x", 5, 2), ("y", 0, 1), ("z", 20, 4)], 1),
    ([], 4),
    ([("solo", 3, 7)], 2),
    ([(f"p{i}", i * 2, 10 - i) for i in range(8)], 4),
]
