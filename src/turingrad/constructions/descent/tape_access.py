"""What an extended network reads from the tape variables, and writes on the read-only one."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from turingrad.constructions.descent.encoding import ROUNDING, Encoding
from turingrad.constructions.descent.graph import ControlGraph
from turingrad.constructions.descent.invariant import TapeState, off
from turingrad.constructions.descent.recipe import Recipe
from turingrad.constructions.descent.tape_loss import TapeLoss
from turingrad.errors import InputError


class TapeAccess(nn.Module):
    """Part of `TapeDescent`: the data tape is tape 0, what is read is to the right of cell 0."""

    s: nn.Parameter
    T: nn.Parameter
    H: nn.Parameter
    fixed_tapes: Tensor
    origin_cell: Tensor
    recipe: Recipe
    graph: ControlGraph
    encoding: Encoding
    loss: TapeLoss
    placed: int = 0
    """How often the parameters' values were put there, not stepped to."""

    def tapes(self) -> Tensor:
        raise NotImplementedError

    def data_layer(self) -> Tensor:
        """The tensor that `write` puts the data into: another one where they must be written anew."""
        return self.fixed_tapes

    def halting(self) -> bool:
        """True if s is nearest to a halting vertex."""
        return bool(self.graph.next_state[int(self.s.detach().argmax())] < 0)

    def foresee(self, vertex: int, *, staying: bool) -> tuple[TapeState, TapeState]:
        """The configuration of the last forward pass, and the one that a step leads to: the same where the network
        reads labels (`staying`) or the machine has halted, else the machine's next."""
        seen = self.loss.seen
        symbols = self.loss.down[vertex].view(seen.read.shape)
        now = TapeState(vertex // self.graph.reads, symbols, seen.tapes, seen.heads)
        following = int(self.graph.next_state[vertex])
        if staying or following < 0:
            return now, now
        return now, TapeState(following, seen.read, seen.written, seen.moved)

    def away_from(self, wanted: TapeState, vertex: int) -> str:
        """What is not as in this configuration: s, and T and H within 1/4 (tape 0 holds the data); nothing: ""."""
        symbols = self.loss.down[vertex].view(wanted.symbols.shape)
        if vertex // self.graph.reads != wanted.state or not torch.equal(symbols, wanted.symbols):
            return f"s is at {self.graph.state(vertex)!r} with symbols that no step leads to"
        for name, found, codes in (("T", self.T.detach(), wanted.tapes[1:]), ("H", self.H.detach(), wanted.heads)):
            if not (most := off(found, codes)) <= ROUNDING:
                return f"{name} is {most:.3g} off the machine's next configuration, more than {ROUNDING:g}"
        return ""

    def broken_invariant(self, vertex: int) -> str:
        """What breaks the invariant of Proposition 4.3 where nothing is known of the past; nothing: ""."""
        tapes, H = self.tapes().detach(), self.H.detach()
        heads, codes = H.round(), tapes.round()
        if not max(off(tapes, codes), off(H, heads)) <= ROUNDING or bool((heads.sum(dim=1) != 1).any()):
            return f"a number of T or H is more than {ROUNDING:g} off any code"
        under = torch.bmm(codes, heads.unsqueeze(2)).flatten()
        return "" if torch.equal(under, self.loss.down[vertex]) else "the symbols of s are not diag(T^T H)"

    def data_head_home(self) -> bool:
        """True if the head of tape 0 stands on cell 0."""
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
