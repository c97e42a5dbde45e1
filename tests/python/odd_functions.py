"""Functions with aliasing, scoping, mutation, odd types, edges and order of evaluation: each is right, or refused.

Every entry is a body of `f(p, q, t, xs)`: p and q ints from -8 to 7, t a bool, xs a list of three ints from -4 to 3.
"""

from __future__ import annotations

PRELUDE = """
import enum
import math
import numpy as np
from fractions import Fraction

TABLE = [3, 1, 2]
WORDS = ("a", "b")
SHARED = [[0, 0], [1, 1]]
TWICE = [SHARED[0]] * 2
N = 5


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 1


class Odd(int):
    def __mul__(self, other):
        return 0


ODD = Odd(3)


def double(v):
    return 2 * v


def bump(values):
    values[0] += 1
    return values[0]


def keep(v, seen=[0]):
    seen[0] += v
    return seen[0]


def outer(a):
    def inner(b):
        return a * b
    return inner


times3 = outer(3)
"""

RIGHT = """
ys = xs; ys[0] = p; return xs
ys = xs[:]; ys[0] = p; return xs
ys = list(xs); ys[0] = p; return (xs, ys)
rows = [xs] * 2; rows[0][1] = q; return rows
rows = [[0] * 2] * 2; rows[1][0] = p; return rows
rows = [[0] * 2 for _ in range(2)]; rows[1][0] = p; return rows
a = b = [p]; a[0] = q; return b
a = [p]; b = (a, a); b[0][0] = q; return b
ys = xs; ys += [p]; return xs
ys = xs; ys = ys + [p]; return xs
ys = xs; ys *= 2; return xs
a, b = p, q; a, b = b, a; return (a, b)
xs[0], xs[1] = xs[1], xs[0]; return xs
i = 0; i, xs[i] = 1, p; return xs
xs[xs[0] % 3] = p; return xs
xs[0] = bump(xs) + xs[0]; return xs
return bump(xs) - 2 * bump(xs)
return (bump(xs), xs[0], bump(xs))
t and bump(xs); return xs
t or bump(xs); return xs
return xs if t else [p]
ys = xs if t else [p, q, 0]; ys[0] = 1; return (xs, ys)
return [v for v in xs][::-1]
return xs[-1] + xs[-3]
return xs[p % 3]
return xs[p % 3 - 3]
return xs[1:] + xs[:1]
return xs[::2]
return xs[::-1]
xs[1:] = [p, q]; return xs
xs[:0] = [p]; return xs
del_me = xs.pop(); return (del_me, xs)
xs.append(p); return xs
xs.insert(1, p); return xs
xs.insert(-1, p); return xs
xs.insert(99, p); return xs
xs.extend([p, q]); return xs
xs.reverse(); return xs
xs.sort(); return xs
return sorted(xs, reverse=True)
return sorted(xs, key=lambda v: -v)
return sorted([(v % 2, i) for i, v in enumerate(xs)])
return [i for _, i in sorted([(v % 2, i) for i, v in enumerate(xs)], key=lambda r: r[0], reverse=True)]
return xs.count(p)
return p in xs
return p not in xs
return (p, q) < (q, p)
return (p, q) <= (p, q)
return (p, q) < (p, q)
return [p, q] < [p, q, 0]
return (p, q) == (q, p)
return [p] == (p,)
return p == True
return (p == q) == t
return (p < q) + (q < p)
return t + t + True
return -t
return ~p
return not p
return p and q
return p or q
return p < q < 5
return p < q > -2
return p // 3
return p // -3
return p % 3
return p % -3
return divmod(p, -3)
return p >> 1
return p << 2
return 1 << 20
return (p + 8) << 3
return p & q
return p | q
return p ^ q
return p & 255
return p * q
return (-3) ** 1
return p ** 2
return (-2) ** (q % 4)
return 2 ** (q + 8)
return abs(p) - abs(q)
return min(p, q, 0)
return max(xs)
return min(xs, key=lambda v: v * v)
return max([(p, 1), (q, 2)])
return sum(xs, p)
return sum([v for v in xs if True])
return sum(v for v in xs if v > 0)
return any(v > p for v in xs)
return all(v > p for v in xs)
return len([v for v in xs])
return [a * b for a, b in zip(xs, xs[1:])]
return [i * v for i, v in enumerate(xs, 1)]
return list(map(double, xs))
return list(reversed(xs))
return [(a, b) for a in (p, q) for b in (q, p) if True]
v = 7; ys = [v for v in xs]; return v
last = 0; ys = [(last := v) for v in xs]; return last
last = 9; s = sum(1 for v in xs if v > 0 and (last := v)); return (s, last)
s = sum(bump(xs) for v in [p, q] if v > 0); return (s, xs)
return 1 if range(0) else 2
return 2 if range(p) else 3
return 1 if [] else 2
return 1 if (0,) else 2
return 1 if "" else 2
return t is True
return t is not False
return None is None
return TABLE[p % 3]
return TWICE[1][0] + SHARED[0][0]
return times3(p)
return Level.HIGH + p
return len(WORDS)
return WORDS[0] == "a"
a = 1; f = lambda: a; a = p; return f()
a = p; g = lambda b=a: b; a = 5; return g()
return (lambda *rest: len(rest))(p, q)
first, *rest = xs; return (rest, first)
(a, b), c = (p, q), 1; return a * b + c
total = 0; total += p; total -= q; total *= 2; return total
return p.bit_length()
return abs(p).bit_count()
return int(t) + int(p)
return bool(p) + bool(q)
return clamp(p, -2, 2)
"""
LOOPS = {
    "while": "n = 0\nwhile n * n < p + 9:\n    n += 1\nreturn n",
    "break": "for v in xs:\n    if v > 0:\n        break\nelse:\n    v = 99\nreturn v",
    "continue": "s = 0\nfor v in xs:\n    if v < 0:\n        continue\n    s += v\nreturn s",
    "nested return": "for a in xs:\n    for b in xs:\n        if a * b == p:\n            return (a, b)\nreturn (0, 0)",
    "a list that grows in its loop": "ys = [1]\nfor v in ys:\n    if len(ys) < 4:\n        ys.append(v + p)\nreturn ys",
    "range by an argument": "s = 0\nfor i in range(p + 8):\n    s += i\nreturn s",
    "recursion": "def fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\nreturn fact(4) + p",
    "swap in a branch": "a, b = p, q\nif t:\n    a, b = b, a\nreturn a - 2 * b",
    "a value on one path only": "if t:\n    a = 1\nelse:\n    a = q\nreturn a",
    "aliases by a condition": "ys = [0, 0, 0]\nzs = xs if t else ys\nzs[0] = p\nreturn (xs, ys)",
    "both aliases written": "ys = [0, 0, 0]\nzs = xs if t else ys\nzs[0] = p\nxs[0] = q\nreturn (zs[0], ys[0])",
    "early return with writes": "if t:\n    xs[0] = 1\n    return xs\nxs[1] = 2\nreturn xs",
    "augmented element": "xs[p % 3] += q\nreturn xs",
    "assert as a bound": "assert p >= 0\nreturn xs[min(p, 2)]",
}
REFUSED = {
    "a written default": "return keep(p)",
    "a written global": "TABLE[0] = p\nreturn TABLE[0]",
    "a written nested global": "SHARED[0][0] = p\nreturn TWICE[1][0]",
    "a global list appended": "TABLE.append(p)\nreturn len(TABLE)",
    "an int of its own": "return ODD * p",
    "numpy": "return np.array(xs)[0]",
    "numpy scalar": "return np.int8(100) + p",
    "a float": "return p / 2",
    "a fraction": "return Fraction(p, 3) > 1",
    "math": "return math.floor(p)",
    "a dict": "return {p: q}[p]",
    "a set": "return len({p, q})",
    "a text": "return str(p)",
    "is of ints": "return p is q",
    "is of what may be an int": "a = True if t else 2\nreturn a is True",
    "a function compared": "return double == double",
    "unbound": "if t:\n    a = 1\nreturn a",
    "a local read before its assignment": "a = N\nN = p\nreturn a",
    "an index outside": "return xs[p]",
    "division by what may be zero": "return p // q",
    "a shift by a negative number": "return p << q",
    "try": "try:\n    return xs[p]\nexcept IndexError:\n    return 0",
    "a generator": "def g():\n    yield p\nreturn list(g())",
    "an endless loop": "while True:\n    p += 1\nreturn p",
    "global": "global N\nN = p\nreturn N",
    "kinds that differ": "return xs if t else p",
    "lengths that differ": "return xs if t else [p]",
    "del": "del xs[0]\nreturn xs",
    "an any that writes": "return any(bump(xs) > 1 for v in xs)",
}
BODIES = {
    **{line: line.replace("; ", "\n") for line in RIGHT.strip().splitlines()},
    **LOOPS,
    **REFUSED,
}
