"""A class of residues with operators, and the Chinese remainder theorem."""

from functools import reduce


class Mod:
    def __init__(self, value, modulus):
        self.value = value % modulus
        self.modulus = modulus

    def _other(self, other):
        if isinstance(other, Mod):
            if other.modulus != self.modulus:
                raise ValueError("different moduli")
            return other.value
        return other

    def __add__(self, other):
        return Mod(self.value + self._other(other), self.modulus)

    __radd__ = __add__

    def __sub__(self, other):
        return Mod(self.value - self._other(other), self.modulus)

    def __mul__(self, other):
        return Mod(self.value * self._other(other), self.modulus)

    __rmul__ = __mul__

    def __pow__(self, n):
        if n < 0:
            return self.inverse() ** -n
        return Mod(pow(self.value, n, self.modulus), self.modulus)

    def __truediv__(self, other):
        return self * Mod(self._other(other), self.modulus).inverse()

    def __neg__(self):
        return Mod(-self.value, self.modulus)

    def __int__(self):
        return self.value

    def __bool__(self):
        return self.value != 0

    def __repr__(self):
        return f"{self.value} (mod {self.modulus})"

    def inverse(self):
        a, b, u, v = self.value, self.modulus, 1, 0
        while b:
            q = a // b
            a, b, u, v = b, a - q * b, v, u - q * v
        if a != 1:
            raise ZeroDivisionError(f"{self.value} has no inverse")
        return Mod(u, self.modulus)


def crt(residues):
    total = reduce(lambda a, b: a * b, (r.modulus for r in residues), 1)
    x = 0
    for r in residues:
        m = total // r.modulus
        x += m * int(r / m)
    return Mod(x, total)


def main(pairs, exponent):
    residues = [Mod(a, m) for a, m in pairs]
    try:
        solution = crt(residues)
        return repr(solution), str(solution**exponent), str(-solution + 1), bool(solution)
    except ZeroDivisionError as e:
        return f"failed: {e}"


CASES = [
    ([(2, 3), (3, 5), (2, 7)], 2),
    ([], 3),
    ([(0, 7)], 5),
    ([(1, 4), (3, 6)], 1),
    ([(3, 11), (5, 13), (16, 17)], -1),
    ([(10**12, 10**9 + 7), (5, 998244353)], 12345),
    ([(0, 5)], -1),
]
