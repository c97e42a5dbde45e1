"""BLIF: what is read, what is written, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.equivalence import all_vectors, equivalent
from tests.generators_circuit import circuits
from turingrad.errors import FormatError, LimitError
from turingrad.formats.blif import read_blif, write_blif
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.run import evaluate


def read(text: str) -> Circuit:
    return read_blif(text.encode(), "test.blif")


def model(body: str, inputs: str = "a b", outputs: str = "f") -> str:
    return f".model m\n.inputs {inputs}\n.outputs {outputs}\n{body}\n.end\n"


@pytest.mark.parametrize(
    ("cover", "gate"),
    [
        ("11 1", Gate("and", (0, 1))),
        ("1- 1\n-1 1", Gate("or", (0, 1))),
        ("00 0", Gate("or", (0, 1))),
        ("10 1\n01 1", Gate("xor", (0, 1))),
        ("11 0\n00 0", Gate("xor", (0, 1))),
        ("11 0", Gate("lut", (0, 1), (1, 1, 1, 0))),
        ("01 1", Gate("lut", (0, 1), (0, 1, 0, 0))),
        ("-- 1", Gate("const1")),
        ("-- 0", Gate("const0")),
        ("", Gate("const0")),
    ],
)
def test_a_cover_becomes_the_plainest_gate(cover: str, gate: Gate) -> None:
    assert read(model(f".names a b f\n{cover}")).gates == (gate,)


@pytest.mark.parametrize(("cover", "gate"), [("1", Gate("const1")), ("0", Gate("const0")), ("", Gate("const0"))])
def test_a_cover_without_inputs_is_a_constant(cover: str, gate: Gate) -> None:
    assert read(model(f".names f\n{cover}")).gates == (gate,)


@pytest.mark.parametrize(("cover", "gate"), [("1 1", Gate("id", (0,))), ("0 1", Gate("not", (0,)))])
def test_a_cover_of_one_input_is_a_wire_or_a_negation(cover: str, gate: Gate) -> None:
    assert read(model(f".names a f\n{cover}")).gates == (gate,)


def test_the_model_line_names_the_circuit() -> None:
    assert read(model(".names a f\n1 1")).name == "m"


def test_the_model_and_end_lines_may_be_missing() -> None:
    assert read(".inputs a\n.outputs f\n.names a f\n1 1").gates == (Gate("id", (0,)),)


def test_inputs_may_be_listed_on_several_lines() -> None:
    assert read(".model m\n.inputs a\n.inputs b\n.outputs f\n.names a b f\n11 1").inputs == ("a", "b")


def test_carriage_returns_comments_and_continued_lines_are_understood() -> None:
    text = ".model m # name\r\n.inputs a \\\r\n b\r\n.outputs f\r\n.names a \\\r\n b f\r\n11 1\r\n.end\r\n"
    assert read(text) == read(model(".names a b f\n11 1"))


def test_signals_may_be_defined_after_their_use() -> None:
    late = read(model(".names t a f\n11 1\n.names b t\n0 1"))
    assert late.gates == (Gate("not", (1,)), Gate("and", (2, 0)))


def test_an_output_may_be_an_input() -> None:
    assert read(model("", outputs="b")).outputs == (("b", 1),)


def test_a_wide_cover_is_the_sum_of_its_products() -> None:
    circuit = read(model(".names a b c d e f g y\n11----- 1\n--00-1- 1", "a b c d e f g", "y"))
    expected = [int((a and b) or (not c and not d and f)) for a, b, c, d, _, f, _ in all_vectors(7).tolist()]
    assert evaluate(circuit, all_vectors(7))[:, 0].tolist() == expected


def test_a_wide_off_set_is_negated() -> None:
    circuit = read(model(".names a b c d e f g y\n1-----0 0\n-1----- 0", "a b c d e f g", "y"))
    expected = [int(not ((a and not g) or b)) for a, b, _, _, _, _, g in all_vectors(7).tolist()]
    assert evaluate(circuit, all_vectors(7))[:, 0].tolist() == expected


def test_a_wide_and_or_stays_one_gate_through_writing_and_reading() -> None:
    names = tuple(f"x{i}" for i in range(40))
    gates = (Gate("and", tuple(range(40))), Gate("or", tuple(range(40))))
    circuit = Circuit(names, gates, (("f", 40), ("g", 41)))
    assert read_blif(write_blif(circuit), "x") == circuit


def test_subcircuits_are_expanded() -> None:
    text = (
        ".model top\n.inputs a b c\n.outputs f\n.subckt inner x=a y=b z=t\n.subckt inner z=f x=t y=c\n.end\n"
        ".model inner\n.inputs x y\n.outputs z unused\n.names x y t\n11 1\n.names t z\n0 1\n.names unused\n.end\n"
    )
    expected = [1 - ((1 - (a & b)) & c) for a, b, c in all_vectors(3).tolist()]
    assert evaluate(read(text), all_vectors(3))[:, 0].tolist() == expected


def test_a_chain_of_many_models_is_expanded() -> None:
    count = 3000
    models = [f".model m{i}\n.inputs x\n.outputs y\n.subckt m{i + 1} x=x y=y\n.end" for i in range(count)]
    last = f".model m{count}\n.inputs x\n.outputs y\n.names x y\n0 1\n.end"
    assert read("\n".join([*models, last])).gates == (Gate("not", (0,)),)


@pytest.mark.slow
def test_a_chain_of_many_gates_in_reverse_is_ordered() -> None:
    count = 20_000
    names = "\n".join(f".names t{i + 1} t{i}\n0 1" for i in range(count))
    circuit = read(f".model deep\n.inputs t{count}\n.outputs t0\n{names}\n.end")
    assert max(circuit.levels) == count


@settings(max_examples=80)
@given(circuits(max_fan_in=8))
def test_writing_and_reading_keeps_names_and_function(circuit: Circuit) -> None:
    again = read_blif(write_blif(circuit), "x")
    assert (again.inputs, again.output_names) == (circuit.inputs, circuit.output_names)
    assert equivalent(again, circuit)


@settings(max_examples=80)
@given(circuits(max_fan_in=8, odd_names=True))
def test_what_was_read_is_written_and_read_to_an_equal_circuit(circuit: Circuit) -> None:
    once = read_blif(write_blif(circuit), "x")
    assert equivalent(once, circuit)
    assert read_blif(write_blif(once), "x") == once


def test_long_lines_are_continued() -> None:
    circuit = Circuit(tuple(f"a_rather_long_name_{i}" for i in range(50)), (), (("a_rather_long_name_0", 0),))
    written = write_blif(circuit)
    assert max(map(len, written.splitlines())) < 130
    assert read_blif(written, "x") == circuit


BAD_FILES = [
    (model(".mlatch a f"), 4, 1, "a latch of a library that is not in the file"),
    (model(".subckt other x=a y=f"), 4, 9, "model 'other' is not in the file"),
    (model(".gate and2 A=a B=b O=f"), 4, 1, "a gate of a library that is not in the file"),
    (model(".names a b f\n11 1\n.exdc"), 6, 1, "external don't-cares"),
    (model(".search other.blif"), 4, 1, "another file"),
    (model(".wibble"), 4, 1, "'.wibble' is not understood"),
    (model(".names a q f\n11 1"), 4, 10, "signal 'q' is not defined"),
    (model("", outputs="g"), 3, 10, "signal 'g' is not defined"),
    (model(".names a f\n1 1\n.names b f\n1 1"), 6, 10, "signal 'f' is driven twice (first in line 4)"),
    (model(".names b a\n1 1\n.names a f\n1 1"), 4, 10, "signal 'a' is driven, but it is an input"),
    (model(".names f g\n1 1\n.names g f\n1 1"), 4, 10, "defined by each other: g <- f <- g"),
    (model(".names f f\n1 1"), 4, 8, "defined by each other: f <- f"),
    (model(".names a b f\n111 1"), 5, 1, "'111' does not fit a cover of 2 inputs"),
    (model(".names a b f\n12 1"), 5, 1, "'12' does not fit"),
    (model(".names a b f\n11 2"), 5, 4, "is not a row of the cover"),
    (model(".names a b f\n1 1 1"), 5, 1, "is not a row of the cover"),
    (model(".names f\n1 1"), 5, 1, "is not a row of the cover"),
    (model(".names a b f\n11 1\n00 0"), 6, 4, "on-set and of the off-set are mixed"),
    (model(".names"), 4, 1, ".names has no signals"),
    (model("11 1"), 4, 1, "'11' is not understood here"),
    (model("", inputs="a b a"), 2, 9, "input 'a' is listed twice"),
    (model(".names a f\n1 1", outputs="f f"), 3, 10, "output 'f' is listed twice"),
    (".model a b\n", 1, 1, ".model has 2 names"),
    (".model a\n.end\n.inputs x\n", 3, 1, ".inputs is outside a model"),
    (".model a\n.end\n.model a\n.end\n", 3, 8, "model 'a' is defined twice (first in line 1)"),
    (model(".subckt"), 4, 1, ".subckt has no model"),
    (model(".subckt m a"), 4, 11, "'a' is not understood"),
    (model(".subckt m a=x a=y"), 4, 15, "'a' is connected twice"),
    (model(".subckt m a=x b=y"), 1, 8, "models contain each other: m <- m"),
    (model(".subckt n q=a") + ".model n\n.inputs x\n", 4, 11, "model 'n' has no input or output 'q'"),
    (model(".subckt n") + ".model n\n.inputs x\n", 4, 9, "input 'x' of model 'n' is not connected"),
    ("", None, None, "the file has no model"),
    ("# only a comment\n", None, None, "the file has no model"),
]


@pytest.mark.parametrize(("text", "line", "column", "complaint"), BAD_FILES, ids=[case[-1] for case in BAD_FILES])
def test_a_bad_file_is_refused_with_its_place(text: str, line: int | None, column: int | None, complaint: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert complaint in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_an_error_shows_the_line_with_a_caret_and_what_was_expected() -> None:
    with pytest.raises(FormatError) as caught:
        read(model(".names a b f\n12 1"))
    first, shown, caret = str(caught.value).splitlines()
    assert (
        first == "test.blif:5:1: '12' does not fit a cover of 2 inputs "
        "(expected 2 characters 0, 1 or -, a space, then 0 or 1)"
    )
    assert (shown, caret) == ("  12 1", "  ^")


def test_other_encodings_are_refused() -> None:
    with pytest.raises(FormatError, match="byte 0xe9 is not UTF-8"):
        read_blif(".model caf\xe9".encode("latin-1"), "x")


def test_a_long_cycle_is_named_in_part() -> None:
    names = "\n".join(f".names t{i} t{(i + 1) % 1000}\n1 1" for i in range(1000))
    with pytest.raises(FormatError, match=r"992 more") as caught:
        read(model(names, outputs="t0"))
    assert len(caught.value.message) < 200


def test_models_that_double_at_every_level_are_refused_before_they_are_expanded() -> None:
    def level(i: int) -> str:
        return f".model m{i}\n.inputs x\n.outputs y\n.subckt m{i + 1} x=x y=t\n.subckt m{i + 1} x=t y=y\n.end\n"

    text = "".join(level(i) for i in range(100)) + ".model m100\n.inputs x\n.outputs y\n.names x y\n1 1\n.end\n"
    with pytest.raises(LimitError, match="with all instances expanded"):
        read(text)


def test_a_wide_cover_does_not_ask_for_its_truth_table() -> None:
    width = 2000
    inputs = " ".join(f"x{i}" for i in range(width))
    circuit = read(model(f".names {inputs} f\n{'1' * width} 1", inputs=inputs))
    assert circuit.gates == (Gate("and", tuple(range(width))),)
