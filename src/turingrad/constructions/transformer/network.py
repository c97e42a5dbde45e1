"""The compiled transformer: encoder embedding, decoder layers, classifier, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from turingrad._support.arrays import I64, Array
from turingrad._support.validation.values import whole
from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.network import parameter
from turingrad.constructions.one_tape import LayeredNetwork, answers
from turingrad.constructions.tensors import PADDING, require_tensor
from turingrad.constructions.transformer.certificate import certificate_of
from turingrad.constructions.transformer.decode import ABSENT, Playback, Reading, read_vector
from turingrad.constructions.transformer.modules import DecoderLayer, as_array, attention_weights
from turingrad.constructions.transformer.options import Options
from turingrad.constructions.transformer.passes import Decoding
from turingrad.constructions.transformer.temperature import inverse_temperature, step_bound
from turingrad.constructions.transformer.transitions import Transitions
from turingrad.constructions.transformer.vocabulary import Vocabulary, require_tokens
from turingrad.constructions.transformer.weights import LayerWeights
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput

WRITE_LAYER = 2  # after the second layer a hidden vector holds what the pass writes (sym2) and where (pos2)


class TransformerNetwork(LayeredNetwork):
    """Theorem 4.1's encoder-decoder for one machine.

    Pass 0 is the boot pass; pass i is the machine's step i, so that T steps take T + 1 passes.
    """

    construction = "transformer"
    options: Options
    step_bound: int

    def __init__(
        self,
        machine: TapeMachine,
        options: Options,
        table: Transitions,
        coordinates: Coordinates,
        layers: list[LayerWeights],
        dtype: torch.dtype,
    ) -> None:
        super().__init__()
        c = coordinates
        self.machine, self.options, self.table, self.coordinates = machine, options, table, c
        self.bits = c.size("pos1")
        softness = inverse_temperature(layers, options, machine.tapes) if options.attention == "softmax" else None
        self.inverse_temperature = softness
        self.step_bound = options.steps if softness is None else min(options.steps, step_bound(layers, softness))
        self.vocabulary = Vocabulary.of(table)
        start = np.zeros(c.width)
        start[c.at("st", table.boot)] = 1.0
        for tape, blank in enumerate(table.blanks):
            start[c.at(c.of("sym1", tape), blank)] = 1.0
        self.E = parameter(self.vocabulary.embedding(c), dtype)  # (width, tokens)
        self.h_0 = parameter(start, dtype)  # the initial decoder input: boot state, blanks, cells 0
        self.theta_cls = parameter(answers(machine, c), dtype)
        self.layers = nn.ModuleList(DecoderLayer(layer, dtype, options.corrections, softness) for layer in layers)
        self.certificate = certificate_of(layers, options, softness, machine.tapes)

    @property
    def input_bound(self) -> int:  # type: ignore[override]
        return self.options.input_length

    @property
    def modulus(self) -> int:
        return 1 << self.bits

    def decoder_layers(self) -> list[DecoderLayer]:
        return [cast(DecoderLayer, layer) for layer in self.layers]

    def extra_repr(self) -> str:
        o = self.options
        return (
            f"{self.machine!r}, steps={o.steps}, input_length={o.input_length}, depth={self.depth}, width={self.width}"
        )

    def __repr__(self) -> str:
        return f"TransformerNetwork({self.extra_repr()})"

    def positions(self, places: Tensor) -> Tensor:
        """beta(i): Bin(i) in pos1, most significant bit first, for each i of `places`."""
        shifts = torch.arange(self.bits - 1, -1, -1)
        encoding = self.E.new_zeros(*places.shape, self.width)
        encoding[..., self.coordinates.slice("pos1")] = ((places[..., None] >> shifts) & 1).to(encoding)
        return encoding

    def encode(self, tokens: Tensor) -> Tensor:
        """Enc_i = E x_i + beta(cell of x_i): (tokens, width), or a batch of rows. Cells are counted from 1 on each
        tape."""
        require_tokens(tokens, self.E.shape[1])
        known = tokens if tokens.dim() == 1 else tokens.clamp_min(0)  # no attention sees what padding becomes
        return self.E[:, known].movedim(0, -1) + self.positions(self.vocabulary.cells(known))

    def tokens(self, given: TapeInput = None) -> Tensor:
        """An input as token numbers, tape after tape, refused if it is longer than the network was compiled for."""
        rows = self.machine.tapes_of(given)
        longest = max(len(row) for row in rows)
        if longest > self.options.input_length:
            raise InputError(
                f"the input has {longest} symbols; this transformer was compiled for at most "
                f"{self.options.input_length}: compile with input_length={longest}"
            )
        return torch.tensor(self.vocabulary.numbers(rows), dtype=torch.long)

    def token_batch(self, inputs: Iterable[TapeInput]) -> Tensor:
        """Inputs of any lengths as one batch, (inputs, places): shorter rows end in PADDING (-1)."""
        rows = [self.tokens(given) for given in inputs]
        return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=PADDING)

    def require_steps(self, steps: int) -> None:
        """Refuse a run past T, or past what the softmax temperature was chosen for."""
        if steps > self.options.steps:
            raise LimitError(
                f"{steps:,} steps are past the {self.options.steps:,} that this transformer was compiled for: "
                f"compile with steps={steps}"
            )
        if steps > self.step_bound:
            raise LimitError(
                f"softmax with inverse temperature {self.inverse_temperature:g} is exact for up to "
                f"{self.step_bound:,} steps, not {steps:,}"
            )

    def forward(self, tokens: Tensor, passes: int | None = None) -> Tensor:
        """The prediction theta_cls . o after `passes` passes (T + 1 by default): +1 accept, -1 reject, 0 not yet.

        A batch (batch, places) gives one prediction per row, all rows in one pass; so it does with `outputs` and
        `hidden`. Rows that are shorter than the longest end in PADDING (-1), as `token_batch(inputs)` makes them.
        """
        require_tensor(tokens, "a row of tokens, or a batch of rows,", (None,), (None, None), like=self.E, whole=True)
        count = require_passes(self.options.steps + 1 if passes is None else passes)
        decoding = Decoding(self, tokens)
        for _ in range(count):
            decoding.advance()
        assert decoding.output is not None
        return decoding.output @ self.theta_cls

    def outputs(self, tokens: Tensor, passes: int | None = None) -> Tensor:
        """o_0, o_1, ...: (passes, width), of a batch (batch, passes, width). Differentiable in the weights."""
        count = require_passes(self.options.steps + 1 if passes is None else passes)
        decoding = Decoding(self, tokens)
        return torch.stack([decoding.advance()[..., -1, :] for _ in range(count)], dim=-2)

    def hidden(self, tokens: Tensor, passes: int) -> Tensor:
        """The hidden vectors of all passes and layers: (passes, depth + 1, width), of a batch (batch, passes, depth +
        1, width). Differentiable in the weights."""
        count, decoding = require_passes(passes), Decoding(self, tokens)
        return torch.stack([decoding.advance() for _ in range(count)], dim=-3)

    def classify(self, output: Tensor) -> int:
        """+1 accept, -1 reject, 0 if the machine has not halted in either: that counts as an error."""
        return int(torch.sign(torch.round((output.to(self.dtype) @ self.theta_cls).double())))

    def read(self, vector: Tensor, layer: int) -> Reading:
        """What a hidden vector says after `layer` layers (0: the input of the first)."""
        names = ["input", *(layer.name for layer in self.decoder_layers())]
        array = vector.detach().double().numpy()
        return read_vector(self.machine, self.table, self.coordinates, array, names[layer], self.fields_after(layer))

    def fields_after(self, layer: int) -> tuple[str, ...]:
        """The fields that hidden vectors have after `layer` layers: those that its feedforward rows write."""
        c = self.coordinates
        if layer == 0:
            return tuple(field for field in c if c.kind(field) in ("st", "sym1", "pos1", "pos2"))
        feedforward = self.decoder_layers()[layer - 1].feedforward
        used = feedforward.W_1.any(dim=1) | (feedforward.b_1 != 0)
        return tuple(field for field in c if bool(used[c.slice(field)].any()))

    def show(self, transitions: Array, outputs: Array) -> tuple[I64, I64, I64, I64]:
        """What passes wrote, and the state, symbols and cells they end in, as numbers: from the vectors after the
        transition layer and the outputs, (passes, width) each. All but the states have one column per tape."""
        c, tapes = self.coordinates, range(self.table.tapes)
        powers = 1 << np.arange(self.bits - 1, -1, -1)
        cells = np.stack([(outputs[:, c.slice(c.of("pos2", t))] > 0.5) @ powers for t in tapes], axis=1)
        wrote = np.stack([one_hots(transitions, c, c.of("sym2", t)) for t in tapes], axis=1)
        symbols = np.stack([one_hots(outputs, c, c.of("sym1", t)) for t in tapes], axis=1)
        return wrote, outputs[:, c.slice("st")].argmax(axis=1), symbols, cells

    def playback(self, given: TapeInput = None) -> Playback:
        return Playback(self.machine, self.table, self.machine.tapes_of(given), self.modulus)

    def decode(self, activations: Tensor, at: int, given: TapeInput = None) -> TapeConfiguration:
        """The configuration after step `at`, from the hidden vectors of passes 0..at, (passes, depth + 1, width)."""
        require_tensor(activations, "what is decoded", (None, self.depth + 1, self.width))
        if not 0 <= at < len(activations):
            raise InputError(f"step {at} needs the hidden vectors of passes 0 to {at}; {len(activations)} are given")
        player = self.playback(given)
        hidden = activations[: at + 1].detach().double().numpy()
        player.follow(*self.show(hidden[:, WRITE_LAYER], hidden[:, -1]))
        return player.configuration()

    def configurations(self, given: TapeInput, max_steps: int | None) -> Iterator[TapeConfiguration]:
        """Up to the machine's halt, or to `max_steps` (T by default)."""
        limit = self.step_bound if max_steps is None else max_steps
        self.require_steps(limit)
        self.certificate.require(self.dtype)
        return self._trace(self.tokens(given), self.playback(given), limit)

    def _trace(self, tokens: Tensor, player: Playback, limit: int) -> Iterator[TapeConfiguration]:
        with torch.no_grad():
            decoding = Decoding(self, tokens)
        while player.step < limit and not player.halted():
            with torch.no_grad():  # never across a yield: the mode is the thread's
                hidden = decoding.advance().double().numpy()
            player.follow(*self.show(hidden[WRITE_LAYER, None], hidden[-1, None]))
            yield player.configuration()


def require_passes(passes: int) -> int:
    return passes if torch.compiler.is_compiling() else whole(passes, "the number of passes", 1)


def one_hots(vectors: Array, c: Coordinates, field: str) -> I64:
    """The entry of a field that is on, row by row, ABSENT where none is, or where the tape has no such field."""
    if field not in c:
        return np.full(len(vectors), ABSENT, np.int64)
    part = vectors[:, c.slice(field)]
    return np.where(part.max(axis=1) > 0.5, part.argmax(axis=1), ABSENT)


def layer_weights(network: TransformerNetwork) -> list[LayerWeights]:
    """Return the weights that a network has now, as float64 arrays.

    Args:
        network: The network.

    Returns:
        One value per layer.

    Example:
        >>> from turingrad.constructions.transformer import compile_network, layer_weights
        >>> network = compile_network(tg.read("busy-beaver-2"), steps=6, input_length=0)
        >>> len(layer_weights(network)) == network.depth
        True
    """
    return [
        LayerWeights(
            layer.name,
            as_array(layer.feedforward.W_1),
            as_array(layer.feedforward.b_1),
            attention_weights(layer.self_attention),
            attention_weights(layer.cross_attention),
        )
        for layer in network.decoder_layers()
    ]
