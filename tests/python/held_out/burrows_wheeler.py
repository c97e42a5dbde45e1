# ruff: noqa
"""Burrows-Wheeler transform with move-to-front, and back."""


def transform(s, end="\0"):
    s += end
    order = sorted(range(len(s)), key=lambda i: s[i:] + s[:i])
    return "".join(s[i - 1] for i in order)


def inverse(t, end="\0"):
    ranked = sorted((c, i) for i, c in enumerate(t))
    successor = [i for _, i in ranked]
    out = []
    row = t.index(end)
    for _ in range(len(t) - 1):
        row = successor[row]
        out.append(t[row])
    return "".join(out)


def move_to_front(t):
    alphabet = sorted(set(t))
    codes = []
    for c in t:
        k = alphabet.index(c)
        codes.append(k)
        alphabet.insert(0, alphabet.pop(k))
    return codes


def main(text):
    t = transform(text)
    codes = move_to_front(t)
    ok = inverse(t) == text
    return t.replace("\0", "$"), codes, codes.count(0), ok


CASES = [
    ("banana",),
    ("",),
    ("a",),
    ("mississippi",),
    ("tomorrow and tomorrow and tomorrow",),
    ("aaaaaaaa",),
    ("abcdef",),
]
