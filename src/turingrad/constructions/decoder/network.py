"""What every compiled decoder is: a Llama with labelled coordinates, whose next token is the machine's next step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, cast

import torch
from torch import Tensor, nn

from turingrad.constructions.decoder.blueprint import Blueprint
from turingrad.constructions.decoder.certificate import certificate_of, score_certificate_of
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.modules import Cache, DecoderBlock, rms_norm, turns
from turingrad.constructions.decoder.weights import Weights
from turingrad.constructions.network import Network, parameter
from turingrad.constructions.tensors import in_vmap, require_padding, require_tensor
from turingrad.errors import InputError, LimitError

PIECE = 512  # tokens of a prompt that are fed at once
MAX_SCORES = 1 << 26  # of a batch in one block


class DecoderNetwork(Network[Any, Any]):
    """One machine as a stock decoder-only transformer. Its weights are plain parameters, in the layout of a Llama:

        net.embedding (tokens, width)   net.head (tokens, width)
        net.blocks[j]    q (heads * 64, width)   k v (key-value heads * 64, width)   o (width, heads * 64)
                         gate up (units, width)   down (width, units)

    `certificate` speaks of weights, stream and cache in a dtype with attention scores in float32, as fused kernels
    have them; `score_certificate` of kernels that hold the scores in the dtype too.
    """

    construction = "decoder"
    works_in_vmap = True
    options: Any
    ends: ClassVar[tuple[int, ...]]
    """The tokens after which nothing follows."""

    def __init__(self, blueprint: Blueprint, weights: Weights, dtype: torch.dtype) -> None:
        super().__init__()
        self.blueprint = blueprint
        self.machine = blueprint.machine
        self.options = blueprint.options
        self.features, self.vocabulary = blueprint.features, blueprint.vocabulary
        self.embedding = parameter(weights.embedding, dtype)
        self.blocks = nn.ModuleList(DecoderBlock(block, dtype) for block in weights.blocks)
        self.head = parameter(weights.head, dtype)
        self.certificate = certificate_of(blueprint, weights)
        self.score_certificate = score_certificate_of(blueprint, self.certificate)

    @property
    def depth(self) -> int:
        return len(self.blocks)

    @property
    def width(self) -> int:
        return self.features.width

    @property
    def heads(self) -> int:
        """Query heads of a block."""
        return self.decoder_blocks()[0].q.shape[0] // HEAD_SIZE

    @property
    def key_value_heads(self) -> int:
        return self.decoder_blocks()[0].k.shape[0] // HEAD_SIZE

    @property
    def theta_bits(self) -> float:
        """rope_theta is 2^theta_bits."""
        return self.blueprint.theta_bits

    def decoder_blocks(self) -> list[DecoderBlock]:
        return [cast(DecoderBlock, block) for block in self.blocks]

    def turns(self, places: Tensor) -> tuple[Tensor, Tensor]:
        """Cosines and sines of the rotary pairs at places, in the network's dtype."""
        return turns(places, self.dtype, self.theta_bits)

    def forward(self, tokens: Tensor, caches: list[Cache] | None = None) -> Tensor:
        """Logits (places, tokens). With caches, `tokens` are the next ones of the sequence that the caches hold.

        A batch (batch, places) gives (batch, places, tokens), all rows in one pass, as `hidden` does. Rows that are
        shorter than the longest end in PADDING (-1); no place before it sees it, and its own logits say nothing.
        """
        return rms_norm(self.hidden(tokens, caches)[..., -1, :, :]) @ self.head.T

    def hidden(self, tokens: Tensor, caches: list[Cache] | None = None) -> Tensor:
        """The residual stream after the embedding and after each block: (depth + 1, places, width), of a batch (batch,
        depth + 1, places, width)."""
        shapes: tuple[tuple[None, ...], ...] = ((None,), (None, None)) if caches is None else ((None,),)
        require_tensor(tokens, "a row of tokens, or a batch of rows,", *shapes, like=self.embedding, whole=True)
        start, places = caches[0].length if caches else 0, tokens.shape[-1]
        self.require_tokens(start + places)
        self.require_known(tokens)
        together = max(1, MAX_SCORES // max(1, self.heads * places * places))  # rows whose scores fit in memory
        if tokens.dim() == 2 and len(tokens) > together:
            return torch.cat([self.hidden(tokens[i : i + together]) for i in range(0, len(tokens), together)])
        cos, sin = self.turns(torch.arange(start, start + places))
        stream = [self.embedding[tokens if tokens.dim() == 1 else tokens.clamp_min(0)]]
        for number, block in enumerate(self.decoder_blocks()):
            stream.append(block(stream[-1], cos, sin, caches[number] if caches else None))
        return torch.stack(stream, dim=-3)

    @abstractmethod
    def prompt(self, given: Any = None) -> tuple[int, ...]:
        """The tokens with which a run on this input begins."""

    @abstractmethod
    def expected_tokens(self, given: Any = None) -> list[int]:
        """The tokens that should follow the prompt, from the reference interpreter: what a runtime is compared with."""

    @abstractmethod
    def read(self, vector: Tensor) -> Any:
        """What a vector of the residual stream says."""

    def caches(self) -> list[Cache]:
        return [Cache() for _ in range(self.depth)]

    def require_tokens(self, tokens: int) -> None:
        if tokens >= self.options.context:
            raise LimitError(
                f"{tokens:,} tokens are past the context of {self.options.context:,}, of which the last is not fed"
            )

    def require_known(self, tokens: Tensor) -> None:
        """Refuse numbers that are no token's: torch would count negative ones from the end. Padding ends a row of a
        batch."""
        if torch.compiler.is_compiling() or in_vmap(tokens):
            return
        if tokens.dim() == 2:
            tokens = require_padding(tokens)
        if not len(tokens):
            return
        least, most, count = int(tokens.min()), int(tokens.max()), len(self.embedding)
        if least < 0 or most >= count:
            raise InputError(f"tokens must be numbers from 0 to {count - 1}, not {least} to {most}")

    def feed(self, tokens: list[int], caches: list[Cache], rest: int) -> list[int]:
        """Put tokens into the caches piece by piece, as the scores of a long prompt would fill the memory; those that
        are left, at least `rest`, are returned."""
        with torch.no_grad():
            while len(tokens) - PIECE >= rest:
                self.hidden(torch.tensor(tokens[:PIECE]), caches)
                tokens = tokens[PIECE:]
        return tokens

    def generate(self, prompt: Sequence[int], *, cached: bool = True) -> Iterator[int]:
        """Greedy decoding with a cache, or with every token anew, up to one of `ends` or the end of the context;
        yields each new token."""
        caches, tokens = self.caches() if cached else None, list(prompt)
        following = tokens
        while True:
            with torch.no_grad():  # never across a yield: the mode is the thread's
                if caches is not None:
                    following = self.feed(following, caches, 1)
                token = int(self.forward(torch.tensor(following), caches)[-1].argmax())
            yield token
            tokens.append(token)
            if token in self.ends or len(tokens) >= self.options.context:
                return
            following = [token] if cached else tokens

    def label(self, coordinate: int) -> str:
        """The name of a coordinate of the stream, such as `st=A`, `cell.2` or `-read=1`."""
        return self.features.labels()[coordinate]

    def coordinate(self, label: str) -> int:
        """The coordinate of a label."""
        labels = self.features.labels()
        if label not in labels:
            raise InputError(f"no coordinate {label!r}; labels are such as {', '.join(labels[:8])}")
        return labels.index(label)
