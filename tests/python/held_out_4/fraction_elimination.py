# ruff: noqa
"""Solves linear systems exactly with fractions; reports free variables and contradictions."""

from fractions import Fraction


def rref(matrix):
    m = [[Fraction(v) for v in row] for row in matrix]
    pivots = []
    row = 0
    for col in range(len(m[0]) - 1):
        pivot = next((r for r in range(row, len(m)) if m[r][col] != 0), None)
        if pivot is None:
            continue
        m[row], m[pivot] = m[pivot], m[row]
        lead = m[row][col]
        m[row] = [v / lead for v in m[row]]
        for r in range(len(m)):
            if r != row and m[r][col] != 0:
                factor = m[r][col]
                m[r] = [a - factor * b for a, b in zip(m[r], m[row])]
        pivots.append(col)
        row += 1
        if row == len(m):
            break
    return m, pivots


def describe(m, pivots, n):
    if any(all(v == 0 for v in row[:-1]) and row[-1] != 0 for row in m):
        return "no solution"
    free = [c for c in range(n) if c not in pivots]
    lines = []
    for row, col in zip(m, pivots):
        text = f"x{col} = {row[-1]}"
        for c in free:
            if row[c]:
                sign = "-" if row[c] > 0 else "+"
                text += f" {sign} {abs(row[c])}*x{c}"
        lines.append(text)
    lines.extend(f"x{c} is free" for c in free)
    return lines


def main(augmented):
    m, pivots = rref(augmented)
    return describe(m, pivots, len(augmented[0]) - 1), len(pivots)


CASES = [
    ([[2, 1, 5], [1, -3, -8]],),
    ([[1, 2, 3, 4], [4, 5, 6, 7], [7, 8, 9, 10]],),
    ([[1, 1, 2], [2, 2, 5]],),
    ([["1/2", "1/3", 1], ["1/4", "-1/5", 0]],),
    ([[0, 0, 1, 3], [0, 2, 0, 8]],),
    ([[3, 6]],),
    ([[1, 2, 0, 1, 7], [0, 0, 1, "-2/3", 1], [1, 2, 1, "1/3", 8]],),
]
