"""Classical programs as Python functions, and the circuits that they become: the gallery."""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from turingrad._support.validation.values import choice
from turingrad.library.entry import Variant, first_sentence
from turingrad.python import FunctionCircuit, Int, circuit

FAR = 63
WORD = 0xFFFFFFFF


def sorting(numbers):
    """Eight numbers from 0 to 15 in order, by insertion."""
    for i in range(1, len(numbers)):
        for j in range(i, 0, -1):
            if numbers[j] < numbers[j - 1]:
                numbers[j], numbers[j - 1] = numbers[j - 1], numbers[j]
    return numbers


def shortest_paths(lengths):
    """Floyd and Warshall on 6 nodes: all distances, for edge lengths from 1 to 15, 0 if there is no edge."""
    n = len(lengths)
    d = [[0 if i == j else (w if w > 0 else FAR) for j, w in enumerate(row)] for i, row in enumerate(lengths)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d


def two_colouring(edges):
    """Whether a graph of 6 nodes (its edges i < j, row by row) has a colouring with two colours."""
    n, at = 6, 0
    near = [[False] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            near[i][j] = near[j][i] = edges[at]
            at += 1
    even = [[i == j for j in range(n)] for i in range(n)]  # a walk of even length
    odd = [row[:] for row in near]
    for _ in range(3):  # walks of up to 1, 3, 7, 15 edges
        longer = [[odd[i][j] or any(even[i][k] and near[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
        even = [[even[i][j] or any(odd[i][k] and near[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
        odd = [[longer[i][j] or any(even[i][k] and near[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    return not any(odd[i][i] for i in range(n))


def regular_expression(text):
    """Whether 16 letters, a (False) or b (True), match (a|ba)*bb?: two b stand together at the end only."""
    # States of the automaton: start or after a; after one b; after bb at the end.
    free, one, ended = True, False, False
    for letter in text:
        free, one, ended = (not letter) and (free or one), letter and free, letter and one
    return one or ended


def rotate(word, by):
    return (word >> by) | (word << (32 - by)) & WORD


def fraction_bits(prime, root):
    """The first 32 bits of the fractional part of a prime's root, as SHA-256 takes its constants."""
    low, high, target = 0, 1 << 40, prime << (32 * root)
    while high - low > 1:
        middle = (low + high) // 2
        if middle**root <= target:
            low = middle
        else:
            high = middle
    return low & WORD


PRIMES = [p for p in range(2, 312) if all(p % q for q in range(2, p))]
ROUND_CONSTANTS = [fraction_bits(p, 3) for p in PRIMES]
START = [fraction_bits(p, 2) for p in PRIMES[:8]]


def sha_256_block(block):
    """SHA-256 of one block: sixteen 32-bit words to eight."""
    w = list(block)
    for i in range(16, 64):
        s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >> 3)
        s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >> 10)
        w.append((w[i - 16] + s0 + w[i - 7] + s1) & WORD)
    a, b, c, d, e, f, g, h = START
    for i in range(64):
        s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        choice = (e & f) ^ (~e & WORD & g)
        t1 = h + s1 + choice + ROUND_CONSTANTS[i] + w[i]
        s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
        majority = (a & b) ^ (a & c) ^ (b & c)
        a, b, c, d, e, f, g, h = (t1 + s0 + majority) & WORD, a, b, c, (d + t1) & WORD, e, f, g
    return [(p + q) & WORD for p, q in zip(START, (a, b, c, d, e, f, g, h), strict=True)]


def queens_check(columns):
    """Whether eight queens, one per row, in the given columns do not attack each other."""
    for i in range(8):
        for j in range(i + 1, 8):
            if columns[i] == columns[j] or abs(columns[i] - columns[j]) == j - i:
                return False
    return True


def life_step(cells):
    """One step of the Game of Life on a torus of 8 x 8 cells."""
    n = len(cells)
    new = []
    for i in range(n):
        row = []
        for j in range(n):
            near = sum(cells[(i + a) % n][(j + b) % n] for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
            row.append(near == 3 or (cells[i][j] and near == 2))
        new.append(row)
    return new


ARGUMENTS: Mapping[str, tuple[Callable[..., Any], dict[str, Any]]] = MappingProxyType(
    {
        "sorting": (sorting, {"numbers": [Int(0, 15)] * 8}),
        "shortest-paths": (shortest_paths, {"lengths": [[Int(0, 15)] * 6] * 6}),
        "two-colouring": (two_colouring, {"edges": [bool] * 15}),
        "regular-expression": (regular_expression, {"text": [bool] * 16}),
        "sha-256-block": (sha_256_block, {"block": [Int(0, WORD)] * 16}),
        "queens-check": (queens_check, {"columns": [Int(0, 7)] * 8}),
        "life-step": (life_step, {"cells": [[bool] * 8] * 8}),
    }
)
"""The functions of the gallery with their arguments' ranges."""


@cache
def program_circuit(name: str) -> FunctionCircuit:
    """Compile a program of the gallery to a circuit.

    Args:
        name: The program's name, such as `sorting`.

    Returns:
        The circuit, with `encode` and `decode` for its arguments and its value.

    Raises:
        InputError: The gallery has no such program.

    Example:
        >>> len(tg.library.program_circuit("queens-check").inputs)
        24
    """
    function, arguments = ARGUMENTS[choice(name, "the name of a program of the gallery", tuple(ARGUMENTS))]
    return replace(circuit(function, **arguments), name=name)


def variants() -> tuple[Variant, ...]:
    return tuple(
        Variant(name, "circuit", first_sentence(function.__doc__), partial(program_circuit, name))
        for name, (function, _) in ARGUMENTS.items()
    )
