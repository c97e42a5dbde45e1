"""The loss (21) of Section 4.4: a function of the control s, the tapes T and the heads H.

    l(s, T, H) = c + l_S(s) + gamma/2 |T.H - \\next s\\|^2                      write delta_2 under the head
                   + 2 b^2 gamma |\\read\\ - down s|^2                         read the cell under the next head
                   + gamma/2 |\\shift(s) H\\ - H|^2                            move the head

Backslashes are the paper's stop-gradient: everything between them is constant when differentiated. `down` and `next`
are the matrices that give the symbols' codes t and delta_2(q, t) of a vertex (q, t); `shift(s) H` moves each tape's
head by delta_3. Two corrections to the paper: the first term carries the next symbol (printed: the current one), and
the shift is h_{i - delta_3}, tape by tape. One extension: the paper's heads always move, ours may stay, so `read` looks
at the tape after the write,

    read = (T + H (next s - T.H)) . shift(s) H = T . shift(s) H + (next s - T.H) (H . shift(s) H),

because a head that stays reads the symbol that it has just written.

Inside an extended network (`rounded`) the copies of T and H in the stop-gradients are rounded to the nearest whole
numbers, and the first term is gamma/2 |T - \\after the write\\|^2: all of T, as the last term has all of H. At codes
its value and its gradient are the same, for the tape after the write differs from T under the heads only; but a cell
that no head visits is drawn back to its code in every step, so that errors of its gradient do not add up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from turingrad.constructions.descent.constants import Constants
from turingrad.constructions.descent.encoding import Encoding
from turingrad.constructions.descent.graph import ControlGraph
from turingrad.constructions.descent.hats import DirectedHat, PaperHat
from turingrad.errors import LimitError

MOVES = (-1, 0, 1)
HALF = 0.5  # a head's numbers sum to 1 while it is on its tape, to 0 once it has left it


class Seen(NamedTuple):
    """What stood inside the stop-gradients of a pass: T and H, the tape after the write, H moved, and what is read."""

    tapes: Tensor
    heads: Tensor
    written: Tensor
    moved: Tensor
    read: Tensor


class TapeLoss(nn.Module):
    """The loss with explicit weights. Its arguments are s (V,), T (tapes, k, cells) and H (tapes, cells).

    `rounded`: as inside an extended network. Without errors that changes nothing; with a gradient that is off by a
    factor 1 + rho and by noise, T and H stay within |rho| and the noise of codes. `seen` is kept of each pass.
    """

    seen: Seen

    down: Tensor
    outlook: Tensor
    terms: Tensor

    def __init__(self, graph: ControlGraph, encoding: Encoding, constants: Constants, dtype: torch.dtype) -> None:
        super().__init__()
        self.rounded = False
        self.tapes, self.code_width = graph.machine.tapes, encoding.width
        kind = DirectedHat if constants.hat == "directed" else PaperHat
        self.hat = kind(graph, encoding, constants, dtype)
        codes = encoding.matrix
        moves = graph.move[:, :, None] == np.array(MOVES)  # (V, tapes, 3)
        outlook = np.concatenate([codes[graph.write].reshape(len(moves), -1), moves.reshape(len(moves), -1)], axis=1)
        self.register_buffer("down", torch.tensor(codes[graph.read].reshape(len(moves), -1), dtype=dtype))
        self.register_buffer("outlook", torch.tensor(outlook, dtype=dtype))
        gamma, b = constants.gamma, constants.b  # the weights of the squares, and c
        self.register_buffer("terms", torch.tensor([gamma / 2, 2 * b * b * gamma, constants.c], dtype=dtype))

    def symbols_of(self, s: Tensor) -> Tensor:
        """down s: the codes (tapes, k) of the vertex's symbols."""
        return (s @ self.down).view(self.tapes, self.code_width)

    def outlooks(self, s: Tensor) -> tuple[Tensor, Tensor]:
        """(next s, the weights of left, stay and right): (tapes, k) and (tapes, 3)."""
        both, codes = s @ self.outlook, self.tapes * self.code_width
        return both[:codes].view(self.tapes, self.code_width), both[codes:].view(self.tapes, 3)

    @staticmethod
    def shift_heads(moves: Tensor, H: Tensor) -> Tensor:
        """shift(s) H: for a vertex it moves tape t's head by delta_3[t]. A head that leaves the tape is lost."""
        left, stay, right = moves.unsqueeze(2).unbind(dim=1)  # (tapes, 1) each
        padded = nn.functional.pad(H, (1, 1))
        return left * padded[:, 2:] + stay * H + right * padded[:, :-2]

    @staticmethod
    def stays(H: Tensor, moved: Tensor) -> Tensor:
        """H . shift(s) H, (tapes, 1): 1 where the head stays, and reads what it has just written."""
        return (H * moved).sum(dim=1, keepdim=True)

    @staticmethod
    def lost_heads(H: Tensor, moved: Tensor) -> Tensor | None:
        """The paper's tapes are long enough by assumption; here a head that has no cell is an error, not a silence. A
        graph, which cannot raise, is told of it."""
        least = moved.sum(dim=1).amin()
        if torch.compiler.is_compiling():
            return least < HALF
        if float(least) < HALF:
            tape = int(moved.sum(dim=1).argmin())
            when = "has left" if float(H[tape].sum()) < HALF else "leaves, in the next step,"
            raise LimitError(f"the head of tape {tape} {when} the tape of {H.shape[1]} cells; grow() makes it longer")
        return None

    def forward(self, s: Tensor, T: Tensor, H: Tensor) -> Tensor:
        with torch.no_grad():
            fixed_T, fixed_H = (T.round(), H.round()) if self.rounded else (T, H)
            following, moves = self.outlooks(s)
            moved = self.shift_heads(moves, fixed_H)  # (tapes, cells)
            lost = self.lost_heads(fixed_H, moved)
            heads = torch.stack([moved, fixed_H], dim=2)  # (tapes, cells, 2)
            ahead, current = torch.bmm(fixed_T, heads).unbind(dim=2)  # (tapes, k) each
            change = following - current  # of the codes under the heads
            read = ahead + change * self.stays(fixed_H, moved)
            if self.rounded:
                written = fixed_T + change.unsqueeze(2) * fixed_H.unsqueeze(1)
                if not torch.compiler.is_compiling():
                    self.seen = Seen(fixed_T, fixed_H, written, moved, read)
        if self.rounded:
            writing = (T - written).flatten()
        else:
            writing = (torch.bmm(T, fixed_H.detach().unsqueeze(2)).squeeze(2) - following).flatten()
        reading = (read - self.symbols_of(s)).flatten()
        moving = (moved - H).flatten()
        small, large = writing.dot(writing) + moving.dot(moving), reading.dot(reading)
        squares, reads, constant = self.terms.unbind()
        loss: Tensor = self.hat(s) + small * squares + large * reads + constant
        return loss if lost is None else torch.where(lost, torch.nan, loss)
