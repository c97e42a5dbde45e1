"""The four kinds of machines as JSON objects and back."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from turingrad.formats.json_fields import Fields, as_integer, as_texts, one_of
from turingrad.formats.json_places import BadValueError, Path
from turingrad.machine.circuit import KINDS as GATE_KINDS
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.grid import MOVES as GRID_MOVES
from turingrad.machine.grid import WALL, GridMachine, GridRule
from turingrad.machine.learner import Learner
from turingrad.machine.tape import LEFT_ENDS, MOVE_NAMES, TWO_SIDED, Rule, TapeMachine

Machine = TapeMachine | GridMachine | Circuit | Learner

MAX_TAPES = 64
MAX_COUNT = 1 << 26  # of work columns, features and random bits: no array of that size is a slip of the pen
STATE_KEYS = ("states", "symbols", "blank", "start", "halting", "accept", "reject", "rules")
RULE_KEYS = ("state", "read", "write", "move", "next")
CIRCUIT_KEYS = ("inputs", "gates", "outputs")
TAPE_MOVES = {name: move for move, name in MOVE_NAMES.items()}


def tape_from(fields: Fields) -> TapeMachine:
    tapes = fields.integer("tapes", 1, MAX_TAPES, 1)
    states, symbols = fields.texts("states", required=True), fields.texts("symbols", required=True)
    known_states, known_symbols = set(states), set(symbols)
    rules: dict[tuple[str, tuple[str, ...]], Rule] = {}
    for path, item in fields.items("rules"):
        rule = Fields.of(item, path, RULE_KEYS)
        state, target = (one_of(rule.text(key), known_states, "state", rule.at(key)) for key in ("state", "next"))
        read, write, moves = (rule.texts(key, required=True) for key in ("read", "write", "move"))
        for key, entries in (("read", read), ("write", write), ("move", moves)):
            if len(entries) != tapes:
                raise BadValueError(rule.at(key), f"{len(entries)} entries", f"one for each of {tapes} tape(s)")
            what, known = ("move", TAPE_MOVES) if key == "move" else ("symbol", known_symbols)
            for i, entry in enumerate(entries):
                one_of(entry, known, what, rule.at(key, i))
        refuse_second(rules, (state, read), path)
        rules[state, read] = Rule(state, read, write, tuple(TAPE_MOVES[move] for move in moves), target)
    return TapeMachine(
        states=states,
        symbols=symbols,
        rules=tuple(rules.values()),
        tapes=tapes,
        left_end=one_of(fields.text("left_end", TWO_SIDED), LEFT_ENDS, "left end", ("left_end",)),
        input=tuple(as_texts(row, path) for path, row in fields.items("input", required=False)),
        **shared_from(fields),
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


def grid_from(fields: Fields) -> GridMachine:
    states, symbols = fields.texts("states", required=True), fields.texts("symbols", required=True)
    known_states, known_symbols = set(states), set(symbols)
    rules: dict[tuple[str, str], GridRule] = {}
    for path, item in fields.items("rules"):
        rule = Fields.of(item, path, RULE_KEYS)
        state, target = (one_of(rule.text(key), known_states, "state", rule.at(key)) for key in ("state", "next"))
        read = rule.text("read")
        if read == WALL:
            write = None
            if rule.values.get("write") is not None:
                raise BadValueError(rule.at("write"), "nothing can be written at a wall", "null")
        else:
            one_of(read, known_symbols, "symbol", rule.at("read"))
            write = one_of(rule.text("write"), known_symbols, "symbol", rule.at("write"))
        move = one_of(rule.text("move"), GRID_MOVES, "move", rule.at("move"))
        refuse_second(rules, (state, read), path)
        rules[state, read] = GridRule(state, read, write, move, target)
    return GridMachine(
        states=states,
        symbols=symbols,
        rules=tuple(rules.values()),
        work=fields.integer("work", 0, MAX_COUNT, 1),
        **shared_from(fields),
    )


def grid_to(machine: GridMachine) -> dict[str, Any]:
    rules = [{key: getattr(rule, key) for key in RULE_KEYS} for rule in machine.rules]
    return {"work": machine.work, **shared_to(machine), "rules": rules}


def circuit_from(fields: Fields) -> Circuit:
    inputs = fields.texts("inputs", required=True)
    gates: list[Gate] = []
    for path, item in fields.items("gates"):
        gate = Fields.of(item, path, ("kind", "inputs", "table"))
        kind = one_of(gate.text("kind"), GATE_KINDS, "gate", gate.at("kind"))
        before = len(inputs) + len(gates) - 1
        nodes = tuple(earlier_node(value, at, before) for at, value in gate.items("inputs"))
        gates.append(Gate(kind, nodes, gate.bits("table") if kind == "lut" or "table" in gate.values else None))
    outputs = []
    for path, item in fields.items("outputs"):
        output = Fields.of(item, path, ("name", "node"))
        node = earlier_node(output.required("node"), output.at("node"), len(inputs) + len(gates) - 1)
        outputs.append((output.text("name"), node))
    return Circuit(inputs, tuple(gates), tuple(outputs), name=fields.text("name", ""), doc=fields.text("doc", ""))


def circuit_to(circuit: Circuit) -> dict[str, Any]:
    gates = [
        {"kind": gate.kind, "inputs": list(gate.inputs)}
        | ({} if gate.table is None else {"table": "".join(map(str, gate.table))})
        for gate in circuit.gates
    ]
    outputs = [{"name": name, "node": node} for name, node in circuit.outputs]
    return {"inputs": list(circuit.inputs), "gates": gates, "outputs": outputs}


def earlier_node(value: object, path: Path, last: int) -> int:
    if last < 0:
        raise BadValueError(path, "there is no node yet", "an input or an earlier gate")
    return as_integer(value, path, 0, last)


def learner_from(fields: Fields) -> Learner:
    circuits = {
        key: circuit_from(Fields.of(fields.required(key), fields.at(key), ("name", "doc", *CIRCUIT_KEYS)))
        for key in ("predict", "update", "done")
        if key != "done" or fields.values.get("done") is not None
    }
    return Learner(
        memory=fields.bits("memory"),
        features=fields.integer("features", 0, MAX_COUNT),
        predict=circuits["predict"],
        update=circuits["update"],
        done=circuits.get("done"),
        random_bits=fields.integer("random_bits", 0, MAX_COUNT, 0),
        on_error=fields.flag("on_error"),
        name=fields.text("name", ""),
        doc=fields.text("doc", ""),
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


def shared_from(fields: Fields) -> dict[str, Any]:
    """What tape and grid machines have in common, without states, symbols and rules."""
    lists = {key: fields.texts(key) for key in ("halting", "accept", "reject")}
    words = {"blank": fields.text("blank"), "start": fields.text("start")}
    return {**lists, **words, "name": fields.text("name", ""), "doc": fields.text("doc", "")}


def shared_to(machine: TapeMachine | GridMachine) -> dict[str, Any]:
    """What tape and grid machines have in common, without the rules."""
    lists = {key: list(getattr(machine, key)) for key in ("states", "symbols", "halting", "accept", "reject")}
    return {**lists, "blank": machine.blank, "start": machine.start}


def refuse_second(rules: Container[object], place: object, path: Path) -> None:
    if place in rules:
        raise BadValueError(path, "a second rule for the same state and symbol", "one rule")


Kind = tuple[type, tuple[str, ...], Callable[[Fields], Machine], Callable[[Any], dict[str, Any]]]
"""Its class, the keys of its object, and the two ways between them."""

KINDS: dict[str, Kind] = {
    "tape": (TapeMachine, ("tapes", "left_end", "input", *STATE_KEYS), tape_from, tape_to),
    "grid": (GridMachine, ("work", *STATE_KEYS), grid_from, grid_to),
    "circuit": (Circuit, CIRCUIT_KEYS, circuit_from, circuit_to),
    "learner": (
        Learner,
        ("memory", "features", "random_bits", "on_error", "predict", "update", "done"),
        learner_from,
        learner_to,
    ),
}
