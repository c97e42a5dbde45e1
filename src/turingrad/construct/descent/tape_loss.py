"""The loss (21) of Section 4.4: a function of the control s, the tapes T and the heads H.

    l(s, T, H) = c + l_S(s) + gamma/2 |T.H - \\next s\\|^2                      write delta_2 under the head
                   + 2 b^2 gamma |\\read\\ - down s|^2                         read the cell under the next head
                   + gamma/2 |\\shift(s) H\\ - H|^2                            move the head

Backslashes are the paper's stop-gradient: everything between them is constant when differentiated. `down` and `next`
are the matrices that give the symbols' codes t and delta_2(q, t) of a vertex (q, t); `shift(s) H` moves each tape's head
by delta_3. Three corrections to the paper: the first term carries the next symbol (printed: the current one); the shift
is h_{i - delta_3}, tape by tape; and `read` looks at the tape after the write,

    read = (T + H (next s - T.H)) . shift(s) H = T . shift(s) H + (next s - T.H) (H . shift(s) H),

because a head that stays reads the symbol that it has just written.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from turingrad.construct.descent.constants import Constants
from turingrad.construct.descent.encoding import Encoding
from turingrad.construct.descent.graph import ControlGraph
from turingrad.construct.descent.hats import hat_module

MOVES = (-1, 0, 1)


class TapeLoss(nn.Module):
    """The loss with explicit weights. Its arguments are s (V,), T (tapes, k, cells) and H (tapes, cells).

    `rounded`: T and H are rounded to the nearest integers inside the stop-gradients only. Without rounding errors that
    changes nothing; with a gradient that is off by a factor 1 + rho, errors stay at |rho| instead of adding up.
    """

    down: Tensor
    next: Tensor
    moves: Tensor

    def __init__(
        self,
        graph: ControlGraph,
        encoding: Encoding,
        constants: Constants,
        dtype: torch.dtype,
        *,
        rounded: bool = False,
    ) -> None:
        super().__init__()
        self.constants = constants
        self.rounded = rounded
        self.tapes, self.code_width = graph.machine.tapes, encoding.width
        self.hat = hat_module(constants.hat, graph, encoding, constants, dtype)
        codes = encoding.matrix
        moves = graph.move[:, :, None] == torch.tensor(MOVES).numpy()  # (V, d, 3)
        self.register_buffer("down", torch.tensor(codes[graph.read].reshape(graph.vertices, -1), dtype=dtype))
        self.register_buffer("next", torch.tensor(codes[graph.write].reshape(graph.vertices, -1), dtype=dtype))
        self.register_buffer("moves", torch.tensor(moves.reshape(graph.vertices, -1), dtype=dtype))

    def symbols(self, s: Tensor, matrix: Tensor) -> Tensor:
        """Codes (tapes, k) of a vertex, by one of the two matrices (V, tapes k)."""
        return (s @ matrix).view(self.tapes, self.code_width)

    def shifted(self, s: Tensor, H: Tensor) -> Tensor:
        """shift(s) H: bilinear; for a vertex it moves tape t's head by delta_3[t]. A head that leaves the tape is lost."""
        left, stay, right = (s @ self.moves).view(self.tapes, 3, 1).unbind(dim=1)  # (tapes, 1) each
        padded = nn.functional.pad(H, (1, 1))
        return left * padded[:, 2:] + stay * H + right * padded[:, :-2]

    def forward(self, s: Tensor, T: Tensor, H: Tensor) -> Tensor:
        gamma, b = self.constants.gamma, self.constants.b
        fixed_s, fixed_T, fixed_H = s.detach(), T.detach(), H.detach()
        if self.rounded:
            fixed_T, fixed_H = fixed_T.round(), fixed_H.round()
        under = (T * fixed_H.unsqueeze(1)).sum(dim=2)  # (tapes, k)
        following = self.symbols(fixed_s, self.next)
        moved = self.shifted(fixed_s, fixed_H)
        ahead = (fixed_T * moved.unsqueeze(1)).sum(dim=2)
        stays = (fixed_H * moved).sum(dim=1, keepdim=True)  # (tapes, 1): 1 where the head stays
        read = ahead + (following - (under.detach().round() if self.rounded else under.detach())) * stays
        writing = (under - following).square().sum()
        reading = (read - self.symbols(s, self.down)).square().sum()
        moving = (moved - H).square().sum()
        parts = gamma / 2 * (writing + moving) + 2 * b * b * gamma * reading
        return self.constants.c + self.hat(s) + parts
