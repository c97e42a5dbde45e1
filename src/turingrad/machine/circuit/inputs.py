"""Bit vectors from a text or from a file, one per line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from turingrad._support.arrays import U8
from turingrad._support.files import open_input
from turingrad._support.text import amount
from turingrad.errors import FormatError, InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.kind import InputRequest

MAX_VECTOR_BYTES = 1 << 28


def parse_input(circuit: Circuit, request: InputRequest) -> U8 | None:
    """One vector (inputs,) of a text, several (vectors, inputs) of a file; None if there is neither."""
    if request.text is not None and request.file is not None:
        raise InputError("a circuit takes --vectors FILE or --input BITS, not both")
    if request.text is None and request.file is None:
        return None
    if request.file is None:
        vector: U8 = bit_rows(len(circuit.inputs), "--input", [request.text or ""])[0]
        return vector
    return bit_rows(len(circuit.inputs), str(request.file), read_lines(request.file))


def bit_rows(width: int, source: str, lines: Sequence[str]) -> U8:
    """One row of `width` bits per line; blank lines are passed over."""
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
            raise FormatError(
                f"a vector of {amount(len(bits), 'bit')}", source=source, line=number, expected=amount(width, "bit")
            )
        rows.append(np.frombuffer(bits.encode(), np.uint8) - ord("0"))
    if not rows:
        raise InputError(f"{source}: no bit vectors")
    return np.array(rows, np.uint8).reshape(len(rows), width)


def read_lines(path: Path) -> list[str]:
    try:
        with open_input(path) as file:
            data = file.read(MAX_VECTOR_BYTES + 1)  # of a stream no more than this comes into memory
        if len(data) > MAX_VECTOR_BYTES:
            raise LimitError(f"{path} is larger than {MAX_VECTOR_BYTES:,} bytes")
        return data.decode("ascii").splitlines()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not ASCII; expected lines of 0 and 1") from None
