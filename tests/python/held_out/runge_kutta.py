# ruff: noqa
"""Integrate differential equations by the classical Runge-Kutta method."""

from math import exp, sin

Vector = tuple[float, ...]


def axpy(a: float, x: Vector, y: Vector) -> Vector:
    return tuple(a * u + v for u, v in zip(x, y))


def rk4(f, t: float, y: Vector, h: float) -> Vector:
    k1 = f(t, y)
    k2 = f(t + h / 2, axpy(h / 2, k1, y))
    k3 = f(t + h / 2, axpy(h / 2, k2, y))
    k4 = f(t + h, axpy(h, k3, y))
    return tuple(v + h / 6 * (a + 2 * b + 2 * c + d) for v, a, b, c, d in zip(y, k1, k2, k3, k4))


SYSTEMS = {
    "decay": lambda t, y: (-y[0],),
    "pendulum": lambda t, y: (y[1], -sin(y[0]) - 0.1 * y[1]),
    "prey": lambda t, y: (y[0] * (1.1 - 0.4 * y[1]), y[1] * (0.1 * y[0] - 0.4)),
    "forced": lambda t, y: (exp(-t) - y[0] ** 2,),
}


def main(name: str, y0: Vector, end: float, steps: int) -> tuple[list[float], float]:
    f = SYSTEMS[name]
    y, h, peak = y0, end / steps, y0[0]
    for n in range(steps):
        y = rk4(f, n * h, y, h)
        peak = max(peak, y[0])
    return [round(v, 9) for v in y], round(peak, 9)


CASES = [
    ("decay", (1.0,), 1.0, 10),
    ("decay", (0.0,), 5.0, 3),
    ("pendulum", (0.5, 0.0), 6.0, 60),
    ("prey", (10.0, 5.0), 10.0, 80),
    ("forced", (0.0,), 2.0, 20),
    ("decay", (-2.0,), -1.0, 4),
]
