"""Reference interpreters of circuits: gate by gate from the definition, and compiled with 64 vectors in a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from operator import and_, or_, xor
from typing import Literal

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import I64, U64, Bits, Mask
from turingrad._support.jit import njit
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.and_inverter import AndInverterGraph, and_inverter_graph

EXECUTORS = ("compiled", "python")
JOINS: dict[str, Callable[[np.uint8, np.uint8], np.uint8]] = {"and": and_, "or": or_, "xor": xor}
# The values of one block of words stay in a core's cache: all nodes times the block are about this many bytes.
BLOCK_BYTES = 1 << 21
MAX_BLOCK_WORDS = 128


def evaluate(circuit: Circuit, vectors: npt.ArrayLike, executor: Literal["compiled", "python"] = "compiled") -> Bits:
    """The outputs of many input vectors: an array of 0 and 1, (n, inputs), to one of (n, outputs)."""
    given = checked_vectors(circuit, vectors)
    if executor == "compiled":
        return unpack_bits(evaluate_words(circuit, pack_bits(given)), len(given))
    if executor == "python":
        rows = [evaluate_python(circuit, vector) for vector in given.tolist()]
        return np.array(rows, dtype=np.uint8).reshape(len(rows), len(circuit.outputs))
    raise InputError(f"executor {executor!r} is not one of {', '.join(EXECUTORS)}")


def checked_vectors(circuit: Circuit, vectors: npt.ArrayLike) -> Bits:
    """Vectors as a uint8 array (n, inputs), or an error that names the first bad one."""
    try:
        given = np.asarray(vectors)
    except ValueError:
        raise InputError("the vectors have different lengths") from None
    if given.ndim == 1 and given.size == 0:
        given = given.reshape(0, len(circuit.inputs))
    if given.ndim != 2 or given.shape[1] != len(circuit.inputs):
        raise InputError(
            f"vectors of shape {given.shape} do not fit {len(circuit.inputs)} inputs: (n, inputs) is needed"
        )
    if given.dtype != np.bool_ and given.size and not (given.dtype == np.uint8 and given.max() <= 1):
        bad = np.argwhere((given != 0) & (given != 1))
        if len(bad):
            row, column = bad[0]
            name, value = circuit.inputs[column], given[row, column]
            raise InputError(f"vector {row}, input {name!r} is {value}; a bit is 0 or 1")
    return np.ascontiguousarray(given, dtype=np.uint8)


def evaluate_python(circuit: Circuit, vector: Sequence[int]) -> list[int]:
    """One vector, straight from the definition of the gates."""
    values = list(vector)
    for gate in circuit.gates:
        of = [values[node] for node in gate.inputs]
        if gate.kind == "and":
            value = int(all(of))
        elif gate.kind == "or":
            value = int(any(of))
        elif gate.kind == "xor":
            value = sum(of) % 2
        elif gate.kind == "not":
            value = 1 - of[0]
        elif gate.kind == "id":
            value = of[0]
        elif gate.kind == "lut":
            assert gate.table is not None
            value = gate.table[int("0" + "".join(map(str, of)), 2)]
        else:
            value = int(gate.kind == "const1")
        values.append(value)
    return [values[node] for node in circuit.output_nodes]


def evaluate_numpy_gates(circuit: Circuit, vector: npt.ArrayLike) -> Bits:
    """One vector, one numpy operation per gate: what the compiled interpreter is measured against."""
    values = np.empty(circuit.nodes, dtype=np.uint8)
    values[: len(circuit.inputs)] = checked_vectors(circuit, np.asarray(vector)[None, :])[0]
    for node, gate in enumerate(circuit.gates, start=len(circuit.inputs)):
        of = [values[n] for n in gate.inputs]
        if gate.kind in JOINS:
            values[node] = reduce(JOINS[gate.kind], of)
        elif gate.kind == "not":
            values[node] = of[0] ^ 1
        elif gate.kind == "id":
            values[node] = of[0]
        elif gate.kind == "lut":
            assert gate.table is not None
            values[node] = gate.table[int("0" + "".join(map(str, of)), 2)]
        else:
            values[node] = gate.kind == "const1"
    return values[list(circuit.output_nodes)]


def evaluate_words(circuit: Circuit, words: U64) -> U64:
    """Packed inputs (words, inputs) to packed outputs (words, outputs): bit b of row w belongs to vector 64 w + b."""
    graph = compiled_graph(circuit)
    variables = 1 + graph.inputs + len(graph.left)
    block = max(1, min(MAX_BLOCK_WORDS, len(words), BLOCK_BYTES // (8 * variables)))
    return run_blocks(graph.xor, graph.left, graph.right, graph.outputs, words, block)


@lru_cache(maxsize=32)
def compiled_graph(circuit: Circuit) -> AndInverterGraph:
    return and_inverter_graph(circuit, xor_gates=True)


@njit(cache=True)
def pack_bits(vectors: Bits) -> U64:
    """Bits (n, width) to words (ceil(n / 64), width), the vectors along the bits; the last row is filled with 0."""
    count, width = vectors.shape
    words = np.zeros(((count + 63) // 64, width), dtype=np.uint64)
    for n in range(count):
        row, shift = words[n // 64], np.uint64(n % 64)
        for i in range(width):
            row[i] |= np.uint64(vectors[n, i]) << shift
    return words


@njit(cache=True)
def unpack_bits(words: U64, count: int) -> Bits:
    """The way back: the bits (count, width) of the first `count` vectors."""
    width = words.shape[1]
    vectors = np.empty((count, width), dtype=np.uint8)
    for n in range(count):
        row, shift = words[n // 64], np.uint64(n % 64)
        for i in range(width):
            vectors[n, i] = (row[i] >> shift) & np.uint64(1)
    return vectors


@njit(cache=True)
def run_blocks(xor: Mask, left: I64, right: I64, outputs: I64, words: U64, block: int) -> U64:
    """The graph on all rows of words, a block at a time so that the values of all variables stay in the cache."""
    total, inputs = words.shape
    first = 1 + inputs
    results = np.empty((total, len(outputs)), dtype=np.uint64)
    values = np.zeros((first + len(left), block), dtype=np.uint64)  # (variables, block); row 0 is the constant 0
    for start in range(0, total, block):
        size = min(block, total - start)
        for i in range(inputs):
            for w in range(size):
                values[1 + i, w] = words[start + w, i]
        for j in range(len(left)):
            a, b = values[left[j] >> 1], values[right[j] >> 1]
            flip_a, flip_b = np.uint64(-(left[j] & 1)), np.uint64(-(right[j] & 1))
            made = values[first + j]
            if xor[j]:
                for w in range(block):
                    made[w] = (a[w] ^ flip_a) ^ (b[w] ^ flip_b)
            else:
                for w in range(block):
                    made[w] = (a[w] ^ flip_a) & (b[w] ^ flip_b)
        for o in range(len(outputs)):
            of, flip = values[outputs[o] >> 1], np.uint64(-(outputs[o] & 1))
            for w in range(size):
                results[start + w, o] = of[w] ^ flip
    return results
