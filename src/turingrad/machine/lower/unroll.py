"""A time-bounded machine as a Boolean circuit: its run, unrolled in time; here for tapes, in `unroll_grid` for grids.

For T steps on inputs of a given length the circuit holds, for each time t <= T, one wire per state (one-hot), one wire
for each cell where a head can be (one-hot; the cells -t, ..., t), and w wires for each cell's symbol, its number in
binary, most significant bit first, the blank being number 0. From t to t + 1:

    read    bit j  =  OR over cells c of (head c AND symbol c, j)
    fires   of a rule  =  its state AND its symbols read;  stuck = no rule fires
    state   q      =  OR of the rules that lead to q, or q itself where stuck
    symbol  c, j   =  where the head is, bit j of what the rule writes (or of what was read, where stuck), else as is
    head    c      =  head c+1 and some rule moves left, or head c and one stays (or stuck), or head c-1 and right

That is O(T (T + n) w) gates and one copy of the rules a step. A code that no symbol has fires no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.simplify import simplify
from turingrad.machine.grid import GridMachine
from turingrad.machine.lower.codes import code_width, symbol_codes
from turingrad.machine.lower.unroll_grid import MAX_GATES, GridUnrolling, grid_unrolling
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, Tape, TapeConfiguration, TapeMachine, require_two_sided
from turingrad.machine.tape.run import TapeInput


@dataclass(frozen=True)
class Unrolling:
    """A machine's first `steps` steps as `circuit`, for inputs of up to `lengths[i]` symbols on tape i.

    Inputs: `in0[c].j`, bit j of the symbol in cell c of tape 0 (`in1...` for the second tape).
    Outputs: `halted`; `accept`, `reject`; `step[t]`, 1 if a t-th step was taken; `state[i]`, 1 for the i-th of the
    machine's states; `head0[c]`, 1 if the head of tape 0 is on cell c; `tape0[c].j`, bit j of the symbol in cell c.
    """

    machine: TapeMachine
    steps: int
    lengths: tuple[int, ...]
    circuit: Circuit

    def encode_input(self, given: TapeInput = None) -> list[int]:
        """The circuit's input vector; short inputs are filled up with blanks."""
        code = symbol_codes(self.machine)
        vector: list[int] = []
        for i, (row, length) in enumerate(zip(self.machine.tapes_of(given), self.lengths, strict=True)):
            if len(row) > length:
                raise InputError(f"the input of tape {i} has {len(row)} symbols; the circuit was unrolled for {length}")
            vector.extend(bit for symbol in row + (self.machine.blank,) * (length - len(row)) for bit in code[symbol])
        return vector

    def decode(self, outputs: Sequence[int]) -> TapeConfiguration:
        """The machine's configuration after its last step, from the circuit's output vector."""
        machine = self.machine
        value = dict(zip(self.circuit.output_names, map(int, outputs), strict=True))
        symbol_of = {bits: symbol for symbol, bits in symbol_codes(machine).items()}
        state = next(name for i, name in enumerate(machine.states) if value[f"state[{i}]"])
        heads, tapes = [], []
        for i, length in enumerate(self.lengths):
            heads.append(next(c for c in reach(self.steps) if value[f"head{i}[{c}]"]))
            cells = window(self.steps, length)
            word = [symbol_of[tuple(value[f"tape{i}[{c}].{j}"] for j in range(code_width(machine)))] for c in cells]
            tapes.append(Tape.trim(cells.start, word, machine.blank))
        step = sum(value[f"step[{t}]"] for t in range(1, self.steps + 1))
        return TapeConfiguration(step, state, tuple(heads), tuple(tapes))


@validate_arguments
def unroll(machine: TapeMachine | GridMachine, steps: int, size: int | Sequence[int]) -> Circuit:
    """Unroll a run into a circuit; `unrolling` also encodes inputs and decodes outputs.

    Args:
        machine: A tape or grid machine.
        steps: How many steps.
        size: As in `unrolling`.

    Returns:
        The circuit of the run.

    Example:
        >>> from turingrad.machine.lower import unroll
        >>> len(unroll(tg.read("palindrome"), steps=3, size=2).gates) > 0
        True
    """
    return unrolling(machine, steps, size).circuit


