# ruff: noqa
"""Shell patterns: *, ?, [a-z], [!x], {a,b} and ** over a list of paths."""

from functools import lru_cache


def expand_braces(pattern):
    """All patterns without braces."""
    depth = 0
    start = None
    parts = []
    for i, ch in enumerate(pattern):
        if ch == "{":
            depth += 1
            if depth == 1:
                start = i
                cut = i + 1
        elif ch == "," and depth == 1:
            parts.append(pattern[cut:i])
            cut = i + 1
        elif ch == "}" and depth:
            depth -= 1
            if depth == 0:
                parts.append(pattern[cut:i])
                head, tail = pattern[:start], pattern[i + 1 :]
                return [full for part in parts for full in expand_braces(head + part + tail)]
    return [pattern]


def in_class(spec, ch):
    negate = spec[:1] == "!"
    if negate:
        spec = spec[1:]
    i, found = 0, False
    while i < len(spec):
        if i + 2 < len(spec) and spec[i + 1] == "-":
            found |= spec[i] <= ch <= spec[i + 2]
            i += 3
        else:
            found |= spec[i] == ch
            i += 1
    return found != negate


def match(pattern, path):
    @lru_cache(maxsize=None)
    def go(i, j):
        if i == len(pattern):
            return j == len(path)
        p = pattern[i]
        if pattern.startswith("**/", i):
            return go(i + 3, j) or any(path[k] == "/" and go(i + 3, k + 1) for k in range(j, len(path)))
        if p == "*":
            return go(i + 1, j) or (j < len(path) and path[j] != "/" and go(i, j + 1))
        if j == len(path):
            return False
        if p == "?":
            return path[j] != "/" and go(i + 1, j + 1)
        if p == "[" and (end := pattern.find("]", i + 2)) != -1:
            return in_class(pattern[i + 1 : end], path[j]) and go(end + 1, j + 1)
        return p == path[j] and go(i + 1, j + 1)

    return go(0, 0)


FILES = [
    "a.py",
    "b.txt",
    "src/a.py",
    "src/lib/util.py",
    "src/lib/util.pyc",
    "docs/x1.md",
    "docs/x2.md",
    "docs/xa.md",
    "README",
]


def main(pattern, files=tuple(FILES)):
    patterns = expand_braces(pattern)
    return [f for f in files if any(match(p, f) for p in patterns)]


CASES = [
    ("*.py",),
    ("**/*.py",),
    ("docs/x[0-9].md",),
    ("docs/x[!0-9].md",),
    ("{src,docs}/*.{py,md}",),
    ("???????",),
    ("[",),
    ("*",),
    ("a{b,c{d,e}}f", ("abf", "acdf", "acef", "acf")),
    ("src/**/util.*",),
    ("", ("", "x")),
]
