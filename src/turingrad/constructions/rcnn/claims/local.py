"""Definition 5 and B.2: the architecture, the local function, the read-out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import torch

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.rcnn import RCNN, memorise
from turingrad.constructions.rcnn.claims.specification import Specification
from turingrad.constructions.rcnn.claims.training import data, learner
from turingrad.constructions.rcnn.depth import depth_for
from turingrad.constructions.rcnn.layouts import PER_STATE
from turingrad.constructions.rcnn.local import IN_PATCH, RIGHT, UP, patches_of
from turingrad.machine.grid.learner import predict, predictions

HERE = "turingrad.constructions.rcnn.claims.local"
PACKAGE = "turingrad.constructions.rcnn"
CLAIMS = Claims("goel")


def head_of(network: RCNN, grid: torch.Tensor) -> torch.Tensor:
    """U_1 relu(U_2 z), U_1 of shape 1 x d_head and U_2 of shape d_head x 1 (with the constant's column)."""
    state = network.state_dict()
    padded = torch.stack([grid, torch.ones_like(grid)], dim=-1)
    result: torch.Tensor = torch.relu(padded @ state["head.U2"].T) @ state["head.U1"].T
    return result


def printed_head_of(network: RCNN, grid: torch.Tensor) -> torch.Tensor:
    state = network.state_dict()
    padded = torch.stack([grid, torch.ones_like(grid)], dim=-1)
    result: torch.Tensor = torch.relu(padded @ state["head.U1"].T) @ state["head.U2"].T
    return result


@CLAIMS.state(
    "Definition 5",
    where="section 4.1",
    statement="f(z) = sum(f_head(f_Conv2D^(L)([W diag(z), 1]))) over the main grid, with V1 (d_rc x 9), V2, V3, V4 "
    "(d_rc x d_rc), V5 (1 x d_rc), U1 and U2; biases through a constant input.",
    mutations=mutation("U1 and U2 as printed", f"{HERE}.head_of", printed_head_of),
    code=(f"{PACKAGE}.RCNN", f"{PACKAGE}.layouts.PaperLocal"),
    status="corrected",
    erratum="the shapes of U1 and U2 are exchanged in print; and the sum is over the columns 1 to d_in, not over "
    "column d_in alone",
    leaves_out="one learner, one sample of one feature",
)
def from_the_matrices_alone() -> Figures:
    """f of Definition 5, written out from the entries of W, V1..V5, U1, U2 of the literal layout, for L layers."""
    X, y = data(3, 1, 1)
    machine = learner("constant")
    network = RCNN(machine, 1, 1, layout="paper", dtype=torch.float64)
    memorise(network, X, y)
    s, state = network.cells.states, network.state_dict()
    d = PER_STATE * s
    shapes = [tuple(state[f"local.V{i}"].shape) for i in range(1, 6)]
    require(shapes == [(d, 10), (d, d), (d, d), (d, d), (1, d)], f"the shapes of V1..V5 are {shapes}")
    point = torch.ones(1, 1, dtype=torch.float64)
    z = torch.cat([point, torch.ones(1, 1, dtype=torch.float64)], dim=1)
    marks = torch.full((1, 2, machine.work), float(network.cells.P), dtype=torch.float64)
    grid = torch.cat([state["W"][None] * z[:, None], marks], dim=2)
    layers = depth_for(machine, 1, 1, 1).layers
    for _ in range(layers):
        padded = torch.nn.functional.pad(patches_of(grid, network.cells.p), (0, 1), value=1.0)
        first = torch.relu(padded @ state["local.V1"].T @ state["local.V2"].T)
        grid = (torch.relu(first @ state["local.V3"].T @ state["local.V4"].T) @ state["local.V5"].T).squeeze(-1)
    try:
        output = float(head_of(network, grid[:, :, :2]).sum())
    except RuntimeError as error:
        require(condition=False, message=f"the shapes of the head do not fit: {error}")
        raise
    require(output == 1.0, f"f is {output} where the machine answers 1")
    return {"layers": layers, "d_rc": d, "entries of V": sum(a * b for a, b in shapes)}


@CLAIMS.state(
    "Remark after Definition 5",
    where="section 4.1",
    statement="With recurrent and convolutional weight sharing, the number of parameters of the convolution and the "
    "head does not depend on m, d and l.",
    mutations=mutation("W counted", f"{HERE}.shared_parameters", lambda network: network.parameter_count()),
    code=f"{PACKAGE}.local.LocalNetwork",
    leaves_out="one learner, three sizes",
)
def size_without_data() -> Figures:
    """The convolution and the head have the same entries whatever m, d and l are."""
    machine = learner("last-label")
    counts = set()
    for m, d, work in ((1, 1, 1), (5, 9, 1), (2, 3, 1)):
        network = RCNN(machine, m, d, work=work)
        counts.add(shared_parameters(network))
    require(len(counts) == 1, f"the number of shared parameters is {sorted(counts)}")
    return {"shared parameters": counts.pop()}


def shared_parameters(network: RCNN) -> int:
    return sum(v.numel() for k, v in network.state_dict().items() if k != "W")


@CLAIMS.state(
    "Definition 5, l",
    where="section 4.1",
    statement="The grid has l further work columns, l = c (t + m + d); the answer does not depend on l.",
    mutations=mutation(
        "no border",
        "turingrad.machine.grid.border.plain_and_marked_rules",
        lambda rule, _: [
            rule,
            *([] if rule.write is None else [replace(rule, read=rule.read + "|", write=rule.write + "|")]),
        ],
    ),
    code="turingrad.machine.grid.border.add_border",
    assumptions="learners see a border after their own work columns; the paper's machines see neither a border nor "
    "walls",
    leaves_out="four learners at one size each",
)
def columns_do_not_matter() -> Figures:
    """l = t + m + d work columns after the border: the same answers as with the machine's own column."""
    machine = learner("conjunction")
    X, y = data(1, 2, 2)
    points = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]], np.int8)
    reference = predictions(machine, X, y, points)
    work = int(reference.steps.max()) + 4
    network = RCNN(machine, 2, 2, work=work)
    memorise(network, X, y)
    with torch.no_grad():
        found = network(torch.from_numpy(points)).numpy()
    require(np.array_equal(found, reference.answers), f"with l = {work} the network answers {found}")
    runs = 0
    for name, columns in product(("parity-small", "parity-fast", "hebb"), (2, 5, 40)):
        X, y = data(columns, 3, 5)
        own, wide = predict(learner(name), X, y, X), predict(learner(name), X, y, X, work=columns)
        require(np.array_equal(own, wide), f"{name} answers otherwise on {columns} work columns")
        runs += len(X)
    return {"l of the network": work, "runs on other l": runs}


