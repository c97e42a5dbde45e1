"""Section 4.3's sketch, as far as it goes: memory at a local maximum, a standard activation, plain SGD at a low rate.

Abbe and Sandon name five ideas for an emulation "with a more reasonable neural net", and prove nothing of them. This
net takes all five, for one learner: the table of labels of d bits, one memory bit per point. Every vertex is tanh,
every edge is trained by `torch.optim.SGD` on (output - y)^2, one sample per step.

*Their ideas, and what they are here.*

1. Edges that should change have a low weight and a high one behind them. A bit is the path

        1, gate -w- h -v- . -G- h2 -H- output,      w and v about 0 at the start, G of the order of 10^5.

2. A series of circuits: gates compute from the memory and the inputs which bit to write, what to answer, and when.
3. Memory at a local maximum. h receives w0 + w1 a, a = -1 unless the gate a of this bit is on, and w0 = w1 at the
   start: then h = 0 and v = 0 hold, exactly, and no gradient reaches either. Where they do not vanish, the loss falls
   as the product of v and h grows, whatever their sign: w and v run away from 0 together, and the bit is their sign.
4. In most steps nothing is learned: a step writes only if `quiet` random input bits are all 1, else the output is about
   -beta with beta > 1, below every label, and what was written grows. (In a step that writes the output is about 0, so
   that the push of v has the sign of the label.)
5. When all bits are written, the estimate is connected to the output by an edge a, of weight 0 at the start, in steps
   in which `quiet` further bits are all 1; SGD raises it because the estimate is right.

*Ours.* tanh saturates to ±1 in floating point: a gate whose input is at least 20 in absolute value has the derivative 0
exactly, so that no edge into it ever moves (`require_flat_gates` checks all inputs). The readers of a bit have a
threshold on either side of 0, so that a bit that is not written is read as such, with derivative 0. The push of a write
goes in by a gate edge that the constant edge cancels in all other steps.

*Certified* (`certified_steps`): while the output of idle steps stays below -1, the push 2 (y - output) is positive at
every idle step, so that what is written never shrinks there; the drift of the edges into the output bounds for how many
steps that lasts. *Measured*: that the bits grow past their readers before the next write, the edge a, the answers.

*Open*: any learner but this one (bits are written once), unlabelled time (the number of idle steps between writes is
chance, as in the sketch), what happens long after learning, when the drift has used up beta, and noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from turingrad._support.arrays import Signs, all_signs
from turingrad._support.validation.values import whole
from turingrad.constructions.sgd import plain_sgd
from turingrad.errors import InputError

SATURATED = 20.0  # tanh(20) is 1 in float64, to the last bit
MAX_FEATURES = 4


@dataclass(frozen=True)
class LocalMaximumDesign:
    """The numbers of a net: beta > 1 + N H, so that idle outputs are below every label; `growth` is the factor minus 1
    by which one idle step multiplies a bit, `kick` what a write puts into h, `read` a reader's weight."""

    rate: float = 1e-5
    beta: float = 1.5
    H: float = 0.05
    kick: float = 3e-4
    growth: float = 0.2
    read: float = 1e4
    threshold: float = 25.0
    answer: float = 150.0

    @property
    def gain(self) -> float:
        """G, the high weight behind a bit: 2 rate beta H G is the growth."""
        return self.growth / (2 * self.rate * self.beta * self.H)


