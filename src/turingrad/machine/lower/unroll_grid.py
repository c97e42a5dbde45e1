"""A time-bounded grid machine as a Boolean circuit: its run, unrolled in time.

For T steps on an R x C grid the circuit holds, for each time t <= T, one wire for each state, at a wall or not
(one-hot), one wire for each cell where the head can be (one-hot), and w wires for each cell's symbol, its number in
binary, the blank being number 0. From t to t + 1, with D the direction of a move:

    read    bit j  =  OR over cells c of (head c AND symbol c, j)
    fires   of a rule  =  its state AND its symbol read (a `#` rule: its state at a wall);  stuck = no rule fires
    moves D        =  OR of the rules that move D
    bump           =  OR over D and the cells c at the wall D of (moves D AND head c)
    head    c      =  OR over D of (moves D AND head of the cell that D leads from to c, or of c itself at the wall D)
    symbol  c, j   =  where the head is, bit j of what the rule writes (or of what was read), else as is

That is O(T R C w) gates and one copy of the rules a step: polynomial in time and space, linear in each. What a head can
never reach, whatever the input, is left out, and gates of equal structure are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.simplify import ONE, ZERO, Folding, without_dead_gates
from turingrad.machine.grid import MOVES, WALL, Grid, GridConfiguration, GridMachine, GridRule
from turingrad.machine.lower.codes import code_width, symbol_codes

MAX_GATES = 2_000_000  # half a gigabyte

Cell = tuple[int, int]
HeadState = tuple[str, bool]  # a state, at a wall or not


@dataclass(frozen=True)
class GridUnrolling:
    """A grid machine's first `steps` steps as `circuit`, on a grid of `size` = (rows, columns).

    Inputs: `in[r][c].j`, bit j of the symbol in row r, column c. Outputs: `halted`; `accept`, `reject`; `step[t]`, 1
    if a t-th step was taken; `state[i]`, 1 for the i-th of the machine's states; `bumped`; `head[r][c]`;
    `cell[r][c].j`, bit j of the symbol that is there at the end.
    """

    machine: GridMachine
    steps: int
    size: tuple[int, int]
    circuit: Circuit

    def encode_input(self, grid: Sequence[str] | Sequence[Sequence[str]]) -> list[int]:
        """The circuit's input vector."""
        rows = self.machine.grid_of(grid)
        if (len(rows), len(rows[0])) != self.size:
            raise InputError(
                f"the grid has {len(rows)} x {len(rows[0])} cells; the circuit was unrolled for {self.size}"
            )
        code = symbol_codes(self.machine)
        return [bit for row in rows for symbol in row for bit in code[symbol]]

    def decode(self, outputs: Sequence[int]) -> GridConfiguration:
        """The machine's configuration after its last step, from the circuit's output vector."""
        machine, (rows, columns) = self.machine, self.size
        value = dict(zip(self.circuit.output_names, map(int, outputs), strict=True))
        symbol_of = {bits: symbol for symbol, bits in symbol_codes(machine).items()}
        width = range(code_width(machine))
        grid: Grid = tuple(
            tuple(symbol_of[tuple(value[f"cell[{r}][{c}].{j}"] for j in width)] for c in range(columns))
            for r in range(rows)
        )
        head = next((r, c) for r in range(rows) for c in range(columns) if value[f"head[{r}][{c}]"])
        state = next(name for i, name in enumerate(machine.states) if value[f"state[{i}]"])
        step = sum(value[f"step[{t}]"] for t in range(1, self.steps + 1))
        return GridConfiguration(step, state, head, bool(value["bumped"]), grid)


