# ruff: noqa
"""Competitive-style range queries: segment tree, Fenwick tree, and a brute-force check."""

from math import gcd
from operator import add


class SegTree:
    def __init__(self, data, op, unit):
        self.n = len(data)
        self.op = op
        self.unit = unit
        self.t = [unit] * self.n + list(data)
        for i in range(self.n - 1, 0, -1):
            self.t[i] = op(self.t[i << 1], self.t[i << 1 | 1])

    def __setitem__(self, i, v):
        i += self.n
        self.t[i] = v
        while i > 1:
            i >>= 1
            self.t[i] = self.op(self.t[2 * i], self.t[2 * i + 1])

    def query(self, l, r):
        """op over [l, r)"""
        left = right = self.unit
        l += self.n
        r += self.n
        while l < r:
            if l & 1:
                left = self.op(left, self.t[l])
                l += 1
            if r & 1:
                r -= 1
                right = self.op(self.t[r], right)
            l >>= 1
            r >>= 1
        return self.op(left, right)


class BIT:
    def __init__(self, n):
        self.a = [0] * (n + 1)

    def add(self, i, d):
        i += 1
        while i < len(self.a):
            self.a[i] += d
            i += i & -i

    def prefix(self, i):
        s = 0
        while i:
            s += self.a[i]
            i &= i - 1
        return s


def inversions(a):
    rank = {v: i for i, v in enumerate(sorted(set(a)))}
    bit = BIT(len(rank))
    res = 0
    for seen, v in enumerate(a):
        res += seen - bit.prefix(rank[v] + 1)
        bit.add(rank[v], 1)
    return res


def main(a, queries):
    a = a[:]
    INF = float("inf")
    trees = {
        "sum": SegTree(a, add, 0),
        "min": SegTree(a, min, INF),
        "max": SegTree(a, max, -INF),
        "gcd": SegTree(a, gcd, 0),
    }
    naive = {
        "sum": sum,
        "min": lambda s: min(s, default=INF),
        "max": lambda s: max(s, default=-INF),
        "gcd": lambda s: gcd(*s),
    }
    out = [inversions(a)]
    for q in queries:
        if q[0] == "set":
            _, i, v = q
            a[i] = v
            for t in trees.values():
                t[i] = v
        else:
            kind, l, r = q
            got = trees[kind].query(l, r)
            assert got == naive[kind](a[l:r]), (q, got)
            out.append(got)
    out.append(inversions(a))
    return out


CASES = [
    ([5, 3, 8, 6, 2, 7, 4, 1], [("sum", 0, 8), ("min", 2, 5), ("set", 4, 100), ("max", 0, 8), ("gcd", 0, 3)]),
    ([1], [("sum", 0, 1), ("min", 0, 0), ("set", 0, -5), ("min", 0, 1)]),
    ([], []),
    ([12, 18, 24, 36, 7], [("gcd", 0, 4), ("gcd", 1, 5), ("set", 4, 30), ("gcd", 0, 5), ("sum", 1, 3)]),
    (list(range(50, 0, -1)), [("sum", i, i + 10) for i in range(0, 40, 7)]),
    ([2, 2, 2, 1, 1], [("max", 3, 5), ("set", 0, 0), ("sum", 0, 5)]),
]
