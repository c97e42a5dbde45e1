"""Functions with aliasing, scoping, mutation, odd types, edges and order of evaluation: each is right, or refused.

Every entry is a body of `f(p, q, t, xs)`: p and q ints from -8 to 7, t a bool, xs a list of three ints from -4 to 3.
"""

from __future__ import annotations

PRELUDE = """
import enum
import math
import numpy as np
from collections import Counter, deque
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


def use_it(it, t):
    s = 0
    if t:
        for v in it:
            s += 1
    return s + sum(1 for v in it)


def set_last(values):
    values[2] = 3
    return 1


def unreached(p):
    return 5
    yield p


def changed(a, b=1):
    return a + b


changed.__defaults__ = (1, 2)
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
return sum((v for v in xs), start=p)
return sum((v for v in xs), bump(xs))
return (max(xs, key=lambda v: set_last(xs) * v), xs)
return (sorted(xs, key=lambda v: bump(xs)), xs)
xs.sort(reverse=True); return xs
xs.sort(key=lambda v: (v % 2, -v)); return xs
xs.sort(key=lambda v: len(xs)); return xs
return [a * b for a, b in zip((bump(xs) for _ in range(2)), (xs[0] for _ in range(2)))]
return (max(t, p > 0) is True, min(t, q > 0))
xs[0] = xs; return (xs == xs, p)
ys = [1]; ys.extend(v + p for v in xs); return ys
ys = [1]; ys += (v + p for v in xs); return ys
xs[1:] = (bump(xs) for _ in range(2)); return xs
return list((a, b) for a in xs for b in (a, p) if True if a is not None)
return list((lambda: v)() for v in xs)
return p + (p := 3) + p
a, (b, *c), d = p, xs, q; return (a, b, c, d)
x = [p, q]; x[0], x[x[0] % 2] = 1, 9; return x
return (xs[True], xs[-t], [p, q][p > q])
return (lambda a, b=2, *c, d=4: (a, b, c, d))(p, *xs, d=q)
return (p == "a", xs == None, p != None)
return [xs.pop() for _ in range(2)] + xs
return p // q if q else 99
return divmod(p, q) if q != 0 else (0, 0)
return p % (q % 5 + 2)
return p // (q % 5 + 2)
return divmod(-p, q % 5 + 2)
return (p + 8) // (q % 5 + 2)
return 7 // (p % 3 + 1)
return -7 // (p % 3 + 1)
return 7 // (p % 3 - 4)
return (p - 20) // 7
return (p * 4) // 8
return (p + 8) % 6
return p & (q + 8)
return (p + 8) & (q + 8)
return (p & 5) | 2
return p ^ 3
return (p + 8) >> (q % 3)
return p << (q % 3)
return (p + 8) ** (q % 3)
return p ** 3
return max(p, 3) - min(q, -2)
return abs(p + 3)
return p * (2 * t - 1)
return p * p - q * q
return xs[0] * xs[1] * xs[2]
return [p, q, 0][abs(p) % 3]
return p if p > 2 else 2
return (p == 3) * 5
return clamp(p * q, -9, 9)
return 1000000007 * p
return (p + 2**40) - 2**40
return (p + q + 16) * 1000003 + 2**30
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
MORE_LOOPS = {
    "a loop over what it changes": "for v in (bump(xs) + w for w in xs):\n    xs[2] = v\nreturn xs",
    "a list that shrinks while it is gone through backwards": (
        "s = 0\nfor v in reversed(xs):\n    if len(xs) > 1:\n        xs.pop()\n"
        "        if len(xs) > 1:\n            xs.pop()\n    s += v\nreturn s"
    ),
    "a default list, kept from call to call": "def g(a=[]):\n    a.append(p)\n    return len(a)\nreturn g() + 10 * g()",
    "targets that are elements": "a = [1, 2, 3]\nfor i, a[i] in enumerate(xs):\n    pass\nreturn a",
    "a walrus in a while": "while (p := p - 1) > 0:\n    q += 1\nreturn q",
}
GROWING = {
    "a dict": "return {p: q}[p]",
    "a set": "return len({p, q})",
    "lengths that differ": "return xs if t else [p]",
    "a list that may be empty": "ys = [v for v in xs if v > p]\nreturn ys[0] if ys else q",
    "a deque": "d = deque(xs, maxlen=2)\nd.append(p)\nreturn (d.popleft(), len(d), d[0])",
    "a dict that is counted in": "d = Counter(xs)\nd[p] += 1\nreturn (d[q], len(d), max(d.values()))",
}
LOOPS |= MORE_LOOPS | GROWING
REFUSED = {
    "an iterator as an argument": "return use_it(zip(xs, xs), t)",
    "an iterator in a list": "z = [zip(xs, xs)]\nif t:\n    s = len(list(z[0]))\nreturn len(list(z[0]))",
    "an iterator by a walrus": "a = list(w := zip(xs, xs))\nreturn len(list(w))",
    "an iterator that is returned": "return len(list((lambda: zip(xs, xs))()))",
    "an any over a map that writes": "return (any(map(lambda v: bump(xs) > 1, xs)), xs)",
    "an in over a map that writes": "return (1 in map(lambda v: bump(xs), [p, q]), xs)",
    "a generator by a yield that is not reached": "return unreached(p)",
    "a global that is not reached": "if False:\n    global N\nN = p\nreturn N",
    "an import that is not reached": "if False:\n    import math\nreturn math.floor(p)",
    "a text backwards": "return [v for v in reversed('ab')]",
    "a list that holds itself": "xs[0] = xs\nreturn xs",
    "an annotation that is evaluated": "xs[bump(xs) * 0]: int\nreturn xs",
    "a range that is too long": "s = 0\nfor i in range((p + 8) * 2000):\n    s += 1\nreturn s",
    "a list that grows as fast as it is read": "xs.extend(v for v in xs)\nreturn xs",
    "a sort whose key writes": "xs.sort(key=lambda v: xs.append(1) or v)\nreturn xs",
    "a strict zip by an argument": "return list(zip(xs, xs, strict=t))",
    "an argument by name that does not exist": "xs.append(object=p)\nreturn xs",
    "other defaults than in the source": "return changed(p)",
    "a str method": "return 'a'.upper() == 'A'",
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
    "del": "del xs[0]\nreturn xs",
    "an any that writes": "return any(bump(xs) > 1 for v in xs)",
}
BODIES = {
    **{line: line.replace("; ", "\n") for line in RIGHT.strip().splitlines()},
    **LOOPS,
    **REFUSED,
}
