"""Levenshtein distance between two words, with the edit script."""


def table(a, b):
    d = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        d[i][0] = i
    for j in range(len(b) + 1):
        d[0][j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i][j] = min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost)
    return d


def main(a, b):
    d = table(a, b)
    i, j = len(a), len(b)
    script = []
    while i > 0 or j > 0:
        if i > 0 and j > 0 and a[i - 1] == b[j - 1] and d[i][j] == d[i - 1][j - 1]:
            i, j = i - 1, j - 1
        elif i > 0 and j > 0 and d[i][j] == d[i - 1][j - 1] + 1:
            script.append(f"sub {a[i - 1]}->{b[j - 1]} @{i - 1}")
            i, j = i - 1, j - 1
        elif i > 0 and d[i][j] == d[i - 1][j] + 1:
            script.append(f"del {a[i - 1]} @{i - 1}")
            i -= 1
        else:
            script.append(f"ins {b[j - 1]} @{i}")
            j -= 1
    return d[-1][-1], script[::-1]


CASES = [
    ("kitten", "sitting"),
    ("", ""),
    ("", "abc"),
    ("abc", ""),
    ("flaw", "lawn"),
    ("intention", "execution"),
    ("same", "same"),
    ("a", "b"),
]
