"""Factor integers with Miller-Rabin and Pollard's rho."""

from collections import Counter
from math import gcd


def is_prime(n):
    if n < 2:
        return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
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
    c = 1
    while True:
        x = y = 2
        d = 1
        while d == 1:
            x = (x * x + c) % n
            y = (y * y + c) % n
            y = (y * y + c) % n
            d = gcd(abs(x - y), n)
        if d != n:
            return d
        c += 1


def factor(n):
    if n == 1:
        return []
    if is_prime(n):
        return [n]
    d = rho(n)
    return factor(d) + factor(n // d)


def main(n):
    factors = Counter(factor(n))
    return " * ".join(f"{p}^{e}" if e > 1 else str(p) for p, e in sorted(factors.items())) or "1"


CASES = [(1,), (2,), (4,), (97,), (360,), (2**16,), (1000003 * 1009,), (600851475143,), (2**61 - 1,), (3**5 * 7**3,)]
