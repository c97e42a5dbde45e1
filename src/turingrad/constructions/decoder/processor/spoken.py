"""A program's run, generated token by token, whoever says the tokens; and windows for runs longer than the context.

A run that fills its context goes on from its live state, as a new prompt, so that no token is ever said outside the
certificate. All words of RAM have addresses in a prompt.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Protocol

import numpy as np
import torch

from turingrad._support.arrays import I32
from turingrad.constructions.decoder.processor.playback import PC, ProgramPlayback
from turingrad.constructions.decoder.processor.prompt import LONGEST_RECORD, state_tokens
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.tokens import TRAP_ID
from turingrad.errors import LimitError
from turingrad.machine.program import ProgramConfiguration

if TYPE_CHECKING:
    from turingrad.constructions.decoder.processor.network import ProgramDecoder

RESERVE = LONGEST_RECORD + 2  # places that a record and an end may take
AHEAD = 256  # tokens of a draft that one pass looks at


class Speaker(Protocol):
    """Says the tokens that follow a sequence."""

    def restart(self) -> None:
        """A new sequence."""

    def say(self, fed: I32, most: int, boundary: int, records: int, reserve: int = 0) -> I32:
        """Feed tokens, then say at most `most`: up to an end, to `records` tokens from `boundary` on, or to one of them
        after which fewer than `reserve` places are left."""


class TokenSpeaker(ABC):
    """A speaker that says one token at a time. What it is fed are the prompt and then the tokens that it said."""

    ends: tuple[int, ...]

    @abstractmethod
    def restart(self) -> None:
        """A new sequence."""

    @abstractmethod
    def next_token(self, fed: list[int]) -> int:
        """The token that follows these, which go after those that were fed before."""

    def say(self, fed: I32, most: int, boundary: int, records: int, reserve: int = 0) -> I32:
        said: list[int] = []
        coming = fed.tolist()
        while len(said) < most:
            said.append(self.next_token(coming))
            coming = said[-1:]
            if said[-1] in self.ends:
                break
            if said[-1] >= boundary:
                records -= 1
                if records == 0 or most - len(said) < reserve:
                    break
        return np.array(said, dtype=np.int32)


class TorchSpeaker(TokenSpeaker):
    """The network's own forward pass, with its cache or with every token anew."""

    def __init__(self, network: ProgramDecoder, cached: bool = True) -> None:
        self.network, self.cached, self.ends = network, cached, network.ends
        self.restart()

    def restart(self) -> None:
        self.caches = self.network.caches() if self.cached else None
        self.tokens: list[int] = []

    def next_token(self, fed: list[int]) -> int:
        """The token that the network says after these."""
        return self.next_tokens(fed, 1)[0]

    def next_tokens(self, fed: list[int], count: int) -> list[int]:
        """What the network says after each of the last `count` of these."""
        self.tokens += fed
        last = self.tokens if self.caches is None else self.network.feed(fed, self.caches, count)
        with torch.no_grad():
            said = self.network.forward(torch.tensor(last), self.caches)[-count:].argmax(-1)
        return [int(token) for token in said]


class DraftedSpeaker(TorchSpeaker):
    """The same tokens, many per pass: the interpreter's run is a draft of what follows. The network says what follows
    each token of it; as far as they agree, that is what it would have said token by token (speculative decoding). After
    the first token on which they differ, it goes on by itself."""

    def __init__(self, network: ProgramDecoder, draft: RunTokens) -> None:
        self.draft: RunTokens | None = draft
        self.known: list[int] = []  # said, and all but the last of them seen by the network, but not asked for yet
        super().__init__(network)

    def restart(self) -> None:
        super().restart()
        if self.draft is not None:
            self.draft.waiting = np.concatenate([np.array(self.known, dtype=np.int32), self.draft.waiting])
        self.known = []

    def next_token(self, fed: list[int]) -> int:
        if self.known:
            return self.known.pop(0)
        room = self.network.options.context - 1 - len(self.tokens) - len(fed)
        guess = [] if self.draft is None else self.draft.take(max(1, min(AHEAD, room))).tolist()
        if not guess:
            return super().next_token(fed)
        before = len(self.tokens) + len(fed)
        said = self.next_tokens([*fed, *guess[:-1]], len(guess))
        agreed = next((at for at, (one, other) in enumerate(zip(said, guess, strict=True)) if one != other), None)
        if agreed is not None:
            self.draft = None
            said = said[: agreed + 1]
            self.forget(before + agreed)
        self.known = said[1:]
        return said[0]

    def forget(self, length: int) -> None:
        """Go back to a sequence of so many tokens."""
        del self.tokens[length:]
        for cache in self.caches or ():
            cache.length = length


def require_room(prompt: I32, context: int) -> None:
    """Refuse a window that has no room for an instruction after its prompt."""
    if len(prompt) + RESERVE >= context:
        raise LimitError(
            f"the live state is a prompt of {len(prompt):,} tokens, for which the context of {context:,} tokens has no "
            f"room: compile with context={4 * len(prompt):,} or more"
        )


class SpokenRun:
    """A stepper whose step is an instruction's record. `coming` is said, but not followed yet: it is `<trap>` if the
    next instruction cannot be executed. `window`: tokens of a window; by default the network's context."""

    def __init__(
        self, network: ProgramDecoder, given: bytes | str | None, speaker: Speaker, window: int | None = None
    ) -> None:
        self.network, self.speaker = network, speaker
        self.context = network.options.context if window is None else window
        self.player = ProgramPlayback(network.vocabulary, network.machine)
        self.windows, self.tokens = 0, 0
        prompt = network.starting_tokens(given)
        self.player.follow(prompt)
        self.open(prompt)

    def open(self, prompt: I32) -> None:
        """A window: a new sequence that begins with this prompt."""
        require_room(prompt, self.context)
        self.speaker.restart()
        self.length = len(prompt)
        self.windows += 1
        self.tokens += len(prompt)
        self.coming = self.speaker.say(prompt, 1, self.network.vocabulary.outside, 0)

    def compact(self) -> I32:
        """The prompt of the state that is reached, at the beginning of an instruction."""
        player = self.player
        code, pc = player.program.code // 4, int(player.state[PC])
        return state_tokens(player.vocabulary, player.words, code, player.x.tolist(), pc)

    def advance(self, steps: int) -> int:
        before = self.player.step
        while self.player.step - before < steps and not self.halted():
            self.go_on(steps - (self.player.step - before))
        return self.player.step - before

    def go_on(self, steps: int) -> None:
        """Up to `steps` instructions, fewer if the window is full."""
        boundary, context = self.network.vocabulary.outside, self.context
        self.length += len(self.coming)
        first, steps = self.coming, steps - int(self.coming[-1] >= boundary)
        said = first
        if steps and not self.ends(first) and context - self.length >= RESERVE:
            more = self.speaker.say(first, context - 1 - self.length, boundary, steps, RESERVE)
            said = np.concatenate([first, more])
            self.length += len(more)
        self.tokens += len(said)
        self.player.follow(said)
        if self.ends(said):
            self.coming = said[:0]
        elif context - self.length > RESERVE:
            self.coming = self.speaker.say(said[-1:], 1, boundary, 0)
        else:
            self.open(self.compact())

    def ends(self, said: I32) -> bool:
        return bool(len(said)) and int(said[-1]) in self.network.ends

    def halted(self) -> bool:
        return self.player.ended is not None or (len(self.coming) > 0 and int(self.coming[-1]) == TRAP_ID)

    def configuration(self) -> ProgramConfiguration:
        return self.player.configuration()
