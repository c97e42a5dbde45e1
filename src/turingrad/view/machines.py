"""A machine as data of a page: names, rules and its diagram."""

from __future__ import annotations

from typing import Any

from turingrad.machine.states import StateMachine
from turingrad.view.diagram import MAX_STATES, diagram

MAX_RULES = 2_000


def machine_data(machine: StateMachine) -> dict[str, Any]:
    rules: list[list[Any]] = []
    for rule in machine.rules[:MAX_RULES]:
        read, write, move = (
            list(part) if isinstance(part, tuple) else part for part in (rule.read, rule.write, rule.move)
        )
        rules.append([rule.state, read, write, move, rule.next])
    return {
        "name": machine.name,
        "doc": machine.doc.strip().split("\n\n")[0].replace("\n", " "),
        "states": list(machine.states),
        "symbols": list(machine.symbols),
        "blank": machine.blank,
        "halting": list(machine.halting),
        "accept": list(machine.accept),
        "reject": list(machine.reject),
        "rules": rules,
        "diagram": str(diagram(machine, standalone=False)) if len(machine.states) <= MAX_STATES else None,
    }
