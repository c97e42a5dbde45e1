"""Range sums and minima with point updates in an iterative segment tree."""

from operator import add


class SegmentTree:
    def __init__(self, values, combine, neutral):
        self.n = len(values)
        self.combine = combine
        self.neutral = neutral
        self.tree = [neutral] * self.n + list(values)
        for i in reversed(range(1, self.n)):
            self.tree[i] = combine(self.tree[2 * i], self.tree[2 * i + 1])

    def __setitem__(self, i, value):
        i += self.n
        self.tree[i] = value
        while i > 1:
            i >>= 1
            self.tree[i] = self.combine(self.tree[2 * i], self.tree[2 * i + 1])

    def __getitem__(self, key):
        if isinstance(key, slice):
            lo, hi, _ = key.indices(self.n)
            return self._query(lo, hi)
        return self.tree[self.n + key]

    def _query(self, lo, hi):
        left = right = self.neutral
        lo += self.n
        hi += self.n
        while lo < hi:
            if lo & 1:
                left = self.combine(left, self.tree[lo])
                lo += 1
            if hi & 1:
                hi -= 1
                right = self.combine(self.tree[hi], right)
            lo >>= 1
            hi >>= 1
        return self.combine(left, right)


def main(values, commands):
    sums = SegmentTree(values, add, 0)
    minima = SegmentTree(values, min, float("inf"))
    answers = []
    for command, *args in commands:
        if command == "set":
            i, v = args
            sums[i] = v
            minima[i] = v
        elif command == "sum":
            answers.append(sums[args[0] : args[1]])
        elif command == "min":
            answers.append(minima[args[0] : args[1]])
        elif command == "get":
            answers.append(sums[args[0]])
    return answers


CASES = [
    ([5, 3, 8, 1], [("sum", 0, 4), ("min", 1, 3), ("set", 2, -2), ("min", 0, 4), ("sum", 2, 4)]),
    ([], [("sum", 0, 0), ("min", 0, 5)]),
    ([7], [("get", 0), ("set", 0, 9), ("sum", 0, 1)]),
    ([1, 2, 3], [("sum", 2, 1), ("min", 3, 3)]),
    (list(range(20)), [("sum", 3, 17), ("set", 10, 100), ("sum", -15, -2), ("min", 5, 11)]),
    ([0.5, 1.5], []),
]
