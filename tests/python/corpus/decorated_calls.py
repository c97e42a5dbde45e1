# ruff: noqa
"""Decorators that count, memoize and trace calls."""

import functools


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


def memoize(function):
    memory = {}

    @functools.wraps(function)
    def wrapper(*args):
        if args not in memory:
            memory[args] = function(*args)
        return memory[args]

    wrapper.memory = memory
    return wrapper


def clamp(low, high):
    def decorate(function):
        def wrapper(*args):
            return max(low, min(high, function(*args)))

        return wrapper

    return decorate


def main(n, k):
    @memoize
    @counted
    def binomial(n, k):
        if k < 0 or k > n:
            return 0
        if k in (0, n):
            return 1
        return binomial(n - 1, k - 1) + binomial(n - 1, k)

    @counted
    def ackermann(m, n):
        if m == 0:
            return n + 1
        if n == 0:
            return ackermann(m - 1, 1)
        return ackermann(m - 1, ackermann(m, n - 1))

    @clamp(-10, 1000)
    def size(*args):
        return sum(args)

    value = binomial(n, k)
    a = ackermann(min(n, 2), min(max(k, 0), 3))
    return (
        value,
        len(binomial.memory),
        binomial.__wrapped__.calls,
        a,
        ackermann.calls,
        size(value, k),
        binomial.__name__,
    )


CASES = [(0, 0), (1, 0), (5, 2), (10, 5), (20, 3), (4, 7), (6, -2), (30, 15)]