class LocalMaximumNet(nn.Module):
    """The table learner of `features` bits; its inputs are the features, then `quiet` bits that let it write, then
    `quiet` that let it answer."""

    def __init__(self, features: int, quiet: int = 5, design: LocalMaximumDesign | None = None) -> None:
        super().__init__()
        self.features = whole(features, "the number of features", 1, MAX_FEATURES)
        self.quiet = whole(quiet, "the number of random bits", 1, 16)
        self.design = d = design or LocalMaximumDesign()
        points = torch.from_numpy(all_signs(features)).double()  # (N, features)
        N = self.size = len(points)
        if not d.beta > 1 + N * d.H:
            raise InputError(f"beta is {d.beta}; it must exceed 1 + N H = {1 + N * d.H}")
        ones, q = torch.ones(N, quiet), SATURATED
        conjunction = [1.0] * quiet + [1.0 - quiet]
        tensors = {
            "write": q * torch.cat([points, ones, torch.full((N, 1), 1.0 - features - quiet)], 1),
            "select": q * torch.cat([points, torch.full((N, 1), 1.0 - features)], 1),
            "flags": q * torch.tensor([conjunction, conjunction]),
            "active": q * torch.tensor([1.0, 1.0, 1.0]),
            "read": torch.tensor([[d.read, -d.threshold], [-d.read, -d.threshold]]).repeat(N, 1, 1),
            "selected": q * torch.tensor([1.0, 1.0, -1.0]).repeat(N, 2, 1),
            "estimate": q * torch.tensor([1.0] * N + [N - 1.0]).repeat(2, 1),
            "written": q * torch.tensor([1.0, 1.0, 1.0]).repeat(N, 1),
            "ready": q * torch.tensor([1.0] * N + [1.0 - N]),
            "answered": q * torch.tensor([1.0, 1.0, 1.0, -2.0]).repeat(2, 1),
            "both": torch.tensor([q / 2, -q / 2]),
            "baseline": torch.tensor([d.beta / 2, -d.beta / 2]),
            "w": torch.full((N, 2), d.kick / 2),
            "v": torch.zeros(N),
            "G": torch.full((N,), d.gain),
            "H": torch.full((N,), d.H),
            "a": torch.zeros(()),
            "P": torch.tensor(d.answer),
        }
        self.edges = nn.ParameterDict({name: nn.Parameter(value.double()) for name, value in tensors.items()})

    def forward(self, rows: Tensor) -> Tensor:
        """The outputs, (rows,)."""
        return self.vertices(rows)["output"]

    def vertices(self, rows: Tensor) -> dict[str, Tensor]:
        """What every layer of vertices shows, by name."""
        wanted = self.features + 2 * self.quiet
        if rows.ndim != 2 or rows.shape[1] != wanted:
            raise InputError(f"the net takes rows of {wanted} inputs, not {tuple(rows.shape)}")
        e, tanh = self.edges, torch.tanh
        given, last = rows.double(), self.features + self.quiet
        x, r, s = given[:, : self.features], given[:, self.features : last], given[:, last:]
        one = x.new_ones(len(x), 1)
        write = tanh(torch.cat([x, r, one], 1) @ e["write"].T)  # (rows, N)
        select = tanh(torch.cat([x, one], 1) @ e["select"].T)
        learns = tanh(torch.cat([r, one], 1) @ e["flags"][0])
        asked = tanh(torch.cat([s, one], 1) @ e["flags"][1])
        active = tanh(e["active"][0] * learns + e["active"][1] * asked + e["active"][2])
        h = tanh(e["w"][:, 0] + e["w"][:, 1] * write)
        grown = tanh(e["G"] * tanh(e["v"] * h))
        read = tanh(h[..., None] * e["read"][..., 0] + e["read"][..., 1])  # (rows, N, sign)
        selected = tanh(
            e["selected"][..., 0] * select[..., None] + e["selected"][..., 1] * read + e["selected"][..., 2]
        )
        N = self.size
        estimate = tanh(torch.einsum("rns,sn->rs", selected, e["estimate"][:, :N]) + e["estimate"][:, N])
        written = tanh((e["written"][:, :2] * read).sum(dim=2) + e["written"][:, 2])
        ready = tanh(written @ e["ready"][:N] + e["ready"][N])
        gate = torch.stack([ready, asked], dim=1) @ e["answered"][:, :2].T + e["answered"][:, 2] * estimate
        answered = tanh(gate + e["answered"][:, 3])
        answer = tanh(answered @ e["both"])
        output = e["baseline"][0] * active + e["baseline"][1] + grown @ e["H"] + e["P"] * tanh(e["a"] * answer)
        gates = {"write": write, "select": select, "learns": learns, "asked": asked, "active": active}
        return {**gates, "h": h, "grown": grown, "read": read, "ready": ready, "answer": answer, "output": output}

    def optimizer(self) -> torch.optim.SGD:
        """Plain SGD at the design's rate."""
        return plain_sgd(list(self.parameters()), self.design.rate)

    def rows(self, X: npt.ArrayLike, seed: int = 0) -> Signs:
        """Points (m, features) of ±1 with the random bits of a run."""
        points = np.asarray(X, np.int8)
        bits = 2 * np.random.default_rng(seed).integers(0, 2, (len(points), 2 * self.quiet)) - 1
        return np.concatenate([points, bits.astype(np.int8)], axis=1)

    def questions(self, X: npt.ArrayLike) -> Signs:
        """Points with the bits at which the net answers and does not write."""
        points = np.asarray(X, np.int8)
        flags = np.repeat([-1, 1], self.quiet).astype(np.int8)
        return np.concatenate([points, np.tile(flags, (len(points), 1))], axis=1)

    def train_on(self, X: npt.ArrayLike, y: npt.ArrayLike, seed: int = 0) -> list[float]:
        """Plain SGD on the samples in order; the outputs before each step."""
        optimizer, outputs = self.optimizer(), []
        for row, label in zip(torch.from_numpy(self.rows(X, seed)), np.asarray(y).tolist(), strict=True):
            optimizer.zero_grad()
            output = self.forward(row[None])[0]
            torch.autograd.backward([(output - float(label)) ** 2])
            optimizer.step()
            outputs.append(float(output.detach()))
        return outputs

    def memory(self) -> tuple[int, ...]:
        """Each bit as its readers show it in an idle step: 1, -1, or 0 if it is not written."""
        with torch.no_grad():
            read = self.vertices(-torch.ones(1, self.features + 2 * self.quiet))["read"][0]
        return tuple(int(plus > 0) - int(minus > 0) for plus, minus in read.tolist())

    def answers(self, X: npt.ArrayLike) -> Signs:
        """The signs of the outputs for points; 0 while not all bits are written."""
        with torch.no_grad():
            shown = self.vertices(torch.from_numpy(self.questions(X)))
        ready = (shown["ready"] > 0) & (shown["answer"].abs() > 0.5)
        found: Signs = torch.where(ready, shown["output"].sign(), 0).numpy().astype(np.int8)
        return found

    def certified_steps(self) -> int:
        """For how many steps idle outputs are certain to stay below -1, before the answer is connected.

        The two baseline edges move by 2 rate |y - output| at most per step, and so does each edge H; |y - output| is at
        most D = 1 + beta + N H. So after t steps the idle output is at most -beta + N H + (2 + N) t 2 rate D.
        """
        d, N = self.design, self.size
        room = d.beta - 1 - N * d.H
        return int(room / ((2 + N) * 2 * d.rate * (1 + d.beta + N * d.H)))


def require_flat_gates(net: LocalMaximumNet) -> int:
    """The number of inputs at which all gates show exactly ±1, that is all of them; raises where one does not."""
    rows = torch.from_numpy(all_signs(net.features + 2 * net.quiet))
    with torch.no_grad():
        shown = net.vertices(rows)
    for name in ("write", "select", "learns", "asked", "active"):
        if not bool((shown[name].abs() == 1).all()):
            raise InputError(f"the gates {name!r} are not flat at some input")
    return len(rows)
