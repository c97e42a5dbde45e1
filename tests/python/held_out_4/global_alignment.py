# ruff: noqa
"""Needleman-Wunsch alignment of two sequences with linear gap costs and traceback."""


def score_table(a, b, match, mismatch, gap):
    rows, cols = len(a) + 1, len(b) + 1
    table = [[0] * cols for _ in range(rows)]
    for i in range(1, rows):
        table[i][0] = i * gap
    for j in range(1, cols):
        table[0][j] = j * gap
    for i in range(1, rows):
        for j in range(1, cols):
            diagonal = table[i - 1][j - 1] + (match if a[i - 1] == b[j - 1] else mismatch)
            table[i][j] = max(diagonal, table[i - 1][j] + gap, table[i][j - 1] + gap)
    return table


def traceback(table, a, b, match, mismatch, gap):
    top, bottom = [], []
    i, j = len(a), len(b)
    while i > 0 or j > 0:
        here = table[i][j]
        if i and j:
            s = match if a[i - 1] == b[j - 1] else mismatch
            if here == table[i - 1][j - 1] + s:
                i, j = i - 1, j - 1
                top.append(a[i])
                bottom.append(b[j])
                continue
        if i and here == table[i - 1][j] + gap:
            i -= 1
            top.append(a[i])
            bottom.append("-")
        else:
            j -= 1
            top.append("-")
            bottom.append(b[j])
    return "".join(reversed(top)), "".join(reversed(bottom))


def main(a, b, match=1, mismatch=-1, gap=-2):
    table = score_table(a, b, match, mismatch, gap)
    top, bottom = traceback(table, a, b, match, mismatch, gap)
    middle = "".join("|" if x == y else " " if "-" in (x, y) else "." for x, y in zip(top, bottom))
    identity = middle.count("|") / len(middle) if middle else 0.0
    print(top, middle, bottom, sep="\n")
    return table[-1][-1], f"{identity:.0%}", [top, bottom]


CASES = [
    ("GATTACA", "GCATGCU"),
    ("ACGT", "ACGT"),
    ("", "AAA"),
    ("", ""),
    ("kitten", "sitting", 2, -1, -1),
    ("AAAGGG", "AG", 1, -1, -0.5),
    ("CCATTGACAA", "TTGA"),
]
