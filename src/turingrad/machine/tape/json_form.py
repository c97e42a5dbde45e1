"""Tape machines as JSON objects and back."""

from __future__ import annotations

from typing import Any

from turingrad.machine.json_values import (
    BadValueError,
    Object,
    Path,
    dump_shared,
    parse_shared,
    refuse_second,
    refuse_states,
    refuse_symbols,
)
from turingrad.machine.tape import MOVE_NAMES, TWO_SIDED, Rule, TapeMachine
from turingrad.machine.tape.machine import MOVES


def from_object(value: Object) -> TapeMachine:
    """The machine of an object that fits the schema."""
    tapes, shared = int(value.get("tapes", 1)), parse_shared(value)
    known, symbols = set(shared["states"]), set(shared["symbols"])
    rules: dict[tuple[str, tuple[str, ...]], Rule] = {}
    for k, rule in enumerate(value["rules"]):
        path: Path = ("rules", k)
        state, read, write, move = rule["state"], tuple(rule["read"]), tuple(rule["write"]), rule["move"]
        if not (known.issuperset((state, rule["next"])) and len(read) == len(write) == len(move) == tapes):
            refuse_states(rule, known, path)
            refuse_lengths(rule, tapes, path)
        if not (symbols.issuperset(read) and symbols.issuperset(write)):
            refuse_symbols(rule, symbols, path)
        refuse_second(rules, (state, read), path)
        rules[state, read] = Rule(state, read, write, tuple([MOVES[name] for name in move]), rule["next"])
    return TapeMachine(
        rules=tuple(rules.values()),
        tapes=tapes,
        left_end=value.get("left_end", TWO_SIDED),
        input=tuple(map(tuple, value.get("input", ()))),
        **shared,
    )


def refuse_lengths(rule: Object, tapes: int, path: Path) -> None:
    for key in ("read", "write", "move"):
        if len(rule[key]) != tapes:
            raise BadValueError((*path, key), f"{len(rule[key])} entries", f"one for each of {tapes} tape(s)")


def to_object(machine: TapeMachine) -> dict[str, Any]:
    """The way back, without name and doc."""
    rules = [
        {
            "state": rule.state,
            "read": list(rule.read),
            "write": list(rule.write),
            "move": [MOVE_NAMES[move] for move in rule.move],
            "next": rule.next,
        }
        for rule in machine.rules
    ]
    given = {"input": [list(row) for row in machine.input]} if any(machine.input) else {}
    end = {} if machine.left_end == TWO_SIDED else {"left_end": machine.left_end}
    return {"tapes": machine.tapes, **end, **dump_shared(machine), **given, "rules": rules}
