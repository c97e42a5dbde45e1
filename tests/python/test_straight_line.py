"""The straight-line machine runs any learner's step: its data tape holds the reference memory after all samples."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.python.learner_programs import Coin, Declared, Perceptron
from turingrad.machine.circuit.run import evaluate_python
from turingrad.machine.learner import run as learner_run
from turingrad.machine.tape.run import run
from turingrad.python import learner
from turingrad.python.logic import Graph
from turingrad.python.schedule import schedule_program
from turingrad.python.straight_line import BLANK, bit_of, straight_line_machine
from turingrad.python.tapes import learner_tapes


def test_the_machine_is_small() -> None:
    machine = straight_line_machine()
    assert (len(machine.states), machine.tapes, len(machine.symbols)) == (5, 3, 18)


@pytest.mark.parametrize("kind", [Perceptron, Coin, Declared])
@pytest.mark.parametrize("seed", [0, 1])
def test_memory_and_prediction_are_the_references(kind: Any, seed: int) -> None:
    made = learner(kind, 4)
    tapes = learner_tapes(made)
    rng = np.random.default_rng(seed)
    X = rng.choice([-1, 1], size=(7, 4)).astype(np.int8)
    y = rng.choice([-1, 1], size=7).astype(np.int8)
    memory = learner_run.run(made, X, y, seed=seed).configuration.memory
    found = run(straight_line_machine(), tapes.machine_input(X, y, seed))
    assert found.configuration.state == "halt"
    assert tapes.memory_in(found.configuration) == memory
    asking = straight_line_machine(query=True)
    for x in rng.choice([-1, 1], size=(4, 4)).astype(np.int8):
        answer = asking.answer(run(asking, tapes.machine_input(X, y, seed, x)).configuration.state)
        bits = [*memory, *(int(v > 0) for v in x)]
        assert answer == 2 * evaluate_python(made.predict, bits)[0] - 1


@pytest.mark.parametrize("seed", range(30))
def test_random_graphs_move_every_bit_where_it_belongs(seed: int) -> None:
    """New values may be old ones of other cells, negated ones, or constants: what is overwritten is saved before."""
    rng = random.Random(seed)
    graph = Graph()
    kept, read = graph.variables(rng.randint(1, 6)), graph.variables(rng.randint(1, 4))
    pool = [0, *kept, *read]
    for _ in range(rng.randint(0, 12)):
        a, b = (rng.choice(pool) ^ rng.randint(0, 1) for _ in range(2))
        pool.append(rng.choice([graph.and_, graph.xor])(a, b))
    outputs = [rng.choice(pool) ^ rng.randint(0, 1) for _ in kept]
    program = schedule_program(graph, kept, read, outputs)
    before = {literal: rng.randint(0, 1) for literal in (*kept, *read)}
    bits = {program.places[literal]: before[literal] for literal in kept}
    data = "".join(str(bits.get(2 * c, 0) + 2 * bits.get(2 * c + 1, 0)) for c in range(max(bits) // 2 + 1))
    tape = "".join(str(before[literal]) for literal in program.inputs)
    given = tuple(tuple(BLANK + row) for row in (tape, data, program.text + "e"))
    found = run(straight_line_machine(), given).configuration.tapes[1]
    after = graph.substitute(outputs, before)
    places = [program.places[literal] for literal in kept]
    assert [bit_of(found.read(1 + (place >> 1), BLANK), place & 1) for place in places] == after
