# ruff: noqa
"""A line diff: the longest common lines, shown in unified style with a summary."""

from functools import cache


def lcs_table(a, b):
    @cache
    def length(i, j):
        if i == len(a) or j == len(b):
            return 0
        if a[i] == b[j]:
            return 1 + length(i + 1, j + 1)
        return max(length(i + 1, j), length(i, j + 1))

    return length


def diff(a, b):
    length = lcs_table(tuple(a), tuple(b))
    i = j = 0
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and a[i] == b[j]:
            yield " ", a[i]
            i += 1
            j += 1
        elif j == len(b) or (i < len(a) and length(i + 1, j) >= length(i, j + 1)):
            yield "-", a[i]
            i += 1
        else:
            yield "+", b[j]
            j += 1


def similarity(a, b):
    if not a and not b:
        return 1.0
    return 2 * lcs_table(tuple(a), tuple(b))(0, 0) / (len(a) + len(b))


def main(old, new):
    a, b = old.splitlines(), new.splitlines()
    lines = [mark + line for mark, line in diff(a, b)]
    added = sum(line[0] == "+" for line in lines)
    removed = sum(line[0] == "-" for line in lines)
    return (
        lines,
        f"{added} insertion{'s' * (added != 1)}(+), {removed} deletion{'s' * (removed != 1)}(-)",
        round(similarity(a, b), 3),
    )


CASES = [
    ("one\ntwo\nthree", "one\nthree\nfour"),
    ("", ""),
    ("", "new\nfile"),
    ("gone", ""),
    ("a\nb\nc\nd\ne", "a\nc\nb\nd\nf"),
    ("same\nlines\n", "same\nlines"),
    ("x = 1\ny = 2\nprint(x)", "x = 1\ny = 3\nz = 4\nprint(x)"),
]
