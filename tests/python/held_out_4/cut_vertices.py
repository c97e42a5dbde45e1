# ruff: noqa
"""Articulation points, bridges and biconnected sizes of an undirected graph (Tarjan)."""

from collections import defaultdict


class Analysis:
    def __init__(self, edges):
        self.graph = defaultdict(list)
        for u, v in edges:
            self.graph[u].append(v)
            self.graph[v].append(u)
        self.order = {}
        self.low = {}
        self.cuts = set()
        self.bridges = []
        self.components = []
        self._edges = []
        for node in sorted(self.graph):
            if node not in self.order:
                self._visit(node, None)

    def _visit(self, u, parent):
        self.order[u] = self.low[u] = len(self.order)
        children = 0
        for v in self.graph[u]:
            if v == parent:
                continue
            if v in self.order:
                self.low[u] = min(self.low[u], self.order[v])
                if self.order[v] < self.order[u]:
                    self._edges.append((u, v))
                continue
            children += 1
            self._edges.append((u, v))
            self._visit(v, u)
            self.low[u] = min(self.low[u], self.low[v])
            if self.low[v] > self.order[u]:
                self.bridges.append(tuple(sorted((u, v))))
            if self.low[v] >= self.order[u]:
                self._collect((u, v))
                if parent is not None:
                    self.cuts.add(u)
        if parent is None and children > 1:
            self.cuts.add(u)

    def _collect(self, edge):
        nodes = set()
        while True:
            top = self._edges.pop()
            nodes.update(top)
            if top == edge:
                break
        self.components.append(sorted(nodes))


def main(edges):
    a = Analysis(edges)
    return {"cuts": sorted(a.cuts), "bridges": sorted(a.bridges), "blocks": sorted(a.components)}


CASES = [
    ([(0, 1), (1, 2), (2, 0), (1, 3), (3, 4)],),
    ([("a", "b"), ("b", "c"), ("c", "d")],),
    ([(i, (i + 1) % 6) for i in range(6)],),
    ([],),
    ([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3), (6, 7)],),
    ([(i, j) for i in range(5) for j in range(i)],),
    ([(0, i) for i in range(1, 6)],),
]
