"""Section 4.3: the authors' own sketch of a more reasonable emulation, for one learner."""

from __future__ import annotations

import numpy as np
import torch

from turingrad._support.arrays import all_signs
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.emulation.local_maximum import LocalMaximumNet, require_flat_gates

NET = "turingrad.constructions.emulation.local_maximum"
STEPS = 500  # of one pass over fresh samples
FROZEN = ("write", "select", "flags", "active", "read", "selected", "estimate", "written", "ready", "answered")
CLAIMS = Claims("abbe-sandon")


def start_beside(net: LocalMaximumNet) -> torch.optim.SGD:
    """The net's optimizer, its memory put a little beside the maximum."""
    with torch.no_grad():
        net.edges["v"].add_(1e-5)
    return torch.optim.SGD(net.parameters(), lr=net.design.rate)


@CLAIMS.state(
    "Section 4.3",
    where="section 4.3",
    statement="A learner can be emulated with a lower learning rate and more reasonable parameters: memory is held "
    "at a local maximum and, once perturbed, runs away from it; edges of low weight lead to ones of high weight; few "
    "steps learn; SGD connects the output. This is a sketch by the authors, without a proof.",
    mutations=(
        mutation("no high weight behind a bit", f"{NET}.LocalMaximumDesign.gain", property(lambda _self: 1.0)),
        mutation("gates of half the gain", f"{NET}.SATURATED", 10.0),
        mutation("the memory starts beside its maximum", f"{NET}.LocalMaximumNet.optimizer", start_beside),
    ),
    code=(f"{NET}.LocalMaximumNet", f"{NET}.require_flat_gates"),
    status="open",
    assumptions="tanh in float64, whose saturated gates have derivative 0 to the last bit: ours, not the sketch's",
    leaves_out="one learner, the table of labels, whose bits are written once; up to two features, without noise",
)
def plain_sgd_writes_and_reads() -> Figures:
    """One bit step by step, then the exclusive or of two bits: memory, gates and answers after plain SGD with tanh."""
    steps = a_bit_runs_away_from_zero()
    net = LocalMaximumNet(2, quiet=4)
    first = {name: edge.detach().clone() for name, edge in net.edges.items()}
    flat = require_flat_gates(net)
    require(flat == 1 << (2 + 2 * 4), f"the gates were looked at on {flat} inputs")
    certain = int(0.3 / (6 * 2e-5 * 2.7))  # room beta - 1 - 4 H, six edges into the output, |y - output| up to 2.7
    require(net.certified_steps() == certain, f"{net.certified_steps()} steps are certified, by hand {certain}")
    X = np.random.default_rng(0).choice([-1, 1], (STEPS, 2)).astype(np.int8)
    y = X.prod(axis=1, dtype=np.int8)
    outputs = net.train_on(X, y, seed=1)
    points = all_signs(2)
    wanted = points.prod(axis=1)
    require(net.memory() == tuple(wanted.tolist()), f"the register holds {net.memory()}; the labels are {wanted}")
    require(bool((net.answers(points) == wanted).all()), f"answers {net.answers(points)}, should be {wanted}")
    moved = [name for name in FROZEN if not torch.equal(net.edges[name].detach(), first[name])]
    require(not moved, f"edges into gates moved: {moved}")
    idle = [t for t in range(len(y)) if outputs[t] < -1]
    require(len(idle) > 0.8 * len(y), f"{len(idle)} of {len(y)} steps are idle")
    return {
        "steps from a write to a bit that is read": steps,
        "inputs at which every gate is flat": flat,
        "SGD steps, two features": len(y),
        "learning rate": net.design.rate,
        "steps that are certified idle below -1": net.certified_steps(),
    }


def a_bit_runs_away_from_zero() -> int:
    """Idle steps leave a bit that is not written bitwise as it is; one write with the label -1, and idle steps carry it
    to its reader, never back; the other bit stays at its maximum, exactly."""
    net = LocalMaximumNet(1, quiet=2)
    idle, write = np.array([[1, -1, 1, -1, 1]], np.int8), np.array([[-1, 1, 1, -1, -1]], np.int8)
    optimizer = net.optimizer()

    def step(row: np.ndarray, label: int) -> float:
        optimizer.zero_grad()
        output = net(torch.from_numpy(row))[0]
        torch.autograd.backward([(output - label) ** 2])
        optimizer.step()
        return float(output.detach())

    def state() -> torch.Tensor:
        """(bits, 2): what h receives in an idle step, and v."""
        w, v = net.edges["w"].detach(), net.edges["v"].detach()
        return torch.stack([w[:, 0] - w[:, 1], v], dim=1)

    for t in range(5):
        require(step(idle, 1 - 2 * (t % 2)) < -1, "an idle output is not below every label")
    require(bool((state() == 0).all()), f"idle steps moved a bit that was not written: {state().tolist()}")
    step(write, -1)
    sizes = [float(state()[0].norm())]
    require(0 < sizes[0] < net.design.kick, f"the push of a write is {sizes[0]:.3g}")
    while net.memory()[0] == 0 and len(sizes) < 100:
        step(idle, 1 - 2 * (len(sizes) % 2))
        sizes.append(float(state()[0].norm()))
        require(sizes[-1] > sizes[-2], f"step {len(sizes)}: a written bit shrank in an idle step")
    require(len(sizes) < net.certified_steps(), f"{len(sizes)} steps, certified are {net.certified_steps()}")
    require(net.memory() == (-1, 0), f"the memory is {net.memory()}")
    require(bool((state()[1] == 0).all()), "the other bit left its maximum")
    return len(sizes)
