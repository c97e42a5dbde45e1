# ruff: noqa
"""A radix-2 fast Fourier transform, and multiplication of integers with it."""

import math


def fft(a, sign=-1):
    n = len(a)
    if n == 1:
        return list(a)
    even = fft(a[::2], sign)
    odd = fft(a[1::2], sign)
    out = [0j] * n
    for k in range(n // 2):
        angle = sign * 2 * math.pi * k / n
        t = complex(math.cos(angle), math.sin(angle)) * odd[k]
        out[k] = even[k] + t
        out[k + n // 2] = even[k] - t
    return out


def convolve(a, b):
    size = 1
    while size < len(a) + len(b):
        size *= 2
    fa = fft([complex(v) for v in a] + [0j] * (size - len(a)))
    fb = fft([complex(v) for v in b] + [0j] * (size - len(b)))
    product = fft([x * y for x, y in zip(fa, fb)], sign=1)
    return [round(v.real / size) for v in product]


def main(x, y):
    a = [int(d) for d in reversed(str(x))]
    b = [int(d) for d in reversed(str(y))]
    total = 0
    for i, v in enumerate(convolve(a, b)):
        total += v * 10**i
    assert total == x * y
    spectrum = fft([complex(d) for d in (a * 8)[:8]])
    return total, [round(abs(z), 6) for z in spectrum]


CASES = [(0, 0), (1, 7), (12, 34), (99999, 99999), (123456789, 987654321), (10**15, 3), (31415926535, 27182818284)]
