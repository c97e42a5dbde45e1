# ruff: noqa
"""A Fenwick tree: count inversions and answer range sums with point updates."""


class Fenwick:
    def __init__(self, size):
        self.size = size
        self.tree = [0] * (size + 1)

    @classmethod
    def from_list(cls, values):
        tree = cls(len(values))
        for i, v in enumerate(values):
            tree.add(i, v)
        return tree

    def add(self, i, delta):
        if not 0 <= i < self.size:
            raise IndexError(i)
        i += 1
        while i <= self.size:
            self.tree[i] += delta
            i += i & -i

    def prefix(self, end):
        total = 0
        while end > 0:
            total += self.tree[end]
            end &= end - 1
        return total

    def __getitem__(self, key):
        if isinstance(key, slice):
            start, stop, _ = key.indices(self.size)
            return self.prefix(stop) - self.prefix(start)
        return self.prefix(key + 1) - self.prefix(key)

    def __len__(self):
        return self.size


def inversions(values):
    ranks = {v: r for r, v in enumerate(sorted(set(values)))}
    seen = Fenwick(len(ranks))
    count = 0
    for v in reversed(values):
        count += seen.prefix(ranks[v])
        seen.add(ranks[v], 1)
    return count


def main(values, operations):
    tree = Fenwick.from_list(values)
    answers = []
    for op, *args in operations:
        if op == "sum":
            answers.append(tree[args[0] : args[1]])
        elif op == "add":
            try:
                tree.add(*args)
            except IndexError as e:
                answers.append(f"bad index {e}")
        elif op == "get":
            answers.append(tree[args[0]])
    return inversions(values), answers


CASES = [
    ([3, 1, 2], [("sum", 0, 3), ("add", 1, 10), ("sum", 1, 2), ("get", 1)]),
    ([], []),
    ([5, 4, 3, 2, 1], [("sum", None, -1), ("add", 9, 1)]),
    ([1.5, -2.5, 4.0], [("sum", 0, 2), ("add", 0, 0.25), ("sum", 0, 3)]),
    ([2, 2, 2, 2], [("add", 0, -2), ("get", 0), ("sum", 0, 100)]),
    ([(i * 7919) % 101 for i in range(60)], [("sum", 10, 50), ("sum", 50, 10)]),
]
