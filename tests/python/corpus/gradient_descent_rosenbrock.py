"""Minimize functions of two variables by gradient descent with backtracking."""


def rosenbrock(x, y):
    return (1 - x) ** 2 + 10 * (y - x * x) ** 2


def bowl(x, y):
    return 3 * x * x + 2 * x * y + y * y - 4 * x


def himmelblau(x, y):
    return (x * x + y - 11) ** 2 + (x + y * y - 7) ** 2


FUNCTIONS = {f.__name__: f for f in (rosenbrock, bowl, himmelblau)}


def gradient(f, x, y, h=1e-5):
    return (f(x + h, y) - f(x - h, y)) / (2 * h), (f(x, y + h) - f(x, y - h)) / (2 * h)


def main(name, start, steps):
    f = FUNCTIONS[name]
    x, y = start
    value = f(x, y)
    evaluations = 0
    for _ in range(steps):
        gx, gy = gradient(f, x, y)
        if gx * gx + gy * gy < 1e-12:
            break
        t = 1.0
        while True:
            nx, ny = x - t * gx, y - t * gy
            trial = f(nx, ny)
            evaluations += 1
            if trial <= value - 0.5 * t * (gx * gx + gy * gy) or t < 1e-10:
                break
            t *= 0.5
        x, y, value = nx, ny, trial
    return x, y, value, evaluations


CASES = [
    ("bowl", (0.0, 0.0), 40),
    ("bowl", (1.0, -1.0), 5),
    ("rosenbrock", (-1.0, 1.0), 60),
    ("rosenbrock", (1.0, 1.0), 10),
    ("himmelblau", (0.0, 0.0), 30),
    ("himmelblau", (-3.0, 3.0), 30),
    ("bowl", (5.0, 5.0), 0),
]
