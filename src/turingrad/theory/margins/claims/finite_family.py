"""A finite family for Proposition 2.2: compiled networks of every literal and every AND and OR of two literals over m
inputs, with their outputs on all inputs and their certified margins. Learning proper is in risk.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import torch

from turingrad._support.arrays import F64, U8
from turingrad.constructions.feedforward import compile_network
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.theory.margins.feedforward import feedforward_bound

MAX_INPUTS = 8


@dataclass(frozen=True, eq=False)
class Family:
    """Functions by name, their networks' outputs on all 2^m inputs, (functions, 2^m), and certified margins."""

    names: tuple[str, ...]
    inputs: U8
    outputs: U8
    margins: F64


def small_family(m: int) -> Family:
    if not 1 <= m <= MAX_INPUTS:
        raise InputError(f"the family must be over 1 to {MAX_INPUTS} inputs, not {m}")
    inputs = np.array(list(product((0, 1), repeat=m)), np.uint8)
    names, outputs, margins = [], [], []
    for circuit in small_circuits(m):
        network = compile_network(circuit)
        with torch.no_grad():
            found = (network(torch.from_numpy(inputs))[:, 0] > 0).numpy().astype(np.uint8)
        names.append(circuit.name)
        outputs.append(found)
        margins.append(feedforward_bound(network).tightened)
    return Family(tuple(names), inputs, np.array(outputs), np.array(margins))


def small_circuits(m: int) -> list[Circuit]:
    found = [literal_circuit(m, (i,), (sign,), "id") for i in range(m) for sign in (0, 1)]
    for pair in combinations(range(m), 2):
        for signs in product((0, 1), repeat=2):
            found += [literal_circuit(m, pair, signs, kind) for kind in ("and", "or")]
    return found


def literal_circuit(m: int, chosen: Sequence[int], signs: Sequence[int], kind: str) -> Circuit:
    make = CircuitBuilder()
    x = make.inputs("x", m)
    literals = [make.not_(x[i]) if sign else x[i] for i, sign in zip(chosen, signs, strict=True)]
    make.output("y", make.gate(kind, literals))
    shown = [("not " if sign else "") + f"x{i}" for i, sign in zip(chosen, signs, strict=True)]
    return make.build(f" {kind} ".join(shown))
