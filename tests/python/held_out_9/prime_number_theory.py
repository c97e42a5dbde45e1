# ruff: noqa
"""Number theory toolbox: sieve, factoring, totients, modular inverses, CRT."""

from functools import reduce
from math import gcd, isqrt, prod


def sieve(n):
    flags = bytearray([1]) * (n + 1)
    flags[:2] = b"\x00\x00"[: len(flags[:2])]
    for p in range(2, isqrt(n) + 1 if n > 0 else 0):
        if flags[p]:
            flags[p * p :: p] = bytes(len(range(p * p, n + 1, p)))
    return [i for i, f in enumerate(flags) if f]


def is_prime(n):
    if n < 2:
        return False
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    for p in small:
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d >>= 1
        s += 1
    for a in small:
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def rho(n):
    if n % 2 == 0:
        return 2
    for c in range(1, 50):
        f = lambda v: (v * v + c) % n
        x = y = 2
        d = 1
        while d == 1:
            x, y = f(x), f(f(y))
            d = gcd(abs(x - y), n)
        if d != n:
            return d
    raise ArithmeticError(n)


def factor(n):
    if n == 1:
        return {}
    if is_prime(n):
        return {n: 1}
    d = rho(n)
    result = factor(d)
    for p, e in factor(n // d).items():
        result[p] = result.get(p, 0) + e
    return dict(sorted(result.items()))


def crt(pairs):
    def combine(a, b):
        (r1, m1), (r2, m2) = a, b
        inv = pow(m1, -1, m2)
        return (r1 + (r2 - r1) * inv % m2 * m1, m1 * m2)

    return reduce(combine, pairs, (0, 1))


def main(n):
    if n < 1:
        raise ValueError(f"need a positive integer, got {n}")
    f = factor(n)
    phi = prod((p - 1) * p ** (e - 1) for p, e in f.items())
    divisors = prod(e + 1 for e in f.values())
    pretty = " * ".join(f"{p}^{e}" if e > 1 else str(p) for p, e in f.items()) or "1"
    print(f"{n} = {pretty}")
    residues = [(n % m, m) for m in (7, 11, 13)]
    return f, phi, divisors, crt(residues)[0] == n % 1001, sieve(min(n, 50))[-3:]


CASES = [
    (1,),
    (2,),
    (12,),
    (97,),
    (360,),
    (1001,),
    (10**9 + 7,),
    (2**32 + 1,),
    (600851475143,),
    (3**20,),
    (0,),
]
