"""The dense executor: the torch module itself, pass after pass, with a key-value cache."""

from __future__ import annotations

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.transformer import WRITE_LAYER, Decoding, TransformerNetwork
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import TapeInput


class DenseRun:
    """A stepper over `Decoding`. Takes any weights, perturbed ones too: outputs are read at the threshold 1/2."""

    def __init__(self, network: TransformerNetwork, given: TapeInput = None, keep: bool = False) -> None:
        self.network = network
        self.keep = keep
        self.kept: list[F64] = []
        self.player = network.playback(given)
        with torch.no_grad():
            self.decoding = Decoding(network, network.tokens(given))
        self._advance()  # the boot pass

    @property
    def passes(self) -> int:
        return self.decoding.passes

    def advance(self, steps: int) -> int:
        taken = 0
        while taken < steps and not self.player.halted():
            self._advance()
            taken += 1
        return taken

    def _advance(self) -> None:
        with torch.no_grad():
            hidden = self.decoding.advance().double().numpy()  # (depth + 1, width)
        self.player.follow(*self.network.show(hidden[WRITE_LAYER, None], hidden[-1, None]))
        if self.keep:
            self.kept.append(hidden)

    def halted(self) -> bool:
        return self.player.halted()

    def configuration(self) -> TapeConfiguration:
        return self.player.configuration()

    def hidden(self) -> F64:
        """(passes, depth + 1, width), where they were kept."""
        return np.stack(self.kept)
