"""Grid machines as JSON objects and back."""

from __future__ import annotations

from typing import Any

from turingrad.machine.grid import WALL, GridMachine, GridRule
from turingrad.machine.json_values import (
    Object,
    Path,
    dump_shared,
    parse_shared,
    refuse_second,
    refuse_states,
    refuse_symbols,
)

RULE_KEYS = ("state", "read", "write", "move", "next")


def from_object(value: Object) -> GridMachine:
    """The machine of an object that fits the schema."""
    shared = parse_shared(value)
    known, symbols = set(shared["states"]), set(shared["symbols"])
    rules: dict[tuple[str, str], GridRule] = {}
    for k, rule in enumerate(value["rules"]):
        path: Path = ("rules", k)
        refuse_states(rule, known, path)
        if rule["read"] != WALL:
            refuse_symbols(rule, symbols, path)
        refuse_second(rules, (rule["state"], rule["read"]), path)
        made = GridRule(rule["state"], rule["read"], rule.get("write"), rule["move"], rule["next"])
        rules[made.state, made.read] = made
    return GridMachine(rules=tuple(rules.values()), work=int(value.get("work", 1)), **shared)


def to_object(machine: GridMachine) -> dict[str, Any]:
    """The way back, without name and doc."""
    rules = [{key: getattr(rule, key) for key in RULE_KEYS} for rule in machine.rules]
    return {"work": machine.work, **dump_shared(machine), "rules": rules}
