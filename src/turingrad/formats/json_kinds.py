"""The four kinds of machines as JSON objects and back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from typing import Any

from turingrad.formats.json_places import BadValueError, Path, json_type
from turingrad.formats.source_text import shown
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.grid import WALL, GridMachine, GridRule
from turingrad.machine.learner import Learner
from turingrad.machine.program import Program
from turingrad.machine.program.json_form import from_object as program_from
from turingrad.machine.program.json_form import to_object as program_to
from turingrad.machine.tape import MOVE_NAMES, TWO_SIDED, Rule, TapeMachine
from turingrad.machine.tape.machine import MOVES as TAPE_MOVES

Machine = TapeMachine | GridMachine | Circuit | Learner | Program

Object = dict[str, Any]
"""A JSON object that fits the schema: what is left to check is what a schema cannot say."""

STATE_LISTS = ("states", "symbols", "halting", "accept", "reject")
RULE_KEYS = ("state", "read", "write", "move", "next")


def tape_from(value: Object) -> TapeMachine:
    tapes, shared = int(value.get("tapes", 1)), shared_from(value)
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
        rules[state, read] = Rule(state, read, write, tuple([TAPE_MOVES[name] for name in move]), rule["next"])
    return TapeMachine(
        rules=tuple(rules.values()),
        tapes=tapes,
        left_end=value.get("left_end", TWO_SIDED),
        input=tuple(map(tuple, value.get("input", ()))),
        **shared,
    )


def tape_to(machine: TapeMachine) -> dict[str, Any]:
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
    return {"tapes": machine.tapes, **end, **shared_to(machine), **given, "rules": rules}


def grid_from(value: Object) -> GridMachine:
    shared = shared_from(value)
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


def grid_to(machine: GridMachine) -> dict[str, Any]:
    rules = [{key: getattr(rule, key) for key in RULE_KEYS} for rule in machine.rules]
    return {"work": machine.work, **shared_to(machine), "rules": rules}


def circuit_from(value: Object, path: Path = ()) -> Circuit:
    inputs, gates = tuple(value["inputs"]), []
    for k, gate in enumerate(value["gates"]):
        at = (*path, "gates", k, "inputs")
        nodes = tuple(earlier_node(node, (*at, i), len(inputs) + k - 1) for i, node in enumerate(gate["inputs"]))
        gates.append(Gate(gate["kind"], nodes, tuple(map(int, gate["table"])) if "table" in gate else None))
    outputs = []
    for k, output in enumerate(value["outputs"]):
        node = earlier_node(output["node"], (*path, "outputs", k, "node"), len(inputs) + len(gates) - 1)
        outputs.append((whole_text(output["name"], (*path, "outputs", k, "name")), node))
    return Circuit(whole_texts(inputs, (*path, "inputs")), tuple(gates), tuple(outputs), **words_of(value, path))


def circuit_to(circuit: Circuit) -> dict[str, Any]:
    gates = [
        {"kind": gate.kind, "inputs": list(gate.inputs)}
        | ({} if gate.table is None else {"table": "".join(map(str, gate.table))})
        for gate in circuit.gates
    ]
    outputs = [{"name": name, "node": node} for name, node in circuit.outputs]
    return {"inputs": list(circuit.inputs), "gates": gates, "outputs": outputs}


def earlier_node(value: Any, path: Path, last: int) -> int:
    if last < 0:
        raise BadValueError(path, "there is no node yet", "an input or an earlier gate")
    if value > last:
        raise BadValueError(path, f"{json_type(value)} out of place", f"a whole number from 0 to {last}")
    return int(value)


def learner_from(value: Object) -> Learner:
    circuits = {
        key: circuit_from(value[key], (key,)) for key in ("predict", "update", "done") if value.get(key) is not None
    }
    return Learner(
        memory=tuple(map(int, value["memory"])),
        features=int(value["features"]),
        predict=circuits["predict"],
        update=circuits["update"],
        done=circuits.get("done"),
        random_bits=int(value.get("random_bits", 0)),
        on_error=value.get("on_error", False),
        **words_of(value),
    )


def learner_to(learner: Learner) -> dict[str, Any]:
    return {
        "memory": "".join(map(str, learner.memory)),
        "features": learner.features,
        "random_bits": learner.random_bits,
        "on_error": learner.on_error,
        "predict": circuit_to(learner.predict),
        "update": circuit_to(learner.update),
        "done": None if learner.done is None else circuit_to(learner.done),
    }


def shared_from(value: Object) -> dict[str, Any]:
    """What tape and grid machines have in common, without the rules."""
    lists = {key: whole_texts(value.get(key, ()), (key,)) for key in STATE_LISTS}
    return {**lists, "blank": value["blank"], "start": value["start"], **words_of(value)}


def words_of(value: Object, path: Path = ()) -> dict[str, str]:
    return {key: whole_text(value.get(key, ""), (*path, key)) for key in ("name", "doc")}


def whole_texts(values: Iterable[str], path: Path) -> tuple[str, ...]:
    return tuple(whole_text(text, (*path, k)) for k, text in enumerate(values))


def whole_text(text: str, path: Path) -> str:
    """The text, refused where it has half a character: JSON can escape what no text file can carry."""
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        raise BadValueError(path, "half a character (a lone surrogate)", "whole Unicode characters")
    return text


def refuse_states(rule: Object, known: Collection[str], path: Path) -> None:
    for key in ("state", "next"):
        require_known(rule[key], known, "state", (*path, key))


def refuse_symbols(rule: Object, known: Collection[str], path: Path) -> None:
    for key in ("read", "write"):
        if isinstance(rule[key], str):
            require_known(rule[key], known, "symbol", (*path, key))
        else:
            for i, entry in enumerate(rule[key]):
                require_known(entry, known, "symbol", (*path, key, i))


def refuse_lengths(rule: Object, tapes: int, path: Path) -> None:
    for key in ("read", "write", "move"):
        if len(rule[key]) != tapes:
            raise BadValueError((*path, key), f"{len(rule[key])} entries", f"one for each of {tapes} tape(s)")


def require_known(name: str, known: Collection[str], what: str, path: Path) -> None:
    if name not in known:
        listed = ", ".join(map(repr, sorted(known)[:12])) + (", ..." if len(known) > 12 else "")
        raise BadValueError(path, f"unknown {what} {shown(name)}", f"one of {listed}")


def shared_to(machine: TapeMachine | GridMachine) -> dict[str, Any]:
    """What tape and grid machines have in common, without the rules."""
    lists = {key: list(getattr(machine, key)) for key in STATE_LISTS}
    return {**lists, "blank": machine.blank, "start": machine.start}


def refuse_second(rules: Container[object], place: object, path: Path) -> None:
    if place in rules:
        raise BadValueError(path, "a second rule for the same state and symbol", "one rule")


Kind = tuple[type, Callable[[Any], Machine], Callable[[Any], dict[str, Any]]]
"""Its class, and the two ways between it and a JSON object of its schema."""

KINDS: dict[str, Kind] = {
    "tape": (TapeMachine, tape_from, tape_to),
    "grid": (GridMachine, grid_from, grid_to),
    "circuit": (Circuit, circuit_from, circuit_to),
    "learner": (Learner, learner_from, learner_to),
    "program": (Program, program_from, program_to),
}
