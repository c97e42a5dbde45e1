"""Every circuit file at hand, ours and those of TURINGRAD_DATA: read, evaluated, written, read again, damaged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from aigverse.algorithms import equivalence_checking, simulate
from aigverse.io import read_aiger_into_aig
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.data import OWN_FILES, data_files, file_label
from tests.equivalence import all_vectors, equivalent, probing_vectors
from turingrad.errors import MachineError, TuringradError
from turingrad.formats.aiger import read_aiger, write_aiger
from turingrad.formats.bench import read_bench, write_bench
from turingrad.formats.blif import read_blif, write_blif
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.run import evaluate

READERS: dict[str, Callable[[bytes, str], Circuit]] = {
    ".blif": read_blif,
    ".aig": read_aiger,
    ".aag": read_aiger,
    ".bench": read_bench,
}
WRITERS: dict[str, Callable[[Circuit], bytes]] = {
    ".blif": write_blif,
    ".aig": write_aiger,
    ".aag": lambda circuit: write_aiger(circuit, binary=False),
    ".bench": write_bench,
}
FILES = [path for path in data_files("circuits") if path.suffix in READERS]
every_file = pytest.mark.parametrize("path", FILES, ids=file_label)


def read(path: Path) -> Circuit:
    return READERS[path.suffix](path.read_bytes(), path.name)


@every_file
def test_a_file_is_read_and_both_interpreters_agree_on_it(path: Path) -> None:
    circuit = read(path)
    vectors = probing_vectors(len(circuit.inputs), samples=20, seed=0)[-20:]
    assert circuit.outputs
    assert np.array_equal(evaluate(circuit, vectors), evaluate(circuit, vectors, "python"))


@every_file
def test_a_file_written_in_its_own_format_is_read_to_an_equal_circuit(path: Path) -> None:
    circuit = read(path)
    assert READERS[path.suffix](WRITERS[path.suffix](circuit), "again") == circuit


@every_file
@pytest.mark.parametrize("extension", WRITERS)
def test_a_file_written_in_any_format_is_read_to_an_equivalent_circuit(path: Path, extension: str) -> None:
    circuit = read(path)
    again = READERS[extension](WRITERS[extension](circuit), "again")
    assert len(again.inputs) == len(circuit.inputs)
    assert equivalent(again, circuit)


@every_file
@pytest.mark.parametrize("extension", WRITERS)
def test_a_second_writing_changes_no_byte(path: Path, extension: str) -> None:
    written = WRITERS[extension](read(path))
    assert WRITERS[extension](READERS[extension](written, "again")) == written


@every_file
def test_what_we_write_aigverse_proves_equal_to_the_circuit_by_truth_table_or_by_sat(
    path: Path, tmp_path: Path
) -> None:
    circuit = read(path)
    written = tmp_path / "written.aig"
    written.write_bytes(write_aiger(circuit))
    theirs = read_aiger_into_aig(written)
    if len(circuit.inputs) <= 11:
        # Bit i of a truth table is the vector whose first input is the least significant bit of i.
        vectors = all_vectors(len(circuit.inputs))[:, ::-1]
        tables = [[int(bit) for bit in reversed(table.to_binary())] for table in simulate(theirs)]
        assert evaluate(circuit, vectors).T.tolist() == tables
    else:
        original = path.with_suffix(".aig")
        assert equivalence_checking(read_aiger_into_aig(original), theirs) is True


TWINS = [path for path in FILES if path.suffix == ".blif" and path.with_suffix(".aig").exists()]
OWN_TWINS = [(OWN_FILES / "circuits" / "xor.blif", OWN_FILES / "circuits" / "xor.aag")]


@pytest.mark.parametrize(
    ("blif", "aiger"),
    [*OWN_TWINS, *((path, path.with_suffix(".aig")) for path in TWINS)],
    ids=lambda path: file_label(path),
)
def test_the_blif_and_the_aiger_version_of_a_circuit_agree(blif: Path, aiger: Path) -> None:
    first, second = read(blif), read(aiger)
    assert (first.inputs, first.output_names) == (second.inputs, second.output_names)
    assert equivalent(first, second, samples=10_000)


def test_our_own_files_compute_what_they_say() -> None:
    def outputs(name: str) -> list[list[int]]:
        circuit = read(OWN_FILES / "circuits" / name)
        return evaluate(circuit, all_vectors(len(circuit.inputs))).tolist()

    bits = all_vectors(3).tolist()
    assert outputs("full_adder.blif") == [[(a + b + c) % 2, (a + b + c) // 2, 1] for a, b, c in bits]
    assert outputs("half_adder.aag") == [[a ^ b, a & b, 1] for a, b in all_vectors(2).tolist()]
    assert outputs("and3.aig") == [[a & b & (1 - c), 1 - (a & b)] for a, b, c in bits]
    assert outputs("nand_xor.bench") == [
        [a ^ b, a if s else 1 - (a ^ b ^ s), (0x2A >> (a + 2 * b + 4 * s)) & 1, 1] for a, b, s in bits
    ]
    totals = [(a0 + 2 * a1 + 4 * a2) + (b0 + 2 * b1 + 4 * b2) for a0, a1, a2, b0, b1, b2 in all_vectors(6).tolist()]
    assert outputs("ripple.blif") == [[total >> i & 1 for i in range(4)] for total in totals]
    assert outputs("wide.blif") == [
        [
            int((a and b and not e) or (c and f and not h) or not a),
            int(not any((a, b, c, d, e, f, g, h))),
            int(any((a, b, c, d, e, f, g, h))),
            int(not all((a, b, c, d, e, f, g, h))),
            0,
            1,
        ]
        for a, b, c, d, e, f, g, h in all_vectors(8).tolist()
    ]


@st.composite
def damaged_files(draw: st.DrawFn) -> tuple[str, bytes]:
    """A real file after one to four accidents: bytes flipped, pieces deleted, doubled, moved or cut off."""
    path = draw(st.sampled_from(FILES))
    data = path.read_bytes()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(0, len(data) - 1)))
        end = min(len(data), start + draw(st.integers(1, 40)))
        accident = draw(st.sampled_from(["flip", "replace", "delete", "double", "move", "cut"]))
        piece = data[start:end]
        if accident == "flip":
            data = data[:start] + bytes(byte ^ (1 << draw(st.integers(0, 7))) for byte in piece[:1]) + data[start + 1 :]
        elif accident == "replace":
            data = data[:start] + draw(st.binary(min_size=1, max_size=6)) + data[end:]
        elif accident == "delete":
            data = data[:start] + data[end:]
        elif accident == "double":
            data = data[:end] + piece + data[end:]
        elif accident == "move":
            data = piece + data[:start] + data[end:]
        else:
            data = data[:start]
    return path.suffix, data


def outcome(extension: str, data: bytes) -> Circuit | TuringradError:
    try:
        return READERS[extension](data, "damaged")
    except TuringradError as error:
        return error


@settings(max_examples=300)
@given(damaged_files())
def test_a_damaged_file_gives_a_circuit_or_one_of_our_errors(damaged: tuple[str, bytes]) -> None:
    found = outcome(*damaged)
    if isinstance(found, Circuit):
        vectors = np.zeros((1, len(found.inputs)), dtype=np.uint8)
        assert evaluate(found, vectors).shape == (1, len(found.outputs))
    else:
        assert "damaged" in str(found) or isinstance(found, MachineError)
