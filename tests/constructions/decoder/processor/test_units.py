"""The patterns that units are made of, against arithmetic; and circuits against units, on every input."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest

from turingrad.constructions.decoder.blueprint import Unit, conjunction, spike, step, sum_bit
from turingrad.constructions.decoder.executors.bit_kernels import run_slices
from turingrad.constructions.decoder.executors.circuit import BlockCircuit, intervals
from turingrad.constructions.decoder.executors.straight_line import straight_line
from turingrad.errors import CertificateError

A = tuple(f"a.{b}" for b in range(3))
B = tuple(f"b.{b}" for b in range(3))
NUMBER = {name: i for i, name in enumerate(("one", *A, *B, "gate", "out", "other"))}
TERMS = (*((name, 1 << b) for b, name in enumerate(A)), *((name, 1 << b) for b, name in enumerate(B)))


def evaluate(units: Iterable[Unit], on: dict[str, int]) -> dict[str, int]:
    """What units add to each feature, by their definition."""
    added: dict[str, int] = {}
    for unit in units:
        value = max(0, unit.constant + sum(k * on[name] for name, k in unit.terms))
        value *= 1 if unit.gate is None else on[unit.gate]
        for name, sign in unit.writes:
            added[name] = added.get(name, 0) + sign * value
    return added


def all_inputs() -> Iterable[dict[str, int]]:
    for bits in product((0, 1), repeat=7):
        yield dict(zip(("one", *A, *B, "gate"), (1, *bits), strict=True)) | {"out": 0, "other": 0}


def number(on: dict[str, int], names: tuple[str, ...]) -> int:
    return sum(on[name] << b for b, name in enumerate(names))


WRITES = (("out", 1),)
CASES = {
    "and": ([conjunction((("a.0", 1), ("b.1", -1), ("a.2", 1)), WRITES)], lambda a, b, _: a & 1 and a >> 2 and ~b & 2),
    "step": (list(step(TERMS, -4, WRITES)), lambda a, b, _: a + b >= 5),
    "gated": (list(step(TERMS, -4, WRITES, gate="gate")), lambda a, b, g: g and a + b >= 5),
    "less": (list(step([(n, -k) for n, k in TERMS], 7, WRITES)), lambda a, b, _: a + b <= 6),
    "spike": (list(spike(TERMS, 7, WRITES)), lambda a, b, _: a + b == 7),
    "spike at the top": (list(spike(TERMS, 14, WRITES)), lambda a, b, _: a + b == 14),
    "spike at 0": (list(spike(TERMS, 0, WRITES)), lambda a, b, _: a + b == 0),
    "bit": (list(sum_bit(TERMS, 0, 2, WRITES)), lambda a, b, _: (a + b) >> 2 & 1),
    "bit with carry": (list(sum_bit((*TERMS, ("gate", 1)), 0, 2, WRITES)), lambda a, b, g: (a + b + g) >> 2 & 1),
}


@pytest.mark.parametrize("name", CASES)
def test_a_pattern_is_what_it_says_on_every_input(name: str) -> None:
    units, meaning = CASES[name]
    for on in all_inputs():
        expected = bool(meaning(number(on, A), number(on, B), on["gate"]))
        assert evaluate(units, on).get("out", 0) == expected, on


@pytest.mark.parametrize("name", CASES)
def test_a_circuit_is_what_its_units_are_on_every_input(name: str) -> None:
    units, meaning = CASES[name]
    found, clash = circuit_values(units)
    expected = [bool(meaning(number(on, A), number(on, B), on["gate"])) for on in all_inputs()]
    assert found["out"] == expected
    assert not any(clash)


def circuit_values(units: list[Unit]) -> tuple[dict[str, list[bool]], list[bool]]:
    """Features after the circuit of these units, on every input, and where it reports a clash."""
    inputs = list(all_inputs())
    program = straight_line(BlockCircuit(units, NUMBER, {NUMBER["out"], NUMBER["other"]}))
    rows = np.zeros((len(NUMBER) + 1 + program.spare, 2), dtype=np.uint64)
    for place, on in enumerate(inputs):
        for name, bit in on.items():
            rows[NUMBER[name], place // 64] |= np.uint64(bit << place % 64)
    run_slices(rows, program.operations, 2)

    def bits(row: int) -> list[bool]:
        return [bool(int(rows[row, place // 64]) >> place % 64 & 1) for place in range(len(inputs))]

    return {name: bits(NUMBER[name]) for name in ("out", "other")}, bits(len(NUMBER))


def test_two_units_that_turn_one_feature_on_together_clash() -> None:
    units = [conjunction((("a.0", 1),), WRITES), conjunction((("b.0", 1),), WRITES)]
    _, clash = circuit_values(units)
    assert clash == [bool(on["a.0"] and on["b.0"]) for on in all_inputs()]


def test_turning_off_what_is_off_clashes() -> None:
    units = [conjunction((("a.0", 1),), WRITES), conjunction((("b.0", 1),), (("out", -1),))]
    found, clash = circuit_values(units)
    assert clash == [bool(on["b.0"] and not on["a.0"]) for on in all_inputs()]
    assert found["out"] == [bool(on["a.0"] and not on["b.0"]) for on in all_inputs()]


def test_exclusive_units_are_not_compared() -> None:
    units = [conjunction((("a.0", 1), ("b.0", 1)), WRITES), conjunction((("a.0", -1), ("b.1", 1)), WRITES)]
    assert not BlockCircuit(units, NUMBER, {NUMBER["out"]}).clash


@pytest.mark.parametrize("weights", [[(2, 1)], [(2, 2), (3, -2)], [(0, 1), (2, -1)]], ids=str)
def test_sums_that_are_no_bits_are_refused(weights: list[tuple[int, int]]) -> None:
    with pytest.raises(CertificateError, match="not a bit"):
        intervals(weights, 10)
