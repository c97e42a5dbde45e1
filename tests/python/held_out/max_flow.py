# ruff: noqa
"""Maximum flow by Edmonds and Karp, and the minimum cut."""

from collections import defaultdict, deque


class Network:
    def __init__(self):
        self.capacity = defaultdict(int)
        self.adjacent = defaultdict(set)

    def connect(self, u, v, c):
        self.capacity[u, v] += c
        self.adjacent[u].add(v)
        self.adjacent[v].add(u)

    def augmenting_path(self, s, t):
        previous = {s: s}
        frontier = deque([s])
        while frontier:
            u = frontier.popleft()
            for v in sorted(self.adjacent[u]):
                if v not in previous and self.capacity[u, v] > 0:
                    previous[v] = u
                    if v == t:
                        return previous, True
                    frontier.append(v)
        return previous, False

    def solve(self, s, t):
        flow = 0
        while (found := self.augmenting_path(s, t))[1]:
            previous = found[0]
            bottleneck, v = float("inf"), t
            while v != s:
                bottleneck = min(bottleneck, self.capacity[previous[v], v])
                v = previous[v]
            v = t
            while v != s:
                self.capacity[previous[v], v] -= bottleneck
                self.capacity[v, previous[v]] += bottleneck
                v = previous[v]
            flow += bottleneck
        return flow, sorted(found[0])


def main(pipes, s, t):
    if s == t:
        return None
    network = Network()
    for u, v, c in pipes:
        network.connect(u, v, c)
    return network.solve(s, t)


CASES = [
    ([("s", "a", 10), ("s", "b", 5), ("a", "b", 15), ("a", "t", 5), ("b", "t", 10)], "s", "t"),
    ([], "s", "t"),
    ([("s", "t", 3), ("s", "t", 4)], "s", "t"),
    ([("s", "a", 4)], "s", "s"),
    (
        [
            (0, 1, 16),
            (0, 2, 13),
            (1, 2, 10),
            (2, 1, 4),
            (1, 3, 12),
            (3, 2, 9),
            (2, 4, 14),
            (4, 3, 7),
            (3, 5, 20),
            (4, 5, 4),
        ],
        0,
        5,
    ),
    ([("s", "a", 1), ("b", "t", 1)], "s", "t"),
]
