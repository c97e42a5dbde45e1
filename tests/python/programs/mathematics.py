"""Functions that call `math`: what the C library and CPython round in their own way."""

import math

EDGES = (0.0, -0.0, 1e-300, -745.2, -746.0, 709.7, 710.0, 1e300, -1e300, math.inf, -math.inf, 1e-17, -5e-324, True, 3)
LARGE = (10**400, -708.5, -744.9, -720.25)
BASES = (0.0, -0.0, 2.0, -2.0, 0.5, -1.0, 1.0, math.inf, -math.inf, 1e300, 1e-300, -8.0, 5e-324)
EXPONENTS = (0.0, 2.0, -1.0, 0.5, 3.0, -3.0, math.inf, -math.inf, 1e300, -1e-300, 1e19, -2.0, 1023.0, -1074.0)


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        return type(error).__name__, str(error)


def raised(x, y):
    return x**y


def edges_of_logarithms():
    return [attempt(each, x) for x in EDGES + LARGE for each in (math.exp, math.log, math.log2)]


def edges_of_powers():
    pairs = [(x, y) for x in BASES for y in EXPONENTS if x >= 0 or y not in (0.5, -1e-300)]
    return [(attempt(raised, x, y), attempt(math.pow, x, y)) for x, y in pairs]


def logarithms(values):
    return [(math.exp(x), math.log(abs(x)), math.log2(abs(x)), math.log(abs(x), 3)) for x in values]


def powers(values, exponents):
    return [(x**y, x**2, x**-1, abs(x) ** 0.5) for x, y in zip(values, exponents, strict=True)]


def distances(points, others):
    return [(math.dist(p, q), math.hypot(*p)) for p, q in zip(points, others, strict=True)]


def squared_gaps(values):
    """Where x ** 2 of the C library is not x * x rounded."""
    return [x**2 == x * x for x in values]
