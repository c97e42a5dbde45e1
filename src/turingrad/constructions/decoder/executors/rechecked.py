"""`sliced` as an executor of runs: the interpreter drafts the tokens, the network re-checks every one of them.

That is speculative decoding with the interpreter as the draft model: what the network says after each token must be the
next one, so that the run is the network's own. One that differs is an error, never a silent repair.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32
from turingrad.constructions.decoder.executors.sliced import Sliced, SlicedPlan
from turingrad.constructions.decoder.processor.network import ProgramDecoder
from turingrad.constructions.decoder.processor.prompt import LONGEST_RECORD, state_tokens
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.spoken import RESERVE, require_room
from turingrad.errors import CertificateError
from turingrad.machine.program import ProgramConfiguration
from turingrad.machine.program.kernel import PC

CHUNK = 1 << 15  # instructions that are drafted at once


class RecheckedRun:
    """A stepper: the interpreter's run, of which every token is what the network says."""

    def __init__(self, network: ProgramDecoder, given: bytes | str | None, plan: SlicedPlan) -> None:
        self.network, self.sliced = network, Sliced(plan)
        self.draft = RunTokens(network.vocabulary, network.machine, given or b"")
        self.windows, self.tokens = 0, 0
        self.open()

    def open(self) -> None:
        """A window: the live state as a prompt; what the network says inside a prompt does not matter."""
        run, v = self.draft.run, self.network.vocabulary
        words = run.words.view(np.uint32)
        prompt = state_tokens(v, words, run.program.code // 4, list(run.registers()), int(run.state[PC]))
        require_room(prompt, self.network.options.context)
        self.sliced.restart()
        self.sliced.next_tokens(prompt[:-1])
        self.pending, self.length = prompt[-1:], len(prompt)
        self.windows += 1
        self.tokens += len(prompt)

    def advance(self, steps: int) -> int:
        before = self.draft.steps
        while self.draft.steps - before < steps and not self.draft.ended:
            room = (self.network.options.context - self.length - RESERVE) // LONGEST_RECORD
            if room < min(CHUNK, self.network.options.context // 16):
                self.open()
                room = (self.network.options.context - self.length - RESERVE) // LONGEST_RECORD
            left = steps - (self.draft.steps - before)
            self.require_said(self.draft.chunk(max(1, min(CHUNK, room, left))))
        return self.draft.steps - before

    def require_said(self, tokens: I32) -> None:
        """The network says these tokens after what it was fed, one by one."""
        fed = np.concatenate([self.pending, tokens[:-1]])
        said = self.sliced.next_tokens(fed)
        wrong = np.flatnonzero(said != tokens)
        if len(wrong):
            texts, at = self.network.vocabulary.texts, int(wrong[0])
            found = texts[said[at]] if said[at] >= 0 else "no token"
            raise CertificateError(
                f"token {self.length + at:,} of window {self.windows:,}: the network says {found} after "
                f"{texts[fed[at]]}, the interpreter {texts[tokens[at]]}"
            )
        self.pending = tokens[-1:]
        self.length += len(tokens)
        self.tokens += len(tokens)

    def halted(self) -> bool:
        if not self.draft.ended and self.draft.run.halted():
            self.require_said(self.draft.chunk(0))  # a trap, which the network must say, too
        return self.draft.ended

    def configuration(self) -> ProgramConfiguration:
        return self.draft.run.configuration()
