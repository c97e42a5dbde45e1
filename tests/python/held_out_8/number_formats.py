# ruff: noqa
"""Roman numerals, arbitrary bases, English words, and digit puzzles."""

import string

DIGITS = string.digits + string.ascii_lowercase
ROMAN = dict(M=1000, CM=900, D=500, CD=400, C=100, XC=90, L=50, XL=40, X=10, IX=9, V=5, IV=4, I=1)
ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def to_roman(n):
    if not 0 < n < 4000:
        return None
    out = ""
    for symbol, value in ROMAN.items():
        q, n = divmod(n, value)
        out += symbol * q
    return out


def from_roman(s):
    total, prev = 0, 0
    for ch in reversed(s):
        v = ROMAN[ch]
        total += -v if v < prev else v
        prev = max(prev, v)
    return total


def to_base(n, b):
    if n < 0:
        return "-" + to_base(-n, b)
    if n < b:
        return DIGITS[n]
    return to_base(n // b, b) + DIGITS[n % b]


def words(n):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        t, o = divmod(n, 10)
        return TENS[t] + ("-" + ONES[o] if o else "")
    if n < 1000:
        h, rest = divmod(n, 100)
        return ONES[h] + " hundred" + (" and " + words(rest) if rest else "")
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if n >= size:
            big, rest = divmod(n, size)
            sep = " and " if 0 < rest < 100 else ", "
            return words(big) + " " + name + (sep + words(rest) if rest else "")


def is_happy(n):
    seen = set()
    while n != 1 and n not in seen:
        seen.add(n)
        n = sum(int(d) ** 2 for d in str(n))
    return n == 1


def main(n):
    r = to_roman(n)
    bases = {b: to_base(n, b) for b in (2, 3, 16, 36)}
    assert all(int(s, b) == n for b, s in bases.items())
    assert r is None or from_roman(r) == n
    print("%d = %s" % (n, words(n)))
    print(f"{n:#x} {n:#o} {n:_} {n:+.3e} [{n:^12}]")
    return r, bases, is_happy(abs(n)), str(n) == str(n)[::-1], n.bit_length()


CASES = [(0,), (7,), (1994,), (3999,), (4000,), (-42,), (12321,), (1000001,), (2**31 - 1,), (110,)]
