# ruff: noqa
"""Levenshtein distance with a traceback, similarity search and LCS."""


def table(a, b):
    m, n = len(a), len(b)
    d = [[0] * (n + 1) for _ in range(m + 1)]
    for i in range(m + 1):
        d[i][0] = i
    for j in range(n + 1):
        d[0][j] = j
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i][j] = min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost)
    return d


def script(a, b):
    d = table(a, b)
    i, j = len(a), len(b)
    ops = []
    while i or j:
        if i and j and d[i][j] == d[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            ops.append(("keep", a[i - 1]) if a[i - 1] == b[j - 1] else ("sub", a[i - 1], b[j - 1]))
            i, j = i - 1, j - 1
        elif i and d[i][j] == d[i - 1][j] + 1:
            ops.append(("del", a[i - 1]))
            i -= 1
        else:
            ops.append(("ins", b[j - 1]))
            j -= 1
    ops.reverse()
    return ops


def apply(ops):
    out = []
    for op in ops:
        match op:
            case ("keep", ch):
                out.append(ch)
            case ("sub", _, ch):
                out.append(ch)
            case ("ins", ch):
                out.append(ch)
            case ("del", _):
                continue
    return "".join(out)


def lcs(a, b):
    best = [""] * (len(b) + 1)
    for ch in a:
        diagonal = ""
        for j, other in enumerate(b, start=1):
            above = best[j]
            best[j] = diagonal + ch if ch == other else max(best[j], best[j - 1], key=len)
            diagonal = above
    return best[-1]


def main(a, b):
    ops = script(a, b)
    assert apply(ops) == b
    changes = [op for op in ops if op[0] != "keep"]
    marks = "".join({"keep": " ", "sub": "~", "ins": "+", "del": "-"}[op[0]] for op in ops)
    print(a or "(empty)", "->", b or "(empty)")
    print(f"[{marks}]")
    longest = max(len(a), len(b)) or 1
    return len(changes), changes, lcs(a, b), round(1 - len(changes) / longest, 3)


CASES = [
    ("", ""),
    ("", "abc"),
    ("abc", ""),
    ("kitten", "sitting"),
    ("saturday", "sunday"),
    ("intention", "execution"),
    ("naïve café", "naive cafe"),
    ("aaaa", "aa"),
]
