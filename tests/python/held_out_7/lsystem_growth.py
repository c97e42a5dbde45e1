# ruff: noqa
"""L-systems: rewrite the axiom, count the letters, and measure the drawing."""

import math
from collections import Counter


class LSystem:
    def __init__(self, axiom, rules, angle):
        self.axiom = axiom
        self.rules = rules
        self.angle = math.radians(angle)

    def generations(self):
        word = self.axiom
        while True:
            yield word
            word = "".join(self.rules.get(ch, ch) for ch in word)

    def grow(self, n):
        for i, word in enumerate(self.generations()):
            if i == n:
                return word

    def lengths(self, n):
        """Letter counts per generation, without building the words."""
        counts = Counter(self.axiom)
        for _ in range(n):
            fresh = Counter()
            for ch, k in counts.items():
                for out, m in Counter(self.rules.get(ch, ch)).items():
                    fresh[out] += k * m
            counts = fresh
        return counts

    def draw(self, word):
        x = y = heading = 0.0
        stack, points = [], [(x, y)]
        for ch in word:
            if ch in "FG":
                x += math.cos(heading)
                y += math.sin(heading)
                points.append((x, y))
            elif ch == "+":
                heading += self.angle
            elif ch == "-":
                heading -= self.angle
            elif ch == "[":
                stack.append((x, y, heading))
            elif ch == "]":
                x, y, heading = stack.pop()
        return points


SYSTEMS = {
    "koch": LSystem("F", {"F": "F+F-F-F+F"}, 90),
    "dragon": LSystem("F", {"F": "F+G", "G": "F-G"}, 90),
    "plant": LSystem("X", {"X": "F+[[X]-X]-F[-FX]+X", "F": "FF"}, 25),
    "algae": LSystem("A", {"A": "AB", "B": "A"}, 0),
    "sierpinski": LSystem("F-G-G", {"F": "F-G+F+G-F", "G": "GG"}, 120),
}


def main(name, n):
    system = SYSTEMS[name]
    word = system.grow(n)
    assert Counter(word) == system.lengths(n)
    points = system.draw(word)
    width = max(p[0] for p in points) - min(p[0] for p in points)
    height = max(p[1] for p in points) - min(p[1] for p in points)
    shown = word if len(word) <= 40 else f"{word[:37]}..."
    return shown, len(word), f"{width:.2f} x {height:.2f}"


CASES = [("koch", 1), ("koch", 3), ("dragon", 6), ("plant", 2), ("algae", 7), ("sierpinski", 3), ("algae", 0)]