@overload
def unrolling(machine: TapeMachine, steps: int, size: int | Sequence[int]) -> Unrolling: ...


@overload
def unrolling(
    machine: GridMachine, steps: int, size: int | Sequence[int], head: tuple[int, int] | None = None
) -> GridUnrolling: ...


@overload
def unrolling(
    machine: TapeMachine | GridMachine, steps: int, size: int | Sequence[int], head: tuple[int, int] | None = None
) -> Unrolling | GridUnrolling: ...


@validate_arguments
def unrolling(
    machine: TapeMachine | GridMachine, steps: int, size: int | Sequence[int], head: tuple[int, int] | None = None
) -> Unrolling | GridUnrolling:
    """Unroll a machine's first steps into a circuit, with `encode_input` and `decode`.

    Args:
        machine: A tape or grid machine.
        steps: How many steps.
        size: Tapes: the largest number of input symbols, one number per tape (a single one: tape 0's). Grids: (rows,
            columns).
        head: Grids: the cell where the head starts; by default that of a learner.

    Returns:
        The circuit, with `encode_input` and `decode`.

    Example:
        >>> from turingrad.machine.lower import unrolling
        >>> made = unrolling(tg.read("palindrome"), steps=3, size=2)
        >>> made.decode(tg.evaluate(made.circuit, [made.encode_input("ab")])[0]).step
        3
    """
    if isinstance(machine, GridMachine):
        if isinstance(size, int) or len(size) != 2:
            raise InputError(f"the size of a grid must be (rows, columns), not {size!r}")
        return grid_unrolling(machine, steps, (size[0], size[1]), head)
    if head is not None:
        raise InputError("the heads of tapes start on cell 0; only on a grid a head can be placed")
    return tape_unrolling(machine, steps, size)


def tape_unrolling(machine: TapeMachine, steps: int, input_length: int | Sequence[int]) -> Unrolling:
    """The first `steps` steps on inputs of up to `input_length` symbols, one length per tape (one alone: tape 0's)."""
    require_two_sided(machine, "an unrolled run")
    given = (input_length,) if isinstance(input_length, int) else tuple(input_length)
    lengths = given + (0,) * (machine.tapes - len(given))
    if steps < 0 or min(lengths) < 0:
        raise InputError(f"{steps} steps on inputs of length {lengths}: neither may be negative")
    if len(lengths) > machine.tapes:
        raise InputError(f"{len(lengths)} input lengths for a machine of {machine.tapes} tape(s)")
    cells = sum(steps + 2 + max(steps, length) for length in lengths)
    step = cells * (4 * code_width(machine) + 6) + 8 * len(machine.rules) + 2 * len(machine.states)
    estimate = cells + steps * step
    if estimate > MAX_GATES:
        raise LimitError(f"{steps} steps unroll to about {estimate:,} gates; at most {MAX_GATES:,} are made")
    return Unrolling(machine, steps, lengths, simplify(Unroller(machine, lengths, steps).circuit()))


def reach(t: int) -> range:
    """The cells where a head may be after t steps."""
    return range(-t, t + 1)


def window(steps: int, length: int) -> range:
    """The cells of a tape that `steps` steps can see or that the input fills."""
    return range(-steps, max(steps + 1, length))


