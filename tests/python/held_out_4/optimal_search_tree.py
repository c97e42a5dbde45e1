# ruff: noqa
"""The binary search tree of least expected cost for given key and gap probabilities."""

from functools import lru_cache


def main(keys, hits, misses=None):
    n = len(keys)
    if misses is None:
        misses = [0] * (n + 1)
    if len(hits) != n or len(misses) != n + 1:
        return "lengths do not fit"
    prefix_hits = [0]
    for h in hits:
        prefix_hits.append(prefix_hits[-1] + h)

    def weight(i, j):
        return prefix_hits[j] - prefix_hits[i] + sum(misses[i : j + 1])

    @lru_cache(maxsize=None)
    def best(i, j):
        """Cost and root of the tree on keys[i:j]."""
        if i == j:
            return misses[i], None
        cost, root = min((best(i, r)[0] + best(r + 1, j)[0], r) for r in range(i, j))
        return cost + weight(i, j), root

    def show(i, j):
        _, root = best(i, j)
        if root is None:
            return None
        left, right = show(i, root), show(root + 1, j)
        if left is None and right is None:
            return keys[root]
        return (left, keys[root], right)

    def depth(tree):
        if tree is None:
            return 0
        if not isinstance(tree, tuple):
            return 1
        return 1 + max(depth(tree[0]), depth(tree[2]))

    tree = show(0, n)
    return best(0, n)[0], tree, depth(tree)


CASES = [
    (["a", "b", "c"], [1, 1, 1]),
    (["do", "if", "while"], [34, 8, 50]),
    ([1, 2, 3, 4, 5], [15, 10, 5, 10, 20], [5, 10, 5, 5, 5, 10]),
    ([], []),
    (["k"], [3], [1, 2]),
    (["x", "y"], [1], None),
    (list("abcdefgh"), [1, 2, 4, 8, 16, 32, 64, 128]),
]
