"""Command-line inputs to what a machine takes: tapes, grids, bit vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from turingrad.arrays import U8
from turingrad.errors import FormatError, InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine

MAX_VECTOR_BYTES = 1 << 28


def tape_input(machine: TapeMachine, text: str | None, separator: str | None) -> tuple[tuple[str, ...], ...]:
    """`None` is the machine's own input, the empty string a blank tape."""
    if text is None:
        return machine.input
    parts = text.split("|") if machine.tapes > 1 and "|" not in machine.symbols else [text]
    return machine.tapes_of([symbols_of(part, separator) for part in parts])


def symbols_of(text: str, separator: str | None) -> tuple[str, ...]:
    if separator is None:
        return tuple(text)
    if not separator:
        raise InputError("--input-sep is empty; leave it out where one character is one symbol")
    return tuple(text.split(separator)) if text else ()


def grid_rows(machine: GridMachine, text: str | None) -> tuple[tuple[str, ...], ...]:
    """Rows separated by '/', one character a symbol."""
    if not text:
        raise InputError("a grid machine needs --input ROW/ROW/..., or data through `turingrad learn`")
    rows = tuple(tuple(row) for row in text.split("/"))
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]) or not row:
            raise InputError(f"grid row {number} has {len(row)} cells, row 0 has {len(rows[0])}")
        for symbol in row:
            if symbol not in machine.symbols:
                raise InputError(f"grid row {number}: {symbol!r} is not one of the symbols {' '.join(machine.symbols)}")
    return rows


def bit_vectors(circuit: Circuit, text: str | None, path: Path | None) -> U8:
    """A bit string a line; blank lines are passed over."""
    if path is None:
        source, lines = "--input", [text or ""]
    else:
        source, lines = str(path), read_lines(path)
    width = len(circuit.inputs)
    rows = []
    for number, line in enumerate(lines, start=1):
        bits = line.strip()
        if not bits and width:
            continue
        wrong = next((i for i, bit in enumerate(bits) if bit not in "01"), None)
        if wrong is not None:
            raise FormatError(
                f"{bits[wrong]!r} in a bit vector",
                source=source,
                line=number,
                column=wrong + 1,
                text=bits,
                expected="0 or 1",
            )
        if len(bits) != width:
            raise FormatError(f"a vector of {len(bits)} bits", source=source, line=number, expected=f"{width} bits")
        rows.append(np.frombuffer(bits.encode(), np.uint8) - ord("0"))
    if not rows:
        raise InputError(f"{source}: no bit vectors")
    return np.array(rows, np.uint8).reshape(len(rows), width)


def output_place(circuit: Circuit, name: str | None) -> int:
    """The place of an output by its name; the first where none is named."""
    names = circuit.output_names
    if not names:
        raise InputError("the circuit has no output")
    if name is not None and name not in names:
        raise InputError(f"no output {name!r}; there are {', '.join(names[:20])}")
    return 0 if name is None else names.index(name)


def read_lines(path: Path) -> list[str]:
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_VECTOR_BYTES + 1)  # of a stream no more than this comes into memory
        if len(data) > MAX_VECTOR_BYTES:
            raise LimitError(f"{path} is larger than {MAX_VECTOR_BYTES:,} bytes")
        return data.decode("ascii").splitlines()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not ASCII; expected lines of 0 and 1") from None


def sign_row(text: str | None, features: int) -> list[int]:
    """A test point, +-+ for 1, -1, 1."""
    if text is None or len(text) != features or set(text) - set("+-"):
        raise InputError(
            f"a test point is {features} signs, such as --input={'+-' * (features // 2)}{'+' * (features % 2)}"
        )
    return [1 if sign == "+" else -1 for sign in text]
