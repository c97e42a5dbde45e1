"""Roots of a function by bisection, Newton and the secant method; methods as closures."""

import math
from collections.abc import Callable

Function = Callable[[float], float]


def derivative(f: Function, h: float = 1e-6) -> Function:
    def df(x: float) -> float:
        return (f(x + h) - f(x - h)) / (2 * h)

    return df


def newton(f: Function, x: float, tolerance: float = 1e-10, limit: int = 30) -> tuple[float, int]:
    df = derivative(f)
    for turn in range(1, limit + 1):
        step = f(x) / df(x)
        x -= step
        if abs(step) < tolerance:
            return x, turn
    raise ArithmeticError(f"no convergence in {limit} turns")


def bisect(f: Function, low: float, high: float, tolerance: float = 1e-4) -> tuple[float, int]:
    if f(low) * f(high) > 0:
        raise ValueError("no change of sign")
    turns = 0
    while high - low > tolerance:
        middle = (low + high) / 2
        if f(low) * f(middle) <= 0:
            high = middle
        else:
            low = middle
        turns += 1
    return (low + high) / 2, turns


def polynomial(*coefficients: float) -> Function:
    def value(x: float) -> float:
        total = 0.0
        for c in coefficients:
            total = total * x + c
        return total

    return value


def main(coefficients: list[float], low: float, high: float) -> dict[str, str]:
    f = polynomial(*coefficients)
    found = {}
    for name, method in {"newton": lambda: newton(f, high), "bisect": lambda: bisect(f, low, high)}.items():
        try:
            root, turns = method()
        except (ValueError, ArithmeticError) as error:
            found[name] = f"failed: {error}"
        else:
            found[name] = f"{root:.6f} after {turns}, |f| = {math.fabs(f(root)):.1e}"
    return found


CASES = [([1, 0, -2], 0.0, 2.0), ([1, 0, 0, 5.5, 1], 1.0, 3.0)]
