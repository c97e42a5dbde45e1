"""Any Turing machine that learns from a tape as a grid learner (B.1.2 of Goel et al.).

A tape learner reads its data set as a word on its first tape and accepts for +1, rejects for -1; further tapes are work
tapes. The word has a sign for each feature, the label's sign and `;` for each sample, then the test point in the same
form with + for its label:  `+-+;--+;+++;` for two samples of two features and a test point.

    1  single_tape, one_sided, two_symbols: one tape, to the right only, bits; where `left` is given one_sided is left
       out, and that many blank cells stand to the left of the word instead
    2  with_xor_input: the product form of the grid becomes the plain one
    3  copy: cell by cell, row by row, each sign is taken off the grid and its code is appended on the bottom row after
       the border, `-` for a 0 and `+` for a 1; after a label follows the code of `;`
    4  run: the machine of 1 on that row, a blank cell counting as a 0
    5  states that do the same become one (`merged`)

Folding the tape (one_sided) suits any machine and makes pairs of symbols, so that a state of two tapes becomes
hundreds; room to the left suits runs whose heads keep within it, as those of stacks and counters do, and a head that
leaves it is stuck. The grid needs as many work columns as the machine needs bits of tape, `columns` of them; a head
that runs out of them is stuck. The states of 2 and 3 do not depend on m and d, the time of 3 is polynomial in them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import Signs, signs
from turingrad.errors import MachineError
from turingrad.machine.grid import TERNARY, WALL, GridMachine, GridRule
from turingrad.machine.grid.learner import labelled_rows
from turingrad.machine.lower.grid import with_xor_input
from turingrad.machine.lower.lowering import TapeLowering, chain
from turingrad.machine.lower.merged import merge_equivalent
from turingrad.machine.lower.one_sided import one_sided
from turingrad.machine.lower.single_tape import single_tape
from turingrad.machine.lower.two_symbols import two_symbols
from turingrad.machine.tape import MOVE_NAMES, TapeMachine
from turingrad.machine.tape.run import run, visited_range

SIGN = {1: "+", -1: "-"}
NEEDED = ("+", "-", ";")
BIT = {"0": "-", "1": "+"}
MAX_LEFT = 64


@dataclass(frozen=True)
class TapeLearner:
    """`machine` learns on a grid with `columns(...)` work columns what `source` learns on tapes."""

    source: TapeMachine
    machine: GridMachine
    lowering: TapeLowering = field(repr=False, compare=False)
    left: int = 0

    def word(self, X: npt.ArrayLike, y: npt.ArrayLike, x: npt.ArrayLike) -> str:
        """The data set and a test point as the source reads them."""
        rows = labelled_rows(X, y)
        point = signs(x, "the test point", (rows.shape[1] - 1,))
        samples = [[*(int(v) * int(row[-1]) for v in row[:-1]), int(row[-1])] for row in rows]
        return "".join("".join(SIGN[v] for v in row) + ";" for row in [*samples, [*map(int, point), 1]])

    def answers(
        self,
        X: npt.ArrayLike,
        y: npt.ArrayLike,
        points: Signs,
        *,
        max_steps: int | None = None,
        executor: str = "compiled",
    ) -> tuple[Signs, int]:
        """What the source itself answers on each test point, 0 for no answer, and its steps in all."""
        found, steps = np.zeros(len(points), np.int8), 0
        for i, x in enumerate(points):
            ran = run(self.source, self.word(X, y, x), max_steps=max_steps, executor=executor)
            found[i] = self.source.answer(ran.configuration.state)
            steps += ran.steps
        return found, steps

    def columns(self, X: npt.ArrayLike, y: npt.ArrayLike, points: Signs, *, max_steps: int = 1_000_000) -> int:
        """The work columns that the lowered machine needs on these test points: the border's, and one cell per bit."""
        most = max(high for _, high in self.reaches(X, y, points, max_steps=max_steps))
        return self.machine.work + self.left + most + 2

    def reaches(
        self, X: npt.ArrayLike, y: npt.ArrayLike, points: Signs, *, max_steps: int = 1_000_000
    ) -> list[tuple[int, int]]:
        """The leftmost and the rightmost cell that each run visits or its word fills."""
        found = []
        for x in points:
            given = self.lowering.encode_input(self.word(X, y, x))
            low, high, _ = visited_range(self.lowering.machine, given, max_steps)
            found.append((low, high))
        return found


def tape_learner(source: TapeMachine, left: int | None = None) -> TapeLearner:
    """Make a grid learner of a tape learner.

    Args:
        source: A tape machine whose symbols contain +, - and ;.
        left: Blank cells to the left of the input instead of folding the tape to one side; by default it is folded.

    Returns:
        The grid learner, and how data sets become words.

    Raises:
        MachineError: The machine has other symbols than those of such a word, or neither accepts nor rejects.

    Example:
        >>> from turingrad.machine import tape_learner
        >>> rules = {("s", "+"): ("+", "R", "s"), ("s", "-"): ("-", "R", "s"), ("s", ";"): (";", "S", "yes")}
        >>> made = tape_learner(tg.machine(rules, start="s", blank="_", accept=("yes",)))
        >>> made.word([[1, -1]], [1], [1, 1])
        '+-+;+++;'
    """
    missing = [symbol for symbol in NEEDED if symbol not in source.symbols]
    if missing or not (source.accept or source.reject):
        raise MachineError(f"a tape learner reads +, - and ; and accepts or rejects; this machine is {source!r}")
    one_way = (one_sided,) if left is None else ()
    lowering = chain(source, single_tape, *one_way, two_symbols)
    first, later = codes(lowering)
    builder = Builder(lowering.machine, left or 0)
    builder.copy(first, later)
    builder.run()
    return TapeLearner(source, merge_equivalent(with_xor_input(builder.machine(source))), lowering, left or 0)


