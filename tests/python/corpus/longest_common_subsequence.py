"""Longest common subsequence of two sequences with memoized recursion."""

from functools import cache


def main(a, b):
    @cache
    def lcs(i, j):
        if i == len(a) or j == len(b):
            return ()
        if a[i] == b[j]:
            return (a[i],) + lcs(i + 1, j + 1)
        return max(lcs(i + 1, j), lcs(i, j + 1), key=len)

    return lcs(0, 0)


CASES = [
    ("AGGTAB", "GXTXAYB"),
    ("", "abc"),
    ("abc", "abc"),
    ("abc", "xyz"),
    ([1, 3, 4, 1, 2, 3], [3, 4, 1, 2, 1, 3]),
    ("programming", "gaming"),
    ((True, False, True), (False, True, True)),
]
