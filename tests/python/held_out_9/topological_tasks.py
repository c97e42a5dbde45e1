# ruff: noqa
"""Task dependency planner: topological order, cycles, critical path."""

from collections import defaultdict, deque
from graphlib import CycleError, TopologicalSorter


class Graph:
    def __init__(self):
        self.deps = defaultdict(set)
        self.cost = {}

    def add(self, name, cost=1, needs=()):
        self.cost[name] = cost
        self.deps[name] |= set(needs)
        for n in needs:
            self.cost.setdefault(n, 1)
            self.deps.setdefault(n, set())

    def kahn(self):
        indeg = {n: len(d) for n, d in self.deps.items()}
        users = defaultdict(list)
        for n, ds in self.deps.items():
            for d in ds:
                users[d].append(n)
        ready = deque(sorted(n for n, k in indeg.items() if k == 0))
        order = []
        while ready:
            n = ready.popleft()
            order.append(n)
            for u in sorted(users[n]):
                indeg[u] -= 1
                if indeg[u] == 0:
                    ready.append(u)
        if len(order) < len(self.deps):
            raise CycleError("stuck", sorted(set(self.deps) - set(order)))
        return order

    def levels(self):
        ts = TopologicalSorter(self.deps)
        ts.prepare()
        while ts.is_active():
            batch = sorted(ts.get_ready())
            yield batch
            ts.done(*batch)

    def critical(self):
        finish, via = {}, {}
        for n in self.kahn():
            best = max(sorted(self.deps[n]), key=finish.get, default=None)
            via[n] = best
            finish[n] = self.cost[n] + (finish[best] if best is not None else 0)
        if not finish:
            return 0, []
        node = max(sorted(finish), key=finish.get)
        total, path = finish[node], []
        while node is not None:
            path.insert(0, node)
            node = via[node]
        return total, path


def parse(spec):
    g = Graph()
    for line in filter(None, map(str.strip, spec.split(";"))):
        head, _, tail = line.partition("<-")
        name, _, cost = head.strip().partition(":")
        g.add(name, int(cost or 1), tail.split())
    return g


def main(spec):
    g = parse(spec)
    try:
        order = g.kahn()
    except CycleError as e:
        return "cycle", e.args[1]
    batches = list(g.levels())
    for i, b in enumerate(batches, 1):
        print(f"{i}. {', '.join(b)}")
    return order, batches, g.critical()


CASES = [
    ("",),
    ("a",),
    ("a:3; b:2 <- a; c:4 <- a; d:1 <- b c",),
    ("shirt; tie <- shirt; jacket <- tie belt; belt <- pants; shoes <- pants socks",),
    ("a <- b; b <- a",),
    ("a <- a",),
    ("x:10; y:1 <- z; z:1 <- w; w:7; v <- y x",),
    ("a <- b; b <- c; c <- d; d <- b; e",),
]
