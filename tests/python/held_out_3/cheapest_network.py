"""A minimum spanning forest with Kruskal's algorithm and union by rank."""

from typing import NamedTuple


class Edge(NamedTuple):
    cost: int
    a: str
    b: str


class DisjointSets:
    def __init__(self, items):
        self.parent = {item: item for item in items}
        self.rank = dict.fromkeys(self.parent, 0)

    def find(self, item):
        while self.parent[item] != item:
            self.parent[item] = self.parent[self.parent[item]]
            item = self.parent[item]
        return item

    def union(self, a, b) -> bool:
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.parent[b] = a
        self.rank[a] += self.rank[a] == self.rank[b]
        return True

    def groups(self) -> list[list]:
        found: dict = {}
        for item in self.parent:
            found.setdefault(self.find(item), []).append(item)
        return sorted(sorted(group) for group in found.values())


def main(lines: list[str]) -> tuple[int, list[str], list[list[str]]]:
    edges = []
    for line in lines:
        ends, cost = line.split("=")
        a, b = map(str.strip, ends.split("--"))
        edges.append(Edge(cost=int(cost), a=a, b=b))
    sets = DisjointSets({name for edge in edges for name in (edge.a, edge.b)})
    chosen = [edge for edge in sorted(edges) if sets.union(edge.a, edge.b)]
    return sum(edge.cost for edge in chosen), [f"{e.a}{e.b}" for e in chosen], sets.groups()


CASES = [
    (["A -- B = 7", "A -- D = 5", "B -- C = 8", "B -- D = 9", "B -- E = 7", "C -- E = 5", "D -- E = 15"],),
    (["p -- q = 1", "q -- p = 1", "r -- s = 3"],),
]
