"""Random machines, circuits, learners and broken bytes, each fixed by its source of random numbers."""

from __future__ import annotations

from itertools import product
from random import Random

from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.grid import MOVES, TERNARY, WALL, GridMachine, GridRule
from turingrad.machine.learner import Learner
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

SYMBOLS = ("_", "0", "1", "a", "b")
GATES = (("and", 2), ("or", 2), ("xor", 2), ("not", 1), ("id", 1), ("lut", 2), ("lut", 3), ("const0", 0), ("const1", 0))


def tape_machine(rng: Random, tapes: int = 1) -> TapeMachine:
    """Up to four working states and four symbols; about one rule in nine is missing."""
    symbols = SYMBOLS[: rng.randint(2, 4)]
    working = [f"q{i}" for i in range(rng.randint(1, 4))]
    halting = ["halt", "accept", "reject"][: rng.randint(0, 3)]
    names = (*working, *working, *halting)
    moves = (LEFT, STAY, RIGHT) if rng.random() < 0.5 else (LEFT, RIGHT)
    rules = [
        Rule(
            state, read, tuple(rng.choices(symbols, k=tapes)), tuple(rng.choices(moves, k=tapes)), rng.choice(names)
        )
        for state, read in product(working, product(symbols, repeat=tapes))
        if rng.random() < 8 / 9
    ]  # fmt: skip
    given = tuple(tuple(rng.choices(symbols, k=rng.randint(0, 5))) for _ in range(tapes))
    return TapeMachine(
        states=(*working, *halting), symbols=symbols, blank=symbols[0], start=working[0], rules=tuple(rules),
        halting=tuple(halting), accept=tuple(halting[1:2]), reject=tuple(halting[2:3]), tapes=tapes, input=given,
    )  # fmt: skip


def grid_machine(rng: Random) -> GridMachine:
    """A learner of the wall model with up to four states; about one rule in ten is missing."""
    working = [f"q{i}" for i in range(rng.randint(1, 4))]
    targets = (*working, *working, *working, "halt+", "halt-")
    rules = [
        GridRule(
            state, read, None if read == WALL else rng.choice(TERNARY), rng.choice(tuple(MOVES)), rng.choice(targets)
        )
        for state in working
        for read in (*TERNARY, WALL)
        if rng.random() < 0.9
    ]  # fmt: skip
    return GridMachine(
        states=(*working, "halt+", "halt-"), symbols=TERNARY, blank="0", start=working[0], rules=tuple(rules),
        halting=("halt+", "halt-"), accept=("halt+",), reject=("halt-",), work=1,
    )  # fmt: skip


def circuit(rng: Random, inputs: int, outputs: int, most: int = 24) -> Circuit:
    """Gates of all kinds over any earlier nodes, repeated inputs and dead gates included."""
    gates: list[Gate] = []
    for node in range(inputs, inputs + rng.randint(1, most)):
        kind, fan_in = rng.choice(GATES if node else GATES[-2:])
        of = tuple(rng.randrange(node) for _ in range(fan_in))
        table = tuple(rng.choices((0, 1), k=1 << fan_in)) if kind == "lut" else None
        gates.append(Gate(kind, of, table))
    nodes = inputs + len(gates)
    picked = tuple((f"y{i}", rng.randrange(nodes)) for i in range(outputs))
    return Circuit(tuple(f"x{i}" for i in range(inputs)), tuple(gates), picked)


def learner(rng: Random) -> Learner:
    """With and without `done`, random bits and `on_error`."""
    bits, features, random = rng.randint(0, 3), rng.randint(1, 3), rng.randint(0, 2)
    return Learner(
        memory=tuple(rng.choices((0, 1), k=bits)),
        features=features,
        predict=circuit(rng, bits + features, 1, 8),
        update=circuit(rng, bits + features + 1 + random, bits, 8),
        done=circuit(rng, bits, 1, 4) if rng.random() < 0.5 else None,
        random_bits=random,
        on_error=rng.random() < 0.5,
    )


# Marks and words of the formats, whole and broken, then bytes and letters that trouble any reader.
WORDS = rb"""
{ } [ ] : , - ? # ' " | > % @ ` \ *a &a !!str --- ... <<: ~ null table source read write blank tapes accept
< </ /> <!DOCTYPE <!-- ]]> <![CDATA[ &lt; &#0; &x; <?x <read/> <final/> .model .names .end INPUT( aag
-1 1e999 NaN true \ud800 \u0000 "rules" "states" "halting" {"a": 1RB R L _ while if def halt(+1) up() (( lambda
"""
TROUBLE = (b"\x00", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xf0\x9f\x90\x9d", b"\xe2\x80\xa8", b"\r", b"\t", b"9" * 400)
LONG = (b"[" * 200, b"{" * 200, b"- " * 200, b"<a>" * 40, b"\n\n  ", b"\n---\n", b": ", b", ", b"    " * 60)
PIECES = (*WORDS.split(), *TROUBLE, *LONG)


def broken(rng: Random, data: bytes) -> bytes:
    """One to six cuts, copies, insertions and flips."""
    for _ in range(rng.randint(1, 6)):
        start = rng.randint(0, len(data))
        end = min(len(data), start + rng.choice((0, 1, 2, 7, 40, 300)))
        kind = rng.choice(("cut", "insert", "copy", "flip", "flip", "truncate"))
        if kind == "cut":
            data = data[:start] + data[end:]
        elif kind == "insert":
            data = data[:start] + rng.choice(PIECES) + data[start:]
        elif kind == "copy":
            to = rng.randint(0, len(data))
            data = data[:to] + data[start:end] + data[to:]
        elif kind == "flip" and start < len(data):
            data = data[:start] + bytes([rng.randrange(256)]) + data[start + 1 :]
        elif kind == "truncate" and rng.random() < 0.3:
            data = data[:start]
    return data
