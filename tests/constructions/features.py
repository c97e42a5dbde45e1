"""Small machines of every kind, each with one feature that a construction may honour or refuse but not pass over."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.grid import WALL, GridMachine, GridRule
from turingrad.machine.learner import Learner
from turingrad.machine.program import assemble
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

ODD = ("#", "<", "&amp;", "é", "0·1", "**", "|")


def one_tape(*rules: Rule, symbols: tuple[str, ...] = ("_", "a", "b"), **named: Any) -> TapeMachine:
    states = tuple(dict.fromkeys(state for rule in rules for state in (rule.state, rule.next)))
    states += tuple(state for state in named.get("halting", ()) if state not in states)
    return TapeMachine(states, symbols, "_", states[0], rules, **named)


def rule(state: str, read: str, write: str, move: int, following: str) -> Rule:
    return Rule(state, (read,), (write,), (move,), following)


TAPES: dict[str, tuple[TapeMachine, Any]] = {
    "a hard left end": (
        one_tape(
            rule("A", "a", "b", LEFT, "B"), rule("B", "b", "a", RIGHT, "H"), halting=("H",), left_end="hard",
        ),
        "a",
    ),
    "a hard left end, hit again and again": (
        one_tape(
            rule("A", "a", "b", LEFT, "A"), rule("A", "b", "a", LEFT, "B"), rule("B", "a", "b", RIGHT, "H"),
            halting=("H",), left_end="hard",
        ),
        "aa",
    ),
    "accept": (one_tape(rule("A", "a", "b", RIGHT, "Y"), halting=("Y", "N"), accept=("Y",), reject=("N",)), "a"),
    "reject": (one_tape(rule("A", "a", "b", RIGHT, "N"), halting=("Y", "N"), accept=("Y",), reject=("N",)), "a"),
    "no step at all, halting": (one_tape(rule("H", "a", "a", STAY, "H"), symbols=("_", "a")), ""),
    "starts in a halting state": (TapeMachine(("H",), ("_", "a"), "_", "H", (), halting=("H",)), "a"),
    "stuck at once": (one_tape(rule("A", "a", "b", RIGHT, "A")), "b"),
    "stays": (
        one_tape(rule("A", "a", "b", STAY, "B"), rule("B", "b", "a", STAY, "H"), halting=("H",)),
        "a",
    ),
    "two tapes": (
        TapeMachine(
            ("A", "H"), ("_", "a"), "_", "A",
            (
                Rule("A", ("a", "_"), ("a", "a"), (RIGHT, RIGHT), "A"),
                Rule("A", ("_", "_"), ("_", "_"), (STAY, STAY), "H"),
            ),
            halting=("H",), tapes=2,
        ),
        ("aa", ""),
    ),
    "odd symbols": (
        TapeMachine(
            ("A b", "H"), ("_", *ODD), "_", "A b",
            tuple(Rule("A b", (symbol,), (ODD[(i + 1) % len(ODD)],), (RIGHT,), "A b") for i, symbol in enumerate(ODD))
            + (Rule("A b", ("_",), ("_",), (STAY,), "H"),),
            halting=("H",),
        ),
        ODD,
    ),
    "an input of its own": (one_tape(rule("A", "a", "b", LEFT, "A"), input="aa"), None),
    "one symbol": (one_tape(rule("A", "_", "_", RIGHT, "B"), rule("B", "_", "_", STAY, "H"), symbols=("_",)), ""),
}  # fmt: skip


def grid(*rules: GridRule, symbols: tuple[str, ...] = ("-", "0", "+"), **named: Any) -> GridMachine:
    states = tuple(dict.fromkeys(state for rule in rules for state in (rule.state, rule.next)))
    states += tuple(state for state in named.get("halting", ()) if state not in states)
    return GridMachine(states, symbols, symbols[1], states[0], rules, **named)


VERDICTS = {"halting": ("Y", "N"), "accept": ("Y",), "reject": ("N",)}
GRIDS: dict[str, tuple[GridMachine, Any]] = {
    "accept": (grid(GridRule("A", "+", "-", "U", "Y"), **VERDICTS), ["-+0", "-+0"]),
    "reject": (grid(GridRule("A", "+", "-", "D", "N"), **VERDICTS), ["-+0", "-+0"]),
    "stays": (grid(GridRule("A", "+", "-", "S", "B"), GridRule("B", "-", "0", "S", "Y"), **VERDICTS), ["-+0"]),
    "walls": (
        grid(
            GridRule("A", "+", "-", "D", "A"), GridRule("A", WALL, None, "L", "B"), GridRule("B", "-", "+", "L", "B"),
            GridRule("B", WALL, None, "U", "B"), GridRule("B", "+", "0", "R", "Y"), **VERDICTS,
        ),
        ["+-0", "-+0"],
    ),
    "stuck at once": (grid(GridRule("A", "+", "-", "R", "Y"), **VERDICTS), ["--0"]),
    "starts in a halting state": (GridMachine(("Y",), ("-", "0", "+"), "0", "Y", (), halting=("Y",)), ["-+0"]),
    "three work columns": (grid(GridRule("A", "+", "-", "R", "Y"), work=3, **VERDICTS), ["+000", "+000"]),
    "no work column": (grid(GridRule("A", "+", "-", "L", "Y"), work=0, **VERDICTS), ["-+"]),
    "odd symbols": (
        grid(
            GridRule("A", "**", "<", "L", "A"), GridRule("A", "<", "é", "R", "Y"), symbols=("<", "é", "**"), **VERDICTS
        ),
        [["<", "**", "é"]],
    ),
}  # fmt: skip

BITS = ("a", "b")
CIRCUITS: dict[str, tuple[Circuit, Any]] = {
    "an input is the output": (Circuit(BITS, (), (("b", 1), ("a", 0))), [0, 1]),
    "constants": (Circuit(BITS, (Gate("const0", ()), Gate("const1", ())), (("zero", 2), ("one", 3))), [1, 0]),
    "one node twice": (Circuit(BITS, (Gate("xor", (0, 1)),), (("x", 2), ("y", 2))), [1, 0]),
    "a table": (Circuit(BITS, (Gate("lut", (0, 1), (1, 0, 0, 1)),), (("same", 2),)), [1, 1]),
    "a gate of one input twice": (
        Circuit(BITS, (Gate("xor", (0, 0)), Gate("and", (1, 1))), (("x", 2), ("y", 3))), [1, 1],
    ),
    "odd names": (Circuit(("<i>", "**"), (Gate("or", (0, 1)),), (("| &amp;", 2),)), [0, 1]),
    "an unused input": (Circuit(("a", "b", "c"), (Gate("not", (1,)),), (("x", 3),)), [0, 1, 1]),
}  # fmt: skip

SIGNS = np.array([[1, -1], [-1, -1], [1, 1]], np.int8)
SAMPLES = (SIGNS, np.array([1, -1, 1], np.int8))
XOR_UPDATE = Circuit(("m", "x0", "x1", "y"), (Gate("xor", (1, 3)), Gate("or", (0, 4))), (("m", 5),))
ANSWER = Circuit(("m", "x0", "x1"), (Gate("and", (0, 1)),), (("p", 3),))
LEARNERS: dict[str, tuple[Learner, Any]] = {
    "plain": (Learner((0,), 2, ANSWER, XOR_UPDATE), SAMPLES),
    "on errors": (Learner((0,), 2, ANSWER, XOR_UPDATE, on_error=True), SAMPLES),
    "done": (Learner((1,), 2, ANSWER, XOR_UPDATE, done=Circuit(("m",), (), (("d", 0),))), SAMPLES),
    "never done": (
        Learner((0,), 2, ANSWER, XOR_UPDATE, done=Circuit(("m",), (Gate("const0", ()),), (("d", 1),))), SAMPLES,
    ),
    "random bits": (
        Learner((0,), 2, ANSWER, Circuit(("m", "x0", "x1", "y", "r"), (), (("m", 4),)), random_bits=1), SAMPLES,
    ),
}  # fmt: skip

PROGRAMS: dict[str, tuple[Any, Any]] = {
    "an exit code": (assemble("li a0, 7; li a7, 93; ecall"), None),
    "output": (assemble("li a0, 65; li a7, 64; ecall; ebreak"), None),
    "a trap at once": (assemble(".word 0"), None),
    "a trap later": (assemble("li a0, 3; lw a1, 0(a0)"), None),
    "input": (assemble(
        "la a1, __input; lbu a0, 4(a1); li a7, 64; ecall; lw a0, 0(a1); li a7, 93; ecall"
    ), b"\xff\x00"),
    "an endless loop": (assemble("here: j here"), None),
}  # fmt: skip
KINDS: dict[str, dict[str, tuple[Any, Any]]] = {
    "tape": TAPES, "grid": GRIDS, "circuit": CIRCUITS, "learner": LEARNERS, "program": PROGRAMS,
}  # fmt: skip