def grid_unrolling(machine: GridMachine, steps: int, size: tuple[int, int], head: Cell | None = None) -> GridUnrolling:
    """The first `steps` steps on any grid of this size, the head where a learner's starts unless told otherwise."""
    rows, columns = size
    if steps < 0 or rows < 1 or columns < 1:
        raise InputError(f"{steps} steps on {rows} x {columns} cells: a grid has cells, and steps are not negative")
    width = code_width(machine)
    require_few_gates(machine, steps, rows * columns)
    start = machine.initial(((machine.blank,) * columns,) * rows, head).head
    wires = Folding(rows * columns * width)
    cells = {(r, c): [(r * columns + c) * width + j for j in range(width)] for r in range(rows) for c in range(columns)}
    run = GridUnroller(machine, wires, cells, start)
    taken = [run.advance() for _ in range(steps)]
    outputs = {"halted": run.halted(), "accept": run.in_states(machine.accept), "reject": run.in_states(machine.reject)}
    outputs |= {f"step[{t}]": wire for t, wire in enumerate(taken, start=1)}
    outputs |= {f"state[{i}]": run.in_states((state,)) for i, state in enumerate(machine.states)}
    outputs["bumped"] = run.any(wire for (_, bumped), wire in run.states.items() if bumped)
    outputs |= {f"head[{r}][{c}]": run.heads.get((r, c), ZERO) for r, c in cells}
    outputs |= {f"cell[{r}][{c}].{j}": bit for (r, c), bits in run.cells.items() for j, bit in enumerate(bits)}
    names = [f"in[{r}][{c}].{j}" for r, c in cells for j in range(width)]
    return GridUnrolling(machine, steps, size, circuit_of(wires, names, outputs, machine))


def circuit_of(wires: Folding, names: Sequence[str], outputs: Mapping[str, int], machine: GridMachine) -> Circuit:
    shown = tuple((name, wires.materialise(wire)) for name, wire in outputs.items())
    return without_dead_gates(Circuit(tuple(names), tuple(wires.gates), shown, machine.name, machine.doc))


def require_few_gates(machine: GridMachine, steps: int, cells: int) -> None:
    """Refuse, before any work, what could not be held."""
    # Within a step every cell has at most 3 w + 1 gates for its symbol, w to be read and 6 for the head.
    most = steps * (cells * (4 * code_width(machine) + 7) + 4 * len(machine.rules) + 4 * len(machine.states))
    if most > 1000 * MAX_GATES:
        raise LimitError(f"{steps:,} steps on {cells:,} cells unroll to about {most:,} gates, more than {MAX_GATES:,}")