def learner_for(source: TapeMachine, X: npt.ArrayLike, y: npt.ArrayLike, points: Signs) -> TapeLearner:
    """The smaller of the two for these runs: room to the left where they take at most `MAX_LEFT` cells of it."""
    probe = tape_learner(source, left=0)
    left = -min(low for low, _ in probe.reaches(X, y, points))
    return tape_learner(source, left=left) if left <= MAX_LEFT else tape_learner(source)


def codes(lowering: TapeLowering) -> tuple[dict[str, str], dict[str, str]]:
    """The bits of each symbol of an input: as its first symbol, and anywhere else."""

    def bits(word: str) -> str:
        return "".join(lowering.encode_input(word)[0])

    width = len(bits("++")) // 2
    first = {a: bits(a + "+")[:width] for a in NEEDED}
    later = {a: bits("+" + a)[width:] for a in NEEDED}
    probe = "-+;+-;"
    if bits(probe) != first["-"] + "".join(later[a] for a in probe[1:]):
        raise MachineError("the lowered machine's input is not written symbol by symbol")
    return first, later


class Builder:
    """The rules of steps 3 and 4, state by state."""

    def __init__(self, tape: TapeMachine, left: int) -> None:
        self.tape, self.left = tape, left
        self.rules: list[GridRule] = []
        self.states: dict[str, None] = {}
        # Numbers: the names of lowered states hold signs that the border needs.
        self.number = {state: f"t{i}" for i, state in enumerate(tape.states)}

    def add(self, state: str, reads: Iterable[str], move: str, target: str, write: str | None = None) -> None:
        for read in reads:
            written = None if read == WALL else read if write is None else write
            self.rules.append(GridRule(state, read, written, move, target))
            self.states |= {state: None, target: None}

    def copy(self, first: dict[str, str], later: dict[str, str]) -> None:
        """From the head's start to the first cell after the border, in the tape machine's start."""
        for prefix, code in (("a", first), ("b", later)):
            home, top, scan, following, row = (f"{prefix}.{name}" for name in ("home", "top", "scan", "next", "row"))
            self.add(home, TERNARY, "L", home)
            self.add(home, WALL, "U", top)
            self.add(top, TERNARY, "U", top)
            self.add(top, WALL, "S", scan)
            self.add(scan, "0", "R", scan)
            self.add(scan, WALL, "D", following)  # at the border: the next row
            self.add(following, TERNARY, "L", row)
            self.add(following, WALL, "R", "enter")  # no row is left
            self.add(row, TERNARY, "L", row)
            self.add(row, WALL, "S", scan)
            for sign in "+-":
                peek = f"{prefix}.peek{sign}"
                self.add(scan, sign, "R", peek, write="0")
                for reads, end in (("+-", ""), ("0", ";")):
                    word = code[sign] + (later[";"] if end else "")
                    self.carry(f"{prefix}.{sign}{end}", word, first=prefix == "a")
                    self.add(peek, reads, "D", f"{prefix}.{sign}{end}.down")
        self.add("enter", WALL, "R", "begin")
        self.add("begin", "0", "R", "begin")
        self.add("begin", "+-", "S", self.number[self.tape.start])

    def carry(self, name: str, word: str, *, first: bool) -> None:
        """Down to the bottom row, right, over the border and the room after it, to the end of what is written there;
        there the word's bits."""
        down, right, far = name + ".down", name + ".right", name + ".far"
        room = [f"{name}.room{i}" for i in range(self.left if first else min(1, self.left))]
        self.add(down, TERNARY, "D", down)
        self.add(down, WALL, "R", right)
        self.add(right, TERNARY, "R", right)
        self.add(right, WALL, "R", (room or [far])[0])
        for i, cell in enumerate(room):
            if first:  # nothing is written yet: the room is counted
                self.add(cell, "0", "R", (room[i + 1 :] or [far])[0])
            else:
                self.add(cell, "0", "R", cell)
                self.add(cell, "+-", "R", far)
        self.add(far, "+-", "R", far)
        places = [far, *(f"{name}.{i}" for i in range(1, len(word))), "b.home"]
        for i, bit in enumerate(word):
            self.add(places[i], "0", "L" if i == len(word) - 1 else "R", places[i + 1], write=BIT[bit])

    def run(self) -> None:
        """The tape machine, a blank cell being a 0."""
        for rule in self.tape.rules:
            reads = "-0" if rule.read[0] == "0" else "+"
            target = self.number[rule.next]
            self.add(self.number[rule.state], reads, MOVE_NAMES[rule.move[0]], target, write=BIT[rule.write[0]])

    def machine(self, source: TapeMachine) -> GridMachine:
        halting = tuple(self.number[state] for state in self.tape.halting)
        states = dict.fromkeys([*self.states, *halting])
        return GridMachine(
            states=tuple(states),
            symbols=TERNARY,
            blank="0",
            start="a.home",
            rules=tuple(self.rules),
            halting=halting,
            accept=tuple(self.number[state] for state in self.tape.accept),
            reject=tuple(self.number[state] for state in self.tape.reject),
            name=source.name,
            doc=source.doc,
        )
