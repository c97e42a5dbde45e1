# ruff: noqa
"""Edit distance, longest common subsequence and alignment by memoised recursion."""

from functools import lru_cache


def edit_distance(a, b):
    @lru_cache(maxsize=None)
    def d(i, j):
        if i == 0:
            return j
        if j == 0:
            return i
        if a[i - 1] == b[j - 1]:
            return d(i - 1, j - 1)
        return 1 + min(d(i - 1, j), d(i, j - 1), d(i - 1, j - 1))

    return d(len(a), len(b))


def lcs(a, b):
    prev = [""] * (len(b) + 1)
    for x in a:
        cur = [""]
        for j, y in enumerate(b, start=1):
            if x == y:
                cur.append(prev[j - 1] + x)
            else:
                cur.append(max(prev[j], cur[-1], key=len))
        prev = cur
    return prev[-1]


def align(a, b, match=2, mismatch=-1, gap=-2):
    """Needleman-Wunsch global alignment."""
    rows, cols = len(a) + 1, len(b) + 1
    score = [[0] * cols for _ in range(rows)]
    for i in range(rows):
        score[i][0] = i * gap
    for j in range(cols):
        score[0][j] = j * gap
    for i in range(1, rows):
        for j in range(1, cols):
            s = match if a[i - 1] == b[j - 1] else mismatch
            score[i][j] = max(score[i - 1][j - 1] + s, score[i - 1][j] + gap, score[i][j - 1] + gap)
    top, bottom = [], []
    i, j = len(a), len(b)
    while i or j:
        s = match if i and j and a[i - 1] == b[j - 1] else mismatch
        if i and j and score[i][j] == score[i - 1][j - 1] + s:
            i, j = i - 1, j - 1
            top.append(a[i])
            bottom.append(b[j])
        elif i and score[i][j] == score[i - 1][j] + gap:
            i -= 1
            top.append(a[i])
            bottom.append("-")
        else:
            j -= 1
            top.append("-")
            bottom.append(b[j])
    return score[-1][-1], "".join(reversed(top)), "".join(reversed(bottom))


def main(a, b):
    score, top, bottom = align(a, b)
    print(top)
    print("".join("|" if x == y else " " for x, y in zip(top, bottom)))
    print(bottom)
    return edit_distance(a, b), lcs(a, b), score


CASES = [
    ("kitten", "sitting"),
    ("GATTACA", "GCATGCU"),
    ("", ""),
    ("abc", ""),
    ("", "xy"),
    ("same", "same"),
    ("intention", "execution"),
    ("AGGTAB", "GXTXAYB"),
    ("żółw", "zolw"),
]
