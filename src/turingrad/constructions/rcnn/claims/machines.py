"""B.1: cells as base-3 numbers, and the forms that machines are brought into."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from turingrad._support.arrays import Signs
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.rcnn.claims.training import data, learner
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.errors import InputError
from turingrad.machine.grid import Grid, GridConfiguration, GridMachine
from turingrad.machine.grid import learner as grid_learner
from turingrad.machine.grid.learner import learner_grid
from turingrad.machine.grid.run import run
from turingrad.machine.lower.grid import FLIPPED, finish, with_xor_input

HERE = "turingrad.constructions.rcnn.claims.machines"
PACKAGE = "turingrad.constructions.rcnn"
CLAIMS = Claims("goel")


def digits(count: int) -> set[Fraction]:
    """Base-3 numbers of the digits 0 to `count`, that of the padding included."""
    return {sum(a * Fraction(1, 3**i) for i, a in enumerate(word)) for word in product((-1, 0, 1), repeat=count + 1)}  # type: ignore[misc]


@CLAIMS.state(
    "B.1.1, V_s",
    where="B.1.1",
    statement="Cells are base-3 numbers whose digits mean padding, symbol, phase, head and state.",
    mutations=mutation(
        "digits from 1 on, as printed",
        f"{HERE}.digits",
        lambda count: {
            sum(a * Fraction(1, 3**i) for i, a in enumerate(word, 1)) for word in product((-1, 0, 1), repeat=count)
        },
    ),
    code=f"{PACKAGE}.lattice.Lattice",
    status="corrected",
    erratum="V_s is printed with the digits from i = 1 on, which leaves out the padding digit of work cells",
    leaves_out="digits at one value of s, distances at eight",
)
def cells_are_digits() -> Figures:
    """Every cell value of the network in the paper's units is a number of digits 0 to K; the padding is none."""
    least = [Lattice(states).K for states in (1, 2, 7, 8, 25, 26)]
    require(least == [4, 5, 5, 6, 6, 7], f"K is {least}, the least with 3^(K-3) - 2 states")
    cells = Lattice(2)
    known = digits(cells.K)
    for value in cells.values:
        require(Fraction(value, cells.S) in known, f"the cell {Fraction(value, cells.S)} is no such number")
    require(Fraction(cells.p, cells.S) == Fraction(1, 6) not in known, "the padding 1/6 is a cell value")
    return {"values": len(cells.values), "digits": cells.K, "apart by": gaps()}


def gaps() -> str:
    """The least distance of two cell values, and of one to the padding; an indicator is flat from 5 on."""
    for states in (1, 2, 7, 8, 25, 26, 79, 80):
        cells = Lattice(states)
        values = sorted(cells.values)
        apart = min(high - low for low, high in pairwise(values))
        beside = min(abs(value - cells.p) for value in values)
        require(apart >= 8 and beside >= 12, f"s = {states}: cells are {apart} apart, the padding {beside}")
    return "8, from the padding 12"


@CLAIMS.state(
    "B.1.2, halting position",
    where="B.1.2",
    statement="A machine can be made to end with its answer in the top-left cell and the rest of the input blank, with "
    "a constant number of further states.",
    mutations=mutation("the machine as it is", f"{HERE}.finish", lambda machine: machine),
    code="turingrad.machine.lower.grid.finish",
    assumptions="walls that the head can see; eight states here, two in the paper's sketch",
    leaves_out="four learners of the library, one data set",
)
def halting_position() -> Figures:
    """`finish`: the answer in the top-left cell, all other cells blank, for every library learner."""
    runs = 0
    for name in ("majority-label", "conjunction", "parity-small", "stump"):
        machine = learner(name)
        X, y = data(2, 3, 4)
        for x in X:
            grid = learner_grid(machine, X, y, x)
            answer = machine.answer(run(machine, grid).configuration.state)
            last = run(finish(machine), grid).configuration
            require(finished_answer(last) == answer, f"{name}: the top-left cell does not hold {answer}")
            rest = [symbol for row in last.grid for symbol in row][1:]
            require(set(rest) == {"0"}, f"{name}: the rest of the grid is not blank")
            runs += 1
    return {"runs": runs}


def finished_answer(configuration: GridConfiguration) -> int:
    """The answer that a finished run left in the top-left cell: +1, -1, or 0 where there is none."""
    return {"+": 1, "-": -1}.get(configuration.grid[0][0], 0)


def printed_grid(machine: GridMachine, X: Signs, y: Signs, x: Signs) -> Grid:
    """`learner_grid` with the rows y_i (x o x_i, y_i) that B.1.2 prints: the last entry is 1 whatever the label is."""
    *rows, point = grid_learner.learner_grid(machine, X, y, x)
    d = X.shape[1]
    return (*((*row[:d], "+", *row[d + 1 :]) for row in rows), point)


@CLAIMS.state(
    "B.1.2, XOR input",
    where="B.1.2",
    statement="The grid y (x o x_i, 1) can be turned into the plain one and back by a constant number of states.",
    mutations=(
        mutation("rows y_i (x o x_i, y_i), as printed", f"{HERE}.learner_grid", printed_grid),
        mutation(
            "signs flipped",
            f"{HERE}.xor_input",
            lambda grid: tuple(tuple(FLIPPED.get(s, s) for s in row) for row in grid),
        ),
    ),
    code="turingrad.machine.lower.grid.with_xor_input",
    status="corrected",
    erratum="row i is printed as y_i (x o x_i, y_i), whose last entry is y_i y_i = 1 whatever the label is; it must be "
    "y_i (x o x_i, 1)",
    leaves_out="one learner, six data sets",
)
def xor_form() -> Figures:
    """A machine for plain grids, lowered by `with_xor_input`, does on the product form what it did on the plain one."""
    machine = learner("majority-label")
    lowered = with_xor_input(machine)
    runs = 0
    for seed in range(6):
        X, y = data(seed, 2, 3)
        product_form = learner_grid(machine, X, y, X[0])
        plain = xor_input(product_form)
        for i, row in enumerate(plain[:-1]):
            sample = [1 if symbol == "+" else -1 for symbol in row[: X.shape[1] + 1]]
            require(sample == [*X[i].tolist(), int(y[i])], f"row {i} of the plain grid is not sample {i}: {sample}")
        wanted = run(machine, plain).configuration.state
        found = run(lowered, product_form).configuration.state
        require(found == wanted, f"on the product form the machine ends in {found}, on the plain one in {wanted}")
        runs += 1
    return {"runs": runs, "more states": len(lowered.states) - len(machine.states)}


def xor_input(grid: Grid, work: int = 1) -> Grid:
    """A learner's grid in product form from the plain one, or the plain one from the product form.

    The last row is the test point x and a 1, column d + 1 the labels y, then `work` columns that stay as they are:
    a cell of an example is multiplied by x_b y_i.
    """
    d = len(grid[0]) - 1 - work if grid else -1
    if d < 1:
        raise InputError(f"a learner's grid has features, a column of labels and {work} work columns")
    if any(symbol not in FLIPPED for row in grid for symbol in row[: d + 1]):
        raise InputError("the examples, labels and the test point of a learner's grid are all - or +")
    point = grid[-1]
    return (*(tuple(xor_row(row, point, d)) for row in grid[:-1]), point)


def xor_row(row: tuple[str, ...], point: tuple[str, ...], d: int) -> Iterator[str]:
    for b, symbol in enumerate(row):
        yield FLIPPED[symbol] if b < d and row[d] != point[b] else symbol
