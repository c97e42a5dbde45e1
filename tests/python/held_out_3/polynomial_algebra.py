"""Polynomials with integer coefficients as a class with operators: products, division, derivatives."""

from __future__ import annotations

from itertools import zip_longest


class Polynomial:
    def __init__(self, *coefficients: int):
        self.coefficients = list(coefficients)
        while self.coefficients and self.coefficients[-1] == 0:
            self.coefficients.pop()

    @classmethod
    def x(cls) -> Polynomial:
        return cls(0, 1)

    @property
    def degree(self) -> int:
        return len(self.coefficients) - 1

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial(*(a + b for a, b in zip_longest(self.coefficients, other.coefficients, fillvalue=0)))

    def __neg__(self) -> Polynomial:
        return Polynomial(*[-c for c in self.coefficients])

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        if isinstance(other, int):
            return Polynomial(*(c * other for c in self.coefficients))
        result = [0] * max(0, len(self.coefficients) + len(other.coefficients) - 1)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients):
                result[i + j] += a * b
        return Polynomial(*result)

    __rmul__ = __mul__

    def __pow__(self, n: int) -> Polynomial:
        return Polynomial(1) if n == 0 else self * self ** (n - 1)

    def __call__(self, x: int) -> int:
        return sum(c * x**i for i, c in enumerate(self.coefficients))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.coefficients == other.coefficients

    def __hash__(self) -> int:
        return hash(tuple(self.coefficients))

    def derivative(self) -> Polynomial:
        return Polynomial(*[i * c for i, c in enumerate(self.coefficients)][1:])

    def __str__(self) -> str:
        terms = [
            f"{c:+d}" + ("" if i == 0 else "x" if i == 1 else f"x^{i}") for i, c in enumerate(self.coefficients) if c
        ]
        return " ".join(reversed(terms)) or "0"


def main(a: list[int], b: list[int], n: int, at: int) -> list:
    p, q = Polynomial(*a), Polynomial(*b)
    power = (p * q - 3 * Polynomial.x()) ** n
    product_rule = (p * q).derivative() == p.derivative() * q + p * q.derivative()
    return [str(p), str(p - p), str(p * q), power.degree, power(at), product_rule, str(q.derivative())]


CASES = [([1, 2], [0, -1, 4], 5, 12345), ([-7, 0, 1], [2], 2, -10)]
