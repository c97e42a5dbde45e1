# ruff: noqa
"""A single machine: most profit before deadlines, and earliest-deadline-first simulation."""

import heapq
from collections import namedtuple

Job = namedtuple("Job", ["name", "release", "length", "deadline", "profit"])


def most_profit(jobs):
    """Unit slots: keep the best jobs in a heap by profit, drop the worst when time runs out."""
    kept = []
    used = 0
    for job in sorted(jobs, key=lambda j: j.deadline):
        heapq.heappush(kept, (job.profit / job.length, job.length, job.name, job.profit))
        used += job.length
        while used > job.deadline:
            _, length, *_ = heapq.heappop(kept)
            used -= length
    return sum(k[3] for k in kept), sorted(k[2] for k in kept)


def edf(jobs):
    pending = sorted(jobs, key=lambda j: j.release)
    ready, timeline, late = [], [], []
    clock = i = 0
    remaining = {j.name: j.length for j in jobs}
    while i < len(pending) or ready:
        while i < len(pending) and pending[i].release <= clock:
            heapq.heappush(ready, (pending[i].deadline, pending[i].name))
            i += 1
        if not ready:
            timeline.append("-")
            clock += 1
            continue
        deadline, name = ready[0]
        timeline.append(name)
        remaining[name] -= 1
        clock += 1
        if remaining[name] == 0:
            heapq.heappop(ready)
            if clock > deadline:
                late.append((name, clock - deadline))
    return "".join(timeline), late


def main(*rows):
    jobs = [Job(*row) for row in rows]
    names = [j.name for j in jobs]
    if len(set(names)) != len(names):
        return f"duplicate job {max(names, key=names.count)}"
    profit, chosen = most_profit(jobs)
    timeline, late = edf(jobs)
    busy = 1 - timeline.count("-") / len(timeline) if timeline else 0
    return {"profit": profit, "chosen": chosen, "edf": timeline, "late": late, "busy": f"{busy:.0%}"}


CASES = [
    (("a", 0, 2, 4, 20), ("b", 1, 1, 2, 10), ("c", 2, 2, 5, 15)),
    (("a", 0, 3, 3, 5), ("b", 0, 3, 4, 9)),
    (),
    (("x", 5, 1, 7, 1), ("y", 0, 2, 2, 1)),
    (("a", 0, 1, 1, 1), ("a", 0, 1, 1, 2)),
    (("p", 0, 6, 12, 30), ("q", 2, 2, 5, 12), ("r", 3, 1, 4, 9), ("s", 4, 3, 9, 2)),
    tuple((c, i * 2 % 5, i % 3 + 1, 4 + i, 10 - i) for i, c in enumerate("abcdefgh")),
]
