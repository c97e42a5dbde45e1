"""Sums in unknown digits (Abbe and Sandon, 6.3): which symbol stands for which digit, by elimination modulo a prime.

An expression has `addends` numbers of `digits` symbols each, one asked place of the sum and one shown symbol; the label
is whether the shown symbol is the sum's digit there. With v[a] the value of symbol a, a *right* expression whose *last*
place is shown is a linear equation modulo p:

    sum over symbols a of c[a] v[a] = 0,   c[a] = how often a stands in the last column, less 1 for the shown symbol.

The learner keeps a basis of the solutions of the equations that it has met: at first the unit vectors. With an equation
c the vectors b_i get values t_i = c b_i; of those with t_i != 0 the first is struck out, b, t, and the others become
b_i - (t_i / t) b. As the c[a] add up to addends - 1, which must not be 0 modulo p, the constants are no solution, and
after p - 1 independent equations one vector is left: the digits, up to a factor. The equations alone never tell the
factor (if v solves them, so does f v); the other places do, by their carries: factors under which a sample has the
wrong label are struck out, until one is left.
"""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from dataclasses import replace

from turingrad.errors import InputError
from turingrad.machine.learner import Learner
from turingrad.python import learner

MAX_BASE, MAX_SYMBOLS = 7, 64
PRIMES = (2, 3, 5, 7)


class Digits:
    """The digits behind the symbols of sums in base p, by elimination modulo p.

    x has a one (+1) among p places for each symbol of each number, row by row, most significant first; then a one among
    `digits` places for the place asked, the last digit first; then the shown symbol.
    """

    def __init__(self, base, addends, digits):
        self.p, self.addends, self.digits = base, addends, digits
        self.basis = [[int(i == a) for a in range(base)] for i in range(base)]
        self.left = [True] * base
        self.struck = [False] * (base - 1)  # the factors 1, ..., p - 1

    def equation(self, x):
        """c, modulo p."""
        p, n, d = self.p, self.addends, self.digits
        shown = n * d * p + d
        return [
            (sum(x[((j + 1) * d - 1) * p + a] > 0 for j in range(n)) + (p - 1) * (x[shown + a] > 0)) % p
            for a in range(p)
        ]

    def values(self):
        """The one vector that is left (of several, something)."""
        p = self.p
        return [max(self.basis[i][a] * self.left[i] for i in range(p)) for a in range(p)]

    def right(self, values, x):
        """Whether the shown symbol is the sum's digit, where the symbols have these values."""
        p, n, d = self.p, self.addends, self.digits
        carry, found = 0, 0
        for place in range(d):
            total = carry
            for j in range(n):
                first = ((j + 1) * d - 1 - place) * p
                total += max(values[a] * (x[first + a] > 0) for a in range(p))
            asked = x[n * d * p + place] > 0
            found = total % p if asked else found
            carry = total // p
        shown = n * d * p + d
        return found == max(values[a] * (x[shown + a] > 0) for a in range(p))

    def times(self, factor):
        return [(factor * value) % self.p for value in self.values()]

    def predict(self, x):
        p, free = self.p, True
        chosen = [0] * p
        for f in range(1, p):
            first = free and not self.struck[f - 1]
            free = free and self.struck[f - 1]
            scaled = self.times(f)
            chosen = [scaled[a] if first else chosen[a] for a in range(p)]
        return 1 if self.right(chosen, x) else -1

    def update(self, x, y):
        p = self.p
        last = x[self.addends * self.digits * p] > 0
        if sum(self.left) > 1:
            if y > 0 and last:
                self.eliminate(self.equation(x))
        else:
            for f in range(1, p):
                self.struck[f - 1] = self.struck[f - 1] or self.right(self.times(f), x) != (y > 0)

    def eliminate(self, c):
        p, basis, left = self.p, self.basis, self.left
        t = [sum(c[a] * basis[i][a] for a in range(p)) % p * left[i] for i in range(p)]
        free, pivot, vector = True, 0, [0] * p
        for i in range(p):
            first = free and t[i] > 0
            free = free and t[i] == 0
            pivot = t[i] if first else pivot
            vector = [basis[i][a] if first else vector[a] for a in range(p)]
            left[i] = left[i] and not first
        inverse = 0
        for f in range(1, p):
            inverse = f if (f * pivot) % p == 1 else inverse
        for i in range(p):
            share = (t[i] * inverse) % p
            for a in range(p):
                basis[i][a] = (basis[i][a] + (p - share) * vector[a]) % p

    def done(self):
        return sum(self.left) == 1 and sum(self.struck) == self.p - 2


def digits_learner(base: int, addends: int, digits: int) -> Learner:
    """`Digits` compiled, for a prime base."""
    if base not in PRIMES:
        raise InputError(f"elimination takes one of the prime bases {', '.join(map(str, PRIMES))}, not {base}")
    if addends < 1 or digits < 1 or addends * digits > MAX_SYMBOLS:
        raise InputError(f"the learner takes 1 to {MAX_SYMBOLS} symbols, not {addends} numbers of {digits}")
    if (addends - 1) % base == 0:
        raise InputError(
            f"{addends} numbers in base {base} do not determine the digits: a constant added to all of them changes "
            "no last digit; take another number of addends"
        )
    features = (addends * digits + 1) * base + digits
    made = learner(Digits(base, addends, digits), features)
    return replace(made, name=f"digits-{base}")
