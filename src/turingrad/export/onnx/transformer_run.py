"""Decodes that a file computes, pass by pass or to the halt, and the checks of both graphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import Array
from turingrad.constructions.transformer import WRITE_LAYER, Decoding, TransformerNetwork
from turingrad.export.onnx.checks import CHECKED_STEPS, checked_run
from turingrad.export.onnx.forms import require_same
from turingrad.export.onnx.graph import Shapes, empty_caches
from turingrad.export.onnx.model import File, as_array
from turingrad.machine.run import Progress, StartedRun
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import TapeInput

PASSES, PAST = 16, 6  # random ones of a check, and the passes before each


class FileDecoding:
    """A stepper whose passes a file computes."""

    def __init__(self, network: TransformerNetwork, file: File, given: TapeInput) -> None:
        self.network, self.file = network, file
        self.tokens = network.tokens(given).numpy()
        self.player = network.playback(given)
        self.state = first_state(network, file.kind)
        self._passes(1)  # the boot pass

    def _passes(self, most: int) -> None:
        """At most so many passes, to the halt."""
        given = {"tokens": self.tokens, **self.state}
        if self.file.facts["graph"] == "run":
            found = self.file.run(**given, most=np.array(most))
            wrote, outputs = found["written"], found["outputs"]
        else:
            found = self.file.run(**given)
            wrote, outputs = found["hidden"][WRITE_LAYER, None], found["hidden"][-1, None]
        self.player.follow(*self.network.show(wrote, outputs))
        after = {name.removesuffix("_after"): value for name, value in found.items() if name.endswith("_after")}
        self.state |= after | {"output": outputs[-1], "time": np.array(self.state["time"] + len(outputs))}

    def advance(self, steps: int) -> int:
        before = self.player.step
        while self.player.step - before < steps and not self.player.halted():
            self._passes(steps - (self.player.step - before))
        return self.player.step - before

    def halted(self) -> bool:
        return self.player.halted()

    def configuration(self) -> TapeConfiguration:
        return self.player.configuration()


def first_state(network: TransformerNetwork, kind: Any) -> dict[str, Array]:
    state = {"output": as_array(network.h_0).astype(kind), "time": np.array(0)}
    return state | empty_caches(cache_shapes(network), kind)


def cache_shapes(network: TransformerNetwork) -> Shapes:
    """Of the layers that look back on earlier passes."""
    shapes: dict[str, tuple[int | None, ...]] = {}
    for number, layer in enumerate(network.decoder_layers()):
        if layer.self_attention is not None:
            shapes[f"keys_{number}"] = (None, layer.self_attention.W_K.shape[0])
            shapes[f"values_{number}"] = (None, network.width)
    return shapes


def begin(network: TransformerNetwork, file: File, given: TapeInput) -> StartedRun[TapeConfiguration]:
    going = FileDecoding(network, file, given)
    figures = {"depth": network.depth, "width": network.width, "steps_compiled_for": network.options.steps}
    return StartedRun(going, "decoding", 16, lambda: int(going.state["time"]), lambda: figures)


# ---- checks ----------------------------------------------------------------------------------------------------


def random_pass(network: TransformerNetwork, rng: np.random.Generator, kind: Any) -> tuple[Any, dict[str, Array]]:
    """Any bits as the hidden vectors of earlier passes, and any input: torch's decoding there, and the file's state."""
    tokens = network.tokens(random_tapes(network, rng))
    hidden = torch.from_numpy(rng.integers(0, 2, (PAST, network.depth + 1, network.width))).to(network.dtype)
    hidden[:, -1] = legal_outputs(network, rng)
    decoding = Decoding(network, tokens)
    decoding.prefill(hidden)
    state = {"tokens": tokens.numpy(), "output": as_array(hidden[-1, -1]).astype(kind), "time": np.array(PAST)}
    return decoding, state | {name: rows.astype(kind) for name, rows in cache_inputs(decoding).items()}


def cache_inputs(decoding: Decoding) -> dict[str, Array]:
    """Keys and values of the passes so far, as torch has them."""
    return {
        f"{name}_{number}": as_array(rows[: cache.count])
        for number, cache in enumerate(decoding.caches)
        for name, rows in zip(("keys", "values"), cache.buffers or (), strict=False)
    }


def legal_outputs(network: TransformerNetwork, rng: np.random.Generator) -> torch.Tensor:
    """Outputs in any state, on any symbols, with the heads anywhere."""
    c, outputs = network.coordinates, torch.zeros(PAST, network.width, dtype=network.dtype)
    rows = torch.arange(PAST)
    outputs[rows, c.start("st") + torch.from_numpy(rng.integers(0, c.size("st"), PAST))] = 1
    for tape in range(network.table.tapes):
        symbol, cell = c.of("sym1", tape), c.of("pos2", tape)
        outputs[rows, c.start(symbol) + torch.from_numpy(rng.integers(0, c.size(symbol), PAST))] = 1
        outputs[:, c.slice(cell)] = torch.from_numpy(rng.integers(0, 2, (PAST, c.size(cell)))).to(outputs)
    return outputs


def random_tapes(network: TransformerNetwork, rng: np.random.Generator) -> list[list[str]]:
    longest = min(4, network.options.input_length)
    count = [int(rng.integers(0, longest + 1)) for _ in range(network.machine.tapes)]
    return [[str(symbol) for symbol in rng.choice(network.machine.symbols, length)] for length in count]


def random_passes(
    network: TransformerNetwork, file: File, progress: Progress
) -> Iterator[tuple[Decoding, dict[str, Array], torch.Tensor]]:
    """torch's decoding, the file's state before, and all hidden vectors of the pass."""
    rng = np.random.default_rng(0)
    for number in range(PASSES):
        progress("checking passes", number, PASSES)
        with torch.no_grad():
            decoding, state = random_pass(network, rng, file.kind)
            hidden = decoding.advance()
        yield decoding, state, hidden


def check_step(network: TransformerNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """All hidden vectors of a pass after random earlier ones against torch; then a decode."""
    for _, state, hidden in random_passes(network, file, progress):
        require_same(file.run(**state)["hidden"], as_array(hidden), "hidden")
    return {"passes_checked": PASSES, **checked_decode(network, file, progress)}


def check_run(network: TransformerNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """One round of the loop after random passes against torch, caches and all; then a decode."""
    for decoding, state, hidden in random_passes(network, file, progress):
        found = file.run(**state, most=np.array(1))
        require_same(found["written"][0], as_array(hidden[WRITE_LAYER]), "written")
        require_same(found["outputs"][0], as_array(hidden[-1]), "outputs")
        for name, rows in cache_inputs(decoding).items():
            require_same(found[f"{name}_after"], rows, name.replace("_", " of "))
    return {"passes_checked": PASSES, **checked_decode(network, file, progress)}


def checked_decode(network: TransformerNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    given: Any = None
    if max(len(row) for row in network.machine.tapes_of(None)) > network.options.input_length:
        given = [[] for _ in range(network.machine.tapes)]
    steps = min(CHECKED_STEPS, network.step_bound)
    return checked_run(network, lambda: begin(network, file, given), given, progress, steps)
