"""All occurrences of a pattern by Knuth, Morris and Pratt; borders and periods."""


def prefix_function(p):
    pi = [0] * len(p)
    k = 0
    for i in range(1, len(p)):
        while k and p[i] != p[k]:
            k = pi[k - 1]
        if p[i] == p[k]:
            k += 1
        pi[i] = k
    return pi


def occurrences(text, p):
    if not p:
        yield from range(len(text) + 1)
        return
    pi, k = prefix_function(p), 0
    for i, ch in enumerate(text):
        while k and (k == len(p) or ch != p[k]):
            k = pi[k - 1]
        if ch == p[k]:
            k += 1
        if k == len(p):
            yield i - k + 1


def main(text, p):
    pi = prefix_function(p)
    period = len(p) - pi[-1] if p else 0
    return [*occurrences(text, p)], pi, period


CASES = [
    ("ababcababab", "abab"),
    ("", "a"),
    ("abc", ""),
    ("aaaa", "aa"),
    ("hello", "world"),
    ([1, 2, 1, 2, 1], [1, 2, 1]),
    ("abcabcabcabd", "abcabcabd"),
    ("x", "x"),
]
