# ruff: noqa
"""Polynomials as lists of coefficients with operators, derivative and Newton's method."""


class Poly:
    def __init__(self, *coefficients):
        c = list(coefficients)
        while len(c) > 1 and c[-1] == 0:
            c.pop()
        self.c = c or [0]

    @property
    def degree(self):
        return len(self.c) - 1

    def __call__(self, x):
        result = 0
        for a in reversed(self.c):
            result = result * x + a
        return result

    def __add__(self, other):
        n = max(len(self.c), len(other.c))
        a = self.c + [0] * (n - len(self.c))
        b = other.c + [0] * (n - len(other.c))
        return Poly(*(x + y for x, y in zip(a, b)))

    def __mul__(self, other):
        out = [0] * (self.degree + other.degree + 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Poly(*out)

    def derivative(self):
        return Poly(*(i * a for i, a in enumerate(self.c) if i))

    def __str__(self):
        terms = []
        for i in range(self.degree, -1, -1):
            a = self.c[i]
            if a == 0 and self.degree:
                continue
            name = "" if i == 0 else "x" if i == 1 else f"x^{i}"
            terms.append(f"{a:+}{name}")
        return " ".join(terms)


def newton(p, x, steps=30):
    d = p.derivative()
    for _ in range(steps):
        slope = d(x)
        if slope == 0:
            return None
        new = x - p(x) / slope
        if abs(new - x) < 1e-12:
            return new
        x = new
    return x


def main(a, b, x):
    p, q = Poly(*a), Poly(*b)
    product = p * q
    return str(p + q), str(product), product(x), newton(product, x + 0.5)


CASES = [
    ([1, 1], [-1, 1], 3),
    ([0], [5], 2),
    ([], [1, 2, 3], 1),
    ([-2, 0, 1], [1], 1),
    ([1, 0, 0, 1], [-1, 0, 0, -1], -2),
    ([6, -5, 1], [2, 1], 10),
    ([2**70, 1], [1, 2**70], 1),
]
