"""AIGER, ASCII and binary: what is read, what is written, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equivalence import equivalent
from tests.generators_circuit import circuits
from turingrad.errors import FormatError, LimitError, TuringradError
from turingrad.formats.aiger import read_aiger, write_aiger
from turingrad.machine.circuit import Circuit, Gate


def read(data: str | bytes) -> Circuit:
    return read_aiger(data.encode() if isinstance(data, str) else data, "test.aig")


AND = "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n"


def test_an_ascii_file_is_read() -> None:
    assert read(AND + "i0 x\ni1 y z\no0 f\nc\nanything\n") == Circuit(("x", "y z"), (Gate("and", (0, 1)),), (("f", 2),))


def test_a_binary_file_is_read() -> None:
    assert read(b"aig 3 2 0 1 1\n7\n\x02\x02") == Circuit(
        ("i0", "i1"), (Gate("and", (1, 0)), Gate("not", (2,))), (("o0", 3),)
    )


def test_the_comment_is_kept_as_documentation() -> None:
    assert read(AND + "c\nfirst\nsecond\n").doc == "first\nsecond"


def test_a_negation_is_one_gate_before_its_first_use() -> None:
    circuit = read("aag 4 2 0 2 2\n2\n4\n8\n3\n6 3 4\n8 3 6\n")
    assert circuit.gates == (Gate("not", (0,)), Gate("and", (2, 1)), Gate("and", (2, 3)))
    assert circuit.output_nodes == (4, 2)


def test_constants_are_gates() -> None:
    circuit = read("aag 2 1 0 3 1\n2\n0\n1\n4\n4 2 1\n")
    assert circuit.gates == (Gate("const1"), Gate("and", (0, 1)), Gate("const0"))


def test_gates_of_an_ascii_file_may_come_in_any_order() -> None:
    circuit = read("aag 4 2 0 1 2\n2\n4\n8\n8 6 2\n6 2 4\n")
    assert circuit.gates == (Gate("and", (0, 1)), Gate("and", (2, 0)))


def test_inputs_of_an_ascii_file_may_be_any_variables() -> None:
    assert read("aag 9 1 0 1 0\n14\n15\n").gates == (Gate("not", (0,)),)


def test_default_names_avoid_the_names_given() -> None:
    assert read("aag 2 2 0 0 0\n2\n4\ni0 i1\n").inputs == ("i1", "i1_2")


def test_a_header_of_version_1_9_without_properties_is_read() -> None:
    assert read("aag 1 1 0 1 0 0 0\n2\n3\n").gates == (Gate("not", (0,)),)


@pytest.mark.parametrize("binary", [True, False], ids=["binary", "ascii"])
@settings(max_examples=60)
@given(circuits(max_fan_in=7))
def test_writing_and_reading_keeps_names_and_function(binary: bool, circuit: Circuit) -> None:
    again = read(write_aiger(circuit, binary))
    assert (again.inputs, again.output_names) == (circuit.inputs, circuit.output_names)
    assert equivalent(again, circuit)


@pytest.mark.parametrize("binary", [True, False], ids=["binary", "ascii"])
@settings(max_examples=60)
@given(circuits(max_fan_in=7, odd_names=True))
def test_what_was_read_is_written_and_read_to_an_equal_circuit(binary: bool, circuit: Circuit) -> None:
    once = read(write_aiger(circuit, binary))
    assert once.inputs == circuit.inputs
    assert read(write_aiger(once, binary)) == once


def test_line_breaks_in_names_are_replaced() -> None:
    circuit = Circuit(("a\nb", "a_b"), (), (("f", 0),))
    assert read(write_aiger(circuit)).inputs == ("a_b", "a_b_2")


def test_a_distant_literal_takes_several_bytes() -> None:
    count = 40_000
    circuit = Circuit(tuple(f"x{i}" for i in range(count)), (Gate("and", (0, 1)),), (("f", count),))
    written = write_aiger(circuit)
    assert b"\xfe\xf0\x04\x02" in written  # 2 * 40001 - 4 = 79998 = 0x1387e, then 4 - 2
    assert equivalent(read(written), circuit, samples=4)


BAD_FILES = [
    ("agg 1 1 0 0 0\n", 1, "is not the header"),
    ("aig 1 1 0\n", 1, "is not the header"),
    ("aig 1 1 0 0 x\n", 1, "'x' is not a number"),
    ("aig 1 1 0 0 -1\n", 1, "'-1' is not a number"),
    ("aig 1 1 0 0 \u0663\n", 1, "is not a number"),
    ("aig 5 1 0 0 1\n", 1, "M = 5 is not I + L + A = 2"),
    ("aag 1 1 0 0 1\n", 1, "M = 1 is less than I + L + A = 2"),
    (f"aig {9**20} 0 0 0 0\n", 1, "is not a number of at most 10 digits"),
    ("aig 1500000 0 0 0 1500000\n", 1, "the file is too short"),
    ("aag 1 1 0 999999 0\n2\n", 1, "the file is too short"),
    ("", 1, "the file ends too early"),
    ("aag 3 2 0 1 1\n2\n4\n8\n6 2 4\n", 4, "literal 8 is too large"),
    ("aag 3 2 0 1 1\n2\n4\n6\n6 2 9\n", 5, "literal 9 is too large"),
    ("aag 3 2 0 1 1\n2\n4\n6\n7 2 4\n", 5, "7 is not the literal of a variable"),
    ("aag 3 2 0 1 1\n2\n2\n6\n6 2 4\n", 3, "literal 2 is defined twice (first in line 2)"),
    ("aag 3 2 0 1 1\n2\n4\n6\n4 2 2\n", 5, "literal 4 is defined twice (first in line 3)"),
    ("aag 3 1 0 1 1\n2\n6\n6 2 5\n", 4, "literal 4 is not defined"),
    ("aag 3 1 0 1 0\n2\n7\n", 3, "literal 6 is not defined"),
    ("aag 3 1 0 1 2\n2\n6\n6 2 4\n4 7 2\n", 4, "gates are defined by each other: 6 <- 4 <- 6"),
    ("aag 3 2 0 1 1\n2\n4\n6\n6 2\nxxxxx", 5, "'6 2' has 2 numbers"),
    (AND + "i2 x\n", 6, "there is no input 2"),
    (AND + "o0\n", 6, "'o0' is not understood"),
    (AND + "i0 x\ni0 y\n", 7, "input 0 is named twice"),
    (AND + "i0 x\ni1 x\n", 7, "i0 and i1 have the same name, 'x'"),
    (AND + "junk\n", 6, "'junk' is not understood"),
    (b"aag 1 1 0 0 0\n2\ni0 \xff\n", 3, "byte 0xff is not UTF-8"),
    (b"aig 3 2 0 1 1\n7\n\x02", None, "gate 3: the file ends within it"),
    (b"aig 3 2 0 1 1\n7\n\x82\x80", None, "gate 3: the file ends within it"),
    (b"aig 3 2 0 1 1\n7\n\x00\x02", None, "the deltas 0, 2 lead to a literal that is not an earlier one"),
    (b"aig 3 2 0 1 1\n7\n\x05\x02", None, "the deltas 5, 2 lead to a literal that is not an earlier one"),
    (b"aig 3 2 0 1 1\n7\n\x82\x80\x80\x80\x80\x80\x80\x00\x01", None, "a delta is longer than five bytes"),
]


@pytest.mark.parametrize(("data", "line", "complaint"), BAD_FILES, ids=[case[-1] for case in BAD_FILES])
def test_a_bad_file_is_refused_with_its_place(data: str | bytes, line: int | None, complaint: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data)
    assert complaint in caught.value.message
    assert caught.value.line == line


def test_absurd_numbers_of_outputs_are_refused_before_anything_is_made() -> None:
    with pytest.raises(LimitError, match="9,999,999,999 outputs and properties; the limit is 1,048,576"):
        read("aag 1 1 0 9999999999 0\n2\n")


@pytest.mark.parametrize("header", ["aig 2000001 2000001 0 0 0", "aag 9999999999 0 0 0 0"])
def test_absurd_counts_are_refused_before_anything_is_made(header: str) -> None:
    with pytest.raises(LimitError, match="variables; the limit is 2,000,000"):
        read(header + "\n")


def outcome(data: bytes) -> Circuit | TuringradError:
    try:
        return read(data)
    except TuringradError as error:
        return error


@settings(max_examples=60)
@given(st.binary(max_size=60))
def test_any_bytes_after_a_header_give_a_circuit_of_its_size_or_an_error(body: bytes) -> None:
    found = outcome(b"aig 7 3 0 2 4\n14\n9\n" + body)
    assert found.kinds["and"] == 4 if isinstance(found, Circuit) else "test.aig" in str(found)
