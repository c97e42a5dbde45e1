"""What an extended network reads from the tape variables, and writes on the read-only one."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from turingrad.constructions.descent.encoding import Encoding
from turingrad.constructions.descent.graph import ControlGraph
from turingrad.constructions.descent.recipe import Recipe
from turingrad.errors import InputError


class TapeAccess(nn.Module):
    """Part of `TapeDescent`: the data tape is tape 0, what is read stands right of cell 0."""

    s: nn.Parameter
    H: nn.Parameter
    fixed_tapes: Tensor
    origin_cell: Tensor
    recipe: Recipe
    graph: ControlGraph
    encoding: Encoding

    def tapes(self) -> Tensor:
        raise NotImplementedError

    def data_layer(self) -> Tensor:
        """The tensor that `write` puts the data into: another one where they must be written anew."""
        return self.fixed_tapes

    def halting(self) -> bool:
        """True where s is nearest to a halting vertex."""
        return bool(self.graph.next_state[int(self.s.detach().argmax())] < 0)

    def data_head_home(self) -> bool:
        """True where the head of tape 0 stands on cell 0."""
        return float(self.H.detach()[0, int(self.origin_cell)]) > 0.5

    def write(self, numbers: Tensor, *, unread: bool = False) -> None:
        """The one read-only tape: symbol numbers, from the cell right of cell 0 on."""
        del unread  # what stands there is not looked at
        first = int(self.origin_cell) + 1
        codes = torch.tensor(self.encoding.codes, dtype=self.s.dtype)
        tape = codes[self.recipe.blank].repeat(self.H.shape[1], 1)
        if len(numbers) > self.H.shape[1] - first:
            raise InputError(f"data of {len(numbers)} cells on a tape of {self.H.shape[1]}; call reset first")
        tape[first : first + len(numbers)] = codes[numbers]
        self.fixed_tapes = tape.T.unsqueeze(0).contiguous()

    def symbols_on(self, tape: int) -> Tensor:
        """The symbol numbers of a tape right of cell 0, each within 1/4 of its code."""
        cells = self.tapes().detach()[tape].T.double().numpy()  # (cells, k)
        return torch.from_numpy(self.encoding.symbols(cells, exact=False)[int(self.origin_cell) + 1 :])