def printed_left_move(book: Specification, patch: tuple[int, ...]) -> int:
    """A left move with the state of gamma(x_{-1,0}), the upper neighbour, as printed."""
    if patch[RIGHT] in book.heads and patch[0] in book.computing and patch[0] not in book.heads:
        symbol, state = book.heads[patch[RIGHT]]
        action = book.table.actions[state][symbol]
        if action is not None and action.move == "L":
            return patch[0] + book.cells.H + patch[UP] - patch[0]
    return book.roll_out_mended(patch)  # type: ignore[attr-defined,no-any-return]


def with_printed_left_move() -> type[Specification]:
    return type("Printed", (Specification,), {"roll_out_mended": Specification.roll_out, "roll_out": printed_left_move})


@CLAIMS.state(
    "B.2, f_Conv2D",
    where="B.2",
    statement="The local network takes the values of f_msg and f_TM and their Jacobian on every patch that occurs.",
    mutations=mutation("the left move as printed", f"{HERE}.Specification", with_printed_left_move()),
    code=(f"{PACKAGE}.protocol.learner_weights", f"{PACKAGE}.claims.specification.Specification"),
    status="corrected",
    erratum="a left move takes its state from gamma(x_{-1,0}) in print, not gamma(x_{0,1}); the start, which "
    "a label of f_msg puts in the bottom-left cell, is in the bottom-right one",
    leaves_out="one learner: the patches of one prediction, not all patches",
)
def local_function() -> Figures:
    """Value and Jacobian of the network on every patch that a prediction meets, against B.2 in plain Python."""
    X, y = data(3, 2, 2)
    network = RCNN(learner("parity-small"), 2, 2)
    memorise(network, X, y)
    found: set[tuple[int, ...]] = set()
    with torch.no_grad():
        grid = network.memory_layer(torch.ones(1, 2))
        for _ in range(150):
            found |= {tuple(p) for p in patches_of(grid, network.cells.p)[..., IN_PATCH].reshape(-1, 5).long().tolist()}
            grid = network.layer(grid)
    patches = sorted(found)
    given = torch.zeros(len(patches), 9)
    given[:, IN_PATCH] = torch.tensor(patches).to(given)
    given.requires_grad_(True)
    result = network.local(given)
    (gradient,) = torch.autograd.grad(result.sum(), given)
    book = Specification(network.table, network.machine.work, network.cells)
    for patch, value, slopes in zip(patches, result.tolist(), gradient[:, IN_PATCH].tolist(), strict=True):
        require(value == book.next_value(patch), f"the patch {patch} becomes {value}, not {book.next_value(patch)}")
        require(slopes == list(book.jacobian(patch)), f"the Jacobian at {patch} is {slopes}")
    return {"patches": len(patches)}


def head_value(network: RCNN, value: int) -> float:
    return float(network.head(torch.tensor([float(value)])))


def printed_head_value(network: RCNN, value: int) -> float:
    return float(printed_f_head(Fraction(value, network.cells.S)))


def printed_f_head(x: Fraction) -> Fraction:
    """f_head with the printed, open intervals."""
    ninth, sixth = Fraction(1, 9), Fraction(1, 6)
    if x <= -sixth:
        return Fraction(-1)
    if -sixth < x < 0:
        return 18 * (x + ninth)
    if 0 < x < ninth:
        return -18 * (x - ninth)
    return 18 * (x - ninth) if ninth < x < sixth else Fraction(1)


@CLAIMS.state(
    "B.2, f_head",
    where="B.2",
    statement="f_head is 0 at -1/9 (with a slope) and at 1/9, and ±1 on the answers.",
    mutations=mutation("open intervals, as printed", f"{HERE}.head_value", printed_head_value),
    code=f"{PACKAGE}.layouts.Readout",
    status="corrected",
    erratum="the printed intervals are open at 0 and 1/9, so that f_head(1/9) would be 1",
    leaves_out="four values of a cell",
)
def read_out() -> Figures:
    """f_head is 0 on blank and memorised cells, ±1 on answers, with slope 1/a at -C."""
    network = RCNN(learner("constant"), 1, 1)
    cells = network.cells
    wanted = {cells.symbol(0): 0.0, -cells.C: 0.0, cells.symbol(1): 1.0, cells.symbol(-1): -1.0}
    for value, height in wanted.items():
        found = head_value(network, value)
        require(found == height, f"f_head({value}/S) is {found}, not {height}")
    return {"values": len(wanted)}
