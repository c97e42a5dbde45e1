"""The universal processor as a network, with a program to prompt it with."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import asdict, replace
from hashlib import sha256
from typing import Any

import numpy as np
from torch import Tensor

from turingrad._support.arrays import I32
from turingrad.constructions.decoder.network import DecoderNetwork
from turingrad.constructions.decoder.processor.decode import configuration_of_stream, words_of
from turingrad.constructions.decoder.processor.options import ProcessorOptions, checked_processor
from turingrad.constructions.decoder.processor.prompt import state_tokens
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.spoken import DraftedSpeaker, SpokenRun
from turingrad.constructions.decoder.processor.tokens import HALT_ID, TRAP_ID
from turingrad.constructions.decoder.shared_lead import SharedLead
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError
from turingrad.machine.program import Program, ProgramConfiguration
from turingrad.machine.run import Clock, stream


class ProgramDecoder(DecoderNetwork):
    """A Llama that runs RV32I programs: the program is the prompt, the weights serve every program with as much RAM."""

    machine: Program
    options: ProcessorOptions
    ends = (HALT_ID, TRAP_ID)

    def __repr__(self) -> str:
        o = self.options
        return (
            f"ProgramDecoder({self.machine!r}, code_bits={o.code_bits}, context={o.context}, depth={self.depth}, "
            f"width={self.width}, {len(self.vocabulary)} tokens)"
        )

    def keys_exact_in(self, dtype: str) -> bool:
        """Whether the cache may hold keys and values in this format: float16 for flash attention in llama.cpp."""
        return all(each.exact_with_keys(dtype) for each in self.certificate.bounds if isinstance(each, SharedLead))

    def with_program(self, program: Program) -> ProgramDecoder:
        """The same weights, prompted with another program. LimitError or MachineError if it does not fit them."""
        checked_processor(program, asdict(self.options))
        found = copy(self)
        found.machine, found.blueprint = program, replace(self.blueprint, machine=program)
        return found

    @property
    def machine_digest(self) -> str:  # type: ignore[override]
        """Nothing of the program is in the weights."""
        m = self.machine
        return sha256(f"{m.entry} {m.code} {m.ram} {m.input_at} ".encode() + m.image).hexdigest()

    def prompt(self, given: bytes | str | None = None) -> tuple[int, ...]:
        """The tokens of memory, registers and pc at the start. InputError if the context has no room for them."""
        tokens = self.starting_tokens(given)
        if len(tokens) >= self.options.context:
            raise InputError(
                f"the prompt has {len(tokens):,} tokens; the decoder's context is {self.options.context:,}: "
                f"compile with context={2 * len(tokens):,} or more"
            )
        return tuple(tokens.tolist())

    def starting_tokens(self, given: bytes | str | None = None) -> I32:
        machine = self.machine
        words = np.frombuffer(machine.memory(given or b""), dtype="<u4")
        return state_tokens(self.vocabulary, words, machine.code // 4, list(machine.initial_registers()), machine.entry)

    def expected_tokens(self, given: bytes | str | None = None) -> list[int]:
        """The tokens that the program's run says should follow the prompt, to the context's end at most: what a runtime
        is compared with. From the reference interpreter, not from the network."""
        room = self.options.context - len(self.prompt(given))
        return list(RunTokens(self.vocabulary, self.machine, given or b"").take(room).tolist())

    def read(self, vector: Tensor) -> Any:
        """What a vector of the residual stream says: numbers by name, and the flags that are on."""
        return words_of(vector.detach().double().numpy(), self.features)

    def decode(self, activations: Tensor, at: int) -> ProgramConfiguration:
        """The configuration after step `at`, from the stream of a run after its last block, (tokens, width)."""
        require_tensor(activations, "what is decoded", (None, self.width))
        stream = activations.detach().cpu().double().numpy()
        return configuration_of_stream(stream, at, self.features, self.options, self.machine)

    def configurations(self, given: bytes | str | None, max_steps: int | None) -> Iterator[ProgramConfiguration]:
        """Generate greedily, with the interpreter's run as a draft, and yield the program's configurations, up to its
        end or to `max_steps`."""
        self.certificate.require(self.dtype)
        draft = RunTokens(self.vocabulary, self.machine, given or b"")
        return stream(SpokenRun(self, given, DraftedSpeaker(self, draft)), Clock(max_steps, None))
