"""What the closed form looks up, read off a network's weights: not the machine's rules, and not the constants.

At a vertex e_v with one-hot heads and codes on the tapes, which units of the loss are on is known, so its gradient is a
sum of weights. From the buffers of `TapeLoss` come

- `down`: the code t of each vertex and tape, and with it the symbols' codes; `outlook`: delta_2 and delta_3;
- the hat's `followers`: the state delta_1; its edges and slopes: l_S(e_v) and the gradient of l_S at e_v, see `Slopes`;
- `terms`: gamma/2, 2 b^2 gamma and c, the weights of the squares and the constant.

The gradient at the successors is split into a sum over the tapes,

    slope(v, t') = base(v) + sum over tapes of along[tape, t, t'],        and that it is one is checked edge by edge,

so that the least entry is found tape by tape. `margin` is by how much the right successor's entry lies below every
other, the least over all vertices and reads, from these tables: a finite proof that no vertex but a successor of v can
follow e_v. Weights that are no such loss are refused, and a loss of another machine is followed as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from torch import Tensor

from turingrad._support.arrays import F64, I32, I64
from turingrad.constructions.descent.hats import DirectedHat, PaperHat
from turingrad.constructions.descent.network import TapeDescent
from turingrad.errors import CertificateError

CHUNK = 1 << 20  # edges that are split at a time
ON = 0.5  # x_v - 1/2 at e_v: the first layer of the directed hat


@dataclass(frozen=True, eq=False)
class Slopes:
    """l_S at the vertices, and its gradient there: `ahead[i]` at the successors of running vertex i, (running, reads),
    as weights times `factor`; `own[v]` at v itself; `behind` times the edge's weight at each predecessor."""

    weights: F64  # (running, reads)
    factor: F64  # (running, 1)
    own: F64  # (V,)
    behind: float
    level: F64  # (V,)

    def ahead(self, rows: slice | int) -> F64:
        found: F64 = self.weights[rows] * self.factor[rows]
        return found


@dataclass(frozen=True, eq=False)
class Tables:
    """The network's loss at the vertices. Symbols are numbered as the vertices of a state number them."""

    codes: F64  # (symbols, k)
    read: I32  # (V, tapes)
    write: I32  # (V, tapes)
    move: I32  # (V, tapes)
    first_follower: I64  # (V,): the first vertex of delta_1, -1 at a halting vertex
    row: I64  # (V,): the number of a running vertex among them
    along: F64  # (tapes, symbols, symbols)
    base: F64  # (running,)
    slopes: Slopes
    squares: float  # gamma / 2
    reads: float  # 2 b^2 gamma
    constant: float  # c
    rate: float  # of T and H

    @property
    def level(self) -> F64:
        """c + l_S(e_v)."""
        found: F64 = self.slopes.level + self.constant
        return found

    @property
    def successors(self) -> int:
        return int(len(self.codes) ** self.read.shape[1])

    def control_gradient(self, vertex: int, ahead: F64) -> F64:
        """The gradient in s at e_v, all |V| entries, where the codes `ahead` (tapes, k) are about to be read."""
        seen = self.codes[self.read]  # (V, tapes, k)
        gradient: F64 = 2 * self.reads * np.einsum("vtk,tk->v", seen, seen[vertex] - ahead)
        gradient[vertex] += self.slopes.own[vertex]
        follower, n = self.first_follower[vertex], self.successors
        if follower >= 0:
            gradient[follower : follower + n] += self.slopes.ahead(int(self.row[vertex]))
        if self.slopes.behind:
            before = np.flatnonzero(self.first_follower == vertex - vertex % n)
            gradient[before] += self.slopes.behind * self.slopes.weights[self.row[before], vertex % n]
        return gradient

    @property
    def margin(self) -> float:
        """The least of (entry at a wrong vertex) - (entry at the right successor), over all vertices and reads: vertex
        by vertex, the minimum over the reads r and the other vertex's symbols c taken tape by tape."""
        codes, base = self.codes, self.base
        reading = 2 * self.reads * np.einsum("ark,ck->arc", codes[:, None, :] - codes[None, :, :], codes)
        places = np.arange(len(codes))
        share = self.slopes.behind / float(self.slopes.factor[0, 0]) if self.slopes.behind and len(base) else 0.0
        wrong, others, backs = np.inf, -base, share * base.min(initial=0.0) - base
        for tape, along in enumerate(self.along):
            entry = reading + along[:, None, :]  # (a, r, c), at the successors
            right = entry[:, places, places][:, :, None]  # c = r
            gap = entry - right
            gap[:, places, places] = np.inf
            seen = self.read[self.row >= 0, tape]
            wrong = min(wrong, float(gap[np.unique(seen)].min(initial=np.inf)))
            others = others + (reading - right).min(axis=(1, 2))[seen]
            felt = share * along.T[:, None, :]  # at the tail c of an edge c -> a
            backs = backs + (reading + felt - right).min(axis=(1, 2))[seen]
        return min(wrong, float(others.min(initial=np.inf)), float(backs.min(initial=np.inf)) if share else np.inf)


