"""Where the states of a diagram stand: a circle for a few, layers by distance from the start for more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

ON_A_CIRCLE = 7
GAP, ROW = 34.0, 86.0
SWEEPS = 8
HEIGHT = 36.0


@dataclass(frozen=True)
class Node:
    x: float
    y: float
    width: float
    name: str

    def border(self, towards_x: float, towards_y: float) -> tuple[float, float]:
        """Where the line from the middle to a point leaves the pill, taken as an ellipse slightly larger than it."""
        dx, dy = towards_x - self.x, towards_y - self.y
        length = hypot(dx / (self.width / 2 + 3), dy / (HEIGHT / 2 + 3))
        return (self.x + dx / length, self.y + dy / length) if length else (self.x, self.y)


def width_of(label: str) -> float:
    return max(42.0, 9.0 * len(label) + 20)


def short(name: str, most: int = 14) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def place(
    names: Sequence[str], start: str, follows: Mapping[str, Sequence[str]], final: Sequence[str] = ()
) -> dict[str, Node]:
    """A place for each name. Unreachable ones stand last but for the final ones."""
    layers = layers_by_distance(names, start, follows)
    if len(names) <= ON_A_CIRCLE:
        return on_circle([name for layer in layers for name in layer])
    inner = [[name for name in layer if name not in final or name == start] for layer in layers]
    last = [name for name in final if name != start]
    layers = [layer for layer in [*inner, *(last[k : k + 8] for k in range(0, len(last), 8))] if layer]
    for _ in range(SWEEPS):
        layers = sweep_layers(layers, follows)
    nodes = {}
    for depth, layer in enumerate(layers):
        widths = [width_of(short(name)) for name in layer]
        x = -(sum(widths) + GAP * (len(layer) - 1)) / 2
        for k, (name, width) in enumerate(zip(layer, widths, strict=True)):
            # neighbours stand at slightly different heights, so that edges along a layer do not run through states
            nodes[name] = Node(x + width / 2, depth * ROW + (9 if k % 2 else -9), width, name)
            x += width + GAP
    return nodes


def on_circle(order: Sequence[str]) -> dict[str, Node]:
    count = len(order)
    radius = max(72.0, 29.0 * count)
    nodes = {}
    for k, name in enumerate(order):
        angle = pi + 2 * pi * k / count if count > 1 else 0.0
        nodes[name] = Node(1.25 * radius * cos(angle), 0.8 * radius * sin(angle), width_of(short(name)), name)
    return nodes


def layers_by_distance(names: Sequence[str], start: str, follows: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Breadth first from the start; a layer of more than eight is cut in two."""
    seen, layer, layers = {start}, [start], []
    while layer:
        layers.append(layer)
        following = []
        for name in layer:
            for after in follows.get(name, ()):
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
    rest = [name for name in names if name not in seen]
    if rest:
        layers.append(rest)
    return [layer[k : k + 8] for layer in layers for k in range(0, len(layer), 8)]


def sweep_layers(layers: list[list[str]], follows: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Each layer ordered by the mean place of its neighbours: fewer crossings."""
    near = defaultdict(list)
    for name, others in follows.items():
        for other in others:
            near[name].append(other)
            near[other].append(name)
    place = {name: k - len(layer) / 2 for layer in layers for k, name in enumerate(layer)}

    def mean(name: str) -> float:
        found = [place[other] for other in near[name] if other != name]
        return sum(found) / len(found) if found else place[name]

    return [sorted(layer, key=mean) for layer in layers]
