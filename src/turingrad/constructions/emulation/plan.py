"""What an emulation net computes, before any vertex is built: its output, the flips it tries, and their groups."""

from __future__ import annotations

from dataclasses import dataclass

from turingrad.constructions.emulation.groups import Implications, exclusive_groups
from turingrad.constructions.emulation.logic import FALSE, TRUE, Logic
from turingrad.constructions.emulation.memory import SHAPES
from turingrad.constructions.emulation.scheme import guesses, input_names, intention
from turingrad.machine.circuit.simplify import without_dead_gates
from turingrad.machine.learner import Learner


@dataclass(frozen=True)
class Plan:
    """Literals of `logic`: the net's inputs by name, the readings of each memory bit, the output, and for each bit
    those that open its two paths, the first where the output is 1 and the second where it is -1.

    `one_sided`: no bit ever flips at an output of -1. Then each has its first path alone, or none if it never flips."""

    learner: Learner
    shape: str
    logic: Logic
    inputs: dict[str, int]
    readings: tuple[tuple[int, ...], ...]
    answer: int
    flips: tuple[int, ...]
    paths: tuple[tuple[int, int], ...]
    groups: tuple[tuple[int, ...], ...]
    one_sided: bool


def plan(learner: Learner, shape: str) -> Plan:
    """The function r(x, b) of Lemma 3 for a memory of this shape.

    The bits of a clocked circuit flip only while it runs, which its prediction says: they need one path each, and one
    sign to read (see `Plan`). This is tried where the prediction does not depend on the sample."""
    if predicts_from_memory(learner):
        found = plan_memory(learner, shape, one_sided=True)
        if found is not None:
            return found
    found = plan_memory(learner, shape, one_sided=False)
    assert found is not None
    return found


def predicts_from_memory(learner: Learner) -> bool:
    """Whether the prediction is a function of the memory alone, or constant, and every error is learned from."""
    if not learner.on_error or learner.done is not None:
        return False
    used = without_dead_gates(learner.predict)
    nodes = {node for gate in used.gates for node in gate.inputs} | set(used.output_nodes)
    return not any(len(learner.memory) <= node < len(used.inputs) for node in nodes)


def plan_memory(learner: Learner, shape: str, one_sided: bool) -> Plan | None:
    """The plan with one path or two per bit; None if one path is not enough."""
    logic = Logic()
    inputs = {name: logic.variable() for name in input_names(learner)}
    # A shared first edge holds the bit, or an only one, or the two paths' first edges together.
    signs = 1 if SHAPES[shape][1] or one_sided else 2
    readings = tuple(tuple(logic.variables(signs)) for _ in learner.memory)
    # A positive weight reads as 1 and encodes 0, so one reading is negated; in the XOR of two, the negations cancel.
    b = [logic.xor(*reading) if signs == 2 else reading[0] ^ 1 for reading in readings]
    x = [inputs[f"x[{i}]"] for i in range(learner.features)]
    r = [inputs[f"r[{i}]"] for i in range(learner.random_bits)]
    answer, flips = intention(logic, learner, b, x, r, inputs["guess"] if guesses(learner) else FALSE)
    implications = Implications(logic, flips)
    if one_sided:
        if not all(flip == FALSE or implications.implies(flip, answer) for flip in flips) and answer != TRUE:
            return None
        paths = tuple((flip, FALSE) for flip in flips)
    else:
        paths = tuple((logic.and_(flip, answer), logic.and_(flip, answer ^ 1)) for flip in flips)
    groups = exclusive_groups(implications)
    return Plan(learner, shape, logic, inputs, readings, answer, tuple(flips), paths, groups, one_sided)