def tables_of(network: TapeDescent) -> Tables:
    """Read off the network's weights."""
    loss, symbols = network.loss, len(network.encoding.codes)
    tapes, width = loss.tapes, loss.code_width
    down = numbers(loss.down).reshape(-1, tapes, width)
    outlook = numbers(loss.outlook)
    codes = down[:symbols, -1]  # the last tape's symbol is the lowest digit of a vertex
    following = outlook[:, : tapes * width].reshape(-1, tapes, width)
    moves = outlook[:, tapes * width :].reshape(-1, tapes, 3)
    if not (np.isin(moves, (0, 1)).all() and (moves.sum(axis=2) == 1).all()):
        raise CertificateError("the network's weights: a move is not one of left, stay and right")
    hat = loss.hat
    reads, running = symbols**tapes, hat.running.numpy()
    first_follower = np.full(len(down), -1, np.int64)
    first_follower[running] = hat.followers.numpy() * reads
    row = np.full(len(down), -1, np.int64)
    row[running] = np.arange(len(running))
    read = match_codes(down, codes)
    slopes = directed_slopes(hat, first_follower) if isinstance(hat, DirectedHat) else paper_slopes(hat, first_follower)
    along, base = split(slopes, read[running], symbols)
    squares, reading, constant = numbers(loss.terms).tolist()
    (rate,) = {group["rate"] for group in network.groups() if "rate" in group}
    found = Tables(
        codes, read, match_codes(following, codes), (moves.argmax(axis=2) - 1).astype(np.int32), first_follower, row,
        along, base, slopes, squares, reading, constant, rate,
    )  # fmt: skip
    if found.margin <= 0:
        raise CertificateError(
            "the network's weights do not separate the right successor from the others: b = "
            f"{network.constants.b:g} must be above {network.encoding.least_b:g}"
        )
    return found


def numbers(buffer: Tensor) -> F64:
    found: F64 = buffer.detach().cpu().double().numpy()
    return found


def match_codes(rows: F64, codes: F64) -> I32:
    """The symbol of each code, (V, tapes, k) -> (V, tapes); a row that is no code is refused."""
    found: I32 = (rows @ codes.T).argmax(axis=-1).astype(np.int32)  # all codes are of one length
    if not np.array_equal(codes[found], rows):
        raise CertificateError("the network's weights: a vertex has a symbol that is not a code")
    return found


def directed_slopes(hat: DirectedHat, first_follower: I64) -> Slopes:
    """At e_v the units x_v - 1/2 + sum K_vw x_w, x_v - 1/2 and (self-loops) x_v - 3/4 of v are on, 4 x_v - 3 where v
    halts, and no other: for that every K is below 1/2."""
    edges, out = numbers(hat.edges).copy(), numbers(hat.out)
    if edges.size and not -ON < edges.min() <= edges.max() < ON:
        raise CertificateError("the network's weights: an edge switches the unit of another vertex on")
    running, loops, halting = hat.running.numpy(), hat.loop_rows.numpy(), hat.halting.numpy()
    parts = np.cumsum([len(running), len(running), len(loops)])
    along, near, turning, stopping = np.split(out, parts)
    own, level = np.zeros(len(first_follower)), np.zeros(len(first_follower))
    own[running] = along + near
    own[running[loops]] += turning
    level[running] = ON * (along + near)
    level[running[loops]] += (ON - 0.25) * turning
    own[halting], level[halting] = 4 * stopping, stopping
    places = running[loops] % hat.reads
    if np.any(edges[loops, places] != 0):
        raise CertificateError("the network's weights: a self-loop is an edge of another unit as well")
    edges[loops, places] = own[running[loops]] / along[loops]  # v follows itself: its own slope is the edge's
    own[running[loops]] = 0
    if np.any(own[running] != 0):
        raise CertificateError("the network's weights: a vertex without a self-loop has a slope of its own")
    return Slopes(edges, along[:, None], own, 0.0, level)


def paper_slopes(hat: PaperHat, first_follower: I64) -> Slopes:
    """At e_v an edge v -> w has slope 4 omega_vw at w and an edge p -> v slope 2 omega_pv at p: (34) with mu = 1/4."""
    edges, halting = numbers(hat.edges), hat.halting.numpy()
    running = hat.running.numpy()
    reads = edges.shape[1] if len(running) else 1
    if np.any(first_follower[running] == running - running % reads):
        raise CertificateError("the network's weights: a state follows itself, which the paper's hat does not allow")
    own, level = np.zeros(len(first_follower)), np.zeros(len(first_follower))
    own[halting], level[halting] = 4 * float(hat.halt), float(hat.halt)
    return Slopes(edges, np.full((len(running), 1), 4.0), own, 2.0, level)


def split(slopes: Slopes, read: I32, symbols: int) -> tuple[F64, F64]:
    """(along, base) of the slopes at the successors, the largest of along[tape, t] being 0. Refused where the slopes
    are no such sum, edge by edge."""
    tapes = read.shape[1]
    digits = np.indices((symbols,) * tapes).reshape(tapes, -1)  # (tapes, reads)
    along = np.zeros((tapes, symbols, symbols))
    known = np.zeros((tapes, symbols), bool)
    base = np.zeros(len(read))
    step = max(1, CHUNK // digits.shape[1])
    for first in range(0, len(read), step):
        rows = slice(first, first + step)
        ahead = slopes.ahead(rows).copy()
        for tape in range(tapes):
            places = np.arange(symbols) * symbols ** (tapes - 1 - tape)  # the other tapes' digits are 0
            for symbol in np.unique(read[rows, tape]):
                if not known[tape, symbol]:
                    one = int(np.flatnonzero(read[rows, tape] == symbol)[0])
                    along[tape, symbol] = ahead[one, places] - ahead[one, places].max()
                    known[tape, symbol] = True
            ahead -= along[tape][read[rows, tape]][:, digits[tape]]
        base[rows] = ahead[:, 0]
        if not np.array_equal(ahead, np.broadcast_to(base[rows, None], ahead.shape)):
            raise CertificateError("the network's weights: the slopes at the successors are no sum over the tapes")
    return along, base
