# ruff: noqa
"""N-queens by backtracking with bit masks, plus symmetry classes."""

from functools import lru_cache


def solutions(n):
    full = (1 << n) - 1

    def place(row, cols, d1, d2, acc):
        if row == n:
            yield tuple(acc)
            return
        free = full & ~(cols | d1 | d2)
        while free:
            bit = free & -free
            free ^= bit
            acc.append(bit.bit_length() - 1)
            yield from place(row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1, acc)
            acc.pop()

    yield from place(0, 0, 0, 0, [])


def rotate(sol):
    n = len(sol)
    out = [0] * n
    for r, c in enumerate(sol):
        out[c] = n - 1 - r
    return tuple(out)


def mirror(sol):
    return tuple(reversed(sol))


def canonical(sol):
    forms = []
    for s in (sol, mirror(sol)):
        for _ in range(4):
            forms.append(s)
            s = rotate(s)
    return min(forms)


@lru_cache(maxsize=None)
def count(n):
    return sum(1 for _ in solutions(n))


def show(sol):
    n = len(sol)
    return "\n".join(" ".join("Q" if c == q else "." for c in range(n)) for q in sol)


def main(n):
    if n < 0:
        raise ValueError("n must be non-negative")
    sols = list(solutions(n))
    classes = {canonical(s) for s in sols}
    if sols and n:
        print(show(sols[0]))
    assert count(n) == len(sols)
    return len(sols), len(classes), sols[0] if sols else None


CASES = [(0,), (1,), (2,), (3,), (4,), (5,), (6,), (-1,)]
