"""Encoder tokens: a token says on which tape it stands and which symbol it is; its cell is its rank on that tape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from turingrad._support.arrays import F64
from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.tensors import require_padding, require_tensor
from turingrad.constructions.transformer.transitions import Transitions
from turingrad.errors import InputError

OTHER = None  # with several tapes: any symbol that the tape's alphabet does not have


@dataclass(frozen=True)
class Vocabulary:
    """(tape, symbol) by token number. One tape: the symbols in the machine's order."""

    entries: tuple[tuple[int, str | None], ...]
    alphabets: tuple[tuple[str, ...], ...]

    @staticmethod
    def of(table: Transitions) -> Vocabulary:
        entries: list[tuple[int, str | None]] = []
        for tape, alphabet in enumerate(table.alphabets):
            entries += [(tape, symbol) for symbol in alphabet]
            entries += [(tape, OTHER)] if table.tapes > 1 else []
        return Vocabulary(tuple(entries), table.alphabets)

    def embedding(self, c: Coordinates) -> F64:
        """E: sym1 of the token's tape, and with several tapes the tape itself."""
        columns = np.zeros((c.width, len(self.entries)))
        for token, (tape, symbol) in enumerate(self.entries):
            if symbol is not OTHER:
                columns[c.at(c.of("sym1", tape), self.alphabets[tape].index(symbol)), token] = 1.0
            if c.tapes > 1:
                columns[c.at("tape", tape), token] = 1.0
        return columns

    def numbers(self, rows: Sequence[Sequence[str]]) -> list[int]:
        """The tokens of an input, tape after tape."""
        number = {entry: token for token, entry in enumerate(self.entries)}
        return [
            number.get((tape, symbol), number.get((tape, OTHER), -1)) for tape, row in enumerate(rows) for symbol in row
        ]

    def cells(self, tokens: Tensor) -> Tensor:
        """1, 2, ... on each tape, in the order of the tokens, a row or a batch of them."""
        tapes = len(self.alphabets)
        if tapes == 1:
            return torch.arange(1, tokens.shape[-1] + 1).expand(tokens.shape)
        owner = torch.tensor([tape for tape, _ in self.entries])[tokens]  # (..., tokens)
        own = torch.nn.functional.one_hot(owner, tapes)  # (..., tokens, tapes)
        return (own.cumsum(dim=-2) * own).sum(dim=-1)


def require_tokens(tokens: Tensor, count: int) -> None:
    """Refuse what is not one row of token numbers, or a batch of rows that may end in padding (-1)."""
    if torch.compiler.is_compiling():  # a graph cannot refuse what it is given
        return
    require_tensor(tokens, "a row of tokens (see `tokens(input)`), or a batch,", (None,), (None, None), whole=True)
    if tokens.dim() == 2:
        tokens = require_padding(tokens)
    if len(tokens) and not 0 <= int(tokens.min()) <= int(tokens.max()) < count:
        raise InputError(
            f"tokens must be numbers from 0 to {count - 1}, not {int(tokens.min())} to {int(tokens.max())}"
        )
