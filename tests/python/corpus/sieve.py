# ruff: noqa
"""Primes below n with the sieve of Eratosthenes, and the gaps between them."""


def primes_below(n):
    if n <= 2:
        return []
    is_prime = [True] * n
    is_prime[0] = is_prime[1] = False
    p = 2
    while p * p < n:
        if is_prime[p]:
            for m in range(p * p, n, p):
                is_prime[m] = False
        p += 1
    return [i for i, flag in enumerate(is_prime) if flag]


def main(n):
    ps = primes_below(n)
    gaps = [b - a for a, b in zip(ps, ps[1:])]
    return ps, max(gaps, default=0)


CASES = [(0,), (1,), (2,), (3,), (10,), (30,), (100,), (541,), (1000,)]
