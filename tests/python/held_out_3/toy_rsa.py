"""Textbook RSA: primes by Miller and Rabin, a key pair, a message as one large number."""

from math import gcd
from random import Random


def is_prime(n: int, rounds: int = 4) -> bool:
    if n < 2:
        return False
    for p in (2, 3, 5, 7, 11, 13):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3, 5, 7, 11, 13)[:rounds]:
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


def prime(bits: int, rng: Random) -> int:
    while True:
        candidate = rng.getrandbits(bits) | 1 | (1 << (bits - 1))
        if is_prime(candidate):
            return candidate


def keys(bits: int, seed: int) -> tuple[int, int, int]:
    rng = Random(seed)
    e = 65537
    while True:
        p, q = prime(bits, rng), prime(bits, rng)
        phi = (p - 1) * (q - 1)
        if p != q and gcd(e, phi) == 1:
            return p * q, e, pow(e, -1, phi)


def main(message: str, bits: int, seed: int) -> tuple[str, str]:
    n, e, d = keys(bits, seed)
    number = int.from_bytes(message.encode("ascii"), "big")
    if number >= n:
        raise OverflowError(f"{message!r} is too long for {n.bit_length()} bits")
    secret = pow(number, e, n)
    back = pow(secret, d, n)
    return hex(secret), back.to_bytes(len(message), "big").decode("ascii")


CASES = [("hi!", 20, 7), ("a longer one", 16, 1)]