class Unroller:
    """The wires of one instant, and the gates from one instant to the next."""

    def __init__(self, machine: TapeMachine, lengths: tuple[int, ...], steps: int) -> None:
        self.machine, self.steps = machine, steps
        self.build = CircuitBuilder()
        self.code, self.width = symbol_codes(machine), code_width(machine)
        self.states = {state: self.build.const(int(state == machine.start)) for state in machine.states}
        self.heads: list[dict[int, int]] = [{0: self.build.const(1)} for _ in lengths]  # [tape][cell]
        self.cells = [self.first_cells(i, length) for i, length in enumerate(lengths)]  # [tape][cell][bit]

    def first_cells(self, tape: int, length: int) -> dict[int, list[int]]:
        blank = [self.build.const(bit) for bit in self.code[self.machine.blank]]
        return {
            c: [self.build.input(f"in{tape}[{c}].{j}") for j in range(self.width)] if 0 <= c < length else blank
            for c in window(self.steps, length)
        }

    def circuit(self) -> Circuit:
        fired, reads = self.fires()
        for t in range(1, self.steps + 1):
            self.build.output(f"step[{t}]", self.any(fired.values()))
            self.advance(fired, reads)
            fired, reads = self.fires()
        self.build.output("halted", self.build.not_(self.any(fired.values())))
        for answer, states in (("accept", self.machine.accept), ("reject", self.machine.reject)):
            self.build.output(answer, self.any(self.states[state] for state in states))
        for i, state in enumerate(self.machine.states):
            self.build.output(f"state[{i}]", self.states[state])
        for tape, (heads, cells) in enumerate(zip(self.heads, self.cells, strict=True)):
            for c, wire in heads.items():
                self.build.output(f"head{tape}[{c}]", wire)
            for c, bits in cells.items():
                for j, wire in enumerate(bits):
                    self.build.output(f"tape{tape}[{c}].{j}", wire)
        return self.build.build(self.machine.name, self.machine.doc)

    def any(self, wires: Iterable[int]) -> int:
        return self.build.or_(*wires)

    def fires(self) -> tuple[dict[Rule, int], list[list[int]]]:
        """For each rule whether it fires now, and the bits read on each tape."""
        both = self.build.and_
        reads = [
            [self.any(both(head, cells[c][j]) for c, head in heads.items()) for j in range(self.width)]
            for heads, cells in zip(self.heads, self.cells, strict=True)
        ]
        literals = [[(self.build.not_(bit), bit) for bit in bits] for bits in reads]
        seen: dict[tuple[int, str], int] = {}
        for rule in self.machine.rules:
            for tape, symbol in enumerate(rule.read):
                if (tape, symbol) not in seen:
                    code = zip(literals[tape], self.code[symbol], strict=True)
                    seen[tape, symbol] = both(*(pair[bit] for pair, bit in code))
        fired = {
            rule: both(self.states[rule.state], *(seen[place] for place in enumerate(rule.read)))
            for rule in self.machine.rules
        }
        return fired, reads

    def advance(self, fired: dict[Rule, int], reads: list[list[int]]) -> None:
        """From one instant to the next."""
        both = self.build.and_
        stuck = self.build.not_(self.any(fired.values()))
        into: dict[str, list[int]] = {state: [both(wire, stuck)] for state, wire in self.states.items()}
        for rule, wire in fired.items():
            into[rule.next].append(wire)
        self.states = {state: self.any(wires) for state, wires in into.items()}
        for tape, heads in enumerate(self.heads):
            written = [
                self.any([both(stuck, read)] + [w for rule, w in fired.items() if self.code[rule.write[tape]][j]])
                for j, read in enumerate(reads[tape])
            ]
            for c, head in heads.items():
                away = self.build.not_(head)
                old = self.cells[tape][c]
                self.cells[tape][c] = [
                    self.any((both(head, new), both(away, bit))) for new, bit in zip(written, old, strict=True)
                ]
            self.heads[tape] = self.move_head(heads, stuck, fired, tape)

    def move_head(self, heads: dict[int, int], stuck: int, fired: dict[Rule, int], tape: int) -> dict[int, int]:
        """The head of a tape after the step, one cell further on either side."""
        by = {move: self.any(w for rule, w in fired.items() if rule.move[tape] == move) for move in (LEFT, RIGHT)}
        by[STAY] = self.any([stuck] + [w for rule, w in fired.items() if rule.move[tape] == STAY])
        return {
            c: self.any(self.build.and_(heads[c - move], moves) for move, moves in by.items() if c - move in heads)
            for c in range(min(heads) - 1, max(heads) + 2)
        }
