# ruff: noqa
"""Shapes with a common base, areas, and comparison by total_ordering."""

import math
from functools import total_ordering


@total_ordering
class Shape:
    def area(self):
        raise NotImplementedError

    def perimeter(self):
        raise NotImplementedError

    def __eq__(self, other):
        return math.isclose(self.area(), other.area())

    def __lt__(self, other):
        return self.area() < other.area() and not self == other

    def __str__(self):
        return f"{type(self).__name__}({self.area():.2f}, {self.perimeter():.2f})"


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r**2

    def perimeter(self):
        return math.tau * self.r


class Polygon(Shape):
    def __init__(self, *points):
        self.points = points

    def _edges(self):
        n = len(self.points)
        return [(self.points[i], self.points[(i + 1) % n]) for i in range(n)]

    def area(self):
        return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in self._edges())) / 2

    def perimeter(self):
        return sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in self._edges())


class Rectangle(Polygon):
    def __init__(self, w, h):
        super().__init__((0, 0), (w, 0), (w, h), (0, h))


class Square(Rectangle):
    def __init__(self, side):
        super().__init__(side, side)


def make(kind, *args):
    classes = {"circle": Circle, "polygon": Polygon, "rectangle": Rectangle, "square": Square}
    try:
        return classes[kind](*args)
    except KeyError:
        raise ValueError(f"no shape {kind}") from None


def main(specs):
    shapes = []
    problems = []
    for spec in specs:
        try:
            shapes.append(make(*spec))
        except ValueError as e:
            problems.append(str(e))
    shapes.sort(reverse=True)
    total = sum(s.area() for s in shapes)
    equal = sum(a == b for a, b in zip(shapes, shapes[1:]))
    return [str(s) for s in shapes], round(total, 4), equal, problems


CASES = [
    ([],),
    ([("circle", 1), ("square", 2), ("rectangle", 1, 4)],),
    ([("polygon", (0, 0), (3, 0), (0, 4))],),
    ([("hexagon", 1), ("circle", 0)],),
    ([("square", 1.5), ("rectangle", 4.5, 0.5), ("circle", 0.8)],),
    ([("polygon",), ("polygon", (1, 1))],),
]
