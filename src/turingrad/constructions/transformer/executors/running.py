"""Running a machine, or a compiled network, on an executor."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad._support.arrays import U8
from turingrad._support.text import name_alternatives
from turingrad.constructions.traced import Traced
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.constructions.transformer.executors.dense import DenseRun
from turingrad.constructions.transformer.executors.indexed import IndexedRun
from turingrad.constructions.transformer.executors.packed import PackedRun
from turingrad.constructions.transformer.executors.processor import begin_program, program_sizes
from turingrad.constructions.transformer.options import DEFAULT_STEPS
from turingrad.constructions.transformer.program import ProgramTransformer
from turingrad.errors import CertificateError, InputError
from turingrad.machine.program import Program
from turingrad.machine.run import StartedRun
from turingrad.machine.tape.run import TapeInput, halts_within

EXECUTORS = ("indexed", "dense", "packed")
SHORT_RUN = 24  # steps up to which the dense executor is the default
FIRST_CHUNK = {"dense": 16, "indexed": 1_000, "packed": 100_000}


def begin(network: Any, given: Any, executor: str) -> StartedRun[Any]:
    """A run of a compiled network, its boot pass done."""
    if isinstance(network, ProgramTransformer):
        if executor == "dense":
            return StartedRun(Traced(network, given), "instructions", 1)
        return begin_program(network, given, new_run(network.inner, network.tapes.encode_input(given), executor))
    going = new_run(network, given, executor)
    figures = {
        "depth": network.depth,
        "width": network.width,
        "parameters": network.parameter_count(),
        "steps_compiled_for": network.options.steps,
    }
    return StartedRun(going, "decoding", FIRST_CHUNK[executor], lambda: going.passes, lambda: figures)


def sizes_for(machine: Any, given: Any, steps: int | None, _executor: str | None) -> dict[str, Any]:
    """T is the step limit (10,000 where there is none), m the length of this input; of a program, what it takes."""
    if isinstance(machine, Program):
        return program_sizes(machine, given, steps)
    longest = max(len(row) for row in machine.tapes_of(given))
    return {"steps": DEFAULT_STEPS if steps is None else steps, "input_length": longest}


def choose(network: Any, given: Any, _steps: int | None) -> str | None:
    """Softmax attention is answered by no index, and a short run is over before the compiler of the index is loaded.
    Programs run packed: an instruction is hundreds of steps."""
    if isinstance(network, ProgramTransformer):
        return "packed"
    short = halts_within(network.machine, given, SHORT_RUN)
    return "dense" if short or network.options.attention == "softmax" else None


def new_run(
    network: TransformerNetwork, given: TapeInput, executor: str, keep: int = 0
) -> DenseRun | IndexedRun | PackedRun:
    """An executor at the start of a run, its boot pass done. `keep`: of how many passes to keep all hidden vectors."""
    if executor not in EXECUTORS:
        raise InputError(f"no executor {executor!r} on 'transformer'{name_alternatives(executor, EXECUTORS)}")
    if executor == "dense":
        return DenseRun(network, given, keep > 0)
    if network.options.attention == "softmax":
        raise CertificateError(f"the {executor} executor answers hard-max attention; softmax runs on 'dense'")
    return IndexedRun(network, given, keep > 0) if executor == "indexed" else PackedRun(network, given, keep)


def hidden_vectors(
    network: TransformerNetwork, given: TapeInput = None, *, steps: int, executor: str = "indexed"
) -> U8:
    """What an executor computes in at most `steps` steps: (passes, depth + 1, width), pass 0 the boot pass.

    Row 0 of a pass is the decoder's input, row l its vector after l layers. Ends early where the machine halts.
    """
    network.require_steps(steps)
    runner = new_run(network, given, executor, keep=steps + 1)
    runner.advance(steps)
    vectors = runner.hidden()
    bits = vectors.astype(np.uint8)
    if not np.array_equal(bits, vectors) or bits.max(initial=0) > 1:
        raise CertificateError("a hidden vector is not binary")
    return bits
