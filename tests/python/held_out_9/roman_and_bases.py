# ruff: noqa
"""Convert between numerals: Roman, arbitrary bases, English words, balanced ternary."""

import string

ROMAN = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]
DIGITS = string.digits + string.ascii_lowercase
ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def to_roman(n):
    if not 0 < n < 4000:
        return None
    out = ""
    for value, sym in ROMAN:
        q, n = divmod(n, value)
        out += sym * q
    return out


def from_roman(s):
    values = dict((sym, v) for v, sym in ROMAN if len(sym) == 1)
    total = 0
    for a, b in zip(s, s[1:] + " "):
        v = values[a]
        total += -v if values.get(b, 0) > v else v
    return total


def to_base(n, base):
    if not 2 <= base <= 36:
        raise ValueError(f"base {base} out of range")
    if n < 0:
        return "-" + to_base(-n, base)
    if n < base:
        return DIGITS[n]
    return to_base(n // base, base) + DIGITS[n % base]


def words(n):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        t, o = divmod(n, 10)
        return TENS[t] + (f"-{ONES[o]}" if o else "")
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= size:
            q, r = divmod(n, size)
            tail = "" if not r else (" and " if r < 100 else " ") + words(r)
            return f"{words(q)} {name}{tail}"


def balanced_ternary(n):
    digits = []
    while n:
        n, r = divmod(n, 3)
        if r == 2:
            n += 1
        digits.append("0+-"[r])
    return "".join(reversed(digits)) or "0"


def main(n, base):
    roman = to_roman(n)
    if roman:
        assert from_roman(roman) == n
    rep = to_base(n, base)
    assert int(rep, base) == n
    print(f"{n:,} {n:+d} {n:#x} {n:>12_b}" if abs(n) < 2048 else f"{n:,} {n:e}")
    return roman, rep, words(n), words(n).title(), balanced_ternary(n), n.bit_length(), (~n) & 0xFF, n >> 2


CASES = [
    (0, 2),
    (1, 36),
    (-5, 2),
    (1994, 16),
    (3999, 7),
    (4000, 10),
    (1234567, 36),
    (-255, 16),
    (100, 3),
    (2_000_000_013, 32),
    (17, 1),
]
