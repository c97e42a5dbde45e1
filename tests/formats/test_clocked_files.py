"""Files with latches: AIGER 1.9 in both forms, BLIF and BENCH; read, written, damaged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turingrad as tg
from tests.formats.test_fuzz import mutations
from tests.generators_clocked import clocked_circuits
from turingrad import formats
from turingrad.errors import FormatError, LimitError, TuringradError
from turingrad.machine.circuit import Circuit
from turingrad.machine.clocked import ClockedCircuit

# A toggle flip-flop with enable and reset, as the AIGER paper has it, with a reset value and a name that is taken.
TOGGLE = (
    b"aag 7 2 1 2 4\n2\n4\n6 8 1\n6\n7\n8 4 10\n10 13 15\n12 2 6\n14 3 7\ni0 enable\nl0 enable\no0 Q\no1 !Q\nc\nT\n"
)
COUNTER = """.model two
.inputs clk en
.outputs q[0] q[1]
.latch n0 q[0] re clk 0
.latch n1 q[1] re clk
.names en q[0] n0
10 1
01 1
.subckt add a=en b=q[0] c=q[1] f=n1
.end
.model add
.inputs a b c
.outputs f
.names a b c f
110 1
0-1 1
-01 1
.end
"""


def clocked(data: bytes, format: str) -> ClockedCircuit:
    found = formats.parse(data, "file", format)
    assert isinstance(found, ClockedCircuit)
    return found


def same_behaviour(one: ClockedCircuit, other: ClockedCircuit) -> bool:
    rows = np.random.default_rng(0).integers(0, 2, (20, len(one.inputs)))
    return one.initial == other.initial and list(tg.run(one, rows).trace) == list(tg.run(other, rows).trace)


def test_aiger_with_a_reset_value_is_read() -> None:
    machine = clocked(TOGGLE, "aiger-ascii")
    assert (machine.inputs, machine.registers, machine.initial) == (("enable", "i1"), ("enable_2",), (1,))
    assert (machine.output_names, machine.doc) == (("Q", "!Q"), "T")
    found = [c.registers + c.outputs for c in tg.run(machine, [[1, 1], [0, 1], [1, 0]]).trace]
    assert found == [(1,), (0, 1, 0), (0, 0, 1), (0, 0, 1)]
    binary = clocked(formats.serialise(machine, "aiger"), "aiger")
    assert same_behaviour(machine, binary)


def test_properties_of_model_checking_are_outputs() -> None:
    file = b"aag 2 1 1 1 0 2 1 2 1\n2\n4 2 4\n4\n2\n3\n5\n2\n1\n4\n2\n0\n3\nb1 unsafe\nj0 often\nc0 assume\nc\n"
    machine = clocked(file, "aiger-ascii")
    assert machine.outputs[0] == ("o0", 1)
    assert machine.output_names == ("o0", "b0", "unsafe", "assume", "j0.0", "j0.1", "j1.0", "f0")
    assert machine.initial == (None,)
    assert isinstance(formats.parse(b"aag 1 1 0 0 0 1\n2\n2\n", "x", "aiger-ascii"), Circuit)


def test_a_binary_file_as_the_model_checking_contests_have_them_is_read_and_goes_round() -> None:
    """Header M I L O A B C J F; three latches that start as 0, 1 and anything; every sort of property; names."""
    file = (
        b"aig 7 2 3 1 2 1 1 1 1\n12\n14 1\n10 10\n6\n15\n4\n2\n7\n13\n8\n"
        b"\x04\x02" b"\x02\x05"  # 12 = 8 and 6, 14 = 12 and 7
        b"i1 go\nl2 held\nb0 unsafe\nc0 assume\nf0 fair\nc\nmade by a model checker\nin two lines\n"
    )  # fmt: skip
    machine = clocked(file, "aiger")
    assert (machine.inputs, machine.registers, machine.initial) == (("i0", "go"), ("l0", "l1", "held"), (0, 1, None))
    assert machine.output_names == ("o0", "unsafe", "assume", "j0.0", "j0.1", "fair")
    assert machine.doc == "made by a model checker\nin two lines"
    final = tg.run(machine, [[0, 1], [1, 0]]).configuration
    assert (final.registers, final.outputs) == ((0, 0, 0), (0, 1, 0, 1, 1, 0))
    for format in ("aiger", "aiger-ascii"):
        written = formats.serialise(machine, format)
        again = clocked(written, format)
        assert same_behaviour(machine, again)
        assert (again.output_names, again.doc) == (machine.output_names, machine.doc)
        assert formats.serialise(again, format) == written


def test_blif_latches_are_registers_and_the_clock_is_the_tick() -> None:
    machine = clocked(COUNTER.encode(), "blif")
    assert (machine.inputs, machine.registers, machine.initial) == (("en",), ("q[0]", "q[1]"), (0, None))
    assert tg.run(machine, [[1]] * 3).configuration.registers == (1, 1)
    for change in (("re clk 0", "re NIL 0"), (".inputs clk en", ".inputs en\n.clock clk")):
        assert clocked(COUNTER.replace(*change).encode(), "blif") == machine


@settings(max_examples=40)
@given(clocked_circuits(), st.sampled_from(["aiger", "aiger-ascii", "blif", "json"]))
def test_every_format_carries_it(machine: ClockedCircuit, format: str) -> None:
    once = clocked(formats.serialise(machine, format), format)
    assert same_behaviour(machine, once)
    assert clocked(formats.serialise(once, format), format) == once


def test_bench_flip_flops_start_as_anything() -> None:
    machine = clocked(b"INPUT(d)\nOUTPUT(q)\nq = DFF(n)\nn = XOR(q, d)\n", "bench")
    assert (machine.registers, machine.initial) == (("q",), (None,))
    assert clocked(formats.serialise(machine, "bench"), "bench") == machine
    with pytest.raises(FormatError, match="register 'q' has a value at the start"):
        formats.serialise(replace(machine, initial=(0,)), "bench")


def latch(line: str, *more: str) -> str:
    return "\n".join([".model m", ".inputs clk d", ".outputs q", line, *more, ".end"])


BAD = [
    (latch(".latch n q re clk 0"), "blif", "signal 'n' is not defined"),
    (latch(".latch d q re clk 0", ".latch d q re clk 0"), "blif", "signal 'q' is driven twice (first in line 4)"),
    (latch(".latch d q re clk 0", ".names d q", "1 1"), "blif", "signal 'q' is driven twice"),
    (latch(".latch d d re clk 0"), "blif", "signal 'd' is driven, but it is an input"),
    (latch(".latch n q 0", ".names n n", "1 1"), "blif", "defined by each other: n <- n"),
    (latch(".latch d q re clk 0", ".latch d r fe clk 0"), "blif", "a second clock, fe 'clk' (the first is in line 4)"),
    (latch(".latch d q re clk 0", ".latch d r re d 0"), "blif", "a second clock, re 'd'"),
    (latch(".latch d q re n 0", ".names d n", "1 1"), "blif", "the clock 'n' is not an input"),
    (latch(".latch d q re clk 0", ".names clk z", "1 1"), "blif", "the clock 'clk' is used in line 5"),
    (latch(".latch d q ah clk 0"), "blif", "a latch of type 'ah' is not triggered by an edge"),
    (latch(".latch d q xx clk 0"), "blif", "'xx' is not a type of latch"),
    (latch(".latch d q 7"), "blif", "'7' is not an initial value"),
    (latch(".latch d"), "blif", ".latch has 1 words"),
    ("aag 1 0 1 0 0\n2 4\n", "aiger-ascii", "literal 4 is too large"),
    ("aag 2 0 1 0 0\n2 4\n", "aiger-ascii", "literal 4 is not defined"),
    ("aag 1 0 1 0 0\n2 3 7\n", "aiger-ascii", "latch 2 starts as 7"),
    ("aag 2 1 1 0 0\n2\n2 3\n", "aiger-ascii", "literal 2 is defined twice (first in line 2)"),
    ("aag 2 0 1 0 1\n2 4\n4 4 2\n", "aiger-ascii", "defined by each other: 4 <- 4"),
    ("aag 1 0 1 0 0\n2 3 0 0\n", "aiger-ascii", "has 4 numbers"),
    ("aag 1 0 1 0 0 0 0 0 1\n2 3\n9\n", "aiger-ascii", "literal 9 is too large"),
    ("aag 2 0 1 0 0 0 0 1 1\n2 3\n1\n4\n2\n", "aiger-ascii", "literal 4 is not defined"),
    ("aig 1 0 1 0 0\n2 3\n", "aiger", "latch 2 starts as 3"),
    ("aig 9 0 9 0 0\n2\n", "aiger", "the header promises 0 inputs, 9 latches, 0 outputs"),
    ("aag 1 0 1 0 0\n2 3\nl1 x\n", "aiger-ascii", "there is no latch 1"),
    ("INPUT(d)\nq = DFF(d, d)\n", "bench", "DFF has 2 inputs"),
    ("OUTPUT(q)\nq = DFF(n)\n", "bench", "signal 'n' is not defined"),
    ("INPUT(q)\nq = DFF(q)\n", "bench", "signal 'q' is driven, but it is an input"),
]


@pytest.mark.parametrize(("text", "format", "message"), BAD)
def test_a_hostile_latch_is_refused_in_one_line(text: str, format: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        formats.parse(text.encode(), "file", format)
    assert message in str(caught.value)
    assert "\n" not in caught.value.message


def test_too_many_literals_are_refused() -> None:
    with pytest.raises(LimitError, match="literals of justice properties"):
        formats.parse(b"aag 1 0 1 0 0 0 0 2\n2 3\n999999\n999999\n", "x", "aiger-ascii")
    with pytest.raises(LimitError, match="outputs and properties"):
        formats.parse(b"aag 1 1 0 0 0 9999999\n2\n", "x", "aiger-ascii")


@pytest.mark.parametrize(("format", "data"), [("aiger-ascii", TOGGLE), ("blif", COUNTER.encode())])
def test_a_mutated_file_is_read_or_refused(format: str, data: bytes) -> None:
    @settings(max_examples=60)
    @given(mutations(data))
    def check(changed: bytes) -> None:
        try:
            found = formats.parse(changed, "file", format)
        except TuringradError as error:
            assert str(error)  # noqa: PT017 - either is right
        else:
            assert formats.parse(formats.serialise(found, "json"), "again", "json") == found

    check()
