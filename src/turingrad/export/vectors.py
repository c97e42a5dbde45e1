"""Test vectors: inputs and expected outputs as one .npz, for runtimes that we do not know.

Everything is a plain array; `about` is a JSON text that says what they are. Expected numbers come from the reference
interpreter where it has them (outputs, tokens, predictions), from the certified network where they are inside it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from turingrad import formats
from turingrad.arrays import Array
from turingrad.checked import whole
from turingrad.constructions.decoder import DecoderNetwork
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.network import TapeDescent
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.constructions.folder import weights_hash
from turingrad.constructions.network import Network, require_own
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.errors import InputError, LimitError
from turingrad.export.onnx.descent_run import autograd_step, random_point
from turingrad.export.onnx.rcnn import random_grid
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import Progress, quiet
from turingrad.machine.tape import run as tape_run
from turingrad.writing import whole_file

MAX_VECTORS = 1_000_000
INPUT_LENGTH, PASSES = 4, 9
MAX_STEPS = 100_000_000  # of one training
PADDING = -1  # of token rows that end early
CHUNK = 256  # points or grids that a network takes at once
Arrays = dict[str, Array]
Tell = Callable[[int], None]  # how many vectors are done


def vectors_of(network: Network[Any, Any], count: int, seed: int = 0, progress: Progress = quiet) -> Arrays:
    """`count` random legal inputs with what the network gives for them."""
    require_own(network)
    network.certificate.require(network.dtype)
    rng = np.random.default_rng(whole(seed, "the seed"))
    number = whole(count, "the number of vectors", 1)
    if number > MAX_VECTORS:
        raise InputError(f"{number:,} vectors; at most {MAX_VECTORS:,} are written")
    for kind, make in MAKERS.items():
        if isinstance(network, kind):
            arrays = make(network, number, rng, lambda done: progress("test vectors", done, number))
            return arrays | {"about": np.array(about(network, arrays, seed))}
    raise InputError(f"there are no vectors of a {type(network).__name__}")


def write_vectors(
    network: Network[Any, Any], path: str | Path, count: int, seed: int = 0, progress: Progress = quiet
) -> dict[str, Any]:
    """The vectors as a new .npz file; what was written, by name and shape."""
    place = Path(path)
    if place.exists():
        raise InputError(f"{place} exists already; name a new file")
    arrays = vectors_of(network, count, seed, progress)
    with whole_file(place) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return {name: list(array.shape) for name, array in arrays.items() if name != "about"}


def about(network: Network[Any, Any], arrays: Arrays, seed: int) -> str:
    """What the arrays are, as JSON."""
    facts = {
        "format": "turingrad-vectors",
        "version": 1,
        "construction": network.construction,
        "machine": formats.to_object(network.machine),
        "weights_sha256": weights_hash(network),
        "seed": seed,
        "arrays": {name: [str(array.dtype), *array.shape] for name, array in arrays.items()},
    }
    return json.dumps(facts)


def of_circuit(network: FeedforwardNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """x in 0, 1 to F(x) in -1, +1."""
    x = rng.integers(0, 2, (count, len(network.machine.inputs)), np.uint8)
    bits = in_chunks(lambda part: evaluate(network.machine, part), x, tell)
    return {"x": x, "outputs": (2 * bits.astype(np.int8) - 1).astype(np.int8)}


def in_chunks(compute: Callable[[Any], Any], rows: Array, tell: Tell) -> Array:
    """What is computed of all rows, a chunk at a time."""
    found = []
    for first in range(0, len(rows), CHUNK):
        found.append(np.asarray(compute(rows[first : first + CHUNK])))
        tell(min(first + CHUNK, len(rows)))
    return np.concatenate(found)


def of_convolution(network: RecurrentConvolution, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Grids, and the same one layer later."""
    rows = 4 if isinstance(network.machine, GridMachine) else 1
    grids = np.stack([random_grid(network, rng, rows, 6) for _ in range(count)])
    with torch.no_grad():
        after = in_chunks(lambda part: network.layer(torch.from_numpy(part).to(network.dtype)), grids, tell)
    return {"grid": grids, "next": after.astype(np.int64)}


