"""Classical programs: each function is right by itself, and its circuit and its network compute it."""

from __future__ import annotations

import copy
import hashlib
import random
import re
import struct
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import turingrad as tg
from turingrad.library.circuits import programs
from turingrad.library.circuits.programs import ARGUMENTS, program_circuit

QUICK = [name for name in ARGUMENTS if name != "sha-256-block"]


def draw_input(shape: Any, rng: random.Random) -> Any:
    if shape is bool:
        return rng.random() < 0.5
    return rng.randint(shape.lo, shape.hi) if isinstance(shape, tg.Int) else [draw_input(item, rng) for item in shape]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("on", ["reference", "feedforward"])
def test_a_network_computes_the_program(name: str, on: str) -> None:
    function, arguments = ARGUMENTS[name]
    made, rng = program_circuit(name), random.Random(1)
    cases = [[draw_input(shape, rng) for shape in arguments.values()] for _ in range(40)]
    found = tg.evaluate(made, np.array([made.encode(case) for case in cases], np.uint8), on=on)
    assert [made.decode(row) for row in found.tolist()] == [function(*copy.deepcopy(case)) for case in cases]


def block_of(message: bytes) -> list[int]:
    padded = message + b"\x80" + b"\0" * (55 - len(message)) + struct.pack(">Q", 8 * len(message))
    return list(struct.unpack(">16I", padded))


def digest(words: list[int]) -> str:
    return struct.pack(">8I", *words).hex()


def test_sha_256_in_python_is_sha_256() -> None:
    for message in (b"", b"abc", b"turingrad"):
        assert digest(programs.sha_256_block(block_of(message))) == hashlib.sha256(message).hexdigest()


@pytest.mark.slow
def test_sha_256_as_a_network() -> None:
    made = program_circuit("sha-256-block")
    for message in (b"abc", b"the quick brown fox"):
        value = tg.run(made, (block_of(message),), on="feedforward").configuration.value
        assert digest(value) == hashlib.sha256(message).hexdigest()


def test_the_functions_mean_what_they_say() -> None:
    solutions = sum(programs.queens_check(columns) for columns in permutations(range(8)))
    assert solutions == 92
    for text in product([False, True], repeat=8):
        letters = "".join("ab"[letter] for letter in text)
        assert programs.regular_expression(text) == bool(re.fullmatch("(a|ba)*bb?", letters))
    rng = random.Random(2)
    for _ in range(200):
        edges = [rng.random() < 0.35 for _ in range(15)]
        pairs = [(i, j) for i in range(6) for j in range(i + 1, 6)]
        kept = [pair for pair, there in zip(pairs, edges, strict=True) if there]
        colourable = any(all(c[i] != c[j] for i, j in kept) for c in product((0, 1), repeat=6))
        assert programs.two_colouring(edges) == colourable


def test_the_library_lists_them() -> None:
    assert set(ARGUMENTS) <= set(tg.library.names())
    assert tg.read("queens-check") == program_circuit("queens-check")
