"""`list[i]` with an index that depends on the inputs: decoder, AND-OR and toggle, so that flips exclude each other."""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np
import pytest

import turingrad as tg
from turingrad.constructions.emulation.plan import plan


class Table:
    """A counter from 0 to 7 for each pattern of the first features."""

    bits = 3

    def __init__(self, _features):
        self.t = [0] * (1 << self.bits)

    def at(self, x):
        return sum((v > 0) << i for i, v in enumerate(x[: self.bits]))

    def predict(self, x):
        return 1 if self.t[self.at(x)] > 3 else -1

    def update(self, x, y):
        self.t[self.at(x)] = tg.clamp(self.t[self.at(x)] + y, 0, 7)


class Branches(Table):
    """Two writes, one on each path."""

    def update(self, x, y):
        i = self.at(x)
        if y > 0:
            if self.t[i] < 7:
                self.t[i] += 1
        elif self.t[i] > 0:
            self.t[i] -= 1


class Sequence(Table):
    """Two writes to one place, of which each may happen."""

    def update(self, x, y):
        i = self.at(x)
        if y > 0:
            self.t[i] = min(self.t[i] + 1, 7)
        if x[-1] > 0:
            self.t[i] = max(self.t[i] - 1, 0)


class Records(Table):
    """A table of rows, written item by item, and one of pairs."""

    def __init__(self, features):
        super().__init__(features)
        self.rows = [[0, False] for _ in range(4)]
        self.pairs = [(0, False)] * 4

    def update(self, x, y):
        i = (x[0] > 0) + 2 * (x[1] > 0)
        self.rows[i][0] = (self.rows[i][0] + (y > 0)) % 4
        self.rows[i][1] = x[2] > 0
        self.pairs[-1 - i] = (self.pairs[i - 4][0] ^ (y > 0), x[3] > 0)


class Computer(Table):
    """An accumulator machine; 16 words of 6 bits are program and data."""

    def __init__(self, _features):
        self.ram = [0x1E, 0x2F, 0x3E, 0x30, *[0] * 10, 5, 7]
        self.pc = self.acc = 0

    def predict(self, _x):
        return 1 if self.acc != 63 else -1

    def update(self, x, y):
        word = self.ram[self.pc]
        op, a = word >> 4, word % 16
        self.pc = (self.pc + 1) % 16
        if op == 1:
            self.acc = (self.acc + self.ram[a]) & 63
        elif op == 2:
            self.ram[a] = self.acc
        elif op == 3:
            self.ram[a] = (self.ram[a] + (y > 0)) & 63
        if op == 0 and x[0] > 0:
            self.pc = a


@pytest.mark.parametrize(
    ("kind", "groups", "bits"),
    [(Table, 3, 24), (Branches, 3, 24), (Sequence, 3, 24), (Records, 5, 20), (Computer, 10, 106)],
)
def test_writes_at_an_address_are_groups_and_right(kind, groups, bits):
    made = tg.learner(kind, 5)
    assert len(made.memory) == bits
    rng = np.random.default_rng(0)
    X, y = (rng.choice([-1, 1], shape).astype(np.int8) for shape in ((30, 5), 30))
    run = tg.learn(made, X, y, X, on="emulation")
    assert run.details["memory_equal"]
    assert len(plan(made, "pair4").groups) == groups


def test_a_second_access_costs_no_second_table():
    def once(xs, i, v):
        xs[i] += v
        return xs

    def twice(xs, i, v):
        if v:
            xs[i] += v
        if v > 1:
            xs[i] ^= 1
        return xs

    ranges = {"xs": [tg.Int(0, 7)] * 16, "i": tg.Int(0, 15), "v": tg.Int(0, 3)}
    first, second = (tg.circuit(each, **ranges) for each in (once, twice))
    assert len(second.gates) < 1.3 * len(first.gates)


def test_rows_that_depend_on_the_inputs_are_read_and_written_by_lines():
    def rows(a, i, j, v):
        table = [[0, a], [a, 1], [v, a], [3, v]]
        row = table[i]
        row[j] = v
        table[j][0] += row[1]
        return table, row[j]

    made = tg.circuit(rows, a=tg.Int(0, 3), i=tg.Int(-4, 3), j=tg.Int(0, 1), v=tg.Int(-2, 5))
    for given in ((1, -4, 0, 5), (3, 2, 1, -2), (0, 3, 0, 4), (2, -1, 1, 1)):
        assert tg.run(made, given).configuration.value == rows(*given)
