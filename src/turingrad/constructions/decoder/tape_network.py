"""The decoder of a tape machine: a Llama whose next token is the machine's next step."""

from __future__ import annotations

from collections.abc import Iterator

from torch import Tensor

from turingrad.constructions.decoder.decode import Playback, Reading, configuration_at, read_vector
from turingrad.constructions.decoder.network import DecoderNetwork
from turingrad.constructions.decoder.options import Options
from turingrad.constructions.decoder.vocabulary import EDGE_ID, HALT_ID
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import LimitError
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput, trace


class TapeDecoder(DecoderNetwork):
    """One tape machine as a Llama."""

    machine: TapeMachine
    options: Options
    ends = (HALT_ID, EDGE_ID)

    def __repr__(self) -> str:
        o = self.options
        return (
            f"TapeDecoder({self.machine!r}, cells={o.cells}, context={o.context}, depth={self.depth}, "
            f"width={self.width}, {len(self.vocabulary)} tokens)"
        )

    @property
    def input_bound(self) -> int:  # type: ignore[override]
        """Cells from the input's first symbol on, as far as the context has room for them, `<start>` and a step."""
        o = self.options
        return min(o.cells - o.left, max(0, (o.context - 2) // o.tokens_a_step - 2))

    def prompt(self, given: TapeInput = None) -> tuple[int, ...]:
        tokens: tuple[int, ...] = self.vocabulary.prompt(given)
        return tokens

    def expected_tokens(self, given: TapeInput = None) -> list[int]:
        """The tokens that the machine's run says should follow the prompt, to the context's end at most: what a runtime
        is compared with. From the reference interpreter, not from the network."""
        o, v, machine = self.options, self.vocabulary, self.machine
        tokens: list[int] = []
        room = o.context - len(self.prompt(given))
        for configuration in trace(machine, given, max_steps=max(0, room // o.tokens_a_step)):
            (cell,) = configuration.heads
            if not -o.left <= cell < o.cells - o.left:
                return [*tokens, EDGE_ID][:room]
            tokens += v.step(configuration.state, machine.reads(configuration)[0], cell)
            if machine.halted(configuration):
                tokens.append(HALT_ID)
        return tokens[:room]

    def read(self, vector: Tensor) -> Reading:
        """What a vector of the residual stream says."""
        return read_vector(vector.detach().double().numpy(), self.features, self.options)

    def decode(self, activations: Tensor, at: int) -> TapeConfiguration:
        """The configuration after step `at`, from the stream of a run after its last block, (tokens, width)."""
        require_tensor(activations, "what is decoded", (None, self.width))
        stream = activations.detach().cpu().double().numpy()
        return configuration_at(stream, at, self.features, self.options, self.machine)

    def configurations(self, given: TapeInput, max_steps: int | None) -> Iterator[TapeConfiguration]:
        """Generate greedily and yield the machine's configurations, up to its halt or to `max_steps`."""
        self.certificate.require(self.dtype)
        return self._trace(self.prompt(given), max_steps)

    def _trace(self, prompt: tuple[int, ...], limit: int | None) -> Iterator[TapeConfiguration]:
        player, shown = Playback(self.vocabulary), -1
        player.follow(prompt)
        for token in self.generate(prompt):
            player.follow([token])
            player.require_inside()
            if player.step > shown:
                shown = player.step
                yield player.configuration()
                if limit is not None and shown >= limit:
                    return
        if player.ended is None:
            raise LimitError(
                f"the run needs more than the context of {self.options.context:,} tokens after step {shown:,}: "
                f"compile with a longer context"
            )
