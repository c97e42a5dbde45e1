"""The indexed executor: the network's weights in a compiled kernel, its attention in hash tables."""

from __future__ import annotations

import numpy as np
import torch

from turingrad._support.arrays import U8
from turingrad.constructions.transformer import WRITE_LAYER, TransformerNetwork
from turingrad.constructions.transformer.executors.indexed_kernel import ABSENT, NOT_BINARY, advance_indexed
from turingrad.constructions.transformer.executors.sparse_program import (
    history_tables,
    memory_tables,
    rule_codes,
    sparse_program,
)
from turingrad.errors import CertificateError
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import TapeInput

MAX_BUFFERED = 1 << 24  # bytes of hidden vectors that one call of the kernel may return


class IndexedRun:
    """A stepper. Hidden vectors are read back to the tape as they come; all are kept where `keep` asks for it."""

    def __init__(self, network: TransformerNetwork, given: TapeInput = None, keep: bool = False) -> None:
        tokens = network.tokens(given)
        self.network = network
        self.program = sparse_program(network)
        with torch.no_grad():
            self.memory = memory_tables(network, self.program, tokens)
        self.tables = history_tables(self.program, network.bits)
        c, table = network.coordinates, network.table
        self.rule_codes = rule_codes(table)
        self.fields = np.array([c.start("st"), c.size("st"), c.start("pos1"), network.bits])
        shown = [c.of("sym1", t) for t in range(table.tapes)]
        self.symbols = np.array([(c.start(field), c.size(field)) for field in shown])
        self.output = network.h_0.double().numpy().copy()
        self.player = network.playback(given)
        self.keep = keep
        self.kept: list[U8] = []
        self.rows = np.arange(network.depth + 1)
        if not keep:  # only what tells the tape: the vector after the transition layer, and the output
            self.rows = np.full(network.depth + 1, ABSENT)
            self.rows[WRITE_LAYER], self.rows[-1] = 0, 1
        self.passes = 0
        self._advance(1)  # the boot pass

    def advance(self, steps: int) -> int:
        taken = 0
        while taken < steps and not self.player.halted():
            taken += self._advance(steps - taken)
        return taken

    def _advance(self, passes: int) -> int:
        vectors, width = int(self.rows.max()) + 1, self.network.width
        count = min(passes, max(1, MAX_BUFFERED // (vectors * width)))
        hidden = np.empty((count, vectors, width), np.uint8)
        program = self.program
        done = advance_indexed(
            program.maps,
            self.tables.keys,
            self.tables.numbers,
            self.tables.spans,
            self.memory.keys,
            self.memory.numbers,
            self.memory.spans,
            self.rule_codes.keys,
            self.rule_codes.spans[0],
            self.fields,
            self.symbols,
            self.output,
            self.passes,
            count,
            self.rows,
            hidden,
        )
        if done == NOT_BINARY:
            raise CertificateError(
                "a hidden vector is not binary, so attention cannot be answered by an index; use executor 'dense'"
            )
        if done < count:  # the machine has halted, or a table is half full
            self.tables = self.tables.grow()
        self.passes += done
        self.player.follow(*self.network.show(hidden[:done, self.rows[WRITE_LAYER]], hidden[:done, -1]))
        if self.keep:
            self.kept.append(hidden[:done])
        return int(done)

    def halted(self) -> bool:
        return self.player.halted()

    def configuration(self) -> TapeConfiguration:
        return self.player.configuration()

    def hidden(self) -> U8:
        """(passes, depth + 1, width), where they were kept."""
        return np.concatenate(self.kept)
