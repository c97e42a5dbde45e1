"""Speakers of a program's run: the interpreter, and a runtime whose every token is compared with the interpreter's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from turingrad.constructions.decoder import ProgramDecoder
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.spoken import TokenSpeaker
from turingrad.errors import CertificateError

CHUNK = 256  # tokens that a runtime is asked for at once
DRAFT = 4096  # tokens that the interpreter makes at once

Resume = Callable[[Sequence[int], int], list[int]]
"""(tokens so far, how many more at most) -> the tokens that follow."""


class DraftSpeaker(TokenSpeaker):
    """Says the interpreter's tokens, whatever the windows: the reference of an unbroken run."""

    def __init__(self, network: ProgramDecoder, given: bytes | str | None) -> None:
        self.ends = network.ends
        self.draft = RunTokens(network.vocabulary, network.machine, given or b"")
        self.waiting: list[int] = []

    def restart(self) -> None:
        """The run goes on where it is."""

    def next_token(self, fed: list[int]) -> int:  # noqa: ARG002 - the interpreter knows the state
        if not self.waiting:
            self.waiting = self.draft.take(DRAFT).tolist()[::-1]
        return self.waiting.pop()


class RuntimeSpeaker(TokenSpeaker):
    """Says a runtime's tokens, in chunks; one that is not the interpreter's is an error that names what is wrong.

    `examine(tokens, right, said)` describes the first wrong token; `said` is None if the runtime stops before it.
    """

    def __init__(
        self,
        resume: Resume,
        right: DraftSpeaker,
        window: int,
        examine: Callable[[list[int], int, int | None], object],
    ) -> None:
        self.resume, self.right, self.window, self.examine = resume, right, window, examine
        self.ends = right.ends
        self.compared = 0
        self.restart()

    def restart(self) -> None:
        self.tokens: list[int] = []
        self.ahead: list[int] = []

    def next_token(self, fed: list[int]) -> int:
        self.tokens += fed
        if not self.ahead:
            chunk = CHUNK if self.compared else 1  # the first token is said before the clock starts
            self.ahead = self.resume(self.tokens, min(chunk, self.window - len(self.tokens)))[::-1]
        said = self.ahead.pop() if self.ahead else None
        right = self.right.next_token([])
        if said != right:
            raise CertificateError(str(self.examine(self.tokens, right, said)))
        self.compared += 1
        return right