def of_learner_grid(network: RCNN, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Points and answers with W as it is; 0 while it has an empty row."""
    points = rng.choice(np.array([-1, 1], np.int8), (count, network.features))
    with torch.no_grad():
        outputs = in_chunks(lambda part: network(torch.from_numpy(part)), points, tell)
    return {"W": network.W.detach().numpy().copy(), "points": points, "outputs": outputs.astype(np.int8)}


def of_transformer(network: TransformerNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Tokens, and the outputs o_0, o_1, ... of the first passes."""
    length, passes = min(INPUT_LENGTH, network.options.input_length), min(PASSES, network.step_bound + 1)
    tokens, outputs = [], []
    for number in range(count):
        tell(number)
        tapes = [[str(s) for s in rng.choice(network.machine.symbols, length)] for _ in range(network.machine.tapes)]
        tokens.append(network.tokens(tapes).numpy())
        with torch.no_grad():
            outputs.append(network.outputs(torch.from_numpy(tokens[-1]), passes).numpy().astype(np.uint8))
    return {"tokens": np.stack(tokens), "outputs": np.stack(outputs)}


def of_descent(network: TapeDescent, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Points (s, T, H), the loss and its gradient there, and the point after the mixed step."""
    net, rows = copy.deepcopy(network), []
    for number in range(count):
        tell(number)
        random_point(net, rng)
        before = {name: getattr(net, name).detach().numpy().copy() for name in ("s", "T", "H")}
        if net.read_only:
            before["fixed"] = net.fixed_tapes.numpy().copy()
        rows.append(before | autograd_step(net))
    return {name: np.stack([row[name] for row in rows]) for name in rows[0]}


def of_training(network: ExtendedNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Data sets (x, y), the steps of the machine until its weights are written, and the weights."""
    blank, first = network.machine.blank, 0 if network.guard else 1
    numbers = {symbol: number for number, symbol in enumerate(network.machine.symbols)}
    rows = []
    for number in range(count):
        tell(number)
        x, y = (part.to(network.dtype) for part in network.drawn(rng))
        found = tape_run.run(network.machine, network.start(x, y), max_steps=MAX_STEPS)
        if not found.halted:
            raise LimitError(f"the machine has not halted within {MAX_STEPS:,} steps")
        tape = found.configuration.tapes[network.output_tape]
        cells = [numbers[tape.read(cell, blank)] for cell in range(first, tape.start + len(tape.symbols))]
        weights = network.dequantise(torch.tensor(cells, dtype=torch.long)).double().numpy().reshape(-1)
        rows.append((x.numpy().astype(np.int8), y.numpy().astype(np.int8), found.steps, weights))
    return dict(zip(("x", "y", "steps", "weights"), (np.stack(part) for part in zip(*rows, strict=True)), strict=True))


def of_emulation(network: EmulationNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """One training: rows and labels in turn, the outputs before each step of SGD, the weights before and after all."""
    X = rng.choice(np.array([-1, 1], np.int8), (count, network.machine.features))
    y = rng.choice(np.array([-1, 1], np.int8), count)
    net, rows = copy.deepcopy(network), network.rows(X)
    optimizer, inputs = net.optimizer(), torch.from_numpy(rows)
    memory, outputs = [], []
    expected = learner_run.trace(network.machine, X, y, guess=True)
    fresh = next(iter(expected)).memory == net.memory()  # a trained net goes on from where it is
    for number, label in enumerate(y.tolist()):
        outputs.append(net.train_step(optimizer, inputs[number : number + 1], label))
        memory.append(net.memory())
        tell(number + 1)
        if fresh and next(expected).memory != memory[-1]:
            raise InputError(f"the memory after sample {number} is not the learner's")
    weights = {"weight": network.weight, "weight_after": net.weight}
    return {
        "rows": rows, "y": y, "outputs": np.array(outputs, np.int8), "memory": np.array(memory, np.uint8),
        **{name: weight.detach().numpy().copy() for name, weight in weights.items()},
    }  # fmt: skip


def of_decoder(network: DecoderNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Prompts and the tokens that follow, to the end of the run or the context; rows are filled up with -1."""
    length = min(INPUT_LENGTH, network.options.cells - network.options.left)
    given = [[str(s) for s in rng.choice(network.machine.symbols, length)] for _ in range(count)]
    following = []
    for number, each in enumerate(given):
        tell(number)
        following.append(network.expected(each))
    filled = np.full((count, max(map(len, following))), PADDING, np.int64)
    for row, tokens in enumerate(following):
        filled[row, : len(tokens)] = tokens
    return {"prompt": np.array([network.prompt(each) for each in given]), "following": filled}


MAKERS: dict[type, Callable[[Any, int, np.random.Generator, Tell], Arrays]] = {
    FeedforwardNetwork: of_circuit,
    RecurrentConvolution: of_convolution,
    RCNN: of_learner_grid,
    TransformerNetwork: of_transformer,
    TapeDescent: of_descent,
    ExtendedNetwork: of_training,
    EmulationNetwork: of_emulation,
    DecoderNetwork: of_decoder,
}
