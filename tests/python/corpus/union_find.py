"""Connected components by union-find with path halving and union by size."""


class DisjointSets:
    def __init__(self, n):
        self.parent = list(range(n))
        self.size = [1] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = b, a
        self.parent[b] = a
        self.size[a] += self.size[b]
        return True


def main(n, pairs):
    ds = DisjointSets(n)
    redundant = [(a, b) for a, b in pairs if not ds.union(a, b)]
    groups = {}
    for v in range(n):
        groups.setdefault(ds.find(v), []).append(v)
    return sorted(groups.values()), redundant


CASES = [
    (0, []),
    (1, [(0, 0)]),
    (5, [(0, 1), (2, 3), (1, 2)]),
    (6, [(0, 1), (1, 2), (2, 0), (3, 4)]),
    (10, [(i, (i * 3) % 10) for i in range(10)]),
    (12, [(i, i + 4) for i in range(8)]),
    (4, []),
]
