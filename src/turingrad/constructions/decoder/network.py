"""The compiled decoder: a Llama whose next token is the machine's next step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import torch
from torch import Tensor, nn

from turingrad.constructions.decoder.decode import Playback, Reading, configuration_at, read_vector
from turingrad.constructions.decoder.modules import Cache, DecoderBlock, normed, turns
from turingrad.constructions.decoder.options import Options, checked
from turingrad.constructions.decoder.program import Program, program_of
from turingrad.constructions.decoder.sums import certificate_of, score_certificate_of
from turingrad.constructions.decoder.vocabulary import EDGE_ID, HALT_ID
from turingrad.constructions.decoder.weights import Weights, weights_of
from turingrad.constructions.network import Network, parameter
from turingrad.constructions.tensors import in_vmap, require_tensor
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput, trace

MAX_PARAMETERS = 1 << 28


class DecoderNetwork(Network[TapeMachine, TapeConfiguration]):
    """One machine as a stock decoder-only transformer. Its weights are plain parameters, in the layout of a Llama:

        net.embedding (tokens, width)   net.head (tokens, width)
        net.blocks[j]    q k v o (width, width)   gate up (units, width)   down (width, units)

    `certificate` speaks of weights, stream and cache in a dtype with attention scores in float32, as fused kernels
    have them; `score_certificate` of kernels that hold the scores in the dtype too.
    """

    construction = "decoder"
    works_in_vmap = True
    options: Options

    def __init__(self, program: Program, weights: Weights, dtype: torch.dtype) -> None:
        super().__init__()
        self.program = program
        self.machine = program.machine
        self.options = program.options
        self.features, self.vocabulary = program.features, program.vocabulary
        self.embedding = parameter(weights.embedding, dtype)
        self.blocks = nn.ModuleList(DecoderBlock(block, dtype) for block in weights.blocks)
        self.head = parameter(weights.head, dtype)
        self.certificate = certificate_of(program, weights)
        self.score_certificate = score_certificate_of(program, self.certificate)

    @property
    def depth(self) -> int:
        return len(self.blocks)

    @property
    def width(self) -> int:
        return self.features.width

    def decoder_blocks(self) -> list[DecoderBlock]:
        return [cast(DecoderBlock, block) for block in self.blocks]

    def __repr__(self) -> str:
        o = self.options
        return (
            f"DecoderNetwork({self.machine!r}, cells={o.cells}, context={o.context}, depth={self.depth}, "
            f"width={self.width}, {len(self.vocabulary)} tokens)"
        )

    @property
    def input_bound(self) -> int:  # type: ignore[override]
        """Cells from the input's first symbol on, where the context has room for them, `<start>` and a step."""
        o = self.options
        return min(o.cells - o.left, max(0, (o.context - 2) // o.tokens_a_step - 2))

    def forward(self, tokens: Tensor, caches: list[Cache] | None = None) -> Tensor:
        """Logits (places, tokens). With caches, `tokens` are the next ones of the sequence that the caches hold. A
        batch of sequences of one length, (batch, places), gives (batch, places, tokens)."""
        shapes: tuple[tuple[None, ...], ...] = ((None,), (None, None)) if caches is None else ((None,),)
        require_tensor(tokens, "a row of tokens, or a batch of rows,", *shapes, like=self.embedding, whole=True)
        if tokens.dim() == 2 and caches is None:
            return torch.stack([self.forward(row) for row in tokens])
        return normed(self.hidden(tokens, caches)[-1]) @ self.head.T

    def hidden(self, tokens: Tensor, caches: list[Cache] | None = None) -> Tensor:
        """The residual stream after the embedding and after each block: (depth + 1, places, width)."""
        start = caches[0].length if caches else 0
        self.require_tokens(start + len(tokens))
        self.require_known(tokens)
        cos, sin = turns(torch.arange(start, start + len(tokens)), self.dtype)
        stream = [self.embedding[tokens]]
        for number, block in enumerate(self.decoder_blocks()):
            stream.append(block(stream[-1], cos, sin, caches[number] if caches else None))
        return torch.stack(stream)

    def caches(self) -> list[Cache]:
        return [Cache() for _ in range(self.depth)]

    def require_tokens(self, tokens: int) -> None:
        if tokens >= self.options.context:
            raise LimitError(
                f"{tokens:,} tokens are past the context of {self.options.context:,}, of which the last is not fed"
            )

    def require_known(self, tokens: Tensor) -> None:
        """Refuse numbers that are no token's: torch would count negative ones from the end."""
        if torch.compiler.is_compiling() or in_vmap(tokens) or not len(tokens):
            return
        least, most, count = int(tokens.min()), int(tokens.max()), len(self.embedding)
        if least < 0 or most >= count:
            raise InputError(f"tokens are numbers from 0 to {count - 1}, not {least} to {most}")

    def prompt(self, given: TapeInput = None) -> tuple[int, ...]:
        return self.vocabulary.prompt(given)

    def expected(self, given: TapeInput = None) -> list[int]:
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

    def generate(self, prompt: Sequence[int], *, cached: bool = True) -> Iterator[int]:
        """Greedy decoding with a cache, or with every token anew, up to `<halt>`, `<edge>` or the end of the context;
        yields each new token."""
        caches, tokens = self.caches() if cached else None, list(prompt)
        following = tokens
        while True:
            with torch.no_grad():  # never across a yield: the mode is the thread's
                token = int(self.forward(torch.tensor(following), caches)[-1].argmax())
            yield token
            tokens.append(token)
            if token in (HALT_ID, EDGE_ID) or len(tokens) >= self.options.context:
                return
            following = [token] if cached else tokens

    def read(self, vector: Tensor) -> Reading:
        """What a vector of the residual stream says."""
        return read_vector(vector.detach().double().numpy(), self.features, self.options)

    def label(self, coordinate: int) -> str:
        """The name of a coordinate of the stream, such as `st=A`, `cell.2` or `-read=1`."""
        return self.features.labels()[coordinate]

    def coordinate(self, label: str) -> int:
        """The coordinate of a label."""
        labels = self.features.labels()
        if label not in labels:
            raise InputError(f"no coordinate {label!r}; labels are such as {', '.join(labels[:8])}")
        return labels.index(label)

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


def compile_network(machine: TapeMachine, *, dtype: torch.dtype = torch.float32, **options: Any) -> DecoderNetwork:
    """A one-tape machine as a decoder-only transformer; see `Options` for what can be chosen."""
    chosen = checked(machine, options)
    program = program_of(machine, chosen)
    size = len(program.vocabulary) * program.features.width
    if size > MAX_PARAMETERS:
        raise LimitError(f"{len(program.vocabulary):,} tokens make an embedding of {size:,} weights: spell the cell")
    network = DecoderNetwork(program, weights_of(program), dtype)
    network.certificate.require(dtype)
    return network
