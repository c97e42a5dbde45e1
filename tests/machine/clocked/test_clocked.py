"""Clocked circuits: what is legal, both interpreters, many runs in a word, the JSON form, waveforms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turingrad as tg
from tests.generators_clocked import clocked_circuits, counter
from turingrad import formats
from turingrad.errors import InputError, MachineError
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.clocked import ClockedCircuit, ClockedConfiguration, clock_circuit
from turingrad.machine.clocked.page import MAX_SIGNALS, group_signals, waves
from turingrad.machine.clocked.run import run_many, stepper

TOGGLE = ClockedCircuit((), ("q",), (0,), (Gate("not", (0,)),), (("o", 0),), (1,))


def test_a_counter_counts() -> None:
    rows = np.array([[1], [0], [1], [1]])
    run = tg.run(counter(2, 1), rows)
    assert run.configuration == ClockedConfiguration(4, (0, 0), (1,))
    assert run.halted
    values = [sum(bit << k for k, bit in enumerate(c.registers)) for c in run.trace]
    assert values == [1, 2, 2, 3, 0]
    free = tg.run(TOGGLE, max_steps=3)
    assert (free.configuration.registers, free.halted, free.stopped) == ((1,), False, "steps")
    assert tg.run(TOGGLE).steps == 1_000  # without a stimulus it needs a limit


@settings(max_examples=40)
@given(clocked_circuits(), st.integers(0, 99))
def test_both_interpreters_and_64_runs_in_a_word_agree(machine: ClockedCircuit, seed: int) -> None:
    stimuli = np.random.default_rng(seed).integers(0, 2, (67, 5, len(machine.inputs)))
    found = run_many(machine, stimuli)
    for k in (0, 1, 63, 64, 66):
        traces = [list(tg.run(machine, stimuli[k], executor=name).trace) for name in ("compiled", "python")]
        assert traces[0] == traces[1]
        assert [c.registers for c in traces[0]] == [tuple(row) for row in found.registers[k].tolist()]
        assert [c.outputs for c in traces[0][1:]] == [tuple(row) for row in found.outputs[k].tolist()]


@settings(max_examples=40)
@given(clocked_circuits())
def test_json_holds_all_of_it(machine: ClockedCircuit) -> None:
    assert formats.from_object(formats.to_object(machine)) == machine
    assert hash(machine) == hash(replace(machine, name="other"))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"initial": ()}, "1 registers must have 1 initial values, not 0"),
    ({"next": ()}, "1 registers must have 1 next nodes, not 0"),
    ({"initial": (2,)}, "register 'q' starts as 2, not as 0, 1 or None"),
    ({"next": (7,)}, "register 'q' takes the value of node 7; the nodes are 0 to 1"),
    ({"inputs": ("q",)}, "'q'"),
    ({"outputs": (("o", 9),)}, "output 'o' is node 9"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED)
def test_an_illegal_one_is_refused_in_one_line(change: dict[str, Any], message: str) -> None:
    with pytest.raises(MachineError) as caught:
        replace(TOGGLE, **change)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(MachineError, match="2 registers need as many inputs and outputs"):
        clock_circuit(Circuit(("a",), (), (("f", 0),)), [0, 0])
    for wrong in ([1, 0], [[1, 0]], [[2]]):
        with pytest.raises(InputError):
            tg.run(counter(2), wrong)
    with pytest.raises(InputError, match="runs, ticks, 1 inputs"):
        run_many(counter(2), [[1]])
    with pytest.raises(InputError, match="no reference executor 'fast'"):
        stepper(TOGGLE, None, "fast")
    with pytest.raises(InputError, match="waveforms are of clocked circuits"):
        formats.to_vcd(tg.run("busy-beaver-2"))
    with pytest.raises(tg.FormatError, match="2 registers"):
        formats.from_object({**formats.to_object(TOGGLE), "initial": "00"})


def test_it_is_shown() -> None:
    assert repr(counter(2)) == "ClockedCircuit('counter 2', 1 inputs, 2 registers, 1 outputs, 4 gates)"
    assert "count[1]" in counter(2)._repr_html_()
    assert str(ClockedConfiguration(3, (0, 1), (1,))) == "step 3: registers 01, outputs 1"
    assert tg.run(TOGGLE, max_steps=1).configuration.outputs == (0,)


def test_names_with_indices_are_words() -> None:
    names = ["a[1]", "b", "a[0]", "c[1]", "d[0]", "a[2]"]
    assert [(s.name, s.places) for s in group_signals(names)] == [
        ("a", (2, 0, 5)), ("b", (1,)), ("c[1]", (3,)), ("d[0]", (4,)),
    ]  # fmt: skip


def test_a_page_has_the_waves_of_words_and_bits() -> None:
    machine = counter(5)
    rows = [[1]] * 3
    found = waves(machine, rows, list(tg.run(machine, rows).trace))
    assert [(s["sort"], s["name"], s["values"]) for s in found["signals"]] == [
        ("input", "enable", ["", "1", "1", "1"]),
        ("register", "count", ["00", "01", "02", "03"]),
        ("output", "carry", ["", "0", "0", "0"]),
    ]
    many = ClockedCircuit((), tuple(f"r{k}" for k in range(60)), (0,) * 60, (), (("o", 0),), tuple(range(60)))
    drawn = waves(many, None, list(tg.run(many, max_steps=1).trace))
    assert len(drawn["signals"]) == MAX_SIGNALS
    assert drawn["leftOut"] == "13 of 61 signals are not drawn."


def test_a_vcd_file_has_every_change() -> None:
    text = formats.to_vcd(tg.run(counter(2), [[1], [1], [0]])).decode()
    codes = {line.split()[4]: line.split()[3] for line in text.splitlines() if line.startswith("$var")}
    changes = text.split("$enddefinitions $end\n")[1]
    at = {int(block.split()[0]): block.split("\n")[1:] for block in ("\n" + changes).split("\n#")[1:]}
    assert [t for t, lines in at.items() if f"1{codes['clock']}" in lines] == [0, 10, 20, 30]
    assert f"b00 {codes['count']}" in at[0]
    assert f"b01 {codes['count']}" in at[10]
    assert f"b10 {codes['count']}" in at[20]
    assert f"0{codes['enable']}" in at[20]
    assert not any(line.endswith(codes["count"]) for line in at[30])
    assert f"x{codes['enable']}" in at[30]
