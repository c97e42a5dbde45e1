# ruff: noqa
"""A Turing machine with a sparse tape, and three programs for it."""

from collections import defaultdict
from enum import Enum


class Move(Enum):
    L = -1
    R = 1
    S = 0


class Halted(Exception):
    pass


PROGRAMS = {
    "increment": """
        scan 0 0 R scan
        scan 1 1 R scan
        scan _ _ L carry
        carry 1 0 L carry
        carry 0 1 S halt
        carry _ 1 S halt
    """,
    "palindrome": """
        start 0 _ R have0
        start 1 _ R have1
        start _ Y S halt
        have0 0 0 R have0
        have0 1 1 R have0
        have0 _ _ L check0
        have1 0 0 R have1
        have1 1 1 R have1
        have1 _ _ L check1
        check0 0 _ L back
        check0 _ Y S halt
        check1 1 _ L back
        check1 _ Y S halt
        back 0 0 L back
        back 1 1 L back
        back _ _ R start
    """,
    "beaver": "a _ 1 R b\na 1 1 L b\nb _ 1 L a\nb 1 1 R halt",
}


def compile_rules(source):
    rules = {}
    first = None
    for line in filter(None, map(str.strip, source.splitlines())):
        state, read, write, move, goto = line.split()
        first = first or state
        rules[state, read] = (write, Move[move], goto)
    return first, rules


def main(name, tape, limit=500):
    state, rules = compile_rules(PROGRAMS[name])
    cells = defaultdict(lambda: "_", enumerate(tape))
    head = steps = 0
    try:
        while state != "halt":
            if steps >= limit:
                raise Halted("step limit")
            rule = rules.get((state, cells[head]))
            if rule is None:
                raise Halted(f"stuck in {state} on {cells[head]}")
            cells[head], move, state = rule
            head += move.value
            steps += 1
        verdict = "halted"
    except Halted as stop:
        verdict = str(stop)
    used = [i for i, s in cells.items() if s != "_"]
    text = "".join(cells[i] for i in range(min(used), max(used) + 1)) if used else ""
    return verdict, steps, text


CASES = [
    ("increment", "1011"),
    ("increment", "111"),
    ("increment", ""),
    ("palindrome", "0110"),
    ("palindrome", "10010"),
    ("palindrome", "1"),
    ("beaver", ""),
    ("increment", "10", 2),
]
