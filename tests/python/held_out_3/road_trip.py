"""Shortest route between towns with Dijkstra's algorithm, and the way back to the start."""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Road:
    start: str
    end: str
    length: float


class Map:
    def __init__(self, roads: list[Road]) -> None:
        self._out: dict[str, list[Road]] = defaultdict(list)
        for road in roads:
            self._out[road.start].append(road)
            self._out[road.end].append(Road(road.end, road.start, road.length))

    @property
    def towns(self) -> list[str]:
        return sorted(self._out)

    def route(self, start: str, goal: str) -> tuple[float, list[str]]:
        best: dict[str, float] = {start: 0.0}
        came_from: dict[str, str] = {}
        queue = [(0.0, start)]
        done = set()
        while queue:
            distance, town = heapq.heappop(queue)
            if town == goal:
                break
            if town in done:
                continue
            done.add(town)
            for road in self._out[town]:
                candidate = distance + road.length
                if candidate < best.get(road.end, float("inf")):
                    best[road.end] = candidate
                    came_from[road.end] = town
                    heapq.heappush(queue, (candidate, road.end))
        if goal not in best:
            raise LookupError(f"no route from {start} to {goal}")
        path = [goal]
        while path[-1] != start:
            path.append(came_from[path[-1]])
        return best[goal], path[::-1]


def main(edges: list[tuple[str, str, float]], start: str, goal: str) -> str:
    roads = Map([Road(*edge) for edge in edges])
    try:
        length, path = roads.route(start, goal)
    except LookupError as error:
        return f"{error} ({len(roads.towns)} towns)"
    return f"{' -> '.join(path)}: {length:.1f} km"


CASES = [
    ([("Ulm", "Bonn", 4.5), ("Ulm", "Trier", 1.25), ("Trier", "Bonn", 2.5), ("Bonn", "Kiel", 7.0)], "Ulm", "Kiel"),
    ([("a", "b", 1), ("c", "d", 2)], "a", "d"),
]
