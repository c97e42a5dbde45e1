# ruff: noqa
"""N queens and other backtracking searches written as generators."""

from itertools import islice


def queens(n, placed=()):
    row = len(placed)
    if row == n:
        yield placed
        return
    for col in range(n):
        if all(col != c and abs(col - c) != row - r for r, c in enumerate(placed)):
            yield from queens(n, placed + (col,))


def show(solution):
    n = len(solution)
    for c in solution:
        print(" ".join("Q" if i == c else "." for i in range(n)))


def symmetries(sol):
    n = len(sol)

    def rotate(s):
        out = [0] * n
        for r, c in enumerate(s):
            out[c] = n - 1 - r
        return tuple(out)

    for _ in range(4):
        yield sol
        yield sol[::-1]
        sol = rotate(sol)


def subset_sums(numbers, target):
    numbers = sorted(numbers, reverse=True)

    def go(i, left, chosen):
        if left == 0:
            yield list(chosen)
            return
        if i == len(numbers) or left < 0:
            return
        chosen.append(numbers[i])
        yield from go(i + 1, left - numbers[i], chosen)
        chosen.pop()
        yield from go(i + 1, left, chosen)

    return go(0, target, [])


def main(n, limit=None):
    found = list(islice(queens(n), limit))
    if found:
        show(found[0])
    else:
        print("no solution")
    fundamental = {min(symmetries(s)) for s in found}
    sums = [s for s in subset_sums(range(1, n + 1), 2 * n - 1)]
    return len(found), sorted(fundamental), sums


CASES = [(4,), (5,), (6,), (3,), (1,), (0,), (7, 3), (8, 1)]
