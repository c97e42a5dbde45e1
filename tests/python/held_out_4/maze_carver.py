# ruff: noqa
"""Carves a maze with Kruskal's algorithm, draws it and measures its longest corridor."""

import random


def find(parent, x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x


def carve(width, height, rng):
    cells = [(x, y) for y in range(height) for x in range(width)]
    walls = [((x, y), (x + 1, y)) for x, y in cells if x + 1 < width]
    walls += [((x, y), (x, y + 1)) for x, y in cells if y + 1 < height]
    rng.shuffle(walls)
    parent = {c: c for c in cells}
    passages = set()
    for a, b in walls:
        ra, rb = find(parent, a), find(parent, b)
        if ra != rb:
            parent[ra] = rb
            passages.add((a, b))
    return passages


def draw(width, height, passages):
    lines = ["+" + "--+" * width]
    for y in range(height):
        middle, below = "|", "+"
        for x in range(width):
            middle += "  " + (" " if ((x, y), (x + 1, y)) in passages else "|")
            below += ("  " if ((x, y), (x, y + 1)) in passages else "--") + "+"
        lines += [middle, below]
    return lines


def farthest(start, passages):
    adjacent = {}
    for a, b in passages:
        adjacent.setdefault(a, []).append(b)
        adjacent.setdefault(b, []).append(a)
    distance = {start: 0}
    stack = [start]
    while stack:
        cell = stack.pop()
        for n in adjacent.get(cell, []):
            if n not in distance:
                distance[n] = distance[cell] + 1
                stack.append(n)
    return max((d, c) for c, d in distance.items())


def main(width, height, seed):
    passages = carve(width, height, random.Random(seed))
    for line in draw(width, height, passages):
        print(line)
    _, end = farthest((0, 0), passages)
    length, other = farthest(end, passages)
    return len(passages), length, sorted([end, other])


CASES = [(4, 3, 1), (6, 6, 2), (1, 1, 0), (8, 2, 5), (5, 5, 99), (10, 1, 3)]
