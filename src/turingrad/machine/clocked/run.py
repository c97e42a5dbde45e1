"""Reference interpreters of clocked circuits: gate by gate in plain Python, and compiled with 64 runs in a word.

The input of a run is its *stimulus*, one row of bits per tick: the run ends with it. Without one (None) all inputs are
0 for ever, and the run ends at its step limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import I64, U64, Bits, Mask
from turingrad._support.jit import njit
from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.machine.circuit.run import checked_vectors, compiled_graph, evaluate_python, pack_bits, unpack_bits
from turingrad.machine.clocked.clocked import ClockedCircuit, ClockedConfiguration
from turingrad.machine.run import Clock, Stepper, stream

EXECUTORS = ("compiled", "python")


def checked_stimulus(machine: ClockedCircuit, given: Any) -> Bits | None:
    """A stimulus as an array (ticks, inputs) of bits, or None; refused if it does not fit the inputs."""
    if given is None:
        return None
    rows = np.asarray(given)
    if rows.ndim != 2 or rows.shape[1] != len(machine.inputs):
        raise InputError(
            f"a stimulus of shape {rows.shape} does not fit: it has one row per tick, of {len(machine.inputs)} inputs"
        )
    if not len(machine.inputs):
        return np.zeros(rows.shape, np.uint8)
    return checked_vectors(
        machine.circuit, np.hstack([rows, np.zeros((len(rows), len(machine.registers)), rows.dtype)])
    )[:, : len(machine.inputs)]


class Ticks:
    """What both interpreters have in common: the stimulus, and where the run is in it."""

    def __init__(self, machine: ClockedCircuit, stimulus: Bits | None) -> None:
        self.machine, self.stimulus, self.step = machine, stimulus, 0
        self.ticks = None if stimulus is None else len(stimulus)

    def halted(self) -> bool:
        return self.step == self.ticks

    def within(self, steps: int) -> int:
        """How many of `steps` more ticks there are."""
        return steps if self.ticks is None else min(steps, self.ticks - self.step)


class PythonClocked(Ticks):
    """The definition, tick by tick."""

    def __init__(self, machine: ClockedCircuit, stimulus: Bits | None) -> None:
        super().__init__(machine, stimulus)
        self.registers, self.outputs = list(machine.start), list[int]()

    def advance(self, steps: int) -> int:
        ticks = self.within(steps)
        shown = len(self.machine.outputs)
        for _ in range(ticks):
            inputs = [0] * len(self.machine.inputs) if self.stimulus is None else self.stimulus[self.step].tolist()
            found = evaluate_python(self.machine.circuit, [*inputs, *self.registers])
            self.outputs, self.registers = found[:shown], found[shown:]
            self.step += 1
        return ticks

    def configuration(self) -> ClockedConfiguration:
        return ClockedConfiguration(self.step, tuple(self.registers), tuple(self.outputs))


class CompiledClocked(Ticks):
    """One run by the kernel that takes 64."""

    def __init__(self, machine: ClockedCircuit, stimulus: Bits | None) -> None:
        super().__init__(machine, stimulus)
        self.state = np.array(machine.start, np.uint64)
        self.outputs = np.zeros(len(machine.outputs), np.uint64)

    def advance(self, steps: int) -> int:
        ticks = self.within(steps)
        rows = np.zeros((0 if self.stimulus is None else ticks, len(self.machine.inputs)), np.uint64)
        if self.stimulus is not None:
            rows[:] = self.stimulus[self.step : self.step + ticks]
        if ticks:
            kept = np.zeros((0, len(self.state)), np.uint64), np.zeros((0, len(self.outputs)), np.uint64)
            run_ticks(*graph_arrays(self.machine), rows, ticks, self.state, self.outputs, *kept)
        self.step += ticks
        return ticks

    def configuration(self) -> ClockedConfiguration:
        shown = tuple((self.outputs & np.uint64(1)).astype(int).tolist()) if self.step else ()
        return ClockedConfiguration(self.step, tuple((self.state & np.uint64(1)).astype(int).tolist()), shown)


@dataclass(frozen=True)
class Waves:
    """Every bit of several runs: `registers` (runs, ticks + 1, registers) before the first tick and after each,
    `outputs` (runs, ticks, outputs) during each."""

    registers: Bits
    outputs: Bits


def run_many(machine: ClockedCircuit, stimuli: npt.ArrayLike) -> Waves:
    """Run a clocked circuit on many stimuli at once, 64 per machine word.

    Args:
        machine: The circuit.
        stimuli: Bits of shape (runs, ticks, inputs).

    Returns:
        The outputs and registers of every run at every tick.

    Raises:
        InputError: The array does not fit the inputs.

    Example:
        >>> from turingrad.machine.clocked import clock_circuit, run_many
        >>> toggle = tg.Circuit(("go", "q"), (tg.Gate("xor", (0, 1)),), (("q", 2),))
        >>> run_many(clock_circuit(toggle, [0]), np.ones((2, 3, 1), int)).registers[0, -1].tolist()
        [1]
    """
    given = np.asarray(stimuli)
    if given.ndim != 3 or given.shape[2] != len(machine.inputs):
        raise InputError(f"stimuli of shape {given.shape} do not fit: (runs, ticks, {len(machine.inputs)} inputs)")
    runs, ticks, width = given.shape
    flat = checked_stimulus(machine, given.reshape(runs * ticks, width))
    assert flat is not None
    bits = flat.reshape(runs, ticks, width)
    registers = np.zeros((runs, ticks + 1, len(machine.registers)), np.uint8)
    outputs = np.zeros((runs, ticks, len(machine.outputs)), np.uint8)
    for first in range(0, runs, 64):
        part = bits[first : first + 64]
        count = len(part)
        words = pack_bits(part.reshape(count, ticks * width)).reshape(ticks, width)
        state = np.where(np.array(machine.start, np.bool_), ~np.uint64(0), np.uint64(0))
        kept = np.zeros((ticks + 1, len(state)), np.uint64)
        shown = np.zeros((ticks, outputs.shape[2]), np.uint64)
        kept[0] = state
        last = np.zeros(outputs.shape[2], np.uint64)
        run_ticks(*graph_arrays(machine), words, ticks, state, last, kept, shown)
        registers[first : first + count] = unpack_bits(kept.reshape(1, -1), count).reshape(count, ticks + 1, -1)
        outputs[first : first + count] = unpack_bits(shown.reshape(1, -1), count).reshape(count, ticks, -1)
    return Waves(registers, outputs)


def graph_arrays(machine: ClockedCircuit) -> tuple[Mask, I64, I64, I64]:
    """One tick as the arrays of an and-inverter graph."""
    graph = compiled_graph(machine.circuit)
    return graph.xor, graph.left, graph.right, graph.outputs


@njit(cache=True)
def run_ticks(
    xor: Mask,
    left: I64,
    right: I64,
    outputs: I64,
    stimulus: U64,
    ticks: int,
    state: U64,
    shown: U64,
    kept_state: U64,
    kept_shown: U64,
) -> None:
    """Ticks of up to 64 runs, one per bit of a word. `state` and `shown` become the registers and the outputs after the
    last; row t of `stimulus` are the inputs of tick t (no rows: all 0); rows of `kept_*` are filled."""
    inputs, registers = stimulus.shape[1], len(state)
    first = 1 + inputs + registers
    values = np.zeros(first + len(left), np.uint64)
    for t in range(ticks):
        if len(stimulus) > 0:
            values[1 : 1 + inputs] = stimulus[t]
        values[1 + inputs : first] = state
        for j in range(len(left)):
            a = values[left[j] >> 1] ^ np.uint64(-(left[j] & 1))
            b = values[right[j] >> 1] ^ np.uint64(-(right[j] & 1))
            values[first + j] = a ^ b if xor[j] else a & b
        for o in range(len(outputs)):
            value = values[outputs[o] >> 1] ^ np.uint64(-(outputs[o] & 1))
            if o < len(shown):
                shown[o] = value
            else:
                state[o - len(shown)] = value
        if len(kept_state) > 0:
            kept_state[t + 1] = state
        if len(kept_shown) > 0:
            kept_shown[t] = shown


def stepper(machine: ClockedCircuit, given: Any, executor: str = "compiled") -> Stepper[ClockedConfiguration]:
    """An interpreter at the start of a run."""
    stimulus = checked_stimulus(machine, given)
    if executor == "python":
        return PythonClocked(machine, stimulus)
    if executor == "compiled":
        return CompiledClocked(machine, stimulus)
    raise InputError(f"no reference executor {executor!r}{name_alternatives(executor, EXECUTORS)}")


def trace(machine: ClockedCircuit, given: Any, *, max_steps: int | None = None) -> Iterator[ClockedConfiguration]:
    """The configurations of a run, the initial one first."""
    return stream(stepper(machine, given), Clock(max_steps, None))
