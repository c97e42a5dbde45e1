"""ISCAS .bench: what is read, what is written, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.equivalence import all_vectors, equivalent
from tests.generators_circuit import circuits
from turingrad.errors import FormatError
from turingrad.formats.bench import read_bench, write_bench
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.run import evaluate


def read(text: str) -> Circuit:
    return read_bench(text.encode(), "test.bench")


def netlist(*lines: str) -> str:
    return "\n".join(["INPUT(a)", "INPUT(b)", "OUTPUT(f)", *lines]) + "\n"


@pytest.mark.parametrize(
    ("right", "gates"),
    [
        ("AND(a, b)", (Gate("and", (0, 1)),)),
        ("OR(a,b)", (Gate("or", (0, 1)),)),
        ("xor ( a , b )", (Gate("xor", (0, 1)),)),
        ("NAND(a, b)", (Gate("and", (0, 1)), Gate("not", (2,)))),
        ("NOR(a, b)", (Gate("or", (0, 1)), Gate("not", (2,)))),
        ("XNOR(a, b)", (Gate("xor", (0, 1)), Gate("not", (2,)))),
        ("AND(b)", (Gate("and", (1,)),)),
        ("NOT(a)", (Gate("not", (0,)),)),
        ("BUFF(b)", (Gate("id", (1,)),)),
        ("vdd", (Gate("const1"),)),
        ("gnd", (Gate("const0"),)),
        ("BUF(vdd)", (Gate("const1"), Gate("id", (2,)))),
        ("LUT 0x8 (a, b)", (Gate("and", (0, 1)),)),
        ("LUT 0x2 (a, b)", (Gate("lut", (0, 1), (0, 0, 1, 0)),)),
    ],
)
def test_a_gate_is_read(right: str, gates: tuple[Gate, ...]) -> None:
    assert read(netlist(f"f = {right}")).gates == gates


def test_a_multiplexer_takes_its_select_first() -> None:
    circuit = read("INPUT(s)\nINPUT(a)\nINPUT(b)\nOUTPUT(f)\nf = MUX(s, a, b)\n")
    assert evaluate(circuit, all_vectors(3))[:, 0].tolist() == [a if s else b for s, a, b in all_vectors(3).tolist()]


def test_the_first_comment_names_the_circuit() -> None:
    assert read("# c17\n" + netlist("f = AND(a, b)")).name == "c17"


def test_signals_may_be_defined_after_their_use() -> None:
    assert read(netlist("f = AND(t, a)", "t = NOT(b)")).gates == (Gate("not", (1,)), Gate("and", (2, 0)))


def test_an_output_may_be_an_input() -> None:
    assert read("INPUT(a)\nOUTPUT(a)\n") == Circuit(("a",), (), (("a", 0),))


@settings(max_examples=80)
@given(circuits(max_fan_in=7))
def test_writing_and_reading_keeps_names_and_function(circuit: Circuit) -> None:
    if not circuit.nodes:
        with pytest.raises(FormatError, match="the circuit has none"):
            write_bench(circuit)
        return
    again = read_bench(write_bench(circuit), "x")
    assert (again.inputs, again.output_names) == (circuit.inputs, circuit.output_names)
    assert equivalent(again, circuit)


@settings(max_examples=80)
@given(circuits(max_fan_in=7, odd_names=True).filter(lambda circuit: circuit.nodes))
def test_what_was_read_is_written_and_read_to_an_equal_circuit(circuit: Circuit) -> None:
    once = read_bench(write_bench(circuit), "x")
    assert equivalent(once, circuit)
    assert read_bench(write_bench(once), "x") == once


BAD_FILES = [
    (netlist("f = FOO(a)"), 4, 5, "gate 'FOO' is not understood"),
    (netlist("f = AND(a, q)"), 4, 12, "signal 'q' is not defined"),
    (netlist(), 3, 8, "signal 'f' is not defined"),
    (netlist("f = NOT(a)", "f = NOT(b)"), 5, 1, "signal 'f' is driven twice (first in line 4)"),
    (netlist("f = NOT(a)", "a = NOT(b)"), 5, 1, "signal 'a' is driven, but it is an input"),
    (netlist("f = NOT(g)", "g = NOT(f)"), 4, 1, "defined by each other: f <- g <- f"),
    (netlist("f = NOT(a, b)"), 4, 5, "NOT has 2 inputs"),
    (netlist("f = AND()"), 4, 5, "AND has 0 inputs"),
    (netlist("f = vdd(a)"), 4, 5, "vdd has 1 inputs"),
    (netlist("f = MUX(a, b)"), 4, 5, "MUX has 2 inputs"),
    (netlist("f = AND(a, b"), 4, 5, "')' is missing"),
    (netlist("f = AND(a, b) x"), 4, 5, "'x' follows ')'"),
    (netlist("f = AND(a,, b)"), 4, None, "a name is missing"),
    (netlist("f = AND(a b)"), 4, 9, "'a b' is not a name"),
    (netlist("f g = AND(a, b)"), 4, 1, "'f g' is not a name"),
    (netlist("f = NOT a"), 4, 5, "gate 'NOT a' is not understood"),
    (netlist("f ="), 4, None, "gate '' is not understood"),
    (netlist("f = LUT (a, b)"), 4, 5, "the table of 2 inputs is not given"),
    (netlist("f = LUT 0x1ffff (a, b)"), 4, 5, "the table of 2 inputs is not given"),
    (netlist("f = LUT 0xg (a, b)"), 4, 5, "the table of 2 inputs is not given"),
    (netlist(f"f = LUT 0x8 ({', '.join('a' * 17)})"), 4, 5, "a LUT of 17 inputs is too large"),
    ("INPUT(a)\nINPUT(a)\n", 2, 7, "input 'a' is listed twice (first in line 1)"),
    ("INPUT(a)\nOUTPUT(a)\nOUTPUT(a)\n", 3, 8, "output 'a' is listed twice"),
    ("INPUT(a, b)\n", 1, 1, "INPUT has 2 names"),
    ("hello\n", 1, 1, "'hello' is not understood"),
    ("", None, None, "no inputs, outputs or gates"),
]


@pytest.mark.parametrize(("text", "line", "column", "complaint"), BAD_FILES, ids=[case[-1] for case in BAD_FILES])
def test_a_bad_file_is_refused_with_its_place(text: str, line: int | None, column: int | None, complaint: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert complaint in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_other_encodings_are_refused() -> None:
    with pytest.raises(FormatError, match="byte 0xff is not UTF-8"):
        read_bench(b"INPUT(\xff)\n", "x")