class GridUnroller:
    """The wires of one instant, and the gates from one instant to the next.

    `cells` are the bits of every symbol at the start: wires of `wires`, or its constants.
    """

    def __init__(self, machine: GridMachine, wires: Folding, cells: Mapping[Cell, Sequence[int]], start: Cell) -> None:
        self.machine, self.wires = machine, wires
        self.code = symbol_codes(machine)
        self.cells = {cell: list(bits) for cell, bits in cells.items()}
        self.states: dict[HeadState, int] = {(machine.start, False): ONE}
        self.heads: dict[Cell, int] = {start: ONE}
        self.live: dict[tuple[HeadState, Cell], list[GridRule | None]] = {}
        self.enter({((machine.start, False), start)})

    def both(self, *of: int) -> int:
        return self.wires.fold("and", list(of))

    def any(self, of: Iterable[int]) -> int:
        return self.wires.fold("or", list(of))

    def in_states(self, states: Iterable[str]) -> int:
        wanted = set(states)
        return self.any(wire for (state, _), wire in self.states.items() if state in wanted)

    def running(self) -> bool:
        """False if no rule can fire any more, whatever the input."""
        return any(rule for rules in self.live.values() for rule in rules)

    def enter(self, live: set[tuple[HeadState, Cell]]) -> None:
        """The states and cells that are possible now, each with what the head may do there (None: it is stuck)."""
        symbols = {cell: self.possible(cell) for cell in {cell for _, cell in live}}
        self.live = {
            ((state, bumped), cell): [self.machine.rule(state, read) for read in ([WALL] if bumped else symbols[cell])]
            for (state, bumped), cell in sorted(live)
        }

    def possible(self, cell: Cell) -> list[str]:
        """The symbols that the cell's wires do not exclude."""
        known = {ZERO: 0, ONE: 1}
        fixed = [known.get(wire) for wire in self.cells[cell]]
        return [s for s, bits in self.code.items() if all(f in (None, b) for f, b in zip(fixed, bits, strict=True))]

    def landing_cell(self, cell: Cell, move: str) -> Cell | None:
        """Where the move leads; None at a wall."""
        down, right = MOVES[move]
        target = (cell[0] + down, cell[1] + right)
        return target if target in self.cells else None

    def fires(self) -> tuple[dict[GridRule, int], list[int]]:
        """For each rule that can fire now its wire, and the bits read."""
        width = range(len(next(iter(self.code.values()))))
        reads = [self.any(self.both(head, self.cells[c][j]) for c, head in self.heads.items()) for j in width]
        literals = [(self.wires.fold("not", [bit]), bit) for bit in reads]
        seen = {
            symbol: self.both(*(pair[bit] for pair, bit in zip(literals, bits, strict=True)))
            for symbol, bits in self.code.items()
        }
        able = dict.fromkeys(rule for rules in self.live.values() for rule in rules if rule)
        fired = {}
        for rule in able:
            at_wall = rule.read == WALL
            read = ONE if at_wall else seen[rule.read]
            fired[rule] = self.both(self.states.get((rule.state, at_wall), ZERO), read)
        return fired, reads

    def halted(self) -> int:
        return self.wires.fold("not", [self.any(self.fires()[0].values())])

    def advance(self) -> int:
        """From one instant to the next; the wire of "a step was taken"."""
        fired, reads = self.fires()
        taken = self.any(fired.values())
        stuck = self.wires.fold("not", [taken])
        live = self.reachable()
        moves = {move: self.any(wire for rule, wire in fired.items() if rule.move == move) for move in MOVES}
        moves["S"] = self.any((moves["S"], stuck))
        self.write(fired, reads, stuck)
        bump = self.move_heads(moves, {cell for _, cell in live})
        self.change_states(fired, stuck, bump, {head for head, _ in live})
        self.enter(live)
        if len(self.wires.gates) > MAX_GATES:
            raise LimitError(f"the unrolled run has more than {MAX_GATES:,} gates; fewer steps or a smaller grid fit")
        return taken

    def reachable(self) -> set[tuple[HeadState, Cell]]:
        """Where the head may be after the step, and in which states, over all inputs and more."""
        following: set[tuple[HeadState, Cell]] = set()
        for (head, cell), rules in self.live.items():
            for rule in rules:
                if rule is None:
                    following.add((head, cell))
                    continue
                target = self.landing_cell(cell, rule.move)
                following.add(((rule.next, target is None), cell if target is None else target))
        return following

    def write(self, fired: dict[GridRule, int], reads: list[int], stuck: int) -> None:
        at_wall = self.any(wire for rule, wire in fired.items() if rule.read == WALL)
        kept = self.any((stuck, at_wall))
        written = [
            self.any(
                [self.both(kept, read)]
                + [wire for rule, wire in fired.items() if rule.write is not None and self.code[rule.write][j]]
            )
            for j, read in enumerate(reads)
        ]
        changing = any(rule.write is not None and rule.write != rule.read for rule in fired)
        for cell, head in self.heads.items() if changing else ():
            away = self.wires.fold("not", [head])
            self.cells[cell] = [
                old if old == new else self.any((self.both(head, new), self.both(away, old)))
                for new, old in zip(written, self.cells[cell], strict=True)
            ]

    def move_heads(self, moves: dict[str, int], cells: set[Cell]) -> int:
        """The head after the step, in the cells that it can be in; the wire of "it hit a wall"."""
        into: dict[Cell, list[int]] = {cell: [] for cell in sorted(cells)}
        bumps: list[int] = []
        for cell, head in self.heads.items():
            for move, wire in moves.items():
                target = self.landing_cell(cell, move)
                if target is None:
                    bumps.append(self.both(head, wire))
                    if cell in into:
                        into[cell].append(bumps[-1])
                elif target in into:
                    into[target].append(self.both(head, wire))
        self.heads = {cell: self.any(of) for cell, of in into.items()}
        return self.any(bumps)

    def change_states(self, fired: dict[GridRule, int], stuck: int, bump: int, live: set[HeadState]) -> None:
        into: dict[HeadState, list[int]] = {head: [] for head in sorted(live)}
        smooth = self.wires.fold("not", [bump])
        moving: dict[str, list[int]] = {}
        for rule, wire in fired.items():
            if rule.move == "S":
                into[rule.next, False].append(wire)
            else:
                moving.setdefault(rule.next, []).append(wire)
        for state, of in moving.items():
            entered = self.any(of)
            for bumped, wire in ((False, smooth), (True, bump)):
                if (state, bumped) in into:
                    into[state, bumped].append(self.both(entered, wire))
        for head, wire in self.states.items():
            if head in into:
                into[head].append(self.both(wire, stuck))
        self.states = {head: self.any(of) for head, of in into.items()}
