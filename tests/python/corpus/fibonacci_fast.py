"""Fibonacci numbers by fast doubling, with big integers."""


def fib_pair(n):
    """Return (F(n), F(n+1))."""
    if n == 0:
        return (0, 1)
    a, b = fib_pair(n >> 1)
    c = a * (2 * b - a)
    d = a * a + b * b
    if n & 1:
        return (d, c + d)
    return (c, d)


def main(n):
    if n < 0:
        value = fib_pair(-n)[0]
        return value if n % 2 else -value
    return fib_pair(n)[0]


CASES = [(0,), (1,), (2,), (10,), (50,), (93,), (200,), (1000,), (-1,), (-8,)]
