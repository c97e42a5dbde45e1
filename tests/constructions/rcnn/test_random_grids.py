"""Random grid machines: both interpreters, the network's own layers, every executor, the unrolled circuit and the file
format say the same."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import turingrad as tg
from tests.generators_grid import grid_machines, grids
from turingrad import formats
from turingrad.check import lockstep
from turingrad.constructions.rcnn.executors.learning import EXECUTORS
from turingrad.machine.grid import GridMachine
from turingrad.machine.lower import unrolling

ALPHABETS = (("-", "0", "+"), ("a", "b"), ("é", "<", "0 1", "**", "|"))
STEPS = 24


def outcome(run: Any) -> tuple[Any, ...]:
    return run.configuration, run.halted, run.stopped, run.verdict, run.steps


@settings(max_examples=6)
@given(data=st.data(), symbols=st.sampled_from(ALPHABETS), work=st.integers(0, 2))
def test_random_grid_machines_run_alike_everywhere(data: st.DataObject, symbols: tuple[str, ...], work: int) -> None:
    machine: GridMachine = data.draw(grid_machines(max_states=3, symbols=symbols, blank=symbols[1], work=work))
    grid = data.draw(grids(max_rows=3, max_columns=3, symbols=symbols))
    start = tuple((*row, *[machine.blank] * work) for row in grid)
    expected = outcome(tg.run(machine, start, executor="python", max_steps=STEPS))
    assert outcome(tg.run(machine, start, executor="compiled", max_steps=STEPS)) == expected
    read = formats.from_object(json.loads(json.dumps(formats.to_object(machine))))
    assert outcome(tg.run(read, start, max_steps=STEPS)) == expected
    network: Any = tg.compile(machine, "rcnn")
    assert lockstep(network, start, STEPS).ok
    for executor in EXECUTORS:
        assert outcome(tg.run(network, start, executor=executor, max_steps=STEPS)) == expected, executor
    unrolled = unrolling(machine, 6, (len(start), len(start[0])))
    bits = tg.evaluate(unrolled.circuit, [unrolled.encode_input(start)])[0]
    assert unrolled.decode(bits) == tg.run(machine, start, max_steps=6).configuration
